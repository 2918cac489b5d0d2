// Messages that wait for somebody to read them. A page may never do so, and an embed decides how many
// there are and how large they are.

/** What every value counts as, also if it has no text. */
const LEAST = 16;

/** The messages that wait, in their order. If there are too many, the oldest are dropped. */
export class Unread<T> {
  readonly #most: number;
  readonly #mostText: number;
  #waiting: { readonly message: T; readonly size: number }[] = [];
  #size = 0;

  /** For at most so many messages, and so many UTF-16 code units of their texts together. */
  constructor(most: number, mostText: number) {
    this.#most = most;
    this.#mostText = mostText;
  }

  /** Keeps a message, whose data is `data`. One that is too large is not kept. */
  add(message: T, data: unknown): void {
    const size = sizeOf(data, this.#mostText);
    if (size > this.#mostText) return;
    this.#waiting.push({ message, size });
    this.#size += size;
    while (this.#size > this.#mostText || this.#waiting.length > this.#most) this.take();
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
 * How large a message is, at least as large as its texts. More than `most` if it is too large, or has
 * anything but plain data, such as a file. Looks at no more of it than it must.
 */
function sizeOf(data: unknown, most: number): number {
  const values = [data];
  let size = LEAST;
  // An object that is there twice counts twice, so a cycle ends, too.
  while (values.length > 0 && size <= most) {
    const value = values.pop();
    if (typeof value === 'string') size += value.length;
    else if (typeof value === 'bigint') return Infinity;
    else if (typeof value === 'object' && value !== null) {
      if (!PLAIN.test(Object.prototype.toString.call(value))) return Infinity;
      // Before its names are listed: WebKit needs seconds for those of ten million members.
      if (Array.isArray(value) && value.length * LEAST > most) return Infinity;
      for (const name in value) {
        if (!Object.hasOwn(value, name)) continue;
        size += LEAST + name.length;
        if (size > most) return size;
        values.push(value[name as never]);
      }
    }
  }
  return size;
}

const PLAIN = /^\[object (Object|Array|Date)\]$/;
