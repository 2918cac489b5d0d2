import { load, type Core } from './core.js';
import { InvalidRequestError } from './errors.js';
import type { Namespaces } from './namespaces.js';
import { APP_THEME, LIST, QUERY, STREAM, TABLE } from './operations.js';
import type { ClientOptions, Credential, OpenBody, RequestOptions } from './options.js';
import { member } from './platform.js';
import { ApiPromise, ListPromise, Page, type Answer } from './promise.js';
import {
  isSecure,
  readTaken,
  send,
  unreadable,
  type Authorization,
  type Prepared,
} from './send.js';
import { addQuery, fillPath } from './target.js';
import { longWork } from './work.js';

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

/** An operation, with the values that the WebAssembly needs for each call. */
interface Row extends Operation {
  readonly traits: number;
  /** The number of parameters in its path. */
  readonly parameters: number;
  readonly needs: string;
  /**
   * When a call needs no check by the WebAssembly: all parameters match the pattern `parameter`, and
   * the field `without` is not given. Empty if every call needs the check. The WebAssembly reports
   * this once per operation, because asking it at each call would double the cost of a call.
   */
  plain: [parameter?: string, without?: string] | undefined;
}

/** A page as the WebAssembly reads it. Missing parts are undefined. */
type PageRead = [items?: unknown[], key?: string, value?: string, deprecation?: string];

/** The arguments of a call. */
interface Call {
  row: Row;
  method: string;
  parameters: unknown[];
  query: unknown[];
  body: unknown;
  options: RequestOptions;
}

/** The methods of the client, by namespace: `client.workbooks.duplicate(…)`. */
export interface ManagementClient extends Namespaces {}

/** A client of the management API. */
export class ManagementClient {
  /** Every operation that this version knows. */
  readonly operations: readonly Operation[];
  readonly #options: ClientOptions;
  readonly #baseUrl: string;
  readonly #told = new Set<string>();
  /** The last header, reused because most credentials are the same for many calls. */
  #authorization: Authorization | undefined;

  constructor(options: ClientOptions) {
    // A copy, because a path is checked only once and the caller could change the object later.
    this.#options = { ...options, paths: { ...options.paths } };
    this.#baseUrl = checkOptions(options);
    const rows = readTable();
    this.operations = rows.map(({ id, method, path, api }) =>
      Object.freeze({ id, method, path, api }),
    );
    for (const row of rows) place(this, row.id, (...args: unknown[]) => this.#call(row, args));
    longWork(this);
  }

  /** Calls an operation that this version does not know. `path` begins at the base URL. */
  request<T = unknown>(
    method: string,
    path: string,
    options: RequestOptions & { body?: OpenBody | undefined } = {},
  ): ApiPromise<T> {
    const { body, query, ...rest } = options;
    // `fetch` and the retry rules expect upper case.
    const verb = method.toUpperCase();
    const row = rowOf(['request', verb, path, '0']);
    const call = { row, method: verb, parameters: [], query: [query], body, options: rest };
    return new ApiPromise((unread, taken) => this.#send(call, unread, taken) as Promise<Answer<T>>);
  }

  /** Calls an operation of the table. `args` are the path's parameters, the input and the options. */
  #call(row: Row, args: unknown[]): ApiPromise<unknown> {
    const any = row.method === '*';
    const method = any ? String(args[0]).toUpperCase() : row.method;
    const first = any ? 1 : 0;
    const parameters = args.slice(first, first + row.parameters);
    const [input, options = {}] = args.slice(first + row.parameters) as [unknown, RequestOptions?];
    const call: Call = { row, method, parameters, query: [], body: undefined, options };
    if (any) {
      const { query, body } = (input ?? {}) as { query?: unknown; body?: unknown };
      Object.assign(call, { query: [query], body });
    } else if (row.traits & QUERY) call.query = [input];
    else call.body = input ?? undefined;
    call.query.push(options.query);
    if (row.traits & LIST) return this.#list(call);
    if (row.traits & STREAM) return this.#stream(call);
    return new ApiPromise((unread, taken) => this.#send(call, unread, taken));
  }

  /** A call that resolves to a file: to its response with an unread body. */
  #stream(call: Call): ApiPromise<unknown> {
    return new ApiPromise(async (_, taken) => {
      const { response } = taken ?? (await this.#send(call, true));
      return { response, data: response };
    });
  }

  #list(call: Call): ListPromise<unknown> {
    return new ListPromise(async (unread, taken) => {
      const answer = await this.#send(call, unread, taken);
      if (unread) return answer as Answer<never>;
      return { ...answer, data: await this.#page(call, answer) };
    });
  }

  async #page(call: Call, { data: body, response }: Answer<unknown>): Promise<Page<unknown>> {
    const { row } = call;
    const core = await load();
    const query = Object.assign({}, ...call.query) as Record<string, unknown>;
    const read = core.readPage(row.traits, body, query) as string | PageRead;
    if (typeof read === 'string') throw unreadable(`${row.id}: ${read}`, row.id, response, body);
    const [items, key, value, deprecation] = read;
    this.#tell(row.id, deprecation);
    const next = key
      ? () => this.#list({ ...call, query: [{ ...query, [key]: value }] })
      : undefined;
    return new Page(items ?? [], body, next);
  }

  async #send(call: Call, unread: boolean, taken?: Answer<unknown>): Promise<Answer<unknown>> {
    const { row } = call;
    const { logger, fetch = globalThis.fetch } = this.#options;
    call.options.signal?.throwIfAborted();
    const core = await load();
    if (taken) {
      const answer = await readTaken(core, row.id, taken);
      this.#tellOf(core, row, answer);
      return answer;
    }
    const [target, deprecation] = this.#target(core, call);
    this.#tell(row.id, deprecation);
    const request = this.#prepare(core, call, target);
    const answer = await send({ core, fetch, logger }, request, unread);
    if (!unread) this.#tellOf(core, call.row, answer);
    return answer;
  }

