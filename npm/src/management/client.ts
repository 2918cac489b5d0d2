import { load } from './core.js';
import { InvalidRequestError } from './errors.js';
import type { Namespaces } from './namespaces.js';
import { LIST, QUERY, STREAM, TABLE } from './operations.js';
import type { ClientOptions, Credential, OpenBody, RequestOptions } from './options.js';
import { ApiPromise, ListPromise, Page, type Outcome } from './promise.js';
import { isSecure, readTaken, send, unreadable, type Prepared } from './send.js';
import { longWork } from './work.js';

/** An operation of the service. */
export interface Operation {
  /** The method on the client: `workbooks.duplicate`. */
  readonly id: string;
  /** `*` where the caller gives it. */
  readonly method: string;
  /** From the base URL on; `{name}` stands for a parameter. */
  readonly path: string;
  /** Which of the service's three APIs it belongs to. */
  readonly api: 'management' | 'build' | 'scim';
}

/** An operation with what the WebAssembly wants to know of it. */
interface Row extends Operation {
  readonly traits: number;
  readonly needs: string;
}

/** A call, as it was made. */
interface Call {
  row: Row;
  method: string;
  parameters: unknown[];
  query: unknown[];
  body: unknown;
  options: RequestOptions;
}

/** The namespaces of the table: `client.workbooks.duplicate(…)`. */
export interface ManagementClient extends Namespaces {}

/** A client of the management API. */
export class ManagementClient {
  /** Every operation this version knows. */
  readonly operations: readonly Operation[];
  readonly #options: ClientOptions;
  readonly #baseUrl: string;
  readonly #told = new Set<string>();

  constructor(options: ClientOptions) {
    this.#options = { ...options };
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
    // Platforms and the rules of retries know a method by its capitals.
    const verb = method.toUpperCase();
    const row = { id: 'request', method: verb, path, api: apiOf(path), traits: 0, needs: '' };
    const call = { row, method: verb, parameters: [], query: [query], body, options: rest };
    return new ApiPromise(
      (unread, taken) => this.#send(call, unread, taken) as Promise<Outcome<T>>,
    );
  }

  /** A method of the table: the parameters of its path, its input, its options. */
  #call(row: Row, args: unknown[]): ApiPromise<unknown> {
    const rest = [...args];
    const method = row.method === '*' ? String(rest.shift()).toUpperCase() : row.method;
    const parameters = rest.splice(0, row.path.split('{').length - 1);
    const [input, options = {}] = rest as [unknown, RequestOptions?];
    const call: Call = { row, method, parameters, query: [], body: undefined, options };
    if (row.method === '*') {
      const { query, body } = (input ?? {}) as { query?: unknown; body?: unknown };
      Object.assign(call, { query: [query], body });
    } else if (row.traits & QUERY) call.query = [input];
    else call.body = input ?? undefined;
    call.query.push(options.query);
    if (row.traits & LIST) return this.#list(call);
    const streams = (row.traits & STREAM) !== 0;
    return new ApiPromise(async (unread, taken) => {
      if (streams && taken) return taken;
      const outcome = await this.#send(call, unread || streams, taken);
      return streams ? { ...outcome, data: outcome.response } : outcome;
    });
  }

  #list(call: Call): ListPromise<unknown> {
    return new ListPromise(async (unread, taken) => {
      const outcome = await this.#send(call, unread, taken);
      if (unread) return outcome as Outcome<never>;
      return { ...outcome, data: await this.#page(call, outcome) };
    });
  }

  async #page(call: Call, { data: body, response }: Outcome<unknown>): Promise<Page<unknown>> {
    const { row } = call;
    const core = await load();
    const query = Object.assign({}, ...call.query) as Record<string, unknown>;
    const read = core.readPage(row.traits, body, query);
    if (read.length === 1)
      throw unreadable(`${row.id}: ${String(read[0])}`, row.id, response, body);
    const [items, key, value, deprecation] = read as [unknown[] | null, string, string, string];
    this.#tell(row.id, deprecation);
    const next = key
      ? () => this.#list({ ...call, query: [{ ...query, [key]: value }] })
      : undefined;
    return new Page(items ?? [], body, next);
  }

  async #send(call: Call, unread: boolean, taken?: Outcome<unknown>): Promise<Outcome<unknown>> {
    const { row } = call;
    const { logger, fetch = globalThis.fetch } = this.#options;
    call.options.signal?.throwIfAborted();
    const core = await load();
    if (taken) {
      const outcome = await readTaken(core, row.id, taken);
      this.#tell(row.id, core.deprecatedAnswer(row.traits, outcome.data));
      return outcome;
    }
    const path = this.#options.paths?.[row.id] ?? row.path;
    const query = call.query.filter((part) => part !== undefined && part !== null);
    const [target, ...deprecations] = core.prepare(
      ...[path, row.needs, row.traits, call.parameters, query, call.body],
    ) as [string, ...string[]];
    for (const deprecation of deprecations) this.#tell(row.id, deprecation);
    const carrier = {
      core,
      // Not as a method of these options: browsers refuse that.
      fetch: (url: RequestInfo | URL, init?: RequestInit) => fetch(url, init),
      debug: (message: string) => logger?.debug?.(message),
      info: (message: string) => logger?.info?.(message),
    };
    const outcome = await send(carrier, this.#prepare(call, target), unread);
    if (!unread) this.#tell(row.id, core.deprecatedAnswer(row.traits, outcome.data));
    return outcome;
  }

  #prepare({ row, method, body, options }: Call, target: string): Prepared {
    const json = isJson(body);
    const media = row.api === 'scim' ? 'application/scim+json' : 'application/json';
    return {
      ...{ id: row.id, traits: row.traits, method },
      url: this.#baseUrl + target,
      headers: {
        Accept: 'application/json, */*;q=0.5',
        ...(json && { 'Content-Type': media }),
        ...this.#options.headers,
        ...options.headers,
        ...(options.idempotencyKey !== undefined && { 'Idempotency-Key': options.idempotencyKey }),
      },
      body: json ? JSON.stringify(body) : (body as BodyInit | undefined),
      keyed: options.idempotencyKey !== undefined,
      timeoutMs: options.timeoutMs ?? this.#options.timeoutMs ?? 60_000,
      maxRetries: options.maxRetries ?? this.#options.maxRetries ?? 2,
      signal: options.signal,
      authorize: () => this.#authorize(row.api),
    };
  }

  async #authorize(api: Operation['api']): Promise<readonly [string, string] | undefined> {
    const { accessToken, apiKey, scimToken, scimScheme } = this.#options;
    const given: [string, Credential | undefined][] = [
      ['scimToken', api === 'scim' ? scimToken : undefined],
      ['accessToken', accessToken],
      ['apiKey', apiKey],
    ];
    const found = given.find(([, credential]) => credential !== undefined);
    if (!found) return undefined;
    const [field, credential] = found;
    const secret = typeof credential === 'function' ? await credential() : credential;
    const byKey = field === 'scimToken' && scimScheme === 'Api-Key';
    const core = await load();
    return [core.authorization(byKey, String(secret ?? ''), field), String(secret)];
  }

  /** Tells once of what the service has deprecated. */
  #tell(id: string, deprecation: string | null | undefined): void {
    if (!deprecation || this.#told.has(deprecation)) return;
    this.#told.add(deprecation);
    this.#options.logger?.warn?.(`${id}: ${deprecation}`);
  }
}

