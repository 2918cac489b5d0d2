import { LONGEST_ANSWER } from './answer.js';
import { readLater, send, type Reply } from './call.js';
import { checkAnswer, checkInput } from './check.js';
import { invalid, InvalidRequestError } from './errors.js';
import { unusable } from './failure.js';
import type { Namespaces } from './generated/namespaces.js';
import { OPERATIONS, VERSION, type Row } from './generated/operations.js';
import { longWork } from './job.js';
import { Log } from './log.js';
import { HeaderList } from './headers.js';
import {
  amountOf,
  limitedOf,
  OPTIONS,
  type Authorization,
  type Call,
  type Settings,
} from './prepare.js';
import type {
  ClientOptions,
  Credential,
  OpenBody,
  Presumptions,
  RequestOptions,
} from './options.js';
import { readPage, seenBefore, type Seen } from './page.js';
import { ApiPromise, ListPromise, Page } from './promise.js';
import { Budget } from './retry.js';
import { parametersOf, partsOf, targetOf, type Parameters, type PathParts } from './request.js';
import {
  apiOf,
  inPage,
  isSecure,
  isSignal,
  LONGEST_URL,
  member,
  ofNames,
  ownOf,
  parsedUrl,
  type Api,
} from './values.js';

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

/** The arguments of a call. */
interface Arguments {
  row: Row;
  method: string;
  path: string;
  parameters: unknown[];
  /** The input of an operation whose input is the query. */
  query: unknown;
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
  readonly #settings: Settings;
  /** Where the inputs of operations go, if not where the table says. */
  readonly #inputs: NonNullable<Presumptions['inputs']>;
  /** The paths of the operations that were called. A call would spend a tenth of its time on them. */
  readonly #paths = new Map<Row, PathParts>();

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
    const presumed = ownOf({ ...given.presumptions });
    this.#options = ownOf({ ...given, paths: ownOf({ ...presumed.paths, ...given.paths }) });
    this.#inputs = ownOf({ ...presumed.inputs });
    this.#settings = settingsOf(this.#options);
    this.operations = OPERATIONS.map(({ id, method, path }) =>
      Object.freeze({ id, method, path, api: apiOf(path) }),
    );
    for (const row of OPERATIONS.map(ownOf)) {
      const count = row.path.split('{').length - 1;
      place(this, row.id, (...args: unknown[]) => this.#call(row, count, args));
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
      ...{ row, path: row.path, parameters: [], query: undefined, body, options: rest },
      method: upperCase(method),
    }) as ApiPromise<T>;
  }

  /** Calls an operation with `count` parameters in its path. `args`: those, the input, the options. */
  #call(row: Row, count: number, args: unknown[]): ApiPromise<unknown> {
    const isAny = row.method === '*';
    const method = isAny ? upperCase(args.shift()) : row.method;
    const parameters = args.splice(0, count);
    const input = row.input === undefined ? undefined : (args.shift() ?? undefined);
    const given = args.filter((arg) => arg !== undefined && arg !== null);
    // Several objects are refused with the other wrong options.
    const options = (given.length > 1 ? given : (given[0] ?? {})) as RequestOptions;
    const path = this.#options.paths?.[row.id] ?? row.path;
    const [query, body] = isAny
      ? [member(input, 'query'), member(input, 'body')]
      : (this.#inputs[row.id] ?? row.input) === 'query'
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
        this.#settings.log.warnOnce(row.id, checkAnswer(row, data));
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
        row.id,
        'The list has the deprecated fields data, count and pagination instead of items and pageInfo.',
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

  async #send(given: Arguments, isUnread: () => boolean): Promise<Reply> {
    const { row, method, path, parameters, body, options } = given;
    const { log } = this.#settings;
    checkOptionsOfCall(options, row, log);
    const own = given.query ?? body;
    if (own !== undefined) refuseOptionsInInput(own);
    const query = queryOf(given);
    const parts = this.#paths.get(row) ?? partsOf(path);
    // `request` makes a new row for each call.
    if (row.id !== 'request') this.#paths.set(row, parts);
    const target = targetOf(parts, row.path.endsWith('/{path}'), parameters, query);
    // The query of the options may have parameters that we do not know.
    const input = row.input === 'query' ? parametersOf(given.query, 'query') : body;
    checkInput(row, { query, body, input }, (text) => log.warnOnce(row.id, text));
    const call: Call = { row, method, target, body, options: ownOf(options) };
    return send(this.#settings, call, isUnread);
  }

  #unheard(id: string, error: unknown): void {
    const message = error instanceof Error ? error.message : 'it was aborted';
    this.#settings.log.tell('error', `${id} failed, and nobody awaits it. ${message}`);
  }
}

