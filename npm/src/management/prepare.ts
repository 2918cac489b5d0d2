/** What a call is before it is sent: the client's settings, the caller's options, both checked. */
import { bodyOf, type Body } from './body.js';
import { invalid } from './errors.js';
import type { Row } from './generated/operations.js';
import { HeaderList } from './headers.js';
import { throwIfAborted } from './limit.js';
import type { Log } from './log.js';
import type { ClientOptions, RequestEvent, RequestOptions } from './options.js';
import { isIdempotent, type Budget } from './retry.js';
import { apiOf, isSignal, type Api } from './values.js';

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
  /** The credential for an API; undefined if there is none. */
  authorize(api: Api): Authorization | Promise<Authorization> | undefined;
}

/** The value of the header `Authorization`. */
export interface Authorization {
  readonly header: string;
  /** The credential in the header. */
  readonly secret: string;
}

/** A call whose target is built. */
export interface Call {
  row: Row;
  method: string;
  /** The path and the query, after the base URL. */
  target: string;
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
  call: Call;
  url: string;
  body: Body;
  headers: HeaderList;
  maxRetries: number;
  isUnread: () => boolean;
  retries: number;
  /** What the caller's hooks see of the try that is under way. */
  event: RequestEvent | undefined;
}

/** The names of the options of a call. */
export const OPTIONS: readonly string[] = [
  ...['signal', 'timeoutMs', 'maxRetries', 'maxResponseBytes', 'headers', 'query'],
  'idempotencyKey',
];

export function prepare(settings: Settings, call: Call, isUnread: () => boolean): Prepared {
  const { options, method } = call;
  const signal = options.signal ?? undefined;
  if (signal !== undefined && !isSignal(signal)) throw invalid('signal', 'must be an AbortSignal');
  throwIfAborted(signal);
  if (!/^[A-Z]+$/.test(method) || ['CONNECT', 'TRACE', 'TRACK'].includes(method))
    throw invalid('method', 'must be an HTTP method that fetch can send');
  const body = bodyOf(call.body);
  if (body.content !== undefined && (method === 'GET' || method === 'HEAD'))
    throw invalid('body', 'must not be sent with GET or HEAD');
  return {
    call,
    body,
    signal,
    isUnread,
    retries: 0,
    event: undefined,
    url: settings.baseUrl + call.target,
    headers: headersOf(settings, call, body),
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

/** The client's own headers, then those of its options, then those of the call. */
function headersOf(settings: Settings, { row, method, options }: Call, body: Body): HeaderList {
  const headers = new HeaderList(settings.own);
  if (body.isJson)
    headers.set(
      'content-type',
      apiOf(row.path) === 'scim' ? 'application/scim+json' : 'application/json',
    );
  if (settings.idempotencyKeys && !isIdempotent(method))
    headers.set('idempotency-key', randomKey());
  headers.merge(settings.headers);
  headers.merge(options.headers);
  if (options.idempotencyKey !== undefined) {
    const key = options.idempotencyKey;
    if (typeof key !== 'string' || !/^[\x20-\x7e]+$/.test(key))
      throw invalid('idempotencyKey', 'must be a text of visible ASCII characters');
    headers.set('idempotency-key', key);
  }
  return headers;
}

/** A key that no other call has. Not `randomUUID`, which a page on plain http lacks. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(16)).join('-');
