/** Reads OpenAPI documents: of this version, and of a tenant. */

/** A schema. Documents of others may hold anything. */
export type Schema = Readonly<Record<string, unknown>>;

/** An OpenAPI document, as far as it is read. */
export interface OpenApi {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
  readonly servers?: readonly { readonly url?: unknown }[];
}

/** An operation of a document. */
export interface Endpoint {
  /** In upper case. */
  readonly method: string;
  /** After the base URL. */
  readonly path: string;
  /** The path as the document has it. */
  readonly key: string;
  readonly id: string;
  /** The operation as the document has it. */
  readonly raw: Schema;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'x-any'];

/** True for an object that is not an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The operations of a document, in its order. */
export function endpointsOf(document: OpenApi): Endpoint[] {
  const prefix = prefixOf(document);
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const raw = isObject(item) ? item[method] : undefined;
      if (!isObject(raw)) return [];
      const parameters = [...listOf(item['parameters']), ...listOf(raw['parameters'])];
      return [
        {
          method: method === 'x-any' ? '*' : method.toUpperCase(),
          path: prefix + path,
          key: path,
          id: typeof raw['operationId'] === 'string' ? raw['operationId'] : '',
          raw: { ...raw, parameters },
        },
      ];
    }),
  );
}

/** The path of the document's first server, to which its paths are relative. */
function prefixOf({ servers }: OpenApi): string {
  const url = String(servers?.[0]?.url ?? '');
  return withoutTrailingSlashes(url.replace(/^https?:\/\/[^/]*/i, ''));
}

/** A URL without the slashes at its end. */
export function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

/** A path without the names of its parameters, which mean nothing to a service. */
export const shapeOf = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}');

/** The schema without references and without the ways to combine schemas. */
export interface Flat {
  /** The types without `null`; empty if any value is allowed. */
  readonly types: readonly string[];
  readonly isNullable: boolean;
  readonly values: readonly unknown[] | undefined;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  readonly items: Schema | undefined;
  /** The schema of the values of a map. */
  readonly rest: Schema | undefined;
  /** The keywords that limit a value. */
  readonly limits: Readonly<Record<string, unknown>>;
  /** True if the description names only some of the fields. */
  readonly isOpen: boolean;
}

const LIMITS = ['maxLength', 'minLength', 'minimum', 'maximum', 'maxItems', 'pattern'];

/** The name of the schema that a reference names. */
export const nameOf = (schema: Schema): string | undefined =>
  typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;

/** Makes a schema flat. `depth` ends schemas that refer to themselves. */
export function flatten(document: OpenApi, schema: unknown, depth = 8): Flat {
  const own = isObject(schema) ? schema : {};
  const target = nameOf(own);
  const named = target === undefined ? undefined : document.components?.schemas?.[target];
  if (depth === 0) return joined([]);
  const inner = (part: unknown) => flatten(document, part, depth - 1);
  const parts = [plain(own)];
  if (named) parts.push(inner(named));
  parts.push(...listOf(own['allOf']).map(inner));
  const choices = listOf(own['anyOf'] ?? own['oneOf']);
  // Alternatives of fields (`required` only) describe no value of another shape.
  const shaped = choices.filter((choice) => isObject(choice) && !isEveryKey(choice, ['required']));
  if (shaped.length > 0) parts.push(either(shaped.map(inner)));
  return joined(parts);
}

const isEveryKey = (value: object, keys: string[]): boolean =>
  Object.keys(value).every((key) => keys.includes(key));

/** The keywords of a schema itself. */
function plain(schema: Schema): Flat {
  const types = [schema['type']].flat().filter((type): type is string => typeof type === 'string');
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  const known = Array.isArray(values) ? (values as unknown[]) : undefined;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const rest = schema['additionalProperties'];
  return {
    types: types.filter((type) => type !== 'null'),
    isNullable:
      types.includes('null') || schema['nullable'] === true || !!known?.some((one) => one === null),
    values: known?.filter((one) => one !== null),
    properties: properties as Record<string, Schema>,
    required: listOf(schema['required']).map(String),
    items: isObject(schema['items']) ? schema['items'] : undefined,
    rest: isObject(rest) ? rest : undefined,
    limits: Object.fromEntries(
      LIMITS.filter((key) => key in schema).map((key) => [key, schema[key]]),
    ),
    isOpen: schema['x-open'] !== false,
  };
}