/** The rows of the table. */
function readTable(): Row[] {
  return TABLE.split('\n').map((line) => {
    const [id, method, path, traits, ...needs] = line.split(' ') as [
      string,
      string,
      string,
      string,
    ];
    return { id, method, path, api: apiOf(path), traits: Number(traits), needs: needs.join(' ') };
  });
}

function apiOf(path: string): Operation['api'] {
  if (path.startsWith('/api/scim/')) return 'scim';
  return path.startsWith('/build/') ? 'build' : 'management';
}

/** Puts a method in its place: `scim.users.list` in `client.scim.users`. */
function place(client: object, id: string, method: (...args: unknown[]) => unknown): void {
  const names = id.split('.');
  const last = names.pop() as string;
  let at = client as Record<string, object>;
  for (const name of names) at = (at[name] ??= {}) as typeof at;
  at[last] = method;
}

/** Refuses wrong options; gives the base URL without a slash at its end. */
function checkOptions(options: ClientOptions): string {
  const url = parseUrl(options.baseUrl);
  if (!url || !isSecure(url) || url.username || url.password || url.search || url.hash)
    throw new InvalidRequestError(
      'baseUrl',
      "baseUrl must be the tenant's https URL without credentials, query or fragment; plain http is accepted on loopback hosts alone.",
    );
  if (options.apiKey !== undefined && options.accessToken !== undefined)
    throw new InvalidRequestError('apiKey', 'apiKey and accessToken exclude each other.');
  for (const field of ['apiKey', 'scimToken'] as const)
    if (options[field] !== undefined && !options.dangerouslyAllowBrowser && inPage())
      throw new InvalidRequestError(
        field,
        `${field} must not be used in a page or a worker, where everybody can read it: let your own server make the calls, or use an access token.`,
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

/** Whether this runs in a page or a worker of one. */
function inPage(): boolean {
  return (
    typeof document !== 'undefined' ||
    ('WorkerGlobalScope' in globalThis && 'importScripts' in globalThis)
  );
}

/** Whether a body is sent as JSON, not as `fetch` takes it. */
function isJson(body: unknown): boolean {
  const isRaw =
    typeof body === 'string' ||
    ArrayBuffer.isView(body) ||
    [ArrayBuffer, Blob, FormData, URLSearchParams, ReadableStream].some(
      (type) => body instanceof type,
    );
  return body !== undefined && !isRaw;
}
