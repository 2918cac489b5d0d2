/**
 * The schemas that the programs which make types are given. They have only keywords of this file, and
 * references to each other: nothing of a document leads such a program elsewhere.
 */
import * as doc from './document.js';
import {
  flatten,
  isObject,
  type Content,
  type Endpoint,
  type OpenApi,
  type Schema,
} from './document.js';

/** What a tenant's document shows and the service's description leaves open. */
export class Opened {
  /** What an operation calls a type, and the name of its schema, which may have one of its own. */
  readonly types: { id: string; part: 'answer' | 'input'; name: string; schema: string }[] = [];
  readonly definitions: Record<string, Schema> = {};
  /** What could not be read, and why. */
  readonly unread = new Set<string>();
}

/** Collects the types. */
export function opened(
  ours: OpenApi,
  theirs: ReturnType<typeof doc.resolved>,
  isRust: boolean,
): Opened {
  const known = doc.endpointsOf(ours);
  const served = doc.servedBy(theirs.document, known);
  const result = new Opened();
  const place = isRust ? '#/definitions/' : '#/components/schemas/';
  const definitions = new Definitions(result, theirs.references, place);
  const add = (own: Endpoint, part: 'answer' | 'input') => {
    const its = served.find((one) => doc.isSame(own, one));
    const content: Content = (part === 'answer' ? its?.answer : its?.body) ?? {};
    const isItem = part === 'answer' && 'x-list' in own.raw;
    const shown = isItem ? doc.itemsOf(content.schema) : content.schema;
    const reason = content.unread ?? (shown === undefined && flatten(content.schema).unread);
    if (reason) result.unread.add(`${own.id}, ${part}: ${reason}`);
    if (shown === undefined) return;
    const name = pascal(own.id) + (isItem ? 'Item' : part === 'answer' ? 'Answer' : 'Input');
    // Rust cannot read a value of tomorrow into an enumeration of today.
    const schema = definitions.add(name, shown, isRust && part === 'answer');
    result.types.push({ id: own.id, part, name, schema });
  };
  // What is read comes first: a shape that is also sent is as open as an answer must be.
  known.filter(isOpenAnswer).forEach((own) => add(own, 'answer'));
  known.filter(isOpenInput).forEach((own) => add(own, 'input'));
  return result;
}

/** True if the service's description does not show what an operation answers. */
function isOpenAnswer({ answer: { schema }, raw }: Endpoint): boolean {
  const shape = 'x-list' in raw ? flatten(schema).items : schema;
  return schema !== undefined && flatten(shape).types.length === 0;
}

/** True if the service's description does not show what an operation takes. */
const isOpenInput = ({ body: { schema } }: Endpoint): boolean =>
  isObject(schema) && Object.keys(flatten(schema).properties).length === 0;

/** Collects schemas with all that they refer to. */
class Definitions {
  readonly #result: Opened;
  readonly #references: WeakMap<object, string>;
  readonly #place: string;
  readonly #names = new Map<string, string>();

  /** `place` is where the program looks for a schema. */
  constructor(result: Opened, references: WeakMap<object, string>, place: string) {
    this.#result = result;
    this.#references = references;
    this.#place = place;
  }

  /** Adds a schema. Returns the name of its type, which is another one if it only refers to a schema. */
  add(name: string, schema: unknown, isOpen: boolean): string {
    const { definitions } = this.#result;
    const reference = isObject(schema) ? this.#references.get(schema) : undefined;
    const known = this.#names.get(reference ?? '');
    if (known !== undefined) return known;
    const own =
      reference === undefined
        ? name
        : pascal(reference.slice(reference.lastIndexOf('/') + 1).replace('~1', '/'));
    let free = own;
    for (let n = 2; Object.hasOwn(definitions, free); n++) free = `${own}${n}`;
    if (reference !== undefined) this.#names.set(reference, free);
    definitions[free] = {};
    definitions[free] = this.#plain(schema, isOpen);
    return free;
  }

  #converted(schema: unknown, isOpen: boolean): Schema {
    const isNamed = isObject(schema) && this.#references.has(schema);
    return isNamed
      ? { $ref: this.#place + this.add('', schema, isOpen) }
      : this.#plain(schema, isOpen);
  }

  #plain(schema: unknown, isOpen: boolean): Schema {
    const flat = flatten(schema);
    if (flat.unread) this.#result.unread.add(flat.unread);
    if (!isObject(schema) || flat.unread) return {};
    const choices = doc.alternativesOf(schema);
    const isMore = ['type', 'properties', 'allOf', 'enum', 'const'].some((key) => key in schema);
    if (choices.length > 0 && !isMore) return this.#choice(choices, isOpen);
    const { isNullable, values, properties, required, items, rest } = flat;
    const inner = (one: unknown) => this.#converted(one, isOpen);
    const fields = Object.entries(properties).map(([key, field]) => [key, inner(field)] as const);
    const types = flat.types.length === 0 && fields.length > 0 ? ['object'] : flat.types;
    const all = isNullable && types.length > 0 ? [...types, 'null'] : types;
    const said = typeof schema['description'] === 'string' ? schema['description'] : '';
    const one = values?.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
    const description = `${said}${isOpen && one ? `\n\nOne of ${one}.` : ''}`.trim();
    // Beside fields, the values of others would be read before anybody asks for them.
    const isMap = types.includes('object') && fields.length === 0;
    const object = {
      properties: Object.fromEntries(fields),
      required: required.filter((key) => Object.hasOwn(properties, key)),
    };
    return {
      ...(description && { description }),
      ...(all.length > 0 && { type: all.length === 1 ? all[0] : all }),
      ...(values && !isOpen && { enum: isNullable ? [...values, null] : values }),
      ...(items !== undefined && { items: inner(items) }),
      ...(fields.length > 0 && object),
      ...(isMap && { additionalProperties: rest === undefined ? true : inner(rest) }),
    };
  }

  /** One of several schemas. An answer may have another one tomorrow, so it is any value unless all agree. */
  #choice(choices: readonly unknown[], isOpen: boolean): Schema {
    const isNull = (one: unknown) => isObject(one) && one['type'] === 'null';
    const made = choices.filter((one) => !isNull(one)).map((one) => this.#converted(one, isOpen));
    const real = [...new Map(made.map((one) => [JSON.stringify(one), one])).values()];
    if ((isOpen && real.length > 1) || real.some((one) => Object.keys(one).length === 0)) return {};
    const all = choices.some(isNull) ? [...real, { type: 'null' }] : real;
    return all[0] && !all[1] ? all[0] : { oneOf: all };
  }
}

/** A name as typify would write it, too: `metric_view` and `URLThing` as `MetricView` and `UrlThing`. */
function pascal(name: string): string {
  const split = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  const words = split.split(/[^A-Za-z\d]+/);
  const all = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase());
  const made = all.join('');
  return /^[A-Z]/.test(made) && made !== 'Self' ? made : `Type${made}`;
}
