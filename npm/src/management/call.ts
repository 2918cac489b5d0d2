/** Sends a call: tries, time limits, redirects, and reading the answer. */
import { discard, isTooLong, LONGEST_ERROR, textWithin, type Text } from './answer.js';
import { bodyOf, type Body } from './body.js';
import { ApiError, ConnectionError, invalid, ManagementError, TimeoutError } from './errors.js';
import { failureOf, parsed, unreadable, unusable, type Answered } from './failure.js';
import type { Row } from './generated/operations.js';
import { HeaderList } from './headers.js';
import type { Log } from './log.js';
import type { ClientOptions, RequestEvent, RequestOptions } from './options.js';
import { follow } from './redirect.js';
import { isIdempotent, pauseOf, type Budget } from './retry.js';
import { apiOf, isSignal, member, parsedUrl, requestIdOf, without, type Api } from './values.js';

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

/** The answer to a call. */
export interface Reply {
  response: Response;
  /** The text of the body; undefined if the body is not read. */
  text: string | undefined;
  /** The decoded body; undefined if there is none or it is not read. */
  data: unknown;
  /** The credential of the request, which no error may show. */
  secret: string;
  /** The limits of the call, for a body that is read later. */
  limits: Limits;
  /** The number of retries. */
  retries: number;
  /** The time from the call to its answer, in milliseconds. */
  durationMs: number;
}

/** What ends the reading of a body. */
interface Limits {
  timeoutMs: number;
  /** The most bytes of the body that may be read. */
  maxBytes: number;
  /** The caller's signal. */
  signal: AbortSignal | undefined;
}