  /** The path with the query, and a sentence if the input uses a deprecated field. */
  #target(core: Core, { row, parameters, query, body }: Call): [string, string?] {
    const path = this.#options.paths?.[row.id] ?? row.path;
    const queries = query.filter((part) => part !== undefined && part !== null);
    row.plain ??= core.plain(path, row.needs, row.traits) as NonNullable<Row['plain']>;
    const [parameter, without] = row.plain;
    const isNamed = (part: unknown) => without && member(part, without) !== undefined;
    if (parameter && !isNamed(body) && !queries.some(isNamed)) {
      const filled = fillPath(path, parameter, parameters);
      const target = filled && addQuery(filled, path.includes('?') ? '&' : '?', queries);
      if (target) return [target];
    }
    return core.prepare(path, row.needs, row.traits, parameters, queries, body) as [
      string,
      string?,
    ];
  }

  #prepare(core: Core, { row, method, body, options }: Call, target: string): Prepared {
    const json = isJson(body);
    const keyed = options.idempotencyKey !== undefined;
    return {
      id: row.id,
      traits: row.traits,
      method,
      url: this.#baseUrl + target,
      headers: () => {
        const headers: Record<string, string> = {};
        if (json)
          headers['Content-Type'] =
            row.api === 'scim' ? 'application/scim+json' : 'application/json';
        Object.assign(headers, this.#options.headers, options.headers);
        if (keyed) headers['Idempotency-Key'] = options.idempotencyKey as string;
        return headers;
      },
      body: json ? JSON.stringify(body) : (body as BodyInit | undefined),
      keyed,
      timeoutMs: options.timeoutMs ?? this.#options.timeoutMs ?? 60_000,
      maxRetries: options.maxRetries ?? this.#options.maxRetries ?? 2,
      signal: options.signal,
      authorize: () => this.#authorize(core, row.api),
    };
  }

  #authorize(core: Core, api: Operation['api']): ReturnType<Prepared['authorize']> {
    const { accessToken, apiKey, scimToken, scimScheme } = this.#options;
    const scim = api === 'scim' && scimToken !== undefined;
    const field = scim ? 'scimToken' : accessToken !== undefined ? 'accessToken' : 'apiKey';
    const credential: Credential | undefined = scim ? scimToken : (accessToken ?? apiKey);
    if (credential === undefined) return undefined;
    const write = (given: string): Authorization => {
      const secret = String(given ?? '');
      const last = this.#authorization;
      if (last?.secret === secret && last.field === field) return last;
      const byKey = scim && scimScheme === 'Api-Key';
      const header = core.authorization(byKey, secret, field) as string;
      return (this.#authorization = { header, secret, field });
    };
    if (typeof credential !== 'function') return write(credential);
    return (async () => write(await credential()))();
  }

  /** Logs deprecated fields of an answer. */
  #tellOf(core: Core, { id, traits }: Row, { data }: Answer<unknown>): void {
    if (traits & APP_THEME)
      this.#tell(id, core.deprecatedAnswer(traits, data) as string | undefined);
  }

  /** Logs a deprecation, each only once. */
  #tell(id: string, deprecation: string | undefined): void {
    if (!deprecation || this.#told.has(deprecation)) return;
    this.#told.add(deprecation);
    this.#options.logger?.warn?.(`${id}: ${deprecation}`);
  }
}

