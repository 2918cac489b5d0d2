/** The schemas of a document in the form that typify reads, and no stricter than the service promises. */
import { isObject, type OpenApi, type Schema } from './document.js';

/** How deep a schema may hold others in itself. */
const DEPTH = 32;

/**
 * Collects schemas with all that they refer to. What is read is open: a value of an enumeration, a format
 * or a limit of tomorrow must not make an answer unreadable.
 */
export class Definitions {
  private readonly made: Record<string, Schema> = {};
  private readonly names = new Map<string, string>();

  constructor(private readonly document: OpenApi) {}

  /** The definitions by their names. */
  all(): Readonly<Record<string, Schema>> {
    return this.made;
  }

  /** Adds a schema. Returns the name of its type, which is another one if it only refers to a schema. */
  add(name: string, schema: unknown, isRead: boolean): string {
    if (isObject(schema) && typeof schema['$ref'] === 'string')
      return this.named(schema['$ref'], isRead);
    const free = this.free(name);
    this.made[free] = {};
    this.made[free] = this.converted(schema, isRead, DEPTH);
    return free;
  }

  /** The name of the schema that a reference leads to. */
  private named(reference: string, isRead: boolean): string {
    const known = this.names.get(reference);
    if (known !== undefined) return known;
    const keys = reference
      .split('/')
      .slice(1)
      .map((key) => decoded(key).replace(/~1/g, '/').replace(/~0/g, '~'));
    let schema: unknown = this.document;
    for (const key of keys)
      schema = isObject(schema) && Object.hasOwn(schema, key) ? schema[key] : undefined;
    const name = this.free(rustName(keys.at(-1) ?? ''));
    this.names.set(reference, name);
    this.made[name] = {};
    this.made[name] = this.converted(schema, isRead, DEPTH);
    return name;
  }

  private free(name: string): string {
    let free = name;
    for (let n = 2; Object.hasOwn(this.made, free); n++) free = `${name}${n}`;
    return free;
  }

  private converted(schema: unknown, isRead: boolean, depth: number): Schema {
    if (!isObject(schema) || depth === 0) return {};
    const inner = (part: unknown) => this.converted(part, isRead, depth - 1);
    const doc = typeof schema['description'] === 'string' ? schema['description'] : '';
    const isNullable = schema['nullable'] === true;
    if (typeof schema['$ref'] === 'string') {
      const target = { $ref: `#/definitions/${this.named(schema['$ref'], isRead)}` };
      return isNullable ? orNull(target) : target;
    }
    if (Array.isArray(schema['allOf']) && !isObject(schema['properties'])) {
      const parts = schema['allOf'].map(inner);
      const [only] = parts;
      const all = only && parts.length === 1 ? only : { allOf: parts };
      return isNullable ? orNull(all) : all;
    }
    const values = 'const' in schema ? [schema['const']] : listIn(schema, 'enum');
    const types = typesOf(schema, values, isNullable);
    if (types.length === 0 && !values && !isObject(schema['properties']))
      return choice(schema, isRead, inner);
    const said = isRead && values ? `${doc}\n\nOne of ${values.map(spoken).join(', ')}.` : doc;
    const shown = said.trim() === '' ? {} : { description: said.trim() };
    if (values && !isRead) return { ...shown, ...typed(types), enum: values };
    return { ...shown, ...typed(types), ...contents(schema, inner) };
  }
}

/** What is in an object or an array. */
function contents(schema: Schema, inner: (part: unknown) => Schema): Schema {
  const { properties, required, items, additionalProperties: rest } = schema;
  const fields = isObject(properties) ? properties : undefined;
  return {
    ...(fields && {
      type: typesOf(schema, undefined, schema['nullable'] === true).includes('null')
        ? ['object', 'null']
        : 'object',
      properties: Object.fromEntries(
        Object.entries(fields).map(([key, field]) => [key, inner(field)]),
      ),
      required: (Array.isArray(required) ? (required as unknown[]) : []).filter(
        (key) => typeof key === 'string' && Object.hasOwn(fields, key),
      ),
    }),
    ...(isObject(items) && { items: inner(items) }),
    // Beside fields, the values of others would be read before anybody asks for them.
    ...(isObject(rest) && !fields && { additionalProperties: inner(rest) }),
  };
}

/** One of several schemas. An answer may have another one tomorrow, so it is any value unless all agree. */
function choice(schema: Schema, isRead: boolean, inner: (part: unknown) => Schema): Schema {
  const given = listIn(schema, 'anyOf') ?? listIn(schema, 'oneOf') ?? [];
  const isNull = (one: unknown) => isObject(one) && one['type'] === 'null';
  const choices = given.filter((one) => !isNull(one)).map(inner);
  const different = [...new Map(choices.map((one) => [JSON.stringify(one), one])).values()];
  const [first] = different;
  const isAny = first === undefined || (isRead && different.length > 1);
  if (isAny || different.some((one) => Object.keys(one).length === 0)) return {};
  const shape = different.length === 1 ? first : { oneOf: different };
  return given.some(isNull) || schema['nullable'] === true ? orNull(shape) : shape;
}

function orNull(schema: Schema): Schema {
  const { type } = schema;
  if (typeof type === 'string') return { ...schema, type: [type, 'null'] };
  if (Array.isArray(type))
    return { ...schema, type: [...new Set([...(type as unknown[]), 'null'])] };
  return { oneOf: [schema, { type: 'null' }] };
}

/** The types of a schema; of an enumeration without one, those of its values. */
function typesOf(schema: Schema, values: unknown[] | undefined, isNullable: boolean): string[] {
  const own = [schema['type']].flat().filter((type): type is string => typeof type === 'string');
  const ofValues = (values ?? []).map((value) => (value === null ? 'null' : typeof value));
  const types = new Set(own.length > 0 ? own : ofValues);
  if (isNullable && types.size > 0) types.add('null');
  return [...types];
}

/** The keyword of these types. */
function typed(types: readonly string[]): Schema {
  if (types.length === 0) return {};
  return { type: types.length === 1 ? types[0] : types };
}

function listIn(schema: Schema, key: string): unknown[] | undefined {
  const list = schema[key];
  return Array.isArray(list) ? (list as unknown[]) : undefined;
}

/** A value of an enumeration in a sentence. */
const spoken = (value: unknown): string => `\`${JSON.stringify(value)}\``;

/** The name of a schema as typify would write it, too: `metric_view` and `URLThing` as `MetricView` and `UrlThing`. */
export function rustName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/);
  const pascal = words
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .join('');
  return /^[A-Z]/.test(pascal) && pascal !== 'Self' ? pascal : `Type${pascal}`;
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
