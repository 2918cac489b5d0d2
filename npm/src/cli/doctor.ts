/** `svc-embed doctor`: twelve questions about a tenant, each with an answer. It changes nothing. */
import { ApiError, type GenerateSession, type ManagementClient } from '../management/index.js';
import { oneLine } from '../management/values.js';
import type { Finding } from './compare.js';
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

/** The answer to a question. `differences` are what is wrong; `unread` is what could not be compared, and why. */
interface Answered {
  readonly question: string;
  readonly answer: Answer;
  readonly detail: string;
  readonly compared: number;
  readonly differences: readonly unknown[];
  readonly unread: readonly string[];
}

/** Runs the command. Returns the exit code. */
export async function doctor(text: tenants.Text, isJson: boolean): Promise<number> {
  const [file, given, mint, place] = ['document', 'origin', 'mint', 'fix-presumptions'].map(text);
  const origin = given !== undefined && URL.canParse(given) ? new URL(given).origin : given;
  if (origin === 'null' || (origin !== undefined && !URL.canParse(origin)))
    throw new Stop('--origin must be an origin, such as https://app.example.com.');
  const body = mint === undefined ? undefined : tenants.jsonIn(mint, '--mint');
  const tenant = file === undefined ? tenants.tenantOf(text('base-url')) : undefined;
  const bytes = tenant ? await tenants.documentOf(tenant) : await tenants.fileOf(file ?? '');
  const { parts, fixes } = await work('compare', bytes, file ?? "The tenant's document");
  const answers = new Map<Question, Answered>();
  const set: Set = (question, answer, detail, finding = {}) => {
    const { compared = answer === 'yes' || answer === 'no' ? 1 : 0 } = finding;
    const { differences = answer === 'no' ? [detail] : [] } = finding;
    const { unread = answer === 'unknown' ? [detail] : [] } = finding;
    answers.set(question, { question, answer, detail, compared, differences, unread });
  };
  for (const question of Object.keys(QUESTIONS) as Question[])
    set(question, 'not asked', 'a file was read');
  set('document', 'yes', `it has ${parts.unknown.compared} operations`);
  for (const [part, finding] of Object.entries(parts)) {
    const { compared, differences, open, unread } = finding;
    const answer = differences[0] ? 'no' : unread[0] || compared === 0 ? 'unknown' : 'yes';
    const left = open > 0 ? `; the document leaves ${open} open` : '';
    set(
      part as Question,
      answer,
      `${compared} compared, ${differences.length} differ${left}`,
      finding,
    );
  }
  if (tenant) {
    await ask(tenant.client, text('deployment'), set);
    await embed(tenant, text('dashboard'), origin, body as GenerateSession | undefined, set);
  }
  const all = [...answers.values()];
  const source = file ?? tenant?.baseUrl;
  say(isJson ? jsonOf({ source, questions: all, fixes }) : textOf(source ?? '', all));
  if (place !== undefined) await write(place, `${JSON.stringify(fixes, null, 2)}\n`);
  const has = (answer: Answer) => all.some((one) => one.answer === answer);
  return has('no') ? 1 : has('unknown') ? 2 : 0;
}

type Set = (
  question: Question,
  answer: Answer,
  detail: string,
  finding?: Partial<Pick<Answered, 'compared' | 'differences' | 'unread'>>,
) => void;

/** Asks who the caller is, for the versions, and for one page of each list. */
async function ask(client: ManagementClient, given: string | undefined, set: Set): Promise<void> {
  const deployment = given ?? (await tenants.firstDeployment(client).catch(() => undefined));
  const unread: string[] = [];
  const wrong = new Set<string>();
  let compared = 0;
  for (const endpoint of endpointsOf(resolved(DESCRIPTION).document)) {
    const { id, raw, path, answer } = endpoint;
    const names = path.match(/\{\w+\}/g) ?? [];
    const isKnown = names.every((name) => name === '{deploymentId}' && deployment !== undefined);
    if (!isKnown || !('x-list' in raw || ['users.me', 'versions.list'].includes(id))) continue;
    try {
      const items = await itemsOf(
        client,
        endpoint,
        names.map(() => deployment),
      );
      const shape = 'x-list' in raw ? flatten(answer.schema).items : answer.schema;
      for (const one of items)
        for (const fault of faults(shape, one, '')) wrong.add(`${id}: ${fault}`);
      compared += 1;
      if (id === 'users.me') set('credential', 'yes', 'users.me was answered');
    } catch (error) {
      const isRefused = error instanceof ApiError && [401, 403].includes(error.status);
      const detail = tenants.messageOf(error);
      unread.push(detail);
      if (id === 'users.me') set('credential', isRefused ? 'no' : 'unknown', detail);
    }
  }
  // A key may have few rights: what some requests show is compared.
  const answer = wrong.size > 0 ? 'no' : compared > 0 ? 'yes' : 'unknown';
  const detail = `${compared} of ${compared + unread.length} were answered, ${wrong.size} differ`;
  set('requests', answer, detail, { compared, differences: [...wrong], unread });
}