/** The query of a call: its input, and the query of its options. */
const queryOf = ({ query, options }: Arguments): Parameters =>
  ownOf({
    ...parametersOf(query, 'query'),
    ...parametersOf(ownOf(options).query, 'query'),
  });

const readIfUnread = (id: string, reply: Reply): Reply | Promise<Reply> =>
  reply.text === undefined ? readLater(id, reply) : reply;

function checkOptionsOfCall(options: RequestOptions, { id }: Row, log: Log): void {
  if (typeof options !== 'object' || Array.isArray(options))
    throw invalid('options', 'must be an object, the last argument');
  for (const name of Object.keys(options))
    if (!OPTIONS.includes(name))
      log.warnOnce(
        id,
        `${name} is not an option of a call. Parameters of the query go into query.`,
      );
}

/** The options of a call come after its input. As its input they would be sent to the service. */
function refuseOptionsInInput(input: unknown): void {
  if (isSignal(member(input, 'signal')))
    throw invalid('signal', 'is an option of the call: pass it after the input');
  for (const name of ['timeoutMs', 'maxRetries', 'maxResponseBytes', 'idempotencyKey'])
    if (member(input, name) !== undefined)
      throw invalid(name, 'is an option of the call: pass it after the input');
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

/** The members of an object that are not undefined or null. */
function defined<T extends object>(object: T): Partial<T> {
  const entries = Object.entries(object).filter(([, value]) => (value ?? undefined) !== undefined);
  return ownOf(Object.fromEntries(entries)) as Partial<T>;
}

/** The options with the defaults of the environment, which only Node has. */
function withEnvironment(options: ClientOptions): ClientOptions {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const env = ownOf((inPage() ? undefined : process?.env) ?? {});
  const credentials = (['apiKey', 'accessToken', 'scimToken'] as const).filter((name) =>
    Object.hasOwn(options, name),
  );
  const kept = defined(options);
  const given = credentials.some((name) => name in kept);
  const apiKey = 'accessToken' in kept ? undefined : env['SVC_API_KEY'];
  // A credential that is undefined or null by mistake would send every call without one.
  if (credentials[0] && !given && !apiKey)
    throw invalid(
      credentials[0],
      'has no value. Set it, or leave it out if cookies or a proxy authenticate',
    );
  const defaults = { baseUrl: env['SVC_BASE_URL'], apiKey, logLevel: env['SVC_EMBED_LOG'] };
  return ownOf({ ...(defined(defaults) as ClientOptions), ...kept });
}

/** The names of a client's options. */
const CLIENT_OPTIONS = [
  'baseUrl',
  'accessToken',
  'apiKey',
  'scimToken',
  'scimScheme',
  'timeoutMs',
  'maxRetries',
  'retryBudget',
  'maxResponseBytes',
  'headers',
  'fetch',
  'logger',
  'logLevel',
  'onRequest',
  'onResponse',
  'onEnd',
  'idempotencyKeys',
  'paths',
  'presumptions',
  'dangerouslyAllowBrowser',
] as const;

/** Is `never` if `CLIENT_OPTIONS` lacks an option. */
type Known = keyof ClientOptions extends (typeof CLIENT_OPTIONS)[number]
  ? readonly string[]
  : never;

/** The default of `retryBudget`. */
const RETRY_BUDGET = 20;

/** Checks the options of a client. */
function settingsOf(options: ClientOptions): Settings {
  const { onRequest, onResponse, onEnd, idempotencyKeys, headers, fetch } = options;
  const log = new Log(options.logger, options.logLevel);
  const warn = (text: string) => log.tell('warn', text);
  const known: Known = CLIENT_OPTIONS;
  const names = Object.keys(options);
  if (!names.every((name) => known.includes(name)))
    ofNames(({ warnOfOptions }) => warnOfOptions('ManagementClient', names, known, warn));
  const baseUrl = baseUrlOf(options.baseUrl);
  // The path of each operation begins with it.
  if (baseUrl.endsWith('/api/v1')) ofNames(({ warnOfBase }) => warnOfBase(baseUrl, warn));
  if (options.apiKey !== undefined && options.accessToken !== undefined)
    throw new InvalidRequestError('apiKey', 'apiKey and accessToken must not be given together.');
  for (const field of ['apiKey', 'scimToken'] as const)
    if (options[field] !== undefined && !options.dangerouslyAllowBrowser && inPage())
      throw invalid(
        field,
        'must not be used in a page or a worker, where everybody can read it. Call from your server, or use an access token',
      );
  for (const [field, hook] of Object.entries({ onRequest, onResponse, onEnd, fetch }))
    if (hook !== undefined && typeof hook !== 'function')
      throw invalid(field, 'must be a function');
  new HeaderList().merge(headers);
  const own = new HeaderList();
  own.set('accept', 'application/json, */*');
  // In a page it would cost a preflight, and some browsers leave it out.
  if (!inPage()) own.set('user-agent', `svc-embed/${VERSION}`);
  return {
    ...{ baseUrl, onRequest, onResponse, onEnd, idempotencyKeys, headers, fetch, own },
    timeoutMs: amountOf('timeoutMs', options.timeoutMs ?? 60_000),
    maxRetries: amountOf('maxRetries', options.maxRetries ?? 2),
    maxResponseBytes: limitedOf('maxResponseBytes', options.maxResponseBytes ?? LONGEST_ANSWER),
    budget: new Budget(limitedOf('retryBudget', options.retryBudget ?? RETRY_BUDGET)),
    log,
    authorize: (api) => authorize(options, api),
  };
}

/** Returns the base URL without a slash at its end. Twin: `Base::parse` in `options.rs`. */
function baseUrlOf(given: string | URL | undefined): string {
  const text = String(given ?? '');
  // What a parser would leave out or read as a slash may be meant to deceive a reader.
  const isPlain = text.length <= LONGEST_URL && /^https?:\/\/[^/][^\s\p{Cc}@?#\\]*$/iu.test(text);
  const url = isPlain && parsedUrl(text);
  if (!url || !isSecure(url))
    throw invalid(
      'baseUrl',
      given === undefined
        ? 'has no value. Set it or SVC_BASE_URL'
        : "must be the tenant's https URL without credentials, query or fragment; only loopback hosts may use plain http",
    );
  let end = url.href.length;
  while (url.href[end - 1] === '/') end -= 1;
  return url.href.slice(0, end);
}

/** The credential for an API. */
function authorize(options: ClientOptions, api: Api): ReturnType<Settings['authorize']> {
  const { accessToken, apiKey, scimToken, scimScheme = 'Bearer' } = options;
  const isScim = api === 'scim' && scimToken !== undefined;
  const field = isScim ? 'scimToken' : accessToken !== undefined ? 'accessToken' : 'apiKey';
  const credential: Credential | undefined = isScim ? scimToken : (accessToken ?? apiKey);
  if (credential === undefined) return undefined;
  const write = (given: unknown): Authorization => {
    const secret = typeof given === 'string' ? given : '';
    const header = `${isScim ? scimScheme : 'Bearer'} ${secret}`;
    // The platform would refuse it too, but with the credential in its message.
    if (!/^[!-~]+ [!-~]+$/.test(header))
      throw invalid(field, 'must be a credential: visible ASCII characters without spaces');
    return { header, secret };
  };
  if (typeof credential !== 'function') return write(credential);
  return (async () => write(await credential()))();
}
