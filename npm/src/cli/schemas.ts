/**
 * The schemas that the programs which make types are given. They have only keywords of this file, and
 * references to each other: nothing of a document leads such a program elsewhere.
 */
import * as doc from './document.js';
import { flatten, isObject, type Schema } from './document.js';

/** What a tenant's document shows and the service's description leaves open. */
export type Opened = ReturnType<typeof opened>;

/** Collects the types. Those of Rust can read what a service of tomorrow may answer. */
export function opened(ours: doc.OpenApi, document: doc.OpenApi, isRust = false) {
  /** The name of the type of an operation's answer or input. */
  const types: { id: string; part: 'answer' | 'input'; name: string }[] = [];
  const definitions: Record<string, Schema> = {};
  /** What could not be read, and why. */
  const unread = new Set<string>();
  const names = new Map<string, string>();
  /** The schemas that hold the one that is being converted. */
  const above = new Set<unknown>();

  /** Adds what `make` makes. Returns the name, which is another one if it is taken. */
  const add = (wanted: string, make: (name: string) => Schema): string => {
    const own = pascal(wanted);
    let name = own;
    for (let n = 2; Object.hasOwn(definitions, name); n++) name = `${own}${n}`;
    definitions[name] = {};
    definitions[name] = make(name);
    return name;
  };

  /** A schema, or a reference to it if the document refers to it. */
  const converted = (schema: unknown): Schema => {
    const one = doc.onlyPartOf(schema);
    const reference = isObject(one) && doc.referenceOf(one);
    if (!reference) return plain(one);
    const wanted = reference.slice(reference.lastIndexOf('/') + 1).replace('~1', '/');
    if (!names.has(reference)) add(wanted, (name) => (names.set(reference, name), plain(one)));
    return { $ref: (isRust ? '#/definitions/' : '#/components/schemas/') + names.get(reference) };
  };

  const plain = (schema: unknown): Schema => {
    const flat = flatten(schema);
    const isInside = above.has(schema);
    const other = flat.unread ?? flat.types.find((type) => type.includes('/'));
    const reason = isInside ? 'a schema without a name holds itself' : other;
    if (reason) unread.add(reason);
    if (!isObject(schema) || reason) return {};
    above.add(schema);
    const choices = doc.alternativesOf(schema);
    const isMore = ['type', 'properties', 'allOf', 'enum', 'const'].some((key) => key in schema);
    const isChoice = choices.length > 0 && !isMore;
    const made = isChoice ? choice(choices) : described(flat, schema['description']);
    above.delete(schema);
    return made;
  };

  const described = (flat: doc.Flat, said: unknown): Schema => {
    const { isNullable, values, items, rest } = flat;
    const fields = Object.entries(flat.properties).map(([key, one]) => [key, converted(one)]);
    const properties = Object.fromEntries(fields) as Schema;
    const required = flat.required.filter((key) => Object.hasOwn(properties, key));
    const types = flat.types.length === 0 && fields.length > 0 ? ['object'] : flat.types;
    const all = isNullable ? [...types, 'null'] : types;
    const one = isRust && values?.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
    const words = [typeof said === 'string' ? said : '', one ? `One of ${one}.` : ''];
    const description = words.filter(Boolean).join('\n\n');
    return {
      ...(description && { description }),
      ...(types[0] && { type: isNullable || types[1] ? all : types[0] }),
      ...(values && !isRust && { enum: [...values, ...(isNullable ? [null] : [])] }),
      ...(items && { items: converted(items) }),
      // Beside fields, the values of others would be read before anybody asks for them.
      ...(fields[0]
        ? { properties, required }
        : types.includes('object') && { additionalProperties: rest ? converted(rest) : true }),
    };
  };

  /** One of several schemas. Rust reads it as any value unless all agree. */
  const choice = (choices: readonly unknown[]): Schema => {
    const isNull = (one: unknown) => isObject(one) && one['type'] === 'null';
    const made = choices.filter((one) => !isNull(one)).map(converted);
    const real = [...new Map(made.map((one) => [JSON.stringify(one), one])).values()];
    if ((isRust && real.length > 1) || real.some((one) => Object.keys(one).length === 0)) return {};
    const all = choices.some(isNull) ? [...real, { type: 'null' }] : real;
    return all[0] && !all[1] ? all[0] : { oneOf: all };
  };

  for (const { own, its } of doc.paired(ours, document).pairs) {
    for (const [part, mine, content] of [
      ['answer', own.answer, its?.answer],
      ['input', own.body, its?.body],
    ] as const) {
      const isList = part === 'answer' && 'x-list' in own.raw;
      const shape = flatten(isList ? flatten(mine).items : mine);
      const shown = isList ? (doc.itemsOf(content) ?? content) : content;
      if (!mine || !shown || Object.keys(shape.properties).length > 0) continue;
      const name = add(`${own.id} ${isList ? 'item' : part}`, () => converted(shown));
      types.push({ id: own.id, part, name });
    }
  }
  return { types, definitions, unread };
}

/** A name as typify would write it, too: `metric_view` and `URLThing` as `MetricView` and `UrlThing`. */
function pascal(name: string): string {
  const split = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  const words = split.toLowerCase().split(/[^a-z\d]+/);
  const made = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  return /^[A-Z]/.test(made) && made !== 'Self' ? made : `Type${made}`;
}