/** A request that is ready to be sent. */
interface Prepared extends Limits {
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

/** Sends a call until it succeeds or may not be tried again. `isUnread` tells whether to read it. */
export async function send(
  settings: Settings,
  call: Call,
  isUnread: () => boolean,
): Promise<Reply> {
  const started = performance.now();
  const request = prepare(settings, call, isUnread);
  const { budget, log } = settings;
  budget.earn();
  for (; ; request.retries += 1) {
    const attempt = await tryOnce(settings, request);
    if (attempt.reply) {
      const durationMs = performance.now() - started;
      const { retries, timeoutMs, maxBytes, signal } = request;
      return { ...attempt.reply, retries, durationMs, limits: { timeoutMs, maxBytes, signal } };
    }
    const pause = request.body.isOnce
      ? undefined
      : pauseOf({
          ...{ status: attempt.status, retryAfter: attempt.retryAfter, retries: request.retries },
          ...{ maxRetries: request.maxRetries, method: call.method },
          hasIdempotencyKey: request.headers.get('idempotency-key') !== undefined,
        });
    if (pause === undefined) throw attempt.error;
    const { id } = call.row;
    if (!budget.spend()) {
      log.tell('info', `${id}: no retry is left in the budget`);
      throw attempt.error;
    }
    log.tell('info', `${id}: trying again in ${Math.round(pause)} ms`);
    await wait(pause, request.signal);
  }
}

function prepare(settings: Settings, call: Call, isUnread: () => boolean): Prepared {
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

/** The result of a try: the answer, or an error that may allow another try. Status 0: no answer. */
type Attempt =
  | { reply: Pick<Reply, 'response' | 'text' | 'data' | 'secret'> }
  // `reply` is there, so that it is not inherited from a polluted prototype.
  | { reply: undefined; error: Error; status: number; retryAfter: string | null };

/** Makes a try, and tells the caller's hook of its end. */
async function tryOnce(settings: Settings, request: Prepared): Promise<Attempt> {
  const { onEnd } = settings;
  request.event = undefined;
  const started = performance.now();
  const end = (status: number, error?: unknown) => {
    const { event } = request;
    const durationMs = performance.now() - started;
    if (onEnd && event)
      void hear(settings, request, 'onEnd', () =>
        onEnd({ request: event, status: status || null, error, durationMs }),
      );
  };
  try {
    const attempt = await attemptOf(settings, request);
    if (attempt.reply) end(attempt.reply.response.status);
    else end(attempt.status, attempt.error);
    return attempt;
  } catch (error) {
    end(error instanceof ApiError ? error.status : 0, error);
    throw error;
  }
}

async function attemptOf(settings: Settings, request: Prepared): Promise<Attempt> {
  const { call, signal, timeoutMs } = request;
  const { id } = call.row;
  const { limit, signal: either, stop } = limitOf(timeoutMs, signal);
  let isStreamed = false;
  let secret = '';
  try {
    // Awaiting a value that is available would delay the call.
    const given = request.headers.isGiven('authorization')
      ? undefined
      : settings.authorize(apiOf(call.row.path));
    const authorization = given instanceof Promise ? await inTime(given, request, either) : given;
    const headers = await headersOfTry(settings, request, authorization, either);
    const own = headers['authorization'] ?? '';
    secret = own.slice(own.lastIndexOf(' ') + 1);
    const { response, isOwn } = await exchange(settings, request, headers, secret, either);
    if (response.ok && request.isUnread()) {
      isStreamed = true;
      return { reply: { response, secret, text: undefined, data: undefined } };
    }
    if (response.ok) {
      const { maxBytes } = request;
      const reading = textOfAnswer(id, response, maxBytes, secret, either);
      const text = await guarded(settings, reading, either);
      const data = decode(id, { response, text, secret });
      return { reply: { response, secret, text, data } };
    }
    // If the body is cut off, the status still determines the error.
    const reading =
      isOwn && textWithin(response, Math.min(LONGEST_ERROR, request.maxBytes), either);
    if (!reading) discard(response);
    const body = reading
      ? await guarded(settings, reading, either).catch((): Text => NO_TEXT)
      : NO_TEXT;
    throwIfAborted(signal);
    const error = failureOf(call.row, response, body, secret);
    const retryAfter = response.headers.get('retry-after');
    return { reply: undefined, error, status: error.status, retryAfter };
  } catch (cause) {
    if (cause instanceof Thrown) throw cause.cause;
    if (cause instanceof ManagementError) throw cause;
    // If the caller aborted, the call rejects with the caller's reason, as `fetch` does.
    throwIfAborted(signal);
    const { host } = new URL(request.url);
    const error = limit.signal.aborted
      ? new TimeoutError(id, `${host} did not answer within ${timeoutMs} ms.`)
      : new ConnectionError(id, without(brokenOff(host, cause), secret), cause);
    settings.log.tell('debug', error.message);
    return { reply: undefined, error, status: 0, retryAfter: null };
  } finally {
    stop(!isStreamed);
  }
}

const NO_TEXT: Text = { text: '', isCut: false };

/** Reads the body of a successful answer. Throws if it is longer than `maxBytes`. */
async function textOfAnswer(
  id: string,
  response: Response,
  maxBytes: number,
  secret: string,
  signal: AbortSignal,
): Promise<string> {
  const isDeclared = isTooLong(response, maxBytes);
  if (isDeclared) discard(response);
  const { text, isCut } = isDeclared ? NO_TEXT : await textWithin(response, maxBytes, signal);
  if (!isDeclared && !isCut) return text;
  throw unusable(
    id,
    `the answer has more than ${maxBytes} bytes, so it was not read to its end. If that is expected, raise maxResponseBytes.`,
    ...([{ response, text: undefined, secret }, 'response-too-large'] as const),
  );
}

/** As the method of signals, which older platforms lack. */
function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw reasonOf(signal);
}

/** Older platforms have no reason. */
const reasonOf = (signal: AbortSignal | undefined): unknown =>
  signal?.reason ?? new DOMException('The call was aborted.', 'AbortError');

/** A time limit for something that a caller can abort, too. */
export interface Limit {
  /** Aborted at the limit. */
  limit: AbortController;
  /** Aborted at the limit, and by the caller. */
  signal: AbortSignal;
  /** Ends the limit. Once all `isDone`, the caller's signal has no effect any more, either. */
  stop: (isDone: boolean) => void;
}

/** Starts a time limit. */
export function limitOf(ms: number, caller: AbortSignal | undefined): Limit {
  const limit = new AbortController();
  // It keeps Node alive, because somebody waits for the end. Longer times fire at once.
  const timer = setTimeout(() => limit.abort(), Math.min(ms, 2 ** 31 - 1));
  const { signal, unlink } = link(caller, limit);
  const stop = (isDone: boolean) => {
    clearTimeout(timer);
    if (isDone) unlink?.();
  };
  return { limit, signal, stop };
}

/** A signal that is aborted by the caller's and by a limit. */
function link(
  caller: AbortSignal | undefined,
  limit: AbortController,
): { signal: AbortSignal; unlink?: () => void } {
  if (!caller) return limit;
  // `any` leaves no listener on the caller's signal, even while an answer is streamed. It is asked of
  // the signal's own class, because the signal may be of another window, or the platform too old.
  const its = caller.constructor as { any?: typeof AbortSignal.any };
  if (its.any) return { signal: its.any([caller, limit.signal]) };
  const controller = new AbortController();
  const abort = () => controller.abort(caller.reason);
  for (const signal of [caller, limit.signal]) signal.addEventListener('abort', abort);
  if (caller.aborted) abort();
  return {
    signal: controller.signal,
    unlink: () => caller.removeEventListener('abort', abort),
  };
}

function brokenOff(host: string, error: unknown): string {
  const cause = member(error, 'cause');
  // A caller's `fetch` may reject with anything. The message of a DOMException is inherited.
  const { message } = Object(error) as { message?: unknown };
  const why = member(cause, 'code') ?? member(cause, 'message') ?? message;
  const known = typeof why === 'string' && why ? ` (${why})` : '';
  return `the connection to ${host} failed before the answer was complete${known}.`;
}

/** An error of a function of the caller's. It ends the call as it is. */
class Thrown {
  constructor(readonly cause: unknown) {}
}

/** Waits for the credential within the time limit of the try. */
async function inTime(
  given: Promise<Authorization>,
  { call, signal, timeoutMs }: Prepared,
  limit: AbortSignal,
): Promise<Authorization> {
  try {
    return await beforeAbort(given, limit);
  } catch (cause) {
    throwIfAborted(signal);
    if (!limit.aborted) throw new Thrown(cause);
    throw new TimeoutError(
      call.row.id,
      `the credential function did not return within ${timeoutMs} ms.`,
    );
  }
}

/** Rejects if `signal` is aborted before `promise` settles. */
export async function beforeAbort<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(reasonOf(signal));
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Ends a request, or the reading of its answer, at the limit: a caller's `fetch` may ignore the signal. */
const guarded = <T>({ fetch }: Settings, promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  fetch ? beforeAbort(promise, signal) : promise;

/** What answered in the end. `isOwn` is false if another origin did: its words count for nothing. */
interface Exchanged {
  response: Response;
  isOwn: boolean;
}

/** Sends the request and follows redirects, without sending the credential to another origin. */
async function exchange(
  settings: Settings,
  request: Prepared,
  headers: Record<string, string>,
  secret: string,
  signal: AbortSignal,
): Promise<Exchanged> {
  // Browsers refuse `fetch` as a method of another object, so it is called as a plain function.
  const { fetch = globalThis.fetch, log } = settings;
  const { call, body } = request;
  const { id } = call.row;
  const isFile = call.row.answer === 'file';
  let { method } = call;
  let { url } = request;
  let isOwn = true;
  const refused = (why: string) =>
    new ConnectionError(id, `the redirect was not followed. ${without(why, secret)}`);
  // Without a prototype, because a `fetch` reads options that are inherited, too.
  const own = { __proto__: null, method, headers, signal, redirect: 'manual' };
  const init = own as RequestInit;
  if (headers['authorization'] === undefined) init.credentials = 'include';
  // Node requires `duplex` for a stream.
  if (body.content !== undefined)
    Object.assign(init, { body: body.content }, body.isOnce && { duplex: 'half' });
  for (let followed = 0; ; followed += 1) {
    const started = performance.now();
    const response = await guarded(settings, fetch(url, init), signal);
    const durationMs = performance.now() - started;
    if (log.has('debug'))
      log.tell('debug', `${id}: ${method} ${response.status} after ${Math.round(durationMs)} ms`);
    if (settings.onResponse) report(settings, request, { method, url, response, durationMs });
    const location = response.headers.get('location');
    if (response.type === 'opaqueredirect')
      throw new ConnectionError(
        id,
        'the service redirected, and a page cannot see where to. Is baseUrl its exact address?',
      );
    // A caller's `fetch` may follow redirects itself.
    const answered = response.redirected ? parsedUrl(response.url) : undefined;
    if (answered && answered.origin !== new URL(url).origin) isOwn = false;
    if (answered && !isOwn && !isFile) {
      discard(response);
      throw refused(`fetch itself followed one to another origin: ${answered.origin}.`);
    }
    if (response.status < 300 || response.status >= 400 || location === null)
      return { response, isOwn };
    discard(response);
    const { status } = response;
    const step = follow({ status, method, from: url, location, isFile, followed });
    if (typeof step === 'string') throw refused(step);
    if (step.method !== method) {
      const { 'content-type': _, ...rest } = init.headers as typeof headers;
      init.headers = rest;
      init.body = null;
    } else if (body.isOnce) throw refused('A stream cannot be sent twice.');
    if (!step.withCredentials) {
      init.headers = { accept: '*/*' };
      init.credentials = 'omit';
      isOwn = false;
    }
    ({ method, url } = step);
    init.method = method;
  }
}

/** The headers of a try, with the credential. */
async function headersOfTry(
  { onRequest, onEnd }: Settings,
  request: Prepared,
  authorization: Authorization | undefined,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const given =
    onRequest || onEnd ? await beforeAbort(afterHook(onRequest, request), signal) : request.headers;
  const headers = given.toRecord();
  if (authorization && !given.isGiven('authorization'))
    headers['authorization'] = authorization.header;
  return headers;
}

/** The headers of a try after the caller's hook, which does not see the credential. */
async function afterHook(onRequest: Settings['onRequest'], request: Prepared): Promise<HeaderList> {
  const { call, url, headers: given, retries } = request;
  const { method, row } = call;
  const shown = new Headers(given.toRecord());
  shown.delete('authorization');
  const event = { operation: row.id, method, url, retries, headers: shown };
  request.event = event;
  try {
    await onRequest?.(event);
  } catch (cause) {
    throw new Thrown(cause);
  }
  const headers = new HeaderList(given);
  for (const name in given.toRecord())
    if (!shown.has(name) && name !== 'authorization') headers.set(name, null);
  shown.forEach((value, name) => headers.set(name, value));
  return headers;
}

/** Tells the caller's hook of an answer. */
function report(
  settings: Settings,
  request: Prepared,
  { response, ...sent }: { method: string; url: string; response: Response; durationMs: number },
): void {
  const { status, headers } = response;
  const { call, retries } = request;
  const operation = call.row.id;
  const requestId = requestIdOf(response);
  void hear(settings, request, 'onResponse', () =>
    settings.onResponse?.({ operation, retries, status, headers, requestId, ...sent }),
  );
}

/** Calls a hook that changes nothing. Nobody waits for it. */
async function hear(
  { log }: Settings,
  { call }: Prepared,
  name: string,
  hook: () => void | Promise<void>,
): Promise<void> {
  try {
    await hook();
  } catch {
    log.tell('error', `${call.row.id}: ${name} failed.`);
  }
}

/** Reads the body of a response that the caller received with `asResponse()`. */
export async function readLater(id: string, reply: Reply): Promise<Reply> {
  const { response, secret } = reply;
  const { timeoutMs, maxBytes, signal } = reply.limits;
  const { limit, signal: either, stop } = limitOf(timeoutMs, signal);
  let text: string;
  try {
    // A stream that was read in part could be read on.
    if (response.bodyUsed) throw new TypeError('The body was already read.');
    // A body of a caller's `fetch` may ignore that its reading was cancelled.
    text = await beforeAbort(textOfAnswer(id, response, maxBytes, secret, either), either);
  } catch (cause) {
    if (cause instanceof ManagementError) throw cause;
    throwIfAborted(signal);
    if (limit.signal.aborted)
      throw new TimeoutError(id, `the body did not arrive within ${timeoutMs} ms.`);
    throw new ConnectionError(
      id,
      'the body of the response was already read, or it was cut off.',
      cause,
    );
  } finally {
    stop(true);
  }
  return { ...reply, text, data: decode(id, { response, text, secret }) };
}

/** Reads the body of a successful answer. */
function decode(id: string, answered: Answered & { text: string }): unknown {
  const { text } = answered;
  if (text.trim() === '') return undefined;
  const json = parsed(text);
  if (json !== undefined) return json;
  throw unreadable(id, answered);
}

/** Resolves after `ms` milliseconds. Rejects if `signal` is aborted. */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfAborted(signal);
  let timer;
  try {
    await beforeAbort(new Promise((resolve) => (timer = setTimeout(resolve, ms))), signal);
  } finally {
    clearTimeout(timer);
  }
}
