import { reportUncaught } from './values.js';

/** The handlers of an embed, by topic. */
export class Handlers {
  /** Each list is never changed, so that one can be walked through while handlers come and go. */
  readonly #byTopic = new Map<string, readonly Handler[]>();
  /** What was reported before the page could add its handlers. */
  #held: (readonly [topic: string, message: unknown])[] | undefined;
  /** Called at the end of the embed: what waits for a message will get none. */
  readonly onEnd: Set<() => void> = new Set();

  /** Adds `call` as a handler of `topic`. The function that it returns removes it. */
  add(topic: string, call: (message: never) => void): () => void {
    // An object of its own, because one function can be the handler twice.
    const handler = { call } as Handler;
    const others = this.#byTopic.get(topic)?.filter((one) => one.call) ?? [];
    this.#byTopic.set(topic, [...others, handler]);
    return () => (handler.call = undefined);
  }

  /** What is reported waits in its order until the page has the embed, and the next task begins. */
  hold(): void {
    this.#held ??= [];
    setTimeout(() => this.#release());
  }

  /** Hands `message` to every handler of `topic`. An error of one does not stop the others. */
  call(topic: string, message: unknown): void {
    if (this.#held) return void this.#held.push([topic, message]);
    const handlers = this.#byTopic.get(topic);
    if (!handlers) return;
    for (const handler of handlers) {
      try {
        handler.call?.(message);
      } catch (error) {
        reportUncaught(error);
      }
    }
  }

  #release(): void {
    const held = this.#held;
    this.#held = undefined;
    for (const [topic, message] of held ?? []) this.call(topic, message);
  }

  /** Removes every handler, and tells those who wait. */
  end(): void {
    this.#release();
    for (const handler of [...this.#byTopic.values()].flat()) handler.call = undefined;
    for (const call of [...this.onEnd]) call();
  }
}

interface Handler {
  /** Undefined once it is removed. */
  call: ((message: unknown) => void) | undefined;
}
