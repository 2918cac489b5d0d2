/** `svc-embed doctor`: twelve questions about a tenant, each with an answer. It changes nothing. */
import { ApiError, ConnectionError } from '../management/index.js';
import type { GenerateSession, ManagementClient } from '../management/index.js';
import { oneLine } from '../management/values.js';
import type { Difference } from './compare.js';
import { endpointsOf, flatten, isObject, resolved, type Endpoint } from './document.js';
import { frame } from './frame.js';
import { DESCRIPTION } from './generated/description.js';
import { hide, jsonOf, say, write } from './output.js';
import * as tenants from './tenant.js';
import { Stop, work } from './work.js';

export const DOCTOR_HELP = `svc-embed doctor: compares a tenant's own OpenAPI document with what this version knows.
It also sends a few requests that change nothing, and checks the answers.

  --base-url <url>           the tenant; by default SVC_BASE_URL
  --document <file>          a file with the tenant's document, JSON or YAML; no request is sent
  --deployment <id>          the deployment to ask about; by default the first
  --dashboard <publicId>     checks the answer of this dashboard's embed page
  --origin <origin>          the origin of your page: may it frame the dashboard?
  --mint <json>              makes one session id with this body, such as '{}'
  --fix-presumptions <file>  writes the right paths for new ManagementClient({ presumptions })
  --json                     prints the whole report as JSON

The API key is read from SVC_API_KEY, an access token from SVC_ACCESS_TOKEN. Neither is printed.
Requests go through the proxy of HTTPS_PROXY, except to the hosts of NO_PROXY.
Exit code: 0 no difference, 1 differences, 2 something could not be compared.
`;

const QUESTIONS = {
  document: "Can the tenant's document be read?",
  operations: 'Does it have every operation of svc-embed?',
  unknown: 'Does svc-embed know every operation of the tenant?',
  query: 'Are the parameters of the queries the same?',
  bodies: 'Are the bodies the same?',
  answers: 'Are the answers the same?',
  assumptions: 'Are the assumptions of svc-embed right?',
  credential: 'Does the tenant accept the credential?',
  requests: 'Are the answers to requests that change nothing as described?',
  session: 'Does the tenant make a session id?',
  page: 'Does the embed page answer?',
  frame: 'May your page frame it?',
};

type Question = keyof typeof QUESTIONS;
type Answer = 'yes' | 'no' | 'unknown' | 'not asked';

/** What was found: what differs, and what could not be compared, and why. */
interface Found {
  readonly compared: number;
  readonly differences: readonly (Difference | string)[];
  readonly unread: readonly string[];
}

type Answered = Found & {
  readonly question: string;
  readonly answer: Answer;
  readonly detail: string;
};
type Report = (question: Question, answer: Answer, detail: string, found?: Found) => void;

/** Runs the command. Returns the exit code. */
export async function doctor(text: tenants.Text, isJson: boolean): Promise<number> {
  const [given, mint, place] = ['origin', 'mint', 'fix-presumptions'].map(text);
  const origin = given !== undefined && URL.canParse(given) ? new URL(given).origin : given;
  if (origin === 'null' || (origin !== undefined && !URL.canParse(origin)))
    throw new Stop('--origin must be an origin, such as https://app.example.com.');
  const body = mint === undefined ? undefined : tenants.jsonIn(mint, '--mint');
  const { tenant, bytes, source } = await tenants.opened(text);
  const { parts, fixes } = await work('compare', bytes, source);
  const answers = new Map<Question, Answered>();
  const set: Report = (question, answer, detail, found = briefly(answer, detail)) =>
    void answers.set(question, { question, answer, detail, ...found });
  for (const one of Object.keys(QUESTIONS) as Question[]) set(one, 'not asked', 'a file was read');
  set('document', 'yes', `it has ${parts.unknown.compared} operations`);
  for (const [part, { open, ...found }] of Object.entries(parts)) {
    const { compared, differences, unread } = found;
    const answer = differences[0] ? 'no' : unread[0] || compared === 0 ? 'unknown' : 'yes';
    const left = open > 0 ? `; the document leaves ${open} open` : '';
    const detail = `${compared} compared, ${differences.length} differ${left}`;
    set(part as Question, answer, detail, found);
  }
  if (tenant) {
    await ask(tenant.client, text('deployment'), set);
    await embed(tenant, text('dashboard'), origin, body as GenerateSession | undefined, set);
  }
  const all = [...answers.values()];
  say(isJson ? jsonOf({ source, questions: all, fixes }) : textOf(source, all));
  if (place !== undefined) await write(place, `${JSON.stringify(fixes, null, 2)}\n`);
  const has = (answer: Answer) => all.some((one) => one.answer === answer);
  return has('no') ? 1 : has('unknown') ? 2 : 0;
}

