import { readLater, type Reply } from './answer.js';
import { send } from './call.js';
import { unusable } from './failure.js';
import type { Namespaces } from './generated/namespaces.js';
import { OPERATIONS, type Row } from './generated/operations.js';
import { longWork } from './job.js';
import type { ClientOptions, OpenBody, RequestOptions } from './options.js';
import { readPage, seenBefore, type Seen } from './page.js';
import { ApiPromise, ListPromise, Page } from './promise.js';
import { partsOf, prepare, queryOf, type Arguments, type Settings } from './request.js';
import { settingsOf, withEnvironment } from './settings.js';
import { apiOf, member, ownOf } from './values.js';

/** An operation of the service. */
export interface Operation {
  /** The method on the client: `workbooks.duplicate`. */
  readonly id: string;
  /** The HTTP method; `*` if the caller chooses it. */
  readonly method: string;
  /** The path after the base URL; `{name}` is a parameter. */
  readonly path: string;
  /** Which of the service's three APIs it belongs to. */
  readonly api: 'management' | 'build' | 'scim';
}

/** The methods of the client, by namespace: `client.workbooks.duplicate(…)`. */
export interface ManagementClient extends Namespaces {}

/** A client of the management API. */
export class ManagementClient {
  /** Every operation that this version knows. */
  readonly operations: readonly Operation[];
  readonly #options: ClientOptions;
  readonly #settings: Settings;

  /**
   * Creates a client.
   *
   * @throws {@link InvalidRequestError} if an option is wrong.
   */
  constructor(options: ClientOptions = {}) {
    // A copy, because the options are checked only once and the caller could change the object.
    const given = withEnvironment(options);
    // Some iterables can be read only once.
    if (Symbol.iterator in Object(given.headers)) given.headers = [...(given.headers as Headers)];
    this.#options = ownOf({ ...given, paths: ownOf({ ...given.paths }) });
    this.#settings = settingsOf(this.#options);
    this.operations = OPERATIONS.map(({ id, method, path }) =>
      Object.freeze({ id, method, path, api: apiOf(path) }),
    );
    for (const row of OPERATIONS.map(ownOf)) {
      const path = lazy(() => partsOf(this.#options.paths?.[row.id] ?? row.path));
      place(this, row.id, (...args: unknown[]) => this.#call(row, path, args));
    }
    longWork(this);
  }

  /** Returns a client that differs in some options. A new credential replaces one of another kind. */
  withOptions(options: ClientOptions): ManagementClient {
    const { apiKey: _, accessToken: __, ...rest } = this.#options;
    const { apiKey, accessToken, baseUrl, retryBudget } = ownOf(options);
    const isReplaced = apiKey !== undefined || accessToken !== undefined;
    const client = new ManagementClient({ ...(isReplaced ? rest : this.#options), ...options });
    // Both call the same service.
    if (retryBudget === undefined && baseUrl === undefined)
      client.#settings.budget = this.#settings.budget;
    return client;
  }

  /** Calls an operation that this version does not know. `path` begins at the base URL. */
  request<T = unknown>(
    method: string,
    path: string,
    options: RequestOptions & { body?: OpenBody | undefined } = {},
  ): ApiPromise<T> {
    const { body, ...rest } = ownOf(options);
    const id = 'request';
    const row = ownOf<Row>({ id, method, path: String(path) });
    return this.#one({
      ...{ row, path: () => partsOf(row.path), parameters: [], query: undefined, body },
      ...{ options: rest, method: upperCase(method) },
    }) as ApiPromise<T>;
  }

  /** Calls an operation. `args`: the parameters of its path, the input, the options. */
  #call(row: Row, path: Arguments['path'], args: unknown[]): ApiPromise<unknown> {
    const isAny = row.method === '*';
    const method = isAny ? upperCase(args.shift()) : row.method;
    const parameters = args.splice(0, row.path.split('{').length - 1);
    const input = row.input === undefined ? undefined : (args.shift() ?? undefined);
    const given = args.filter((arg) => arg !== undefined && arg !== null);
    const options = (given.at(-1) ?? {}) as RequestOptions;
    const [query, body] = isAny
      ? [member(input, 'query'), member(input, 'body')]
      : row.input === 'query'
        ? [input]
        : [undefined, input];
    const call: Arguments = { row, method, path, parameters, query, body, options };
    if (row.answer === 'list') return this.#list(call, undefined);
    return row.answer === 'file' ? this.#file(call) : this.#one(call);
  }

  #one(call: Arguments): ApiPromise<unknown> {
    const { row } = call;
    return new ApiPromise({
      send: (isUnread) => this.#send(call, isUnread),
      read: async (reply) => {
        const { data } = await readIfUnread(row.id, reply);
        this.#settings.log.warnOfDeprecated(row, data);
        return data;
      },
      unheard: (error) => this.#unheard(row.id, error),
    });
  }

  /** A call that resolves to a file: to its response with an unread body. */
  #file(call: Arguments): ApiPromise<Response> {
    return new ApiPromise({
      send: () => this.#send(call, () => true),
      read: ({ response }) => response,
      unheard: (error) => this.#unheard(call.row.id, error),
    });
  }

  /** `seen` are the cursors of the pages before this one. */
  #list(call: Arguments, seen: Seen | undefined): ListPromise<unknown> {
    const { row } = call;
    return new ListPromise({
      send: (isUnread) => this.#send(call, isUnread),
      read: async (reply) => this.#page(call, await readIfUnread(row.id, reply), seen),
      unheard: (error) => this.#unheard(row.id, error),
    });
  }

  #page(call: Arguments, reply: Reply, seen: Seen | undefined): Page<unknown> {
    const { row, options } = call;
    const { data } = reply;
    const query = queryOf(call);
    const page = readPage(data, query, seen);
    if (typeof page === 'string') throw unusable(row.id, page, reply);
    if (page.isDeprecated && row.paging === 'cursor')
      this.#settings.log.warnOnce(
        `${row.id}: The list has the deprecated fields data, count and pagination instead of items and pageInfo.`,
      );
    const { next } = page;
    if (next === undefined) return new Page(page.items, data, undefined);
    if (typeof next === 'string')
      return new Page(page.items, data, () => Promise.reject(unusable(row.id, next, reply)));
    const [key, value] = next;
    const cursors = key === 'after' ? seenBefore(String(value), page, seen) : seen;
    const following = { ...call, options: { ...options, query: { ...query, [key]: value } } };
    return new Page(page.items, data, () => this.#list(following, cursors).then());
  }

  async #send(call: Arguments, isUnread: () => boolean): Promise<Reply> {
    return send(this.#settings, prepare(this.#settings, call, isUnread));
  }

  #unheard(id: string, error: unknown): void {
    const message = error instanceof Error ? error.message : 'it was aborted';
    this.#settings.log.tell('error', `${id} failed, and nobody awaits it. ${message}`);
  }
}

const readIfUnread = (id: string, reply: Reply): Reply | Promise<Reply> =>
  reply.text === undefined ? readLater(id, reply) : reply;

/** Makes a value when it is needed first. A call would spend a tenth of its time on its path. */
function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Adds a method to its namespace: `scim.users.list` to `client.scim.users`. */
function place(client: object, id: string, method: (...args: unknown[]) => unknown): void {
  const names = id.split('.');
  const last = names.pop() as string;
  let at = client as Record<string, object>;
  for (const name of names) at = (at[name] ??= {}) as typeof at;
  at[last] = method as unknown as object;
}

/** `fetch` and the retry rules expect upper case. */
const upperCase = (method: unknown): string =>
  typeof method === 'string' ? method.toUpperCase() : '';
