/**
 * Reads OpenAPI documents, of this version and of a tenant. @scalar/openapi-parser parses, upgrades to
 * OpenAPI 3.1 and resolves: it is given one document, and its resolver can open nothing else.
 */
import { dereference, normalize, upgrade } from '@scalar/openapi-parser';

/** Part of a document. Documents of others may hold anything. */
export type Schema = Readonly<Record<string, unknown>>;

/** An OpenAPI document, as far as it is read. */
export type OpenApi = { readonly paths?: Schema; readonly servers?: unknown };

/** True for an object that is not an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** The document in `bytes`: JSON or YAML, in UTF-8 or UTF-16. */
export function parsed(bytes: Uint8Array): OpenApi {
  const [first = 0, second = 0] = bytes;
  const isBig = first === 0 || first === 0xfe;
  const encoding = isBig ? 'utf-16be' : first === 0xff || second === 0 ? 'utf-16le' : 'utf-8';
  let value: unknown;
  try {
    value = normalize(new TextDecoder(encoding).decode(bytes));
  } catch {
    // The message quotes the document.
  }
  if (!isObject(value)) throw new Error('it is neither JSON nor YAML.');
  if (!isObject(value['paths'])) throw new Error('it has no paths.');
  return value;
}

/** What a schema is a copy of, by which reference. */
const copies = new WeakMap<object, { reference: string; original: Schema }>();

/** A document whose references are replaced by copies of what they lead to. */
export function resolved(given: OpenApi): OpenApi {
  const upgraded = { ...upgrade({ ...given }).specification };
  return dereference(upgraded, {
    onDereference({ schema, ref: reference, resolved }) {
      // With keywords beside the reference, the copy says more than the original.
      const isSame = Object.entries(schema).every(([key, value]) => resolved[key] === value);
      copies.set(schema, { reference, original: isSame ? resolved : schema });
    },
  }).schema as OpenApi;
}

/** The reference that a schema has replaced. */
export const referenceOf = (schema: object): string | undefined => copies.get(schema)?.reference;

const originalOf = (schema: Schema): Schema => copies.get(schema)?.original ?? schema;

/** Says that a part could not be read: a reference out of the document. */
export function unreadIn(part: unknown): string | undefined {
  const reference = objectOf(part)['$ref'];
  return typeof reference === 'string' ? `${reference} could not be read` : undefined;
}

/** An operation of a document. Its shapes are of its path after the base URL, at each of its servers. */
export type Endpoint = ReturnType<typeof endpointsOf>[number];

/** The operations of a document, in its order. */
export function endpointsOf({ paths, servers }: OpenApi) {
  return Object.entries(paths ?? {}).flatMap(([encoded, item]) => {
    const { parameters, ...own } = objectOf(item);
    const path = encoded.replace(/%7B/gi, '{').replace(/%7D/gi, '}');
    const methods = Object.keys(own).filter((key) => METHOD.test(key) && isObject(own[key]));
    return methods.map((method) => {
      const raw = own[method] as Schema;
      const prefixes = prefixesOf(raw['servers'] ?? own['servers'] ?? servers);
      return {
        method: method === 'x-any' ? '*' : method.toUpperCase(),
        path,
        shapes: prefixes.map((prefix) => shapeOf(prefix + path)),
        id: typeof raw['operationId'] === 'string' ? raw['operationId'] : '',
        query: queryOf([...listOf(parameters), ...listOf(raw['parameters'])]),
        body: contentOf(raw['requestBody']),
        answer: answerOf(objectOf(raw['responses'])),
        raw,
      };
    });
  });
}

const METHOD = /^(get|put|post|delete|patch|head|x-any)$/;

/** The paths of servers. One more is empty: in many documents, the paths repeat that of the server. */
function prefixesOf(servers: unknown): string[] {
  const prefixes = listOf(servers).map((server) => {
    const { url, variables } = objectOf(server);
    const full = String(url).replace(/\{([^{}]*)\}/g, (_, name: string) =>
      String(objectOf(objectOf(variables)[name])['default'] ?? ''),
    );
    return full.replace(/^[^/]*\/\/[^/]*|\/+$/g, '');
  });
  return [...new Set([...prefixes, ''])];
}

/** The operations of a tenant, and beside each that is known that of the tenant. */
export function paired(ours: OpenApi, theirs: OpenApi) {
  const served = endpointsOf(theirs);
  const pairs = endpointsOf(ours).map((own) => ({ own, its: served.find(isSame(own)) }));
  return { served, pairs };
}

/** A path without the names of its parameters, which mean nothing to a service. */
export const shapeOf = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}');

/** True if `its` is the operation `own`. */
export const isSame = (own: Endpoint) => (its: Endpoint) =>
  (own.method === '*' || its.method === own.method) && its.shapes.includes(shapeOf(own.path));

/** The parameters of a query as an object. One of an operation replaces that of its path. */
function queryOf(parameters: unknown[]) {
  const all = parameters.map(objectOf).filter((one) => one['in'] === 'query');
  const query = [...new Map(all.map((one) => [one['name'], one])).values()];
  const schemaOf = (one: Schema) => one['schema'] ?? contentOf(one);
  return {
    type: 'object',
    properties: Object.fromEntries(query.map((one) => [String(one['name']), schemaOf(one)])),
    required: query.filter((one) => one['required'] === true).map((one) => one['name']),
    allOf: parameters.filter(unreadIn),
  };
}

