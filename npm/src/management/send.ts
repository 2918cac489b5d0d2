/** One call on its way: its tries, their time limits, redirects, and the reading of the answer. */
import type { Core } from './core.js';
import { apiError, ApiError, ConnectionError, TimeoutError } from './errors.js';
import type { Outcome } from './promise.js';

/** A request that was checked. */
export interface Prepared {
  /** The operation's id. */
  id: string;
  traits: number;
  method: string;
  url: string;
  /** Headers without the credential. */
  headers: Record<string, string>;
  body: BodyInit | undefined;
  /** Whether there is an idempotency key. */
  keyed: boolean;
  timeoutMs: number;
  maxRetries: number;
  signal: AbortSignal | undefined;
  /** The header of the credential and the credential itself, fresh for each try. */
  authorize(): Promise<readonly [header: string, secret: string] | undefined>;
}

/** What carries requests, and what is told about them. */
export interface Carrier {
  core: Core;
  fetch: typeof fetch;
  debug(message: string): void;
  info(message: string): void;
}

/** Sends a request until it succeeds or is not worth another try. */
export async function send(
  carrier: Carrier,
  request: Prepared,
  unread: boolean,
): Promise<Outcome<unknown>> {
  const { core } = carrier;
  for (let retries = 0; ; retries += 1) {
    const attempt = await tryOnce(carrier, request, unread);
    if ('outcome' in attempt) return attempt.outcome;
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
    // A body that is read as it is sent cannot be sent again.
    if (pause < 0 || request.body instanceof ReadableStream) throw attempt.error;
    carrier.info(`${request.id}: trying again in ${Math.round(pause)} ms`);
    await wait(pause, request.signal);
  }
}

/** A try: how the call ended, or why it may be worth another one. A status of 0 is the network's. */
type Attempt =
  { outcome: Outcome<unknown> } | { error: Error; status: number; retryAfter: string | undefined };

async function tryOnce(carrier: Carrier, request: Prepared, unread: boolean): Promise<Attempt> {
  const { id, signal } = request;
  const limit = new Limit(request.timeoutMs, signal);
  const authorization = await credential(request, limit);
  const started = performance.now();
  let keep = false;
  try {
    const response = await follow(carrier, request, authorization?.[0], limit.signal);
    const { status } = response;
    carrier.debug(
      `${id}: ${request.method} ${status} after ${Math.round(performance.now() - started)} ms`,
    );
    if (!response.ok) return await failed(carrier.core, request, response, authorization?.[1]);
    keep = unread;
    const data = unread ? undefined : await decode(carrier.core, id, response, authorization?.[1]);
    return { outcome: { data, response, requestId: requestId(response) } };
  } catch (cause) {
    if (cause instanceof ApiError || cause instanceof ConnectionError) throw cause;
    // The caller's own abort is the caller's to know, as the platform says it.
    signal?.throwIfAborted();
    const error = limit.over
      ? new TimeoutError(id, `the service did not answer within ${request.timeoutMs} ms.`)
      : new ConnectionError(id, 'the connection failed before the answer was complete.', cause);
    carrier.debug(error.message);
    return { error, status: 0, retryAfter: undefined };
  } finally {
    limit.lift(keep);
  }
}

/** Gets the credential within the time of the try. What the caller's function throws is the caller's. */
async function credential(request: Prepared, limit: Limit): ReturnType<Prepared['authorize']> {
  try {
    const given = await Promise.race([request.authorize(), limit.reached()]);
    request.signal?.throwIfAborted();
    return given;
  } catch (cause) {
    limit.lift(false);
    request.signal?.throwIfAborted();
    if (!limit.over) throw cause;
    throw new TimeoutError(
      request.id,
      `the credential did not come within ${request.timeoutMs} ms.`,
    );
  }
}

