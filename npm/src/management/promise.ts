/** The promises that calls return. They send nothing before they are awaited. */

import { Items } from './items.js';
import { requestId } from './send.js';

/** The answer to a call. */
export interface Answer<T> {
  /** The decoded body; undefined if there is none. */
  data: T;
  /** The response with its status and headers. Its body has been read, except for a file. */
  response: Response;
}

/** The answer to a call, with the request's id. */
export interface Outcome<T> extends Answer<T> {
  /** The header `X-Request-Id`, or null. */
  requestId: string | null;
}

/**
 * Sends the call. If `unread`, the answer has no data and the body of its response is not read.
 * `taken` is the answer to an earlier unread call: its body is read, and nothing is sent.
 */
export type Start<T> = (unread: boolean, taken?: Answer<unknown>) => Promise<Answer<T>>;

/** A call. It is sent once, when it is first awaited. */
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

  /** Sends the call. Resolves to the response with an unread body. Rejects if the service fails. */
  async asResponse(): Promise<Response> {
    this.#unread ??= this.#decoded ?? this.#start(true);
    return (await this.#unread).response;
  }

  /** Sends the call. Resolves to the decoded body and the response. */
  async withResponse(): Promise<Outcome<T>> {
    const answer = await this.#answer();
    return { ...answer, requestId: requestId(answer.response) };
  }

  /** Sends the call, unless it was already sent. */
  then<A = T, B = never>(
    fulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer().then(
      ({ data }) => (fulfilled ? fulfilled(data) : (data as unknown as A)),
      rejected,
    );
  }

  /** Sends the call, unless it was already sent, and handles its failure. */
  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, rejected);
  }

  /** Sends the call, unless it was already sent, and runs `settled` at its end. */
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
  /** The items, in the service's order. */
  readonly items: Item[];
  /** The whole decoded answer. */
  readonly body: unknown;
  readonly #next: (() => ListPromise<Item>) | undefined;

  /** @internal */
  constructor(items: Item[], body: unknown, next: (() => ListPromise<Item>) | undefined) {
    this.items = items;
    this.body = body;
    this.#next = next;
  }

  /** The `pageInfo` of a cursor list. */
  get pageInfo(): { hasNextPage?: boolean; endCursor?: string | null } | undefined {
    return this.#part('pageInfo');
  }

  /** The `pagination` of an offset list. */
  get pagination(): { offset?: number; limit?: number; total?: number } | undefined {
    return this.#part('pagination');
  }

  /** True if there is a next page. */
  hasNextPage(): boolean {
    return this.#next !== undefined;
  }

  /** Fetches the next page. Rejects with a RangeError if there is none. */
  async getNextPage(): Promise<Page<Item>> {
    if (!this.#next) throw new RangeError('There is no next page. Check hasNextPage() first.');
    return this.#next();
  }

  #part<T>(key: string): T | undefined {
    return (this.body as Record<string, T | null> | null)?.[key] ?? undefined;
  }
}

/**
 * A call that lists items. `await` resolves to the first page. `for await` iterates over the items of
 * all pages, and fetches each page when it is reached. Leaving the loop stops the fetching.
 */
export class ListPromise<Item> extends ApiPromise<Page<Item>> implements AsyncIterable<Item> {
  /** Iterates over all items of all pages. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Item> {
    return new Items(() => this.then());
  }

  /** Iterates over all pages. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let page = await this.then();
    for (;;) {
      yield page;
      if (!page.hasNextPage()) return;
      page = await page.getNextPage();
    }
  }
}