/** What holds for all parts of one schema. */
function joined(parts: Flat[]): Flat {
  const types = parts.find(({ types }) => types.length > 0)?.types ?? [];
  const values = parts.find(({ values }) => values)?.values;
  return {
    types: types.length > 0 ? types : typesOf(values),
    isNullable: parts.some(({ isNullable }) => isNullable),
    values,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: [...new Set(parts.flatMap(({ required }) => required))],
    items: parts.find(({ items }) => items)?.items,
    rest: parts.find(({ rest }) => rest)?.rest,
    limits: Object.assign({}, ...parts.map(({ limits }) => limits)),
    isOpen: parts.every(({ isOpen }) => isOpen),
  };
}

/** What holds for one of several schemas. */
function either(choices: Flat[]): Flat {
  const real = choices.filter(({ types, values }) => types.length > 0 || values);
  const [first] = real;
  const isAny = real.length < choices.filter(({ isNullable }) => !isNullable).length;
  const isNullable = choices.some((choice) => choice.isNullable);
  if (!first || isAny) return { ...joined([]), isNullable };
  if (real.length === 1) return { ...first, isNullable };
  const all = real.every(({ values }) => values) ? real.flatMap(({ values }) => values) : undefined;
  return {
    ...joined(real),
    types: [...new Set(real.flatMap(({ types }) => types))],
    values: all,
    required: first.required.filter((key) => real.every(({ required }) => required.includes(key))),
    isNullable,
  };
}

/** The types of the values of an enumeration. */
const typesOf = (values: readonly unknown[] | undefined): string[] => [
  ...new Set((values ?? []).map((value) => typeof value as string)),
];

/** The schema of the body that an operation takes. */
export const bodyOf = ({ raw }: Endpoint): unknown => contentOf(raw['requestBody']);

/** The schema of a successful answer. */
export function answerOf({ raw }: Endpoint): unknown {
  const responses = isObject(raw['responses']) ? raw['responses'] : {};
  const statuses = Object.keys(responses).filter((status) => /^2(\d\d|XX)$/i.test(status));
  return statuses.map((status) => contentOf(responses[status])).find((schema) => schema);
}

/** The schema of the JSON of a body or an answer. */
function contentOf(part: unknown): unknown {
  const content = isObject(part) && isObject(part['content']) ? part['content'] : {};
  const json = Object.entries(content).find(([type]) => type.includes('json'));
  return isObject(json?.[1]) ? json[1]['schema'] : undefined;
}

/** The parameters of an operation's query, by name. */
export function queryOf(document: OpenApi, { raw }: Endpoint): Record<string, Schema> {
  const all = listOf(raw['parameters']).map((parameter) => {
    const name = isObject(parameter) ? nameOf(parameter) : undefined;
    const named = (document.components as Record<string, Record<string, unknown>> | undefined)?.[
      'parameters'
    ];
    return name === undefined ? parameter : named?.[name];
  });
  return Object.fromEntries(
    all
      .filter((one): one is Record<string, unknown> => isObject(one) && one['in'] === 'query')
      .map((one) => [String(one['name']), one]),
  );
}

/** The schema of the items of a list, in each of the service's styles; undefined if there is no list. */
export function itemsOf(document: OpenApi, schema: unknown): Schema | undefined {
  const flat = flatten(document, schema);
  if (flat.items) return flat.items;
  for (const key of ['items', 'Resources', 'data']) {
    const inner = flat.properties[key];
    const found = inner && itemsOf(document, inner);
    if (found) return found;
  }
  // `data` may be an object with one list, whose key is the plural of the resource.
  const lists = Object.values(flat.properties).map((inner) => flatten(document, inner).items);
  const only = lists.filter((items) => items !== undefined);
  return only.length === 1 ? only[0] : undefined;
}
