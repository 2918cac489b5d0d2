/** Iterates over the items of all pages of a list. */
import type { Page } from './promise.js';

/** The result of `next()`. */
type Step<Item> = IteratorResult<Item, undefined>;

/**
 * Yields each item of each page. Not an async generator, which would be slower: it awaits three
 * promises for each item, and this class awaits one.
 */
export class Items<Item> implements AsyncIterableIterator<Item> {
  #items: Item[] = [];
  #index = 0;
  /** Fetches the next page; undefined after the last, or after a failure. */
  #fetch: (() => Promise<Page<Item>>) | undefined;
  /** The last step that has not settled. The next step waits for it. */
  #last: Promise<Step<Item>> | undefined;

  constructor(first: () => Promise<Page<Item>>) {
    this.#fetch = first;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Step<Item>> {
    if (this.#last || this.#index >= this.#items.length) return this.#inTurn(() => this.#advance());
    return Promise.resolve(this.#item());
  }

  /** Ends the iteration. No more pages are fetched. */
  return(): Promise<Step<Item>> {
    return this.#inTurn(() => {
      this.#items = [];
      this.#fetch = undefined;
      return Promise.resolve({ done: true, value: undefined });
    });
  }

  #item(): Step<Item> {
    return { done: false, value: this.#items[this.#index++] as Item };
  }

  async #advance(): Promise<Step<Item>> {
    // An empty page need not be the last one.
    while (this.#index >= this.#items.length) {
      const coming = this.#fetch?.();
      // Releases the previous page before the next one arrives, so that memory holds only one.
      this.#fetch = undefined;
      this.#items = [];
      this.#index = 0;
      if (!coming) return { done: true, value: undefined };
      const page = await coming;
      this.#items = page.items;
      if (page.hasNextPage()) this.#fetch = () => page.getNextPage();
    }
    return this.#item();
  }

  /** Takes a step after all earlier steps have settled. */
  #inTurn(step: () => Promise<Step<Item>>): Promise<Step<Item>> {
    const result = this.#last ? this.#last.then(step, step) : step();
    this.#last = result;
    const settled = () => {
      if (this.#last === result) this.#last = undefined;
    };
    result.then(settled, settled);
    return result;
  }
}
