/** Reads the body of an answer, but never more than a limit. Bytes are counted after decompression. */

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
