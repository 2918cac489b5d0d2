// Messages that wait for somebody to read them. A page may never do so, and an embed decides how many
// there are and how large they are.

/** The most text that waiting messages may have together, in UTF-16 code units: about a megabyte. */
const MOST_TEXT = 2 ** 20;

/** What every value counts as, also if it has no text. */
const LEAST = 16;

/** The messages that wait, in their order. If there are too many, the oldest are dropped. */
export class Unread<T> {
  readonly #most: number;
  #waiting: { readonly message: T; readonly size: number }[] = [];
  #size = 0;

  /** For at most so many messages. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Keeps a message, whose data is `data`. One that is too large is not kept. */
  add(message: T, data: unknown): void {
    const size = sizeOf(data);
    if (size > MOST_TEXT) return;
    this.#waiting.push({ message, size });
    this.#size += size;
    while (this.#size > MOST_TEXT || this.#waiting.length > this.#most) this.take();
  }

  /** The oldest message, which waits no longer. */
  take(): T | undefined {
    const oldest = this.#waiting.shift();
    this.#size -= oldest?.size ?? 0;
    return oldest?.message;
  }

  clear(): void {
    this.#waiting = [];
    this.#size = 0;
  }
}

/**
 * How large a message is, at least as large as its texts. Infinite if it is too large, or has anything
 * but plain data, such as a file. Looks at no more of it than it must.
 */
function sizeOf(data: unknown): number {
  const values = [data];
  let size = LEAST;
  // An object that is there twice counts twice, so a cycle ends, too.
  while (values.length > 0 && size <= MOST_TEXT) {
    const value = values.pop();
    if (typeof value === 'string') size += value.length;
    else if (typeof value === 'bigint') return Infinity;
    else if (typeof value === 'object' && value !== null) {
      if (!PLAIN.test(Object.prototype.toString.call(value))) return Infinity;
      for (const name of Object.keys(value)) {
        size += LEAST + name.length;
        if (size > MOST_TEXT) return Infinity;
        values.push(value[name as never]);
      }
    }
  }
  return size;
}

const PLAIN = /^\[object (Object|Array|Date)\]$/;
