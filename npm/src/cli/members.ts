/** The members of a tenant's data model that a filter can be on. */
import type { ManagementClient } from '../management/index.js';
import { isSecure } from '../management/values.js';
import { isObject } from './document.js';
import { Stop } from './node.js';

/** A member, and the TypeScript type of its values. */
export interface Member {
  readonly name: string;
  readonly type: string;
}

/** How long the token for the metadata lives, in seconds. */
const TOKEN_SECONDS = 60;

/**
 * Reads the metadata of the first environment, with a token that works for metadata only. The service's
 * description shows the token and the address of the environment; that the metadata are at `/meta` is
 * presumed.
 */
export async function metaOf(
  client: ManagementClient,
  given: string | undefined,
  host: string,
): Promise<unknown> {
  const deployment = given ?? (await client.deployments.list({ limit: 1 })).items[0]?.id;
  if (deployment === undefined) throw new Stop('There is no deployment.');
  const { items } = await client.environments.list(deployment, { limit: 100 });
  const environment = items.find(({ type }) => type === 'production') ?? items[0];
  const [id, url] = [environment?.id, environment?.api_credentials?.rest?.url];
  if (id === undefined || url === undefined || !URL.canParse(url))
    throw new Stop(`Deployment ${deployment} has no environment with a REST API.`);
  // A tenant must not send this machine to servers that only it reaches.
  const address = new URL(url);
  if (!isSecure(address) || (address.protocol !== 'https:' && address.hostname !== host))
    throw new Stop('The address of the environment is not https.');
  const made = await client.environments.createMetaSyncToken(deployment, id, {
    security_context: {},
    expires_in: TOKEN_SECONDS,
  });
  const token = made.data?.token;
  if (!token) throw new Stop('There is no token for the metadata.');
  const answer = await fetch(`${url.replace(/\/$/, '')}/meta`, {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new Stop(`The metadata answer with ${answer.status}.`);
  return (await answer.json()) as unknown;
}

/** The dimensions in the metadata: what a filter can be on. */
export function membersIn(meta: unknown): Member[] {
  const views = isObject(meta) ? (meta['cubes'] ?? meta['views'] ?? meta['data']) : undefined;
  const dimensions = listOf(views).flatMap((view) => listOf(view['dimensions']));
  const members = dimensions.flatMap(({ name, type }) =>
    typeof name === 'string' && /^[^.]+\.[^.]+$/.test(name) ? [{ name, type: typeOf(type) }] : [],
  );
  return members.sort((left, right) => (left.name < right.name ? -1 : 1));
}

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** The type of a dimension's values in a filter. */
function typeOf(type: unknown): string {
  if (type === 'number' || type === 'boolean') return type;
  return type === 'string' || type === 'time' ? 'string' : 'unknown';
}

/** The declarations that the types of this package merge with. */
export function declaredMembers(members: readonly Member[]): string {
  if (members.length === 0) return '';
  const lines = members.map(({ name, type }) => `    ${JSON.stringify(name)}: ${type};`);
  return [
    "declare module 'svc-embed' {",
    '  interface TenantMembers {',
    ...lines,
    '  }',
    '}',
    '',
  ].join('\n');
}
