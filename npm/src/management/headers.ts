/** The headers of a request: merged without regard to case, and checked. Twin: `headers.rs`. */
import { invalid } from './errors.js';
import type { HeadersInput } from './options.js';

/** Headers of which each name is there once, whatever its case. */
export class HeaderList {
  readonly #entries = new Map<string, [name: string, value: string]>();
  readonly #given = new Set<string>();

  get(name: string): string | undefined {
    return this.#entries.get(name.toLowerCase())?.[1];
  }

  /** Sets a header, in place of one with the same name. `null` removes it. */
  set(name: string, value: string | null): void {
    const key = name.toLowerCase();
    if (value === null) this.#entries.delete(key);
    else this.#entries.set(key, [name, value]);
    this.#given.add(key);
  }

  /** True if the header was set or removed. */
  isGiven(name: string): boolean {
    return this.#given.has(name.toLowerCase());
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

  /** A list of its own with the same headers. */
  copy(): HeaderList {
    const copy = new HeaderList();
    for (const [name, value] of this.#entries.values()) copy.set(name, value);
    for (const key of this.#given) copy.#given.add(key);
    return copy;
  }

  /** The headers for `fetch`. */
  toRecord(): Record<string, string> {
    return Object.fromEntries(this.#entries.values());
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
    this.set(name, text === null ? null : text.replace(/^[\t ]+|[\t ]+$/g, ''));
  }
}
