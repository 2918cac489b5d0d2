// Whom an endpoint serves, for either kind of server, and what it answers when the service fails. The
// checks are in the order of the answers: 405, 403, 401, 429, and then what the endpoint is for.

import { SESSION_HEADER } from '../core/names.js';
import { isManagementError } from '../management/errors.js';
import { countOf, ofNames, oneLine, textOf } from '../management/values.js';
import type { EndpointOptions } from './options.js';
import { RateLimiter } from './rate-limiter.js';

/** A request, as either kind of server sees it. */
export interface Asked<R> {
  /** The server's own request, for `authorize`. */
  readonly request: R;
  readonly method: string;
  /** The path with its query, or the whole URL. */
  readonly url: string;
  /** The host that the browser has asked, with its port. */
  readonly host: string | undefined;
  /** Aborted when the browser no longer waits for the answer. Not every server has one. */
  readonly signal: AbortSignal | undefined;
  /** The value of a header. */
  readonly header: (name: string) => string | undefined;
}

/** An answer, for either kind of server. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, or a file. */
  readonly body: string | ReadableStream<Uint8Array>;
}

/** What a field must be, in words, and whether a value is that. */
export type Rule = readonly [what: string, isRight: (value: unknown) => boolean];

/** What an endpoint is for. */
export interface Purpose<C, A> {
  /** The text of an answer after a failure. */
  readonly failure: string;
  /** The names of the options that only this purpose has. */
  readonly options: readonly string[];
  /** Whether this is a client that the endpoint can use. */
  readonly isClient: (client: C) => boolean;
  /** The fields of what `authorize` returns. */
  readonly fields: Readonly<Record<keyof A & string, Rule>>;
  /** Answers a user's request. */
  readonly serve: (client: C, authorized: A, asked: Asked<never>) => Promise<Answer>;
}

/** An endpoint apart from its server. */
export class Endpoint<R, C, A extends { userId: string }, O = EndpointOptions<R, C, A>> {
  readonly #options: EndpointOptions<R, C, A>;
  readonly #purpose: Purpose<C, A>;
  readonly #origin: string | undefined;
  readonly #limiter: RateLimiter | undefined;
  #client: C | undefined;
  /** Whether a missing `return` of `authorize` may still have to be told. */
  #mayLackReturn = true;
  /** The origins of the pages that were refused, as far as they were told. */
  readonly #refused = new Set<string>();

