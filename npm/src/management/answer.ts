/** Reads the body of an answer, but never more than a limit. Bytes are counted after decompression. */
import { ConnectionError, ManagementError, TimeoutError } from './errors.js';
import { unreadable, unusable } from './failure.js';
import { beforeAbort, limitOf, throwIfAborted } from './limit.js';
import type { Limits } from './request.js';

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

/** The most bytes that are read of an answer if the caller sets no limit: 8 × 1,024 × 1,024. */
export const LONGEST_ANSWER = 8_388_608;

/** The most bytes that are read of an error's body. */
export const LONGEST_ERROR = 65_536;

/** The text of a body. */
export interface Text {
  text: string;
  /** True if the body is longer than the limit. The text is its beginning then. */
  isCut: boolean;
}

/** True if the service says that an answer is longer than `maxBytes`, so that it need not be read. */
export const isTooLong = ({ body, headers }: Response, maxBytes: number): boolean =>
  // An answer to HEAD has the length of a body that is not there.
  body !== null && Number(headers.get('content-length')) > maxBytes;

/** Ends an answer that is not read, and with it the connection. */
export function discard(response: Response): void {
  response.body?.cancel().catch(() => {});
}

/** Reads a body up to `maxBytes`. The rest is not read. Aborting `signal` ends the reading. */
export async function textWithin(
  response: Response,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Text> {
  const stream = response.body as Partial<ReadableStream<Uint8Array>> | null | undefined;
  // There is no body, or a caller's `fetch` answered with an object that only resembles a response.
  if (!stream?.getReader) {
    const text = await response.text();
    return { text, isCut: text.length > maxBytes };
  }
  // WebKit reads an inherited `mode` if it is given nothing.
  const reader = stream.getReader({
    __proto__: null,
  } as object) as ReadableStreamDefaultReader<Uint8Array>;
  const stop = () => void reader.cancel().catch(() => {});
  signal?.addEventListener('abort', stop);
  const decoder = new TextDecoder();
  let text = '';
  let left = maxBytes;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (signal?.aborted) throw signal.reason;
      if (done) return { text: text + decoder.decode(), isCut: false };
      if (value.byteLength > left) {
        stop();
        return { text: text + decoder.decode(value.subarray(0, left)), isCut: true };
      }
      left -= value.byteLength;
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** No text, of a body that is not read. */
export const NO_TEXT: Text = { text: '', isCut: false };

/** Reads the body of a successful answer. Throws if it is longer than `maxBytes`, or is not JSON. */
export async function read(
  id: string,
  response: Response,
  secret: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ text: string; data: unknown }> {
  const isDeclared = isTooLong(response, maxBytes);
  if (isDeclared) discard(response);
  const { text, isCut } = isDeclared ? NO_TEXT : await textWithin(response, maxBytes, signal);
  if (isDeclared || isCut)
    throw unusable(
      id,
      `the answer has more than ${maxBytes} bytes, so it was not read to its end. If that is expected, raise maxResponseBytes.`,
      ...([{ response, text: undefined, secret }, 'response-too-large'] as const),
    );
  if (text.trim() === '') return { text, data: undefined };
  try {
    return { text, data: JSON.parse(text) as unknown };
  } catch {
    throw unreadable(id, { response, text, secret });
  }
}

/** Reads the body of a response that the caller received with `asResponse()`. */
export async function readLater(id: string, reply: Reply): Promise<Reply> {
  const { response, secret } = reply;
  const { timeoutMs, maxBytes, signal } = reply.limits;
  const { limit, signal: either, stop } = limitOf(timeoutMs, signal);
  try {
    // A stream that was read in part could be read on.
    if (response.bodyUsed) throw new TypeError('The body was already read.');
    // A body of a caller's `fetch` may ignore that its reading was cancelled.
    const body = await beforeAbort(read(id, response, secret, maxBytes, either), either);
    return { ...reply, ...body };
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
}
