/**
 * The functions that the WebAssembly imports, to read JavaScript's values and to work with its
 * strings. The traits `Data` and `Text` of `src/management` document them.
 */

/** The member `key`; undefined if it is missing or null, or if `value` is not an object. */
export function member(value: unknown, key: string): unknown {
  try {
    if (typeof value === 'object')
      return (value as Record<string, unknown> | null)?.[key] ?? undefined;
  } catch {
    // A getter threw. Writing the JSON will throw the same error, and the caller gets that.
  }
  return undefined;
}

/** The name of the member of an object at `index`. */
export const key = (value: unknown, index: number): string | undefined =>
  typeof value === 'object' && value !== null ? Object.keys(value)[index] : undefined;

/** The element of an array at `index`. */
export const element = (value: unknown, index: number): unknown =>
  Array.isArray(value) ? (value as unknown[])[index] : undefined;

/** The length of an array; -1 if `value` is not an array. */
export const length = (value: unknown): number => (Array.isArray(value) ? value.length : -1);

export const isFalse = (value: unknown): boolean => value === false;

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The value of a number; NaN if `value` is not a number. */
export const number = (value: unknown): number => (typeof value === 'number' ? value : NaN);

/** The text of a string, a finite number, a boolean or a date in a URL. */
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

/** Compiles each pattern once. There are few patterns, and each call uses them again. */
function compiled(pattern: string): RegExp {
  let found = patterns.get(pattern);
  if (!found) patterns.set(pattern, (found = new RegExp(pattern)));
  return found;
}

export const is = (text: unknown, other: string): boolean => text === other;

/** `text` may be a number, which becomes its digits. */
export const joined = (text: string | number, other: string): string => text + other;

export const matches = (text: string, pattern: string): boolean => compiled(pattern).test(text);

export const capture = (text: string, pattern: string): string | undefined =>
  compiled(pattern).exec(text)?.[1];

export const replaced = (text: string, pattern: string, by: string): string =>
  text.replace(compiled(pattern), () => by);

/** The parts of the last text, because the WebAssembly requests them one after the other. */
let parted: { text?: string; separator?: string; parts: string[] } = { parts: [] };

export function part(text: string, separator: string, index: number): string | undefined {
  if (text !== parted.text || separator !== parted.separator)
    parted = { text, separator, parts: text.split(compiled(separator)) };
  return parted.parts[index];
}

/** Percent-encodes `text`. Lone surrogates become U+FFFD, because encodeURIComponent would throw. */
export const encoded = (text: string): string =>
  // Most texts need no encoding.
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

/** Removes the credential from `text`, because the service may repeat it and errors get printed. */
export const without = (text: string, secret: string): string =>
  secret ? text.replaceAll(secret, '[credential]') : text;

export const characters = (text: string): number => [...text].length;

export const value = (text: string): number => Number(text);

/** The epoch milliseconds of an HTTP date; NaN for other texts and for dates before 1970. */
export function date(text: string): number {
  const written = /^\w+, +\d\d? \w{3} \d{4} \d\d?:\d\d?:\d\d? GMT$/.test(text);
  const at = written ? Date.parse(text) : NaN;
  return at >= 0 ? at : NaN;
}

export const list = (...parts: unknown[]): unknown[] => parts;