  /** `purpose` makes the purpose of the options, each of which was read once. */
  constructor(given: EndpointOptions<R, C, A> & O, purpose: (options: O) => Purpose<C, A>) {
    // Without a prototype: whoever pollutes it must not turn off a check.
    const options = { __proto__: null, ...given };
    this.#purpose = purpose(options);
    sayUnknown(Object.keys(options), [...OPTIONS, ...this.#purpose.options]);
    const { client, authorize, origin, rateLimit, onError } = options;
    if (typeof client !== 'function') this.#client = this.#usable(client);
    if (typeof authorize !== 'function') throw new TypeError('authorize must be a function.');
    // Such as a logger instead of its method.
    if (onError && typeof onError !== 'function')
      throw new TypeError('onError must be a function, such as (error) => log.error(error).');
    this.#options = options;
    this.#origin = 'origin' in options ? originOf(origin) : undefined;
    this.#limiter = rateLimit === false ? undefined : new RateLimiter(rateLimit);
  }

  /** Answers a request. Never rejects, so that no server ends with a failed call of the service. */
  async answer(asked: Asked<R>): Promise<Answer> {
    const isOwnPage = this.#isOwnPage(asked);
    // A browser first asks by OPTIONS for a page of another origin, and sends no POST then.
    if (!isOwnPage) this.#sayRefused(asked.header('origin'));
    if (asked.method !== 'POST') return refusal(405, 'Use POST.', { allow: 'POST' });
    if (!isOwnPage) return refusal(403, OTHER_ORIGIN);
    if (asked.header(SESSION_HEADER) !== '1') return refusal(403, NO_HEADER);
    try {
      return await this.#answerPage(asked);
    } catch (error) {
      if (asked.signal?.aborted) return refusal(503, 'The request was aborted.');
      return this.fail(error);
    }
  }

  /** Reports an error, and answers that there was one. */
  fail(error: unknown): Answer & { readonly body: string } {
    this.#report(error);
    return refusal(statusOf(error), this.#purpose.failure);
  }

  async #answerPage(asked: Asked<R>): Promise<Answer> {
    const { authorize } = this.#options;
    const client = this.#presentClient();
    const authorized = await authorize(asked.request);
    if (authorized === undefined) this.#sayUndefined();
    if (authorized === null || authorized === undefined)
      return refusal(401, 'Nobody is signed in.');
    this.#mayLackReturn = false;
    const whole = checked(authorized, this.#purpose.fields);
    const waitMs = this.#limiter?.take(whole.userId);
    if (waitMs !== undefined) {
      const seconds = String(Math.ceil(waitMs / 1000));
      return refusal(429, 'There were too many requests.', { 'retry-after': seconds });
    }
    return this.#purpose.serve(client, whole, asked as Asked<never>);
  }

  /** The client. If the option is a function, it is called now, for the first request. */
  #presentClient(): C {
    const { client } = this.#options;
    return (this.#client ??= this.#usable(
      typeof client === 'function' ? (client as () => C)() : client,
    ));
  }

  #usable(client: C): C {
    if (this.#purpose.isClient(client)) return client;
    throw new TypeError(
      `client must be a ManagementClient of svc-embed/management; it is ${kindOf(client)}.`,
    );
  }

  /** A missing `return` looks like a sign-out, and nothing else would name it. */
  #sayUndefined(): void {
    if (this.#mayLackReturn)
      console.warn(
        'svc-embed: authorize returned undefined, so the answer is 401. If nobody is signed in, return null. If somebody is, a return is missing.',
      );
    this.#mayLackReturn = false;
  }

  /** Names the page: the answer goes only to that. A few times, so that no stranger fills the log. */
  #sayRefused(origin: string | undefined): void {
    const told = this.#refused;
    if (origin === undefined || told.has(origin) || told.size === MOST_TOLD) return;
    told.add(origin);
    // If the page is right, `Sec-Fetch-Site` says that the endpoint is elsewhere.
    const why =
      origin === this.#origin
        ? 'The endpoint has another origin'
        : `The option origin is ${this.#origin ?? 'not set'}`;
    console.warn(
      `svc-embed: A page of ${oneLine(origin.slice(0, 100))} was refused. ${why}. ${OTHER_ORIGIN}`,
    );
  }

  /**
   * Whether a page of the endpoint's own origin may have asked. Every browser sends `Origin` with a
   * POST. Current ones on https also send `Sec-Fetch-Site`, which says `same-origin` for any host name
   * that leads to this server, an attacker's too: one header never outweighs the other.
   */
  #isOwnPage({ header, host }: Asked<R>): boolean {
    const site = header('sec-fetch-site');
    const origin = header('origin');
    if (site !== undefined && site !== 'same-origin') return false;
    // With `Sec-Fetch-Site` only, it is no POST of a browser.
    if (origin === undefined) return site === undefined || this.#origin === undefined;
    return this.#origin === undefined ? isOfHost(origin, host) : origin === this.#origin;
  }

  /** Hands an error to `onError`. If that fails, the console gets both errors. No answer changes. */
  #report(error: unknown): void {
    const { failure } = this.#purpose;
    const { onError } = this.#options;
    if (!onError) return log(failure, error);
    // It may be asynchronous. The answer does not wait for the log.
    (async () => onError(error))().catch((thrown: unknown) => {
      log(ON_ERROR_FAILED, thrown);
      log(failure, error);
    });
  }
}

const ON_ERROR_FAILED =
  'onError has failed. A method needs its object: onError: (error) => log.error(error).';

/** Writes one line. Only the text of the reason: the error of a call also has the answer's headers and body. */
function log(what: string, reason: unknown): void {
  let text;
  try {
    text = oneLine(String(reason));
  } catch {
    text = 'It has no text.';
  }
  console.error(`svc-embed: ${what}`, text);
}

