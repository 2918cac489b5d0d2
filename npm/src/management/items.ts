/** The items of all pages of a list. */
import type { Page } from './promise.js';

/** What comes of a step. */
type Step<Item> = IteratorResult<Item, undefined>;

/**
 * Gives each item of each page, one by one. Not an asynchronous generator, but for the time: that
 * waits three times for each item, and this once.
 */
export class Items<Item> implements AsyncIterableIterator<Item> {
  #items: Item[] = [];
  #index = 0;
  /** Fetches the next page; undefined after the last, or after a failure. */
  #fetch: (() => Promise<Page<Item>>) | undefined;
  /** The last step that is under way: another one waits for it. */
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

  /** Ends the iteration: nothing more is fetched. */
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
    // A page may be empty, and not the last.
    while (this.#index >= this.#items.length) {
      const coming = this.#fetch?.();
      // While a page is fetched, nothing here holds the one before it.
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

  /** Takes a step once those before it are over, however they ended. */
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
