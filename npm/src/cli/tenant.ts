/** Asks a tenant, and reads files: documents, and the members of the data model. */
import { createReadStream } from 'node:fs';
import { ManagementClient } from '../management/index.js';
import { isSecure, oneLine } from '../management/values.js';
import { isObject } from './document.js';
import { hide } from './output.js';
import { Stop } from './work.js';

/** What was given for an option. */
export type Text = (option: string) => string | undefined;

export type Tenant = ReturnType<typeof tenantOf>;

/** The most bytes of a document, and the longest that a tenant may take for it, in milliseconds. */
const LONGEST = 64 * 1024 * 1024;
const LONGEST_MS = 120_000;

/** A tenant with the credential of the environment. */
export function tenantOf(given: string | undefined) {
  const { SVC_BASE_URL, SVC_ACCESS_TOKEN: accessToken, SVC_API_KEY: apiKey } = process.env;
  const baseUrl = given ?? SVC_BASE_URL;
  if (!baseUrl) throw new Stop('Give --base-url, or set SVC_BASE_URL.');
  if (!accessToken && !apiKey) throw new Stop('Set SVC_API_KEY or SVC_ACCESS_TOKEN.');
  const options = { baseUrl, logger: false, timeoutMs: 30_000, maxRetries: 1 } as const;
  try {
    const credential = accessToken ? { accessToken } : { apiKey };
    return { baseUrl, client: new ManagementClient({ ...options, ...credential }) };
  } catch (error) {
    throw new Stop(messageOf(error));
  }
}

/** The document of a file or of a tenant, and the tenant. */
export async function opened(text: Text) {
  const file = text('document');
  if (file !== undefined) return { source: file, bytes: await fileOf(file), tenant: undefined };
  const tenant = tenantOf(text('base-url'));
  const bytes = await bytesOf("The tenant's document", async () => {
    const signal = AbortSignal.timeout(LONGEST_MS);
    const { body } = await tenant.client.spec.retrieve({ signal }).asResponse();
    return (body ?? []) as AsyncIterable<Uint8Array>;
  });
  return { source: tenant.baseUrl, bytes, tenant };
}

/** The content of a file. */
const fileOf = (path: string): Promise<Uint8Array> =>
  bytesOf(path, async () => createReadStream(path));

async function bytesOf(
  what: string,
  open: () => Promise<AsyncIterable<Uint8Array>>,
): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of await open()) {
      size += part.byteLength;
      if (size > LONGEST) throw new Stop(`It has more than ${LONGEST} bytes.`);
      all.push(part);
    }
  } catch (error) {
    throw new Stop(`${what} could not be read. ${messageOf(error)}`);
  }
  return Buffer.concat(all);
}

/** The value in a JSON text. */
export function jsonIn(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Stop(`${what} is not JSON.`);
  }
}

/** The message of an error in one line: it may quote the service. */
export const messageOf = (error: unknown): string =>
  oneLine(error instanceof Error ? error.message : String(error));

/** The id of the first deployment. */
export async function firstDeployment(client: ManagementClient): Promise<string | undefined> {
  return (await client.deployments.list({ limit: 1 })).items[0]?.id;
}

/**
 * Reads the metadata of the first environment, with a token that works for a minute, and for metadata only.
 * That they are at `/meta` is presumed.
 */
export async function metaOf(
  { client, baseUrl }: Tenant,
  given: string | undefined,
): Promise<unknown> {
  const deployment = given ?? (await firstDeployment(client));
  if (deployment === undefined) throw new Stop('There is no deployment.');
  const { items } = await client.environments.list(deployment, { limit: 100 });
  const environment = items.find(({ type }) => type === 'production') ?? items[0];
  const [id, url] = [environment?.id, environment?.api_credentials?.rest?.url];
  if (id === undefined || url === undefined || !URL.canParse(url))
    throw new Stop(`Deployment ${deployment} has no environment with a REST API.`);
  // A tenant must not send this machine to servers that only it reaches.
  const { protocol, hostname } = new URL(url);
  const isOwn = protocol === 'https:' || hostname === new URL(baseUrl).hostname;
  if (!isSecure(new URL(url)) || !isOwn)
    throw new Stop('The address of the environment is not https.');
  const wanted = { security_context: {}, expires_in: 60 };
  const { data } = await client.environments.createMetaSyncToken(deployment, id, wanted);
  if (!data?.token) throw new Stop('There is no token for the metadata.');
  hide(data.token);
  const headers = { authorization: `Bearer ${data.token}` };
  const signal = AbortSignal.timeout(30_000);
  const answer = await fetch(`${url.replace(/\/$/, '')}/meta`, {
    headers,
    redirect: 'error',
    signal,
  });
  if (!answer.ok) throw new Stop(`The metadata answer with ${answer.status}.`);
  return (await answer.json()) as unknown;
}

/** A member of the data model, which a filter can be on, and the TypeScript type of its values. */
export type Member = readonly [name: string, type: string];

/** The members in a file of metadata. */
export const membersOf = async (path: string): Promise<Member[]> =>
  membersIn(jsonIn(new TextDecoder().decode(await fileOf(path)), path));

/** The members in the metadata. */
export function membersIn(meta: unknown): Member[] {
  const views = isObject(meta) ? (meta['cubes'] ?? meta['views'] ?? meta['data']) : undefined;
  const listOf = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);
  const dimensions = listOf(views).flatMap((view) => listOf(view['dimensions']));
  const types = { number: 'number', boolean: 'boolean', string: 'string', time: 'string' };
  return dimensions
    .map(
      ({ name, type }) => [String(name), types[type as keyof typeof types] ?? 'unknown'] as const,
    )
    .filter(([name]) => /^[^.]+\.[^.]+$/.test(name))
    .sort(([left], [right]) => (left < right ? -1 : 1));
}