/** What an answer of a few words has found. */
const briefly = (answer: Answer, detail: string): Found => ({
  compared: answer === 'yes' || answer === 'no' ? 1 : 0,
  differences: answer === 'no' ? [detail] : [],
  unread: answer === 'unknown' ? [detail] : [],
});

/** Asks who the caller is, for the versions, and for one page of each list. */
async function ask(
  client: ManagementClient,
  given: string | undefined,
  set: Report,
): Promise<void> {
  const deployment = given ?? (await tenants.firstDeployment(client).catch(() => undefined));
  const unread: string[] = [];
  const wrong = new Set<string>();
  let compared = 0;
  for (const endpoint of endpointsOf(resolved(DESCRIPTION).document)) {
    const { id, raw, path } = endpoint;
    const given = (path.match(/\{\w+\}/g) ?? []).map(
      (name) => name === '{deploymentId}' && deployment,
    );
    const isAsked = 'x-list' in raw || id === 'users.me' || id === 'versions.list';
    if (!isAsked || !given.every((one) => one)) continue;
    try {
      for (const fault of await faultsOf(client, endpoint, given)) wrong.add(`${id}: ${fault}`);
      compared += 1;
      if (id === 'users.me') set('credential', 'yes', 'users.me was answered');
    } catch (error) {
      const isRefused = error instanceof ApiError && [401, 403].includes(error.status);
      unread.push(tenants.messageOf(error));
      if (id === 'users.me')
        set('credential', isRefused ? 'no' : 'unknown', tenants.messageOf(error));
      // A tenant that does not answer is not waited for again.
      if (error instanceof ConnectionError) break;
    }
  }
  // A key may have few rights: what some requests show is compared.
  const answer = wrong.size > 0 ? 'no' : compared > 0 ? 'yes' : 'unknown';
  const detail = `${compared} of ${compared + unread.length} were answered, ${wrong.size} differ`;
  set('requests', answer, detail, { compared, differences: [...wrong], unread });
}

type Methods = { [name: string]: Methods & ((...all: unknown[]) => Promise<unknown>) };

/** The parameter that limits a page, by the style of the list. */
const PAGE = { cursor: { first: 1 }, offset: { limit: 1 }, scim: { count: 1 } };

/** What is wrong with the answer of an operation; of a list, with the first items. */
async function faultsOf(client: object, { id, raw, answer }: Endpoint, given: unknown[]) {
  const [name = '', ...names] = id.split('.').reverse();
  const at = names.reduceRight((inner, key) => inner[key] as unknown as Methods, client as Methods);
  const style = raw['x-list'] as keyof typeof PAGE | undefined;
  const said = await at[name]?.(...given, ...(style && style in PAGE ? [PAGE[style]] : []));
  if (style === undefined) return faults(answer.schema, said, '');
  const shape = flatten(answer.schema).items;
  return (said as { items: unknown[] }).items.slice(0, 20).flatMap((one) => faults(shape, one, ''));
}

