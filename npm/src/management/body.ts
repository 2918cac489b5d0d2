/** The body of a request: as JSON, or as what it is. */
import { invalid } from './errors.js';

/** A body that can be sent. */
export interface Body {
  /** The argument of `fetch`; undefined if there is none. The types of Node have no `BodyInit`. */
  content: NonNullable<RequestInit['body']> | undefined;
  isJson: boolean;
  /** True for a stream, which can be sent only once. */
  isOnce: boolean;
}

const NOT_JSON: [string, string] = ['body', 'must be a value that JSON can write'];

const NONE: Body = { content: undefined, isJson: false, isOnce: false };

/** Prepares a body. Throws if it is of a kind that cannot be sent. */
export function bodyOf(body: unknown): Body {
  if (body === undefined || body === null) return NONE;
  if (typeof body === 'string') return asItIs(body);
  // Most bodies are plain objects.
  if (typeof body === 'object' && Object.getPrototypeOf(body) !== Object.prototype) {
    if (ArrayBuffer.isView(body) || isOf(body, ArrayBuffer, Blob, FormData, URLSearchParams))
      return asItIs(body);
    if (isOf(body, ReadableStream) || Symbol.asyncIterator in body)
      return asItIs(Object.assign(body, { toString: refuse }), true);
  }
  return { content: json(body), isJson: true, isOnce: false };
}

/** A platform that cannot send a stream would send its name: `[object ReadableStream]`. */
function refuse(): never {
  throw invalid('body', 'is a stream, which this platform cannot send');
}

const asItIs = (body: unknown, isOnce = false): Body => ({
  content: body as BodyInit,
  isJson: false,
  isOnce,
});

// A platform may lack one of the types, which then no body has.
const isOf = (body: unknown, ...types: (new (...args: never[]) => unknown)[]): boolean =>
  types.some((type) => body instanceof type);

/** True for a `Map`, an `Error` and others of which JSON would keep nothing. */
export function isEmptyInJson(body: object): boolean {
  if (Array.isArray(body) || Object.keys(body).length > 0) return false;
  const parent = Object.getPrototypeOf(body) as object | null;
  // A plain object of any window.
  return parent !== null && Object.getPrototypeOf(parent) !== null;
}

function json(body: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(body) as string | undefined;
  } catch (cause) {
    const error = invalid(...(unsendable(body, 'body', []) ?? NOT_JSON));
    throw Object.assign(error, { cause });
  }
  if (text === undefined) throw invalid(...NOT_JSON);
  // JSON writes NaN as null and a `Map` as {}, which would erase a field.
  const wrong = /null|{}/.test(text) && unsendable(body, 'body', []);
  if (wrong) throw invalid(...wrong);
  return text;
}

/** Finds the value that JSON cannot write: its path, and what is wrong. */
function unsendable(
  value: unknown,
  path: string,
  parents: unknown[],
): [path: string, rule: string] | undefined {
  if (typeof value === 'bigint') return [path, 'is a BigInt, which JSON cannot write'];
  if ((typeof value === 'number' || value instanceof Date) && !Number.isFinite(+value))
    return [path, 'is not a finite number or date'];
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return undefined;
  if (isEmptyInJson(value)) return [path, NOT_JSON[1]];
  if (parents.includes(value)) return [path, 'contains itself, which JSON cannot write'];
  for (const [key, item] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : path === 'body' ? key : `${path}.${key}`;
    const found = unsendable(item, at, [...parents, value]);
    if (found) return found;
  }
  return undefined;
}
