/** Sends a call: tries, pauses between them, and reading the answer. */
import { discard, isTooLong, LONGEST_ERROR, textWithin, type Text } from './answer.js';
import { ApiError, ConnectionError, ManagementError, TimeoutError } from './errors.js';
import { exchange, guarded } from './exchange.js';
import { failureOf, parsed, unreadable, unusable, type Answered } from './failure.js';
import { headersOfTry, hear, Thrown } from './hooks.js';
import { beforeAbort, limitOf, throwIfAborted, wait } from './limit.js';
import {
  prepare,
  type Authorization,
  type Call,
  type Limits,
  type Prepared,
  type Settings,
} from './prepare.js';
import { pauseOf } from './retry.js';
import { apiOf, member, without } from './values.js';

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

function brokenOff(host: string, error: unknown): string {
  const cause = member(error, 'cause');
  // A caller's `fetch` may reject with anything. The message of a DOMException is inherited.
  const { message } = Object(error) as { message?: unknown };
  const why = member(cause, 'code') ?? member(cause, 'message') ?? message;
  const known = typeof why === 'string' && why ? ` (${why})` : '';
  return `the connection to ${host} failed before the answer was complete${known}.`;
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

/** Reads the body of a successful answer. */
function decode(id: string, answered: Answered & { text: string }): unknown {
  const { text } = answered;
  if (text.trim() === '') return undefined;
  const json = parsed(text);
  if (json !== undefined) return json;
  throw unreadable(id, answered);
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
