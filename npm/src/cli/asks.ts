/** Asks the service what can be asked without changing anything. */
import { ApiError, isManagementError, type ManagementClient } from '../management/index.js';
import { answerOf, endpointsOf, flatten, type Endpoint, type OpenApi } from './document.js';

/** The outcome of a question. */
export interface Asked {
  readonly operation: string;
  /** True if the service answered with success. */
  readonly isAnswered: boolean;
  /** A few words: the number of items, or the error. */
  readonly detail: string;
  /** Where the answer is unlike what this version knows. */
  readonly unlike: readonly string[];
}

/** Answers of which only the first few items are looked at. */
const MOST_ITEMS = 20;

/** Asks who the caller is, for the versions, and for one page of each list. */
export async function ask(
  client: ManagementClient,
  description: OpenApi,
  deployment: string | undefined,
): Promise<Asked[]> {
  const endpoints = endpointsOf(description);
  const byId = (id: string) => endpoints.find((endpoint) => endpoint.id === id) as Endpoint;
  const asked = [await one(client, description, byId('users.me'), [])];
  const deployments = byId('deployments.list');
  const first = await one(client, description, deployments, []);
  asked.push(first);
  const id = deployment ?? (await firstDeployment(client));
  if (id === undefined) return asked;
  asked.push(await one(client, description, byId('versions.list'), [id]));
  for (const endpoint of endpoints) {
    const parameters = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const isKnown = parameters.every((name) => name === 'deploymentId');
    const isAsked = asked.some(({ operation }) => operation === endpoint.id);
    if (endpoint.method !== 'GET' || !('x-list' in endpoint.raw) || !isKnown || isAsked) continue;
    const given = parameters.map(() => id);
    asked.push(await one(client, description, endpoint, given));
  }
  return asked;
}

async function firstDeployment(client: ManagementClient): Promise<string | undefined> {
  try {
    const { items } = await client.deployments.list({ limit: 1 });
    return items[0]?.id;
  } catch {
    return undefined;
  }
}

/** The parameter that limits a page, by the style of the list. */
const PAGE: Record<string, object> = {
  cursor: { first: 1 },
  offset: { limit: 1 },
  scim: { count: 1 },
};

async function one(
  client: ManagementClient,
  description: OpenApi,
  endpoint: Endpoint,
  parameters: string[],
): Promise<Asked> {
  const { id: operation, raw } = endpoint;
  const method = operation
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], client);
  const hasQuery = JSON.stringify(raw['parameters']).includes('"query"');
  const isList = 'x-list' in raw;
  const query = hasQuery ? [isList ? (PAGE[String(raw['x-list'])] ?? {}) : {}] : [];
  try {
    const answer = await (method as (...args: unknown[]) => Promise<unknown>)(
      ...parameters,
      ...query,
    );
    const items = isList ? (answer as { items: unknown[] }).items.slice(0, MOST_ITEMS) : [answer];
    const schema = answerOf(endpoint);
    const shape = isList ? flatten(description, schema).items : schema;
    const unlike = new Set(items.flatMap((item) => misfits(description, shape, item, '')));
    const detail = isList ? `${items.length} ${items.length === 1 ? 'item' : 'items'}` : 'answered';
    return { operation, isAnswered: true, detail, unlike: [...unlike] };
  } catch (error) {
    const isOurs = isManagementError(error);
    const detail = error instanceof ApiError ? `${error.status}: ${error.message}` : String(error);
    if (!isOurs) throw error;
    return { operation, isAnswered: false, detail, unlike: [] };
  }
}

/** Where a value is unlike its schema: another type, a marked field that is missing, a new value. */
function misfits(document: OpenApi, schema: unknown, value: unknown, at: string): string[] {
  const { types, isNullable, values, properties, required, items, rest } = flatten(
    document,
    schema,
  );
  const where = at || 'the answer';
  if (types.length === 0 || (value === null && isNullable)) return [];
  if (!types.some((type) => isOf(type, value))) return [`${where} is no ${types.join(' or ')}`];
  if (values && !values.includes(value)) return [`${where} has a value that is new`];
  if (Array.isArray(value))
    return value.slice(0, MOST_ITEMS).flatMap((item) => misfits(document, items, item, `${at}[]`));
  if (typeof value !== 'object' || value === null) return [];
  const object = value as Record<string, unknown>;
  const inside = Object.entries(object).flatMap(([key, item]) => {
    // A field that is null counts as missing, for both clients.
    const inner = properties[key] ?? rest;
    if (!inner || (item === null && !required.includes(key))) return [];
    return misfits(document, inner, item, at ? `${at}.${key}` : key);
  });
  const missing = required.filter((key) => !(key in object));
  return [...missing.map((key) => `${at ? `${at}.${key}` : key} is missing`), ...inside];
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}
