/** What a call is before it is sent: its URL, headers and body, and its limits. Twin: `request.rs`. */
import { invalid } from './errors.js';
import type { Row } from './generated/operations.js';
import { HeaderList } from './headers.js';
import { throwIfAborted } from './limit.js';
import type { Log } from './log.js';
import type { ClientOptions, Credential, RequestEvent, RequestOptions } from './options.js';
import { isIdempotent, type Budget } from './retry.js';
import { apiOf, encoded, isSignal, LONGEST_URL, ownOf, scalar, type Api } from './values.js';

/** The settings of a client, checked. */
export interface Settings extends Pick<
  ClientOptions,
  'onRequest' | 'onResponse' | 'onEnd' | 'idempotencyKeys' | 'headers' | 'fetch'
> {
  baseUrl: string;
  timeoutMs: number;
  maxRetries: number;
  maxResponseBytes: number;
  budget: Budget;
  log: Log;
  /** The headers of every request that the client sets by itself. */
  own: HeaderList;
  credentials: Pick<ClientOptions, 'accessToken' | 'apiKey' | 'scimToken' | 'scimScheme'>;
}

/** The arguments of a call. */
export interface Arguments {
  row: Row;
  method: string;
  /** The path, which the caller may have given, in its parts. */
  path: () => PathParts;
  parameters: unknown[];
  /** The input of an operation whose input is the query. */
  query: unknown;
  body: unknown;
  options: RequestOptions;
}

/** What ends the reading of a body. */
export interface Limits {
  timeoutMs: number;
  /** The most bytes of the body that may be read. */
  maxBytes: number;
  /** The caller's signal. */
  signal: AbortSignal | undefined;
}

/** A request that is ready to be sent. */
export interface Prepared extends Limits {
  row: Row;
  method: string;
  url: string;
  body: Body;
  headers: HeaderList;
  maxRetries: number;
  /** Tells whether the caller reads the body of the answer. */
  isUnread: () => boolean;
  retries: number;
  /** What the caller's hooks see of the try that is under way. */
  event: RequestEvent | undefined;
}

/** Prepares a call. Throws if it cannot be sent. What the service validates is not validated here. */
export function prepare(settings: Settings, call: Arguments, isUnread: () => boolean): Prepared {
  const { row, method } = call;
  const options = ownOf(call.options);
  const signal = options.signal ?? undefined;
  if (signal !== undefined && !isSignal(signal)) throw invalid('signal', 'must be an AbortSignal');
  throwIfAborted(signal);
  if (!/^[A-Z]+$/.test(method) || ['CONNECT', 'TRACE', 'TRACK'].includes(method))
    throw invalid('method', 'must be an HTTP method that fetch can send');
  const query = queryOf(call);
  checkOrder(row, query);
  const target = targetOf(call.path(), row.path.endsWith('/{path}'), call.parameters, query);
  const body = bodyOf(call.body);
  if (body.content !== undefined && (method === 'GET' || method === 'HEAD'))
    throw invalid('body', 'must not be sent with GET or HEAD');
  settings.log.warnOfDeprecated(row, call.body);
  return {
    ...{ row, method, body, signal, isUnread, retries: 0, event: undefined },
    url: settings.baseUrl + target,
    headers: headersOf(settings, row, method, options, body),
    timeoutMs: amountOf('timeoutMs', options.timeoutMs ?? settings.timeoutMs),
    maxRetries: amountOf('maxRetries', options.maxRetries ?? settings.maxRetries),
    maxBytes: limitedOf('maxResponseBytes', options.maxResponseBytes ?? settings.maxResponseBytes),
  };
}

/** Returns a limit. `Infinity` is none. */
export const limitedOf = (field: string, value: unknown): number =>
  value === Infinity ? value : amountOf(field, value);

/** Returns a number of 0 or more. */
export function amountOf(field: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw invalid(field, 'must be a finite number of 0 or more');
  return value;
}

// The headers.

/** The client's own headers, then those of its options, then those of the call. */
function headersOf(
  settings: Settings,
  row: Row,
  method: string,
  { headers: given, idempotencyKey: key }: RequestOptions,
  body: Body,
): HeaderList {
  const headers = new HeaderList(settings.own);
  if (body.isJson)
    headers.set(
      'content-type',
      apiOf(row.path) === 'scim' ? 'application/scim+json' : 'application/json',
    );
  if (settings.idempotencyKeys && !isIdempotent(method))
    headers.set('idempotency-key', randomKey());
  headers.merge(settings.headers);
  headers.merge(given);
  if (key !== undefined) {
    if (typeof key !== 'string' || !/^[\x20-\x7e]+$/.test(key))
      throw invalid('idempotencyKey', 'must be a text of visible ASCII characters');
    headers.set('idempotency-key', key);
  }
  return headers;
}

/** A key that no other call has. Not `randomUUID`, which a page on plain http lacks. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(16)).join('-');

/** The header `Authorization` for an API; undefined if there is no credential. */
export function authorize(
  { accessToken, apiKey, scimToken, scimScheme = 'Bearer' }: Settings['credentials'],
  api: Api,
): string | Promise<string> | undefined {
  const isScim = api === 'scim' && scimToken !== undefined;
  const field = isScim ? 'scimToken' : accessToken !== undefined ? 'accessToken' : 'apiKey';
  const credential: Credential | undefined = isScim ? scimToken : (accessToken ?? apiKey);
  if (credential === undefined) return undefined;
  const write = (given: unknown): string => {
    const header = `${isScim ? scimScheme : 'Bearer'} ${typeof given === 'string' ? given : ''}`;
    // The platform would refuse it too, but with the credential in its message.
    if (!/^[!-~]+ [!-~]+$/.test(header))
      throw invalid(field, 'must be a credential: visible ASCII characters without spaces');
    return header;
  };
  if (typeof credential !== 'function') return write(credential);
  return (async () => write(await credential()))();
}

