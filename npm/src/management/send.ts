/** Sends a call: tries, time limits, redirects, and reading the answer. */
import type { Core } from './core.js';
import { apiError, ApiError, ConnectionError, TimeoutError } from './errors.js';
import { Limit } from './limit.js';
import type { Logger } from './options.js';
import { without } from './platform.js';
import type { Answer } from './promise.js';

/** The value of the header `Authorization`. */
export interface Authorization {
  readonly header: string;
  /** The credential in the header. */
  readonly secret: string;
  /** The client option that the credential comes from. */
  readonly field: string;
}

/** A checked request. */
export interface Prepared {
  /** The operation's id. */
  id: string;
  traits: number;
  method: string;
  url: string;
  /** Returns new headers for each try, without the credential. */
  headers(): Record<string, string>;
  body: BodyInit | undefined;
  /** True if the request has an idempotency key. */
  keyed: boolean;
  timeoutMs: number;
  maxRetries: number;
  signal: AbortSignal | undefined;
  /** Called for each try. Returns a promise if the credential comes from the caller's function. */
  authorize(): Authorization | Promise<Authorization> | undefined;
}

/** The client's parts that send a request. */
export interface Carrier {
  core: Core;
  fetch: typeof fetch;
  logger: Logger | undefined;
}

/** Sends a request until it succeeds or may not be tried again. */
export async function send(
  carrier: Carrier,
  request: Prepared,
  unread: boolean,
): Promise<Answer<unknown>> {
  const { core, logger } = carrier;
  for (let retries = 0; ; retries += 1) {
    const attempt = await tryOnce(carrier, request, unread);
    if ('answer' in attempt) return attempt.answer;
    const pause = core.pause(
      attempt.status,
      attempt.retryAfter,
      retries,
      request.maxRetries,
      request.method,
      request.keyed,
      Date.now(),
      Math.random(),
    );
    // A stream is consumed by the first try.
    if (pause < 0 || request.body instanceof ReadableStream) throw attempt.error;
    logger?.info?.(`${request.id}: trying again in ${Math.round(pause)} ms`);
    await wait(pause, request.signal);
  }
}

/** The result of a try: the answer, or an error that may allow another try. Status 0: no answer. */
type Attempt =
  { answer: Answer<unknown> } | { error: Error; status: number; retryAfter: string | undefined };

async function tryOnce(carrier: Carrier, request: Prepared, unread: boolean): Promise<Attempt> {
  // Browsers refuse `fetch` as a method of another object, so it is called as a plain function.
  const { core, fetch, logger } = carrier;
  const { id, signal } = request;
  const given = request.authorize();
  const limit = Limit.start(request.timeoutMs, signal, fetch);
  // Awaiting a value that is available would delay the call.
  const authorization = given instanceof Promise ? await inTime(given, request, limit) : given;
  const started = logger && performance.now();
  let keep = false;
  try {
    const init = initOf(request, authorization, limit.signal);
    let response = await fetch(request.url, init);
    if (!response.ok) response = await follow(carrier, request, init, response);
    logger?.debug?.(
      `${id}: ${request.method} ${response.status} after ${Math.round(performance.now() - Number(started))} ms`,
    );
    if (!response.ok) return await failed(core, request, response, authorization?.secret);
    keep = unread;
    const data = unread
      ? undefined
      : decode(core, id, response, await response.text(), authorization?.secret);
    return { answer: { data, response } };
  } catch (cause) {
    if (cause instanceof ApiError || cause instanceof ConnectionError) throw cause;
    // If the caller aborted, the call rejects with the caller's reason, as `fetch` does.
    signal?.throwIfAborted();
    const error = limit.over
      ? new TimeoutError(id, `the service did not answer within ${request.timeoutMs} ms.`)
      : new ConnectionError(id, 'the connection failed before the answer was complete.', cause);
    logger?.debug?.(error.message);
    return { error, status: 0, retryAfter: undefined };
  } finally {
    limit.lift(keep);
  }
}

/** Waits for the credential within the try's time limit. An error of the caller's function is thrown. */
async function inTime(
  given: Promise<Authorization>,
  { id, signal, timeoutMs }: Prepared,
  limit: Limit,
): Promise<Authorization> {
  try {
    const authorization = await Promise.race([given, limit.reached()]);
    signal?.throwIfAborted();
    return authorization;
  } catch (cause) {
    limit.lift(false);
    signal?.throwIfAborted();
    if (!limit.over) throw cause;
    throw new TimeoutError(id, `the credential function did not return within ${timeoutMs} ms.`);
  }
}

