/** Sends a call: tries, pauses between them, redirects, and the caller's hooks. No hook sees the credential. */
import {
  discard,
  LONGEST_ERROR,
  NO_TEXT,
  read,
  textWithin,
  type Reply,
  type Text,
} from './answer.js';
import { ApiError, ConnectionError, ManagementError, TimeoutError } from './errors.js';
import { failureOf } from './failure.js';
import { HeaderList } from './headers.js';
import { beforeAbort, limitOf, throwIfAborted, wait } from './limit.js';
import { follow } from './redirect.js';
import { authorize, type Prepared, type Settings } from './request.js';
import { pauseOf } from './retry.js';
import { apiOf, member, parsedUrl, requestIdOf, without } from './values.js';

/** Sends a call until it succeeds or may not be tried again. */
export async function send(settings: Settings, request: Prepared): Promise<Reply> {
  const started = performance.now();
  const { row, method, body, headers, timeoutMs, maxBytes, maxRetries, signal } = request;
  const { budget, log } = settings;
  budget.earn();
  for (; ; request.retries += 1) {
    const attempt = await tryOnce(settings, request);
    const { retries } = request;
    if (attempt.reply) {
      const durationMs = performance.now() - started;
      return { ...attempt.reply, retries, durationMs, limits: { timeoutMs, maxBytes, signal } };
    }
    const { status, retryAfter } = attempt;
    const hasIdempotencyKey = headers.get('idempotency-key') !== undefined;
    const pause = body.isOnce
      ? undefined
      : pauseOf({ status, retryAfter, retries, maxRetries, method, hasIdempotencyKey });
    if (pause === undefined) throw attempt.error;
    if (!budget.spend()) {
      log.tell('info', `${row.id}: no retry is left in the budget`);
      throw attempt.error;
    }
    log.tell('info', `${row.id}: trying again in ${Math.round(pause)} ms`);
    await wait(pause, signal);
  }
}

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
      hear(settings, request, 'onEnd', () =>
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
  const { row, signal, timeoutMs, maxBytes } = request;
  const { id } = row;
  const { limit, signal: either, stop } = limitOf(timeoutMs, signal);
  let isStreamed = false;
  let secret = '';
  try {
    const headers = await headersOfTry(settings, request, either);
    const own = headers['authorization'] ?? '';
    secret = own.slice(own.lastIndexOf(' ') + 1);
    const { response, isOwn } = await exchange(settings, request, headers, secret, either);
    if (response.ok && request.isUnread()) {
      isStreamed = true;
      return { reply: { response, secret, text: undefined, data: undefined } };
    }
    if (response.ok) {
      const reading = read(id, response, secret, maxBytes, either);
      const { text, data } = await guarded(settings, reading, either);
      return { reply: { response, secret, text, data } };
    }
    // If the body is cut off, the status still determines the error.
    const reading = isOwn && textWithin(response, Math.min(LONGEST_ERROR, maxBytes), either);
    if (!reading) discard(response);
    const body = reading
      ? await guarded(settings, reading, either).catch((): Text => NO_TEXT)
      : NO_TEXT;
    throwIfAborted(signal);
    const error = failureOf(row, response, body, secret);
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
      : new ConnectionError(id, without(brokenOff(settings, host, cause), secret), cause);
    settings.log.tell('debug', error.message);
    return { reply: undefined, error, status: 0, retryAfter: null };
  } finally {
    stop(!isStreamed);
  }
}

function brokenOff({ fetch }: Settings, host: string, error: unknown): string {
  const cause = member(error, 'cause');
  // A caller's `fetch` may reject with anything. The message of a DOMException is inherited.
  const { message } = Object(error) as { message?: unknown };
  const why = member(cause, 'code') ?? member(cause, 'message') ?? message;
  const known = typeof why === 'string' && why ? ` (${why})` : '';
  // Twin: `cause` in `reqwest.rs`.
  const { env } = (globalThis as Runtime).process ?? {};
  const isSet = env?.['HTTPS_PROXY'] || env?.['https_proxy'];
  const isUnused = isSet && !env['NODE_USE_ENV_PROXY'] && !fetch;
  const hint = isUnused ? " Node's fetch ignores HTTPS_PROXY without NODE_USE_ENV_PROXY=1." : '';
  return `the connection to ${host} failed before the answer was complete${known}.${hint}`;
}

type Runtime = { process?: { env?: Record<string, string> } };

/** Ends a request, or the reading of its answer, at the limit: a caller's `fetch` may ignore the signal. */
const guarded = <T>({ fetch }: Settings, promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  fetch ? beforeAbort(promise, signal) : promise;

// The headers of a try.

/** An error of a function of the caller's. It ends the call as it is. */
class Thrown {
  constructor(readonly cause: unknown) {}
}

/** The headers of a try, with the credential, after the caller's hook. */
async function headersOfTry(
  settings: Settings,
  request: Prepared,
  limit: AbortSignal,
): Promise<Record<string, string>> {
  const { row, headers: prepared, signal, timeoutMs } = request;
  const { credentials, onRequest, onEnd } = settings;
  // Awaiting a value that is available would delay the call.
  let authorization = prepared.isGiven('authorization')
    ? undefined
    : authorize(credentials, apiOf(row.path));
  if (authorization instanceof Promise)
    authorization = await beforeAbort(authorization, limit).catch((cause: unknown) => {
      throwIfAborted(signal);
      if (!limit.aborted) throw new Thrown(cause);
      const why = `the credential function did not return within ${timeoutMs} ms.`;
      throw new TimeoutError(row.id, why);
    });
  const given =
    onRequest || onEnd ? await beforeAbort(afterHook(onRequest, request), limit) : prepared;
  const headers = given.toRecord();
  if (authorization !== undefined && !given.isGiven('authorization'))
    headers['authorization'] = authorization;
  return headers;
}

/** The headers of a try after the caller's hook. */
async function afterHook(onRequest: Settings['onRequest'], request: Prepared): Promise<HeaderList> {
  const { row, method, url, headers: given, retries } = request;
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

/** Calls a hook that changes nothing. Nobody waits for it. */
function hear(
  { log }: Settings,
  { row }: Prepared,
  name: string,
  hook: () => void | Promise<void>,
): void {
  (async () => hook())().catch(() => log.tell('error', `${row.id}: ${name} failed.`));
}

// The request of a try.

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
  const { fetch = globalThis.fetch, log, onResponse } = settings;
  const { body, retries } = request;
  const { id, answer } = request.row;
  const isFile = answer === 'file';
  let { method, url } = request;
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
    const { status, headers: received } = response;
    if (onResponse) {
      const sent = { operation: id, method, url, retries, durationMs };
      const requestId = requestIdOf(response);
      const event = { ...sent, status, headers: received, requestId };
      hear(settings, request, 'onResponse', () => onResponse(event));
    }
    const location = received.get('location');
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
    if (status < 300 || status >= 400 || location === null) return { response, isOwn };
    discard(response);
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