// The query and the path.

/** Parameters of a query, by name. */
export type Parameters = Record<string, unknown>;

/** The query of a call: its input, and the query of its options. */
export const queryOf = ({ query, options }: Arguments): Parameters =>
  ownOf({ ...parametersOf(query), ...parametersOf(ownOf(options).query) });

/** The parameters of a query: of an object, a `Map` or a `URLSearchParams`. */
export function parametersOf(query: unknown): Parameters {
  if (query === undefined || query === null) return {};
  if (query instanceof URLSearchParams) {
    const values = new Map<string, string[]>();
    for (const [key, value] of query) {
      const known = values.get(key);
      if (known) known.push(value);
      else values.set(key, [value]);
    }
    return Object.fromEntries(values);
  }
  if (query instanceof Map) return Object.fromEntries(query as Map<string, unknown>) as Parameters;
  // A `FormData` has its parameters where they would not be found.
  if (typeof query !== 'object' || Array.isArray(query) || isEmptyInJson(query))
    throw invalid('query', 'must be an object, a Map or a URLSearchParams');
  return query as Parameters;
}

/** The client could not iterate over a list in the order that has no cursors. */
function checkOrder({ cursorless }: Row, query: Parameters): void {
  if (!cursorless || query[cursorless.order] !== cursorless.value) return;
  const { order, value, refused, instead } = cursorless;
  const key = refused.find((key) => (query[key] ?? undefined) !== undefined);
  if (key)
    throw invalid(
      key,
      `cannot be used with ${order} '${value}', which has no cursors: use ${instead}`,
    );
}

/** Builds the path and the query of a call, after the base URL. */
export function targetOf(
  path: PathParts,
  hasSubPath: boolean,
  parameters: unknown[],
  query: Parameters,
): string {
  let target = path.texts[0] ?? '';
  for (const [place, name] of path.names.entries()) {
    const given = parameters[place];
    const text = /string|number|bigint/.test(typeof given) ? scalar(given) : undefined;
    if (text === undefined) throw invalid(name, 'must be a string or a finite number');
    target += (hasSubPath ? subPath(name, text) : segment(name, text)) + path.texts[place + 1];
  }
  // A path that the caller gave may already have a query. A `?` in a name is replaced.
  let separator = path.texts.some((text) => text.includes('?')) ? '&' : '?';
  for (const [name, value] of Object.entries(query))
    for (const single of Array.isArray(value) ? (value as unknown[]) : [value ?? undefined]) {
      if (single === undefined) continue;
      const text = scalar(single);
      if (text === undefined)
        throw invalid(
          name,
          'must be a string, a finite number, a boolean, a date or an array of these',
        );
      target += `${separator}${encoded(name)}=${encoded(text)}`;
      separator = '&';
    }
  return target;
}

/** A path in its parts: `/a/{b}/c` has the texts `/a/` and `/c`, and the name `b` between them. */
export interface PathParts {
  texts: string[];
  names: string[];
}

/**
 * Matches forbidden paths: without a slash at the start, with control characters, spaces,
 * backslashes, a fragment, an unmatched brace, or segments of one or two dots. URL parsers read an
 * encoded dot as a dot.
 */
const ASTRAY =
  // eslint-disable-next-line no-control-regex
  /^[^/]|^$|[\x00-\x20\x7f-\x9f\\#]|^[^{]*\}|\}[^{]*\}|\{[^}]*(\{|$)|[/?](\.|%2e){1,2}([/?]|$)/i;

/** Checks a path, which the caller may have given, and takes it apart. */
export function partsOf(path: string): PathParts {
  // It must stay below the base URL.
  if (path.length > LONGEST_URL)
    throw invalid('path', `must have at most ${LONGEST_URL} characters`);
  if (ASTRAY.test(path))
    throw invalid('path', "must begin with a slash, without '.', '..', spaces or a fragment");
  const pieces = path.split(/[{}]/);
  return {
    texts: pieces.filter((_, place) => place % 2 === 0),
    names: pieces.filter((_, place) => place % 2 === 1),
  };
}

/** A path of several segments, each encoded. A slash at the start is ignored. */
function subPath(name: string, text: string): string {
  const segments = text.replace(/^\//, '').split('/');
  return segments.map((part) => segment(name, part)).join('/');
}

/**
 * One segment, encoded. A slash becomes `%2F`. Even encoded, `.` and `..` would leave the path, and a
 * proxy may decode the slash beside them.
 */
function segment(name: string, text: string): string {
  if (text === '') throw invalid(name, 'must not be empty');
  if (/(^|[\\/])\.\.?([\\/]|$)/.test(text))
    throw invalid(name, "must not contain the step '.' or '..'");
  if (/\p{Cc}/u.test(text)) throw invalid(name, 'must not contain control characters');
  return encoded(text);
}

// The body.

/** A body that can be sent. */
interface Body {
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
function isEmptyInJson(body: object): boolean {
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
