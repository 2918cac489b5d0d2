/** The headers of a request: merged without regard to case, and checked. Twin: `headers.rs`. */
import { invalid } from './errors.js';
import type { HeadersInput } from './options.js';

/** Headers of which each name is there once, in lower case. */
export class HeaderList {
  /** The values by name; null for a header that was removed. Without a prototype, which may be polluted. */
  readonly #values: Record<string, string | null>;

  constructor(others?: HeaderList) {
    this.#values = { __proto__: null, ...(others && others.#values) };
  }

  get(name: string): string | undefined {
    return this.#values[name] ?? undefined;
  }

  /** Sets a header, in place of one with the same name. `null` removes it. */
  set(name: string, value: string | null): void {
    this.#values[name.toLowerCase()] = value;
  }

  /** True if the header was set or removed. */
  isGiven(name: string): boolean {
    return name in this.#values;
  }

  /** Sets headers of the caller. `undefined` leaves one out, `null` removes it. */
  merge(given: HeadersInput | undefined): void {
    if (given === undefined || given === null) return;
    if (typeof given !== 'object')
      throw invalid('headers', 'must be an object, entries or Headers');
    const isEntries = Symbol.iterator in given;
    const entries: Iterable<unknown> = isEntries ? given : Object.entries(given);
    for (const entry of entries) {
      const [name, value] = (Array.isArray(entry) ? entry : []) as unknown[];
      if (value !== undefined || typeof name !== 'string') this.#setChecked(name, value);
    }
  }

  /** The headers for `fetch`. */
  toRecord(): Record<string, string> {
    const record = { __proto__: null } as unknown as Record<string, string>;
    for (const name in this.#values) {
      const value = this.#values[name];
      if (typeof value === 'string') record[name] = value;
    }
    return record;
  }

  // The platform would refuse the same values, but with the value in its message.
  #setChecked(name: unknown, value: unknown): void {
    if (typeof name !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw invalid('headers', 'must have names of letters, digits and hyphens');
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    if (text !== null && (typeof text !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(text)))
      throw invalid(
        `headers.${name}`,
        'must be a text without line breaks and without characters beyond Latin-1',
      );
    this.set(name, text && trimmed(text));
  }
}

/** Removes spaces and tabs from both ends. A pattern would look at each row of spaces again and again. */
function trimmed(text: string): string {
  const isBlank = (at: number) => text[at] === ' ' || text[at] === '\t';
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(start)) start += 1;
  while (end > start && isBlank(end - 1)) end -= 1;
  return text.slice(start, end);
}