/** What `authorize` has returned. Throws an error that names a wrong field, and not its value, which may be an id. */
function checked<A>(authorized: A, fields: Purpose<never, A>['fields']): A {
  const wanted = `authorize must return { ${Object.keys(fields).join(', ')} } or null.`;
  if (typeof authorized !== 'object')
    throw new TypeError(`${wanted} It has returned ${kindOf(authorized)}.`);
  // Without a prototype, as the options.
  const whole = { __proto__: null, ...authorized } as A;
  for (const [name, [what, isRight]] of Object.entries<Rule>(fields)) {
    const value: unknown = whole[name as keyof A];
    if (!isRight(value))
      throw new TypeError(`${wanted} ${name} must be ${what}; it is ${kindOf(value)}.`);
  }
  return whole;
}

export const isFullText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** True for an object with fields. A promise has none yet. */
export const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isPromise(value);

const isPromise = (value: unknown): boolean =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';

/** What a value is, in words. */
function kindOf(value: unknown): string {
  if (value === '') return 'empty';
  if (value === null || value === undefined) return String(value);
  if (isPromise(value)) return 'a promise: an await is missing';
  if (Array.isArray(value)) return 'an array';
  // Such as NaN. What is whole may be an id.
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string') return 'a text';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** So many origins of pages that were refused are named. */
const MOST_TOLD = 5;

const OTHER_ORIGIN =
  'Only pages of this origin may ask for a session. Serve the endpoint on the origin of your page, through a proxy if need be, and set its option origin to that.';
const NO_HEADER = `The header ${SESSION_HEADER}: 1 is missing. It shows that a script of your page asks, and no form. Send it: fetch(url, { method: 'POST', headers: { '${SESSION_HEADER}': '1' } }).`;

/** The names of the options of every endpoint. */
const OPTIONS: readonly (keyof EndpointOptions<never, never, never>)[] = [
  'client',
  'authorize',
  'origin',
  'rateLimit',
  'onError',
];

/** A misspelt `origin` would leave the check to the header `Host`, and nothing else would name it. */
function sayUnknown(given: readonly string[], known: readonly string[]): void {
  if (given.some((name) => !known.includes(name)))
    ofNames(({ warnOfOptions }) =>
      warnOfOptions('The endpoint', given, known, (text) => console.warn(`svc-embed: ${text}`)),
    );
}

/** The origin that the option `origin` names. */
function originOf(url: string | URL | null | undefined): string {
  // Most likely an environment variable that is not set. Without an origin, the check would be weaker.
  if (url === undefined || url === null)
    throw new TypeError(
      `origin is ${url}. It must be the URL of your pages, such as https://app.example.com. Leave it out to trust the header Host.`,
    );
  const own = URL.canParse(url) ? new URL(url) : undefined;
  // Of other schemes, such as that of `localhost:3000`, the origin is `null`, as of a sandboxed frame. A list
  // of origins, with commas, would be read as one host, which no page has.
  if (own && /^https?:$/.test(own.protocol) && !own.host.includes(',')) return own.origin;
  throw new TypeError('origin must be the URL of your pages, such as https://app.example.com.');
}

/** Whether an origin has exactly this host and port. Only a parser could take two texts for one host. */
function isOfHost(origin: string, host: string | undefined): boolean {
  const own = host?.toLowerCase();
  const text = origin.toLowerCase();
  return Boolean(own) && (text === `https://${own}` || text === `http://${own}`);
}

/** The headers of every answer. */
export const HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
};

export function refusal(
  status: number,
  error: string,
  headers: Record<string, string> = {},
): Answer & { readonly body: string } {
  return { status, headers: { ...HEADERS, ...headers }, body: JSON.stringify({ error }) };
}

/** The service has answered, but not with what was asked. */
export class Refused extends Error {}

/**
 * The status for a failure: 503 if the service may succeed later, 502 if it refuses, 500 if the
 * mistake is in this backend. None of them is 401 or 403, which a page takes for a sign-out.
 */
function statusOf(error: unknown): 500 | 502 | 503 {
  if (error instanceof Refused) return 502;
  if (!isManagementError(error) || textOf(error, 'field') !== undefined) return 500;
  // An export that the service has dropped can be asked for again.
  if (textOf(error, 'code') === 'expired') return 503;
  const status = countOf(error, 'status');
  return status === undefined || status === 429 || status >= 500 ? 503 : 502;
}
