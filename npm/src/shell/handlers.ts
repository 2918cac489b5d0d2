import { reportUncaught } from './values.js';

/** The handlers of an embed, by topic. */
export class Handlers {
  readonly #byTopic = new Map<string, Set<Handler>>();
  /** What was reported before the page could add its handlers. */
  #held: (readonly [topic: string, message: unknown])[] | undefined;
  /** Called at the end of the embed: what waits for a message will get none. */
  readonly onEnd: Set<() => void> = new Set();

  /** Adds `call` as a handler of `topic`. The function that it returns removes it. */
  add(topic: string, call: (message: never) => void): () => void {
    // An object of its own, because one function can be the handler twice.
    const handler = { call } as Handler;
    const handlers = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, handlers.add(handler));
    return () => handlers.delete(handler);
  }

  /** What is reported waits in its order until the page has the embed, and the next task begins. */
  hold(): void {
    this.#held ??= [];
    setTimeout(() => this.#release());
  }

  #release(): void {
    const held = this.#held;
    this.#held = undefined;
    for (const [topic, message] of held ?? []) this.call(topic, message);
  }

  /** Hands `message` to every handler of `topic`. An error of one does not stop the others. */
  call(topic: string, message: unknown): void {
    if (this.#held) return void this.#held.push([topic, message]);
    const handlers = this.#byTopic.get(topic);
    if (!handlers) return;
    // A copy: a handler that is added meanwhile is called from the next message on.
    for (const handler of [...handlers]) {
      if (!handlers.has(handler)) continue;
      try {
        handler.call(message);
      } catch (error) {
        reportUncaught(error);
      }
    }
  }

  /** Removes every handler, and tells those who wait. */
  end(): void {
    this.#release();
    for (const handlers of this.#byTopic.values()) handlers.clear();
    for (const call of [...this.onEnd]) call();
  }
}

interface Handler {
  readonly call: (message: unknown) => void;
}