/** The successful answer of an operation; `default` if there is none. */
function answerOf(responses: Schema): unknown {
  const good = Object.keys(responses).filter((status) => /^2(\d\d|XX)$/i.test(status));
  return (good[0] ? good : ['default']).map((one) => contentOf(responses[one])).find(Boolean);
}

/** The schema of the JSON of a part: a range includes JSON. That of another content has its media type as its type. */
function contentOf(part: unknown): unknown {
  if (unreadIn(part)) return part;
  const content = Object.entries(objectOf(objectOf(part)['content']));
  const ranked = [/^application\/json\b/i, /json/i, /^(application|\*)\/\*/];
  const found = ranked.flatMap((like) => content.filter(([type]) => like.test(type)))[0];
  if (found) return objectOf(found[1])['schema'];
  return content[0] && { type: content[0][0] };
}

const flats = new WeakMap<object, Flat>();

/** What all parts of a schema say together: its types without `null`, which are none if it may be any JSON. */
export type Flat = ReturnType<typeof plain>;

/** Makes a schema flat. Each is made flat once, however many schemas hold it. */
export function flatten(schema: unknown): Flat {
  const original = isObject(schema) ? originalOf(schema) : {};
  const known = flats.get(original);
  if (known) return known;
  flats.set(original, { ...plain({}), unread: 'a schema is an alternative of itself' });
  const all = new Set([original]);
  // The set grows meanwhile. A schema may be a part of itself.
  for (const part of all)
    for (const one of listOf(part['allOf']).filter(isObject)) all.add(originalOf(one));
  const choices = [...all].map((part) => alternativesOf(part).map(flatten));
  const either = choices.flatMap((some) => (some[0] ? joined(some, true) : []));
  const flat = joined([...[...all].map(plain), ...either]);
  flats.set(original, flat);
  return flat;
}

/** The alternatives of a schema. */
export const alternativesOf = (schema: Schema): unknown[] =>
  listOf(schema['anyOf'] ?? schema['oneOf']);

/** The schema that is the only part of another one, which may add a description. */
export function onlyPartOf(schema: unknown): unknown {
  const { description: _, allOf, ...others } = objectOf(schema);
  const [only, ...rest] = listOf(allOf);
  return only && rest.length === 0 && Object.keys(others).length === 0 ? only : schema;
}

/** The keywords of a schema itself. */
function plain(schema: Schema) {
  const types = [schema['type']].flat().filter((type) => typeof type === 'string');
  const given = 'const' in schema ? [schema['const']] : schema['enum'];
  const values = Array.isArray(given) ? (given as unknown[]) : undefined;
  const known = values?.filter((one) => one !== null);
  const real = types.filter((type) => type !== 'null');
  const { items, additionalProperties: rest } = schema;
  return {
    types: real[0] ? real : [...new Set(known?.map((value) => typeof value as string))],
    isNullable: types.includes('null') || !!values?.includes(null),
    values: known,
    properties: objectOf(schema['properties']),
    required: listOf(schema['required']).map(String),
    items: isObject(items) ? items : undefined,
    /** The schema of the values of a map. */
    rest: isObject(rest) ? rest : undefined,
    /** False if the service's description shows the whole of it. */
    isOpen: schema['x-open'] !== false,
    /** Why a part could not be read. */
    unread: unreadIn(schema),
  };
}

/** What holds for all parts of one schema, or for one of several schemas. */
function joined(all: readonly Flat[], isChoice = false): Flat {
  // An alternative that is only null says nothing else.
  const real = all.filter((one) => !isChoice || one.types[0] || !one.isNullable);
  const parts = isChoice && real.some(({ types }) => !types[0]) ? [] : real;
  const union = <T>(list: (one: Flat) => readonly T[]) => [...new Set(parts.flatMap(list))];
  const known = parts.filter(({ values }) => values);
  const isKnown = known[0] && (!isChoice || known.length === parts.length);
  const hasEach = (key: string) => parts.every(({ required }) => required.includes(key));
  /** Alternatives stay such. Of parts, the last counts. */
  const merged = <T>(some: T[]) => (isChoice && some.length > 1 ? { anyOf: some } : some.at(-1));
  const named = new Map<string, unknown[]>();
  for (const [key, one] of parts.flatMap(({ properties }) => Object.entries(properties)))
    named.set(key, (named.get(key) ?? []).concat([one]));
  return {
    types: union(({ types }) => types),
    isNullable: all.some((one) => one.isNullable),
    values: isKnown ? union(({ values = [] }) => values) : undefined,
    properties: Object.fromEntries([...named].map(([key, some]) => [key, merged(some)])) as Schema,
    required: union(({ required }) => required).filter((key) => !isChoice || hasEach(key)),
    items: merged(parts.map(({ items }) => items).filter(isObject)),
    rest: merged(parts.map(({ rest }) => rest).filter(isObject)),
    isOpen: parts.every((one) => one.isOpen),
    unread: all.find((one) => one.unread)?.unread,
  };
}

/** The schema of the items of a list, in each of the service's styles; undefined if there is no list. */
export function itemsOf(schema: unknown, depth = 4): unknown {
  const { items, properties } = flatten(schema);
  if (items !== undefined || depth === 0) return items;
  const named = ['items', 'Resources', 'data'].map((key) => itemsOf(properties[key], depth - 1));
  // `data` may be an object with a list, whose key is the plural of the resource.
  const lists = Object.values(properties).flatMap((inner) => flatten(inner).items ?? []);
  return named.find((found) => found) ?? lists[0];
}
