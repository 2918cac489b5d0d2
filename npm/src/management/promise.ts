/** The promises that calls return. A call is sent at once, whether or not its promise is awaited. */

import type { Reply } from './answer.js';
import { Items } from './items.js';
import { member, requestIdOf } from './values.js';

/** The answer to a call. */
export interface Outcome<T> {
  /** The decoded body; undefined if there is none. */
  data: T;
  /** The response with its status and headers. Its body has been read, except for a file. */
  response: Response;
  /** The header `X-Request-Id` or `Request-Id`, or null. */
  requestId: string | null;
  /** The number of retries. */
  retries: number;
  /** The time from the call to its answer, in milliseconds, with all retries. */
  durationMs: number;
}

/** How a call is sent and read. */
export interface Sending<T> {
  /** Sends the call. The body of the answer is not read if `isUnread` says so when it arrives. */
  send: (isUnread: () => boolean) => Promise<Reply>;
  /** Makes the result of the answer, whose body is read now if it was not. */
  read: (reply: Reply) => T | Promise<T>;
  /** Called with the error of a call that nobody awaits. */
  unheard: (error: unknown) => void;
}

/** A call that is under way. */
export class ApiPromise<T> implements Promise<T> {
  /** `ApiPromise`. */
  readonly [Symbol.toStringTag] = 'ApiPromise';
  readonly #sending: Sending<T>;
  readonly #reply: Promise<Reply>;
  #isResponseWanted = false;
  #isHeard = false;
  #read: Promise<{ data: T; reply: Reply }> | undefined;

  /** @internal */
  constructor(sending: Sending<T>) {
    this.#sending = sending;
    this.#reply = sending.send(() => this.#isResponseWanted && !this.#read);
    // A failure that nobody handles must not end a Node process before the caller awaits the call.
    this.#reply.catch((error: unknown) => {
      if (!this.#isHeard) setTimeout(() => this.#isHeard || sending.unheard(error));
    });
  }

  /**
   * Resolves to the response with an unread body. Rejects if the service fails. Your own reading of the
   * body has no time limit. If you await the call afterwards, the client reads the body, within
   * `timeoutMs`.
   */
  async asResponse(): Promise<Response> {
    this.#isResponseWanted = true;
    this.#isHeard = true;
    const { response, text } = await this.#reply;
    if (text === undefined || !response.bodyUsed) return response;
    // The body has been read already, so the caller gets a copy.
    const { status, statusText, headers } = response;
    const isEmpty = [204, 205, 304].includes(status);
    return new Response(isEmpty ? null : text, { status, statusText, headers });
  }

  /** Resolves to the decoded body, the response, and facts about the call. */
  async withResponse(): Promise<Outcome<T>> {
    const { data, reply } = await this.answer();
    const { response, retries, durationMs } = reply;
    return { data, response, requestId: requestIdOf(response), retries, durationMs };
  }

  /** Resolves to the decoded body. */
  then<A = T, B = never>(
    fulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.answer().then(
      ({ data }) => (fulfilled ? fulfilled(data) : (data as unknown as A)),
      rejected,
    );
  }

  /** Handles the failure of the call. */
  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, rejected);
  }

  /** Runs `settled` at the end of the call. */
  finally(settled?: (() => void) | null): Promise<T> {
    return this.then().finally(settled);
  }

  /** @internal */
  answer(): Promise<{ data: T; reply: Reply }> {
    this.#isHeard = true;
    return (this.#read ??= this.#reply.then(async (reply) => ({
      data: await this.#sending.read(reply),
      reply,
    })));
  }
}

/** One page of a list. */
export class Page<Item> {
  /** The items, in the service's order. */
  readonly items: Item[];
  /** The whole decoded answer. */
  readonly body: unknown;
  readonly #next: (() => Promise<Page<Item>>) | undefined;

  /** @internal */
  constructor(items: Item[], body: unknown, next: (() => Promise<Page<Item>>) | undefined) {
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

  /**
   * Fetches the next page. Rejects with a RangeError if there is none, and with an `ApiError` if the
   * service says that there is one, but not how to get it.
   */
  async getNextPage(): Promise<Page<Item>> {
    if (!this.#next) throw new RangeError('There is no next page. Check hasNextPage() first.');
    return this.#next();
  }

  #part<T>(key: string): T | undefined {
    return member(this.body, key) as T | undefined;
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