/** The options of `fetch`. Redirects are manual, because one could carry the credential elsewhere. */
function initOf(
  request: Prepared,
  authorization: Authorization | undefined,
  signal: AbortSignal,
): RequestInit {
  const { method, body } = request;
  const headers = request.headers();
  const init: RequestInit = { method, headers, signal, redirect: 'manual' };
  if (authorization) headers['Authorization'] = authorization.header;
  else init.credentials = 'include';
  // Node requires `duplex` for a stream.
  if (body !== undefined)
    Object.assign(init, { body }, body instanceof ReadableStream && { duplex: 'half' });
  return init;
}

/** Follows redirects, without sending the credential to another origin. */
async function follow(
  { core, fetch }: Carrier,
  request: Prepared,
  init: RequestInit,
  response: Response,
): Promise<Response> {
  let { url, method } = request;
  for (let followed = 0; ; followed += 1) {
    const location = response.headers.get('location');
    const redirected = response.status >= 300 && response.status < 400 && location !== null;
    if (!redirected && response.type !== 'opaqueredirect') return response;
    if (location === null)
      throw new ConnectionError(
        request.id,
        'the service redirected, and a page cannot see where to. Is baseUrl its exact address?',
      );
    await response.body?.cancel();
    const to = new URL(location, url);
    const step = core.followRedirect(
      response.status,
      method,
      to.origin === new URL(url).origin,
      isSecure(to),
      followed,
    ) as string | [method: string, withCredentials: boolean];
    if (typeof step === 'string')
      throw new ConnectionError(request.id, `the redirect was not followed. ${step}`);
    const [next, withCredentials] = step;
    if (next !== method) init = { ...init, body: null };
    if (!withCredentials) init = { ...init, headers: { Accept: '*/*' }, credentials: 'omit' };
    method = next;
    url = to.href;
    response = await fetch(url, { ...init, method });
  }
}

/** Reads an answer that is an error. */
async function failed(
  core: Core,
  { id, traits }: Prepared,
  response: Response,
  secret = '',
): Promise<Attempt> {
  // If the body is cut off, the status still determines the error.
  const text = await response.text().catch(() => '');
  const json = parse(text, secret);
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  const [kind, message, code] = core.readError(id, traits, status, type, json, secret) as [
    string,
    string,
    string | null,
  ];
  const error = apiError(kind, message, {
    ...{ status, code, operation: id, headers },
    requestId: requestId(response),
    body: json === undefined ? without(text, secret) : json,
  });
  return { error, status, retryAfter: headers.get('retry-after') ?? undefined };
}

/** Reads the body of a response that the caller received with `asResponse()`. */
export async function readTaken(
  core: Core,
  id: string,
  { response }: Answer<unknown>,
): Promise<Answer<unknown>> {
  try {
    return { response, data: decode(core, id, response, await response.text()) };
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ConnectionError(
      id,
      'the body of the response was already read, or it was cut off.',
      cause,
    );
  }
}

/** Reads the body of a successful answer. */
function decode(core: Core, id: string, response: Response, text: string, secret = ''): unknown {
  if (text.trim() === '') return undefined;
  const json = parse(text);
  if (json !== undefined) return json;
  const type = response.headers.get('content-type') ?? '';
  const message = core.unreadable(id, response.status, type) as string;
  throw unreadable(message, id, response, without(text, secret));
}

/** Creates the error of a successful answer whose body cannot be used. */
export function unreadable(
  message: string,
  operation: string,
  response: Response,
  body: unknown,
  code: string | null = null,
): ApiError {
  const { status, headers } = response;
  return new ApiError(message, {
    ...{ status, code, operation, headers, body },
    requestId: requestId(response),
  });
}

/** Parses JSON and removes `secret` from its strings. Returns undefined if it is not JSON. */
function parse(text: string, secret = ''): unknown {
  const clean = (_: string, value: unknown) =>
    typeof value === 'string' ? without(value, secret) : value;
  try {
    return JSON.parse(text, secret ? clean : undefined) as unknown;
  } catch {
    return undefined;
  }
}

/** The header `X-Request-Id`, or null. */
export function requestId({ headers }: Response): string | null {
  return headers.get('x-request-id');
}

/** True if a URL may be called: https, or http on a loopback host. */
export function isSecure({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
  );
}

/** Resolves after `ms` milliseconds. Rejects if the caller aborts. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