/** Where a value is unlike its schema: another type, a marked field that is missing, a new value. */
function faults(schema: unknown, value: unknown, at: string): string[] {
  const { types, isNullable, values, properties, required, items, rest } = flatten(schema);
  const [where, inside] = [at || 'the answer', (key: string) => (at ? `${at}.${key}` : key)];
  if (types.length === 0 || (value === null && isNullable)) return [];
  const type = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;
  const isType = types.includes(type) || (type === 'integer' && types.includes('number'));
  if (value === null || !isType) return [`${where} is no ${types.join(' or ')}`];
  if (values && !values.includes(value)) return [`${where} has a value that is new`];
  if (Array.isArray(value))
    return value.slice(0, 20).flatMap((one) => faults(items, one, `${at}[]`));
  if (!isObject(value)) return [];
  const missing = required
    .filter((key) => !(key in value))
    .map((key) => `${inside(key)} is missing`);
  // A field that is null counts as missing, for both clients.
  const shown = Object.entries(value).filter(
    ([key, one]) => one !== null || required.includes(key),
  );
  const shapeOf = (key: string) => (Object.hasOwn(properties, key) ? properties[key] : rest);
  return [...missing, ...shown.flatMap(([key, one]) => faults(shapeOf(key), one, inside(key)))];
}

/** Makes a session id, and asks for the embed page with it. */
async function embed(
  { client, baseUrl }: tenants.Tenant,
  dashboard: string | undefined,
  origin: string | undefined,
  body: GenerateSession | undefined,
  set: Report,
): Promise<void> {
  let sessionId: string | undefined;
  set('session', 'not asked', 'give --mint');
  for (const question of ['page', 'frame'] as const) set(question, 'not asked', 'give --dashboard');
  try {
    if (body) ({ sessionId } = await client.embedSessions.generate(body));
    hide(sessionId);
    if (sessionId) set('session', 'yes', 'it does');
    else if (body) set('session', 'no', 'it has no sessionId');
  } catch (error) {
    set('session', 'no', tenants.messageOf(error));
  }
  if (dashboard === undefined) return;
  try {
    const { status, detail, answer, verdict } = await frame(baseUrl, dashboard, sessionId, origin);
    set('page', status < 400 ? 'yes' : 'no', detail);
    const words =
      answer === 'yes' ? `${verdict}. allowEmbed of the dashboard is not checked` : verdict;
    set('frame', answer, words);
  } catch (error) {
    set('page', 'no', tenants.messageOf(error));
    set('frame', 'unknown', 'the embed page did not answer');
  }
}

/** The most lines of one answer. */
const MOST_LINES = 40;

/** The report as text. */
function textOf(source: string, all: readonly Answered[]): string {
  const lines = all.flatMap(({ question, answer, detail, differences, unread }, index) => {
    const head = `${String(index + 1).padStart(2)}. ${QUESTIONS[question as Question]}`;
    const found = [...differences.map(lineOf), ...unread.map((why) => `not compared: ${why}`)];
    const shown = found.filter((line) => !line.endsWith(detail)).slice(0, MOST_LINES);
    const rest = found.length - MOST_LINES;
    if (rest > 0) shown.push(`and ${rest} more (--json has all)`);
    return [`${head} ${answer}: ${detail}`, ...shown.map((line) => `      ${line}`)];
  });
  const [compared, differences, unread] = [
    all.reduce((sum, one) => sum + one.compared, 0),
    ...[all.flatMap((one) => one.differences).length, all.flatMap((one) => one.unread).length],
  ];
  const said = differences === 0 ? 'No difference' : `${differences} differences`;
  const left = unread === 0 ? '' : ` ${unread} could not be compared.`;
  const total = `${compared} things were compared. ${said}.${left}`;
  // What a tenant says must neither move a terminal nor begin a line, which may be a command in CI.
  return [source, '', ...lines, '', total, ''].map(oneLine).join('\n');
}

function lineOf(one: Difference | string): string {
  if (typeof one === 'string') return one;
  return `${one.kind.padEnd(6)} ${one.operation}, ${one.at}: ${one.ours} → ${one.theirs}`;
}
