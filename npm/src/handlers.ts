/** The handlers of an embed, by topic. */
export class Handlers {
  readonly #byTopic = new Map<string, readonly Handler[]>();

  /** Adds `call` as a handler of `topic`. The function that it returns removes it. */
  add(topic: string, call: (message: never) => void): () => void {
    const handler: Handler = { call: call as Handler['call'], isRemoved: false };
    // The list is replaced, not changed: a delivery under way goes through the list it began with.
    this.#byTopic.set(topic, [...(this.#byTopic.get(topic) ?? []), handler]);
    return () => {
      handler.isRemoved = true;
      const others = this.#byTopic.get(topic)?.filter((other) => other !== handler);
      if (others) this.#byTopic.set(topic, others);
    };
  }

  /** Hands `message` to every handler of `topic`. An error of one does not stop the others. */
  call(topic: string, message: unknown): void {
    const handlers = this.#byTopic.get(topic);
    if (!handlers) return;
    for (const handler of handlers) {
      if (handler.isRemoved) continue;
      try {
        handler.call(message);
      } catch (error) {
        reportError(error);
      }
    }
  }

  /** Removes every handler. */
  clear(): void {
    for (const handlers of this.#byTopic.values())
      for (const handler of handlers) handler.isRemoved = true;
    this.#byTopic.clear();
  }
}

interface Handler {
  readonly call: (message: unknown) => void;
  isRemoved: boolean;
}
