/**
 * What the WebAssembly asks of the platform: how JavaScript's values are looked into, and what is
 * done to its strings. Their meaning stands at the traits `Data` and `Text` of `src/management`.
 */

/** The member `key`; undefined where it is missing or null, or `value` is no object. */
export function member(value: unknown, key: string): unknown {
  try {
    if (typeof value === 'object')
      return (value as Record<string, unknown> | null)?.[key] ?? undefined;
  } catch {
    // A getter that throws: writing the JSON will tell.
  }
  return undefined;
}

/** The name of an object's member number `index`. */
export const key = (value: unknown, index: number): string | undefined =>
  typeof value === 'object' && value !== null ? Object.keys(value)[index] : undefined;

/** The element number `index` of an array. */
export const element = (value: unknown, index: number): unknown =>
  Array.isArray(value) ? (value as unknown[])[index] : undefined;

/** How many elements an array has; -1 where it is none. */
export const length = (value: unknown): number => (Array.isArray(value) ? value.length : -1);

export const isFalse = (value: unknown): boolean => value === false;

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The value of a number; NaN where it is none. */
export const number = (value: unknown): number => (typeof value === 'number' ? value : NaN);

/** How a string, a finite number, a boolean or a date stands in a URL. */
export function scalar(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return Number.isFinite(value) ? String(value) : undefined;
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return value instanceof Date && !Number.isNaN(value.getTime())
        ? value.toISOString()
        : undefined;
  }
}

const patterns = new Map<string, RegExp>();

/** There are a few patterns, which come again with each call. */
function compiled(pattern: string): RegExp {
  let found = patterns.get(pattern);
  if (!found) patterns.set(pattern, (found = new RegExp(pattern)));
  return found;
}

export const is = (text: unknown, other: string): boolean => text === other;

/** A number too, in digits. */
export const joined = (text: string | number, other: string): string => text + other;

export const matches = (text: string, pattern: string): boolean => compiled(pattern).test(text);

export const capture = (text: string, pattern: string): string | undefined =>
  compiled(pattern).exec(text)?.[1];

export const replaced = (text: string, pattern: string, by: string): string =>
  text.replace(compiled(pattern), () => by);

/** The parts of one text are asked for one after the other. */
let parted: { text?: string; separator?: string; parts: string[] } = { parts: [] };

export function part(text: string, separator: string, index: number): string | undefined {
  if (text !== parted.text || separator !== parted.separator)
    parted = { text, separator, parts: text.split(compiled(separator)) };
  return parted.parts[index];
}

/** Halves of characters, which cannot be encoded, become what encoders of UTF-8 make of them. */
export const encoded = (text: string): string =>
  // Most hold nothing of the kind.
  /^[\w.~-]*$/.test(text)
    ? text
    : encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).replace(
        /[!'()*]/g,
        (mark) => '%' + mark.charCodeAt(0).toString(16).toUpperCase(),
      );

export const withParameter = (
  text: string,
  separator: string,
  key: string,
  value: string,
): string => text + separator + encoded(key) + '=' + encoded(value);

export const lowercase = (text: string): string => text.toLowerCase();

/** Whoever prints an error prints what the service said: where that repeats the credential, it is taken out. */
export const without = (text: string, secret: string): string =>
  secret ? text.replaceAll(secret, '[credential]') : text;

export const characters = (text: string): number => [...text].length;

export const value = (text: string): number => Number(text);

/** The epoch milliseconds of a date as HTTP writes it; NaN for all else, and before 1970. */
export function date(text: string): number {
  const written = /^\w+, +\d\d? \w{3} \d{4} \d\d?:\d\d?:\d\d? GMT$/.test(text);
  const at = written ? Date.parse(text) : NaN;
  return at >= 0 ? at : NaN;
}

export const list = (...parts: unknown[]): unknown[] => parts;
