/** `svc-embed doctor`: twelve questions about a tenant, each with an answer. It changes nothing. */
import { ApiError, ConnectionError } from '../management/index.js';
import type { GenerateSession, ManagementClient } from '../management/index.js';
import { finding, no, reportOf, unknown, yes, type Answers } from './answers.js';
import { endpointsOf, flatten, isObject, resolved, type Endpoint } from './document.js';
import { frame } from './frame.js';
import { DESCRIPTION } from './generated/description.js';
import { hide, say, write } from './output.js';
import * as tenants from './tenant.js';
import { work } from './work.js';

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

/** Runs the command. Returns the exit code. */
export async function doctor(text: tenants.Text, isJson: boolean): Promise<number> {
  const [given, mint, place] = ['origin', 'mint', 'fix-presumptions'].map(text);
  const origin = given !== undefined && URL.canParse(given) ? new URL(given).origin : given;
  if (origin === 'null' || (origin !== undefined && !URL.canParse(origin)))
    throw new Error('--origin must be an origin, such as https://app.example.com.');
  const body = mint === undefined ? undefined : bodyIn(mint);
  const { tenant, bytes, source } = await tenants.opened(text);
  const { parts, fixes } = await work('compare', bytes, source);
  const document = yes(`it has ${parts.unknown.compared} operations`);
  const answers: Answers = { document, ...parts };
  if (tenant) {
    Object.assign(answers, await requests(tenant.client, text('deployment')));
    const { session, sessionId } = await mintedBy(tenant.client, body);
    const framed = await frame(tenant.baseUrl, text('dashboard'), sessionId, origin);
    Object.assign(answers, { session, ...framed });
  }
  const report = reportOf(source, answers, fixes, isJson);
  say(report.text);
  if (place !== undefined) await write(place, `${JSON.stringify(fixes, null, 2)}\n`);
  return report.code;
}

function bodyIn(text: string): GenerateSession {
  try {
    return JSON.parse(text) as GenerateSession;
  } catch {
    throw new Error('--mint is not JSON.');
  }
}

/** Makes a session id. */
async function mintedBy(client: ManagementClient, body: GenerateSession | undefined) {
  if (!body) return { session: 'give --mint' };
  try {
    const { sessionId } = await client.embedSessions.generate(body);
    hide(sessionId);
    return { sessionId, session: sessionId ? yes('it does') : no('it has no sessionId') };
  } catch (error) {
    return { session: no(tenants.messageOf(error)) };
  }
}

/** Asks who the caller is, for the versions, and for one page of each list. */
async function requests(client: ManagementClient, given: string | undefined): Promise<Answers> {
  const first = async () => (await client.deployments.list({ limit: 1 })).items[0]?.id;
  const deployment = given ?? (await first().catch(() => undefined));
  const found = finding();
  let [credential, asked] = [unknown('users.me was not asked'), 0];
  for (const endpoint of endpointsOf(resolved(DESCRIPTION).document)) {
    const { id, raw, path } = endpoint;
    const names = path.match(/\{\w+\}/g) ?? [];
    const isAsked = 'x-list' in raw || id === 'users.me' || id === 'versions.list';
    if (!isAsked || names.some((name) => name !== '{deploymentId}' || !deployment)) continue;
    asked += 1;
    try {
      const all = await faultsOf(
        client,
        endpoint,
        names.map(() => deployment),
      );
      found.compared += 1;
      found.differences.push(...new Set(all.map((fault) => `${id}: ${fault}`)));
      if (id === 'users.me') credential = yes('users.me was answered');
    } catch (error) {
      const message = tenants.messageOf(error);
      const isRefused = error instanceof ApiError && [401, 403].includes(error.status);
      // A key may have few rights: what other requests show is compared.
      if (!isRefused) found.unread.push(message);
      if (id === 'users.me') credential = isRefused ? no(message) : unknown(message);
      // A tenant that does not answer is not waited for again.
      if (error instanceof ConnectionError) break;
    }
  }
  const detail = `${found.compared} of ${asked} were answered, ${found.differences.length} differ`;
  return { credential, requests: { ...found, detail } };
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
