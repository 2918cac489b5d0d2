/** What calls return: promises that send nothing before somebody waits for them. */

import { Items } from './items.js';
import { requestId } from './send.js';

/** What came back. */
export interface Answer<T> {
  /** The decoded body; undefined where there is none. */
  data: T;
  /** Its status and headers; its body has been read where `data` is there. */
  response: Response;
}

/** How a call ended. */
export interface Outcome<T> extends Answer<T> {
  /** The header `X-Request-Id`. */
  requestId: string | null;
}

/**
 * Makes the call; with `unread`, the answer has no data, and the body of the response is unread.
 * `taken` is the answer to a call that was made unread: it is read, not sent again.
 */
export type Start<T> = (unread: boolean, taken?: Answer<unknown>) => Promise<Answer<T>>;

/** A call. It is sent when it is awaited, once. */
export class ApiPromise<T> implements Promise<T> {
  /** `ApiPromise`. */
  readonly [Symbol.toStringTag] = 'ApiPromise';
  readonly #start: Start<T>;
  #decoded: Promise<Answer<T>> | undefined;
  #unread: Promise<Answer<T>> | undefined;

  /** @internal */
  constructor(start: Start<T>) {
    this.#start = start;
  }

  /** The response, its body unread. An error of the service rejects, as it does for the data. */
  async asResponse(): Promise<Response> {
    this.#unread ??= this.#decoded ?? this.#start(true);
    return (await this.#unread).response;
  }

  /** The decoded body, with the response it came in. */
  async withResponse(): Promise<Outcome<T>> {
    const answer = await this.#answer();
    return { ...answer, requestId: requestId(answer.response) };
  }

  /** Makes the call, where it has not been made. */
  then<A = T, B = never>(
    fulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer().then(
      ({ data }) => (fulfilled ? fulfilled(data) : (data as unknown as A)),
      rejected,
    );
  }

  /** Makes the call, and hears of its failure. */
  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, rejected);
  }

  /** Makes the call, and hears of its end. */
  finally(settled?: (() => void) | null): Promise<T> {
    return this.then().finally(settled);
  }

  #answer(): Promise<Answer<T>> {
    return (this.#decoded ??= this.#unread
      ? this.#unread.then((taken) => this.#start(false, taken))
      : this.#start(false));
  }
}

/** One page of a list. */
export class Page<Item> {
  /** What the page holds, in the service's order. */
  readonly items: Item[];
  /** The whole answer. */
  readonly body: unknown;
  readonly #next: (() => ListPromise<Item>) | undefined;

  /** @internal */
  constructor(items: Item[], body: unknown, next: (() => ListPromise<Item>) | undefined) {
    this.items = items;
    this.body = body;
    this.#next = next;
  }

  /** How a cursor list goes on. */
  get pageInfo(): { hasNextPage?: boolean; endCursor?: string | null } | undefined {
    return this.#part('pageInfo');
  }

  /** How an offset list goes on. */
  get pagination(): { offset?: number; limit?: number; total?: number } | undefined {
    return this.#part('pagination');
  }

  /** Whether there is more. */
  hasNextPage(): boolean {
    return this.#next !== undefined;
  }

  /** Fetches the next page; rejects where there is none. */
  async getNextPage(): Promise<Page<Item>> {
    if (!this.#next) throw new RangeError('There is no next page: see hasNextPage().');
    return this.#next();
  }

  #part<T>(key: string): T | undefined {
    return (this.body as Record<string, T | null> | null)?.[key] ?? undefined;
  }
}

/**
 * A list. Awaited it is its first page; iterated it is all items of all pages, each page fetched
 * when it is reached. Leaving the loop ends the fetching.
 */
export class ListPromise<Item> extends ApiPromise<Page<Item>> implements AsyncIterable<Item> {
  /** All items of all pages. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Item> {
    return new Items(() => this.then());
  }

  /** All pages, one after the other. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let page = await this.then();
    for (;;) {
      yield page;
      if (!page.hasNextPage()) return;
      page = await page.getNextPage();
    }
  }
}