/** The rows of the table. */
function readTable(): Row[] {
  return TABLE.split('\n').map((line) => rowOf(line.split(' ') as RowParts));
}

/** A line of the table, split at its spaces. */
type RowParts = [id: string, method: string, path: string, traits: string, ...needs: string[]];

function rowOf([id, method, path, traits, ...needs]: RowParts): Row {
  const parameters = path.split('{').length - 1;
  const api = apiOf(path);
  return {
    ...{ id, method, path, api, parameters, traits: Number(traits), needs: needs.join(' ') },
    // `request` makes a new row for each call, so there is nothing to remember.
    plain: id === 'request' ? [] : undefined,
  };
}

function apiOf(path: string): Operation['api'] {
  if (path.startsWith('/api/scim/')) return 'scim';
  return path.startsWith('/build/') ? 'build' : 'management';
}

/** Adds a method to its namespace: `scim.users.list` to `client.scim.users`. */
function place(client: object, id: string, method: (...args: unknown[]) => unknown): void {
  const names = id.split('.');
  const last = names.pop() as string;
  let at = client as Record<string, object>;
  for (const name of names) at = (at[name] ??= {}) as typeof at;
  at[last] = method;
}

/** Throws if the options are wrong. Returns the base URL without a slash at its end. */
function checkOptions(options: ClientOptions): string {
  const url = parseUrl(options.baseUrl);
  if (!url || !isSecure(url) || url.username || url.password || url.search || url.hash)
    throw new InvalidRequestError(
      'baseUrl',
      "baseUrl must be the tenant's https URL without credentials, query or fragment; only loopback hosts may use plain http.",
    );
  if (options.apiKey !== undefined && options.accessToken !== undefined)
    throw new InvalidRequestError('apiKey', 'apiKey and accessToken must not be given together.');
  for (const field of ['apiKey', 'scimToken'] as const)
    if (options[field] !== undefined && !options.dangerouslyAllowBrowser && inPage())
      throw new InvalidRequestError(
        field,
        `${field} must not be used in a page or a worker, where everybody can read it. Make the calls from your server, or use an access token.`,
      );
  return url.href.replace(/\/+$/, '');
}

function parseUrl(url: string | URL): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/** True in a page and in a worker of a page. */
function inPage(): boolean {
  return (
    typeof document !== 'undefined' ||
    ('WorkerGlobalScope' in globalThis && 'importScripts' in globalThis)
  );
}

/** True if a body is sent as JSON. `fetch` sends the other types unchanged. */
function isJson(body: unknown): boolean {
  if (typeof body !== 'object' || body === null)
    return body !== undefined && typeof body !== 'string';
  return !(
    ArrayBuffer.isView(body) ||
    [ArrayBuffer, Blob, FormData, URLSearchParams, ReadableStream].some(
      (type) => body instanceof type,
    )
  );
}
