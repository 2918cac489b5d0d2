/** Reads values of callers and of answers. A member that is null counts as missing. */

/**
 * The member `key`; undefined if it is missing or null, or if `value` is not an object. What is
 * inherited is missing, because `Object.prototype` may be polluted.
 */
export function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? ((value as Record<string, unknown>)[key] ?? undefined)
    : undefined;
}

/** A copy of the members of an object, which inherits nothing. */
export const ownOf = <T extends object>(object: T): T => ({ __proto__: null, ...object });

/** The member `key` if it is a text. */
export function textOf(value: unknown, key: string): string | undefined {
  const text = member(value, key);
  return typeof text === 'string' ? text : undefined;
}

/** The member `key` if it is a whole number of 0 or more, also as a text. Some SCIM services write texts. */
export function countOf(value: unknown, key: string): number | undefined {
  const text = textOf(value, key);
  const count = text && /^\d+$/.test(text) ? Number(text) : (member(value, key) as number);
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** True for a signal of any window. `instanceof` knows only those of its own. */
export function isSignal(value: unknown): value is AbortSignal {
  const { aborted, addEventListener } = Object(value) as Record<string, unknown>;
  return typeof aborted === 'boolean' && typeof addEventListener === 'function';
}

/** The text in a URL of a string, a finite number, a boolean or a date; undefined for others. */
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

/** Percent-encodes all but letters, digits and `-._~`. Lone surrogates become U+FFFD. */
export function encoded(text: string): string {
  // Most texts need no encoding.
  if (/^[\w.~-]*$/.test(text)) return text;
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).replace(
    /[!'()*]/g,
    (mark) => '%' + mark.charCodeAt(0).toString(16).toUpperCase(),
  );
}

/** Removes the credential from `text`, because the service may repeat it and errors get printed. */
export const without = (text: string, secret: string): string =>
  secret ? text.replaceAll(secret, '[credential]') : text;

/** For `JSON.parse`: removes the credential from a text, and from the names of an object's members. */
export function redacted(value: unknown, secret: string): unknown {
  if (typeof value === 'string') return without(value, secret);
  if (typeof value !== 'object' || !value || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [without(key, secret), item]),
  );
}

/** The header `X-Request-Id` or `Request-Id`, or null. */
export const requestIdOf = ({ headers }: Pick<Response, 'headers'>): string | null =>
  headers.get('x-request-id') ?? headers.get('request-id');

/** The most characters of a URL that the client reads. */
export const LONGEST_URL = 8_192;

/** Parses a URL. Returns undefined if it is none. */
export function parsedUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** True if a URL may be called: https, or http on a loopback host. */
export const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' ||
  (protocol === 'http:' && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname));

/** True in a page and in a worker of a page. A simulated page, in which Node runs tests, is none. */
export function inPage(): boolean {
  const { document, process } = globalThis as typeof globalThis & { process?: Process };
  if (!document) return 'WorkerGlobalScope' in globalThis && 'importScripts' in globalThis;
  // What bundlers put in the place of Node's `process` is a plain object. A page of Electron or of NW.js is
  // a real page that has Node's.
  const isNode = process?.[Symbol.toStringTag] === 'process';
  return !isNode || /electron|nw/.test(String(Object.keys(process.versions)));
}

interface Process {
  [Symbol.toStringTag]: string;
  versions: object;
}

/** One of the service's three APIs. */
export type Api = 'management' | 'build' | 'scim';

/** The API of an operation, by its path. */
export function apiOf(path: string): Api {
  if (path.startsWith('/api/scim/')) return 'scim';
  return path.startsWith('/build/') ? 'build' : 'management';
}

/** A text of somebody else's in one line of a log: without line breaks and codes of a terminal. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (mark) => `\\u{${mark.codePointAt(0)!.toString(16)}}`);

/** Warns of names, as soon as the file that compares them is there. Nobody waits for it. */
export const ofNames = (tell: (names: typeof import('./names.js')) => void): void =>
  void import('./names.js').then(tell).catch(() => {});