/** Sends a request, and follows its redirects without carrying the credential elsewhere. */
async function follow(
  { core, fetch }: Carrier,
  request: Prepared,
  authorization: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  let { method, body } = request;
  let url = new URL(request.url);
  let headers = authorization
    ? { ...request.headers, Authorization: authorization }
    : request.headers;
  let credentials: RequestCredentials = authorization ? 'same-origin' : 'include';
  for (let followed = 0; ; followed += 1) {
    const init: RequestInit = { method, headers, signal, redirect: 'manual', credentials };
    // Node wants to know that a stream is sent before the answer comes.
    if (body !== undefined)
      Object.assign(init, { body }, body instanceof ReadableStream && { duplex: 'half' });
    const response = await fetch(url, init);
    const location = response.headers.get('location');
    const redirected = response.status >= 300 && response.status < 400 && location !== null;
    if (!redirected && response.type !== 'opaqueredirect') return response;
    const why = () =>
      new ConnectionError(
        request.id,
        'the service redirected, and a page cannot see where to. Is baseUrl its exact address?',
      );
    if (location === null) throw why();
    await response.body?.cancel();
    const to = new URL(location, url);
    const step = core.followRedirect(
      response.status,
      method,
      to.origin === url.origin,
      isSecure(to),
      followed,
    ) as [string, boolean?];
    if (step[1] === undefined)
      throw new ConnectionError(request.id, `it was not followed. ${step[0]}`);
    if (step[0] !== method) body = undefined;
    method = step[0];
    if (!step[1]) {
      headers = { Accept: '*/*' };
      credentials = 'omit';
    }
    url = to;
  }
}

/** Reads an answer that is an error. */
async function failed(
  core: Core,
  { id, traits }: Prepared,
  response: Response,
  secret = '',
): Promise<Attempt> {
  // An error whose body is cut is still the error that its status says.
  const text = await response.text().catch(() => '');
  const json = parse(text, secret);
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  const [kind, code, message] = core.readError(id, traits, status, type, json, secret) as [
    string,
    string | null,
    string,
  ];
  const error = apiError(kind, message, {
    ...{ status, code, operation: id, headers },
    requestId: requestId(response),
    body: json === undefined ? redact(text, secret) : json,
  });
  return { error, status, retryAfter: headers.get('retry-after') ?? undefined };
}

/** Reads an outcome that came unread, once its response was handed out. */
export async function readTaken(
  core: Core,
  id: string,
  outcome: Outcome<unknown>,
): Promise<Outcome<unknown>> {
  try {
    return { ...outcome, data: await decode(core, id, outcome.response) };
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ConnectionError(id, 'the body of the response was read already, or cut.', cause);
  }
}

/** Reads the body of an answer that is good. */
async function decode(core: Core, id: string, response: Response, secret = ''): Promise<unknown> {
  const text = await response.text();
  if (text.trim() === '') return undefined;
  const json = parse(text);
  if (json !== undefined) return json;
  const type = response.headers.get('content-type') ?? '';
  const message = core.unreadable(id, response.status, type);
  throw unreadable(message, id, response, redact(text, secret));
}

/** The error of an answer whose status is good, and whose body is not what it should be. */
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

/** Reads JSON, and takes `secret` out of its texts; undefined where it is none. */
function parse(text: string, secret = ''): unknown {
  const clean = (_: string, value: unknown) =>
    typeof value === 'string' ? redact(value, secret) : value;
  try {
    return JSON.parse(text, secret ? clean : undefined) as unknown;
  } catch {
    return undefined;
  }
}

/** Whoever prints an error prints its body: where the service repeats the credential, it is taken out. */
function redact(text: string, secret: string): string {
  return secret ? text.replaceAll(secret, '[credential]') : text;
}

function requestId({ headers }: Response): string | null {
  return headers.get('x-request-id');
}

/** Whether a URL may be called: https, or http on this machine. */
export function isSecure({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
  );
}

/** Resolves after so many milliseconds; rejects where the caller aborts. */
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

/** The time limit of a try, joined with the caller's signal. */
class Limit {
  over = false;
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #abort = () => this.#controller.abort(this.#caller?.reason);

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.#caller = caller;
    this.#timer = setTimeout(() => {
      this.over = true;
      this.#controller.abort();
    }, timeoutMs);
    if (caller?.aborted) this.#abort();
    else caller?.addEventListener('abort', this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Rejects when the time is over, or the caller aborts. */
  reached(): Promise<never> {
    return new Promise((_, reject) =>
      this.signal.addEventListener('abort', () => reject(this.signal.reason), { once: true }),
    );
  }

  /** Ends the time limit; the caller's signal goes on to hold for an answer that is streamed. */
  lift(streamed: boolean): void {
    clearTimeout(this.#timer);
    if (!streamed) this.#caller?.removeEventListener('abort', this.#abort);
  }
}