/** The answer of an operation; of a list, the first items. */
async function itemsOf(
  client: ManagementClient,
  { id, raw }: Endpoint,
  given: unknown[],
): Promise<unknown[]> {
  type Methods = {
    [name: string]: Methods & ((...all: unknown[]) => Promise<{ items: unknown[] }>);
  };
  const style = raw['x-list'] as keyof typeof PAGE | undefined;
  const [name = '', ...names] = id.split('.').reverse();
  const at = names.reduceRight((inner, key) => inner[key] as Methods, client as unknown as Methods);
  const answer = await at[name]?.(...given, ...(style ? [PAGE[style]] : []));
  return style ? (answer?.items.slice(0, 20) ?? []) : [answer];
}

/** The parameter that limits a page, by the style of the list. */
const PAGE = { cursor: { first: 1 }, offset: { limit: 1 }, scim: { count: 1 } };

/** Where a value is unlike its schema: another type, a marked field that is missing, a new value. */
function faults(schema: unknown, value: unknown, at: string): string[] {
  const { types, isNullable, values, properties, required, items, rest } = flatten(schema);
  const [where, inside] = [at || 'the answer', (key: string) => (at ? `${at}.${key}` : key)];
  if (types.length === 0 || (value === null && isNullable)) return [];
  const type = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;
  if (value === null || !(types.includes(type) || (type === 'integer' && types.includes('number'))))
    return [`${where} is no ${types.join(' or ')}`];
  if (values && !values.includes(value)) return [`${where} has a value that is new`];
  if (Array.isArray(value))
    return value.slice(0, 20).flatMap((item) => faults(items, item, `${at}[]`));
  if (!isObject(value)) return [];
  const missing = required
    .filter((key) => !(key in value))
    .map((key) => `${inside(key)} is missing`);
  // A field that is null counts as missing, for both clients.
  const shown = Object.entries(value).filter(
    ([key, item]) => item !== null || required.includes(key),
  );
  const shapeOf = (key: string) => (Object.hasOwn(properties, key) ? properties[key] : rest);
  return [...missing, ...shown.flatMap(([key, item]) => faults(shapeOf(key), item, inside(key)))];
}

/** Makes a session id, and asks for the embed page with it. */
async function embed(
  { client, baseUrl }: tenants.Tenant,
  dashboard: string | undefined,
  origin: string | undefined,
  body: GenerateSession | undefined,
  set: Set,
): Promise<void> {
  let sessionId: string | undefined;
  try {
    if (body) ({ sessionId } = await client.embedSessions.generate(body));
    hide(sessionId);
    const answer = sessionId ? 'yes' : body ? 'no' : 'not asked';
    set('session', answer, sessionId ? 'it does' : body ? 'it has no sessionId' : 'give --mint');
  } catch (error) {
    set('session', 'no', tenants.messageOf(error));
  }
  for (const question of ['page', 'frame'] as const) set(question, 'not asked', 'give --dashboard');
  if (dashboard === undefined) return;
  try {
    const { status, detail, answer, verdict } = await frame(baseUrl, dashboard, sessionId, origin);
    set('page', status < 400 ? 'yes' : 'no', detail);
    if (status < 400)
      set('frame', answer, `${verdict}. allowEmbed of the dashboard is not checked`);
    else set('frame', 'unknown', `the service answers ${status}`);
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
  const sum = (count: (one: Answered) => number) =>
    all.reduce((total, one) => total + count(one), 0);
  const [differences, unread] = [
    sum((one) => one.differences.length),
    sum((one) => one.unread.length),
  ];
  const said = differences === 0 ? 'No difference' : `${differences} differences`;
  const left = unread === 0 ? '' : ` ${unread} could not be compared.`;
  const total = `${sum(({ compared }) => compared)} things were compared. ${said}.${left}`;
  // What a tenant says must neither move a terminal nor begin a line, which may be a command in CI.
  return [source, '', ...lines, '', total, ''].map(oneLine).join('\n');
}

function lineOf(difference: unknown): string {
  if (typeof difference === 'string') return difference;
  const { kind, operation, at, ours, theirs } = difference as Finding['differences'][number];
  return `${kind.padEnd(6)} ${operation}, ${at}: ${ours} → ${theirs}`;
}
