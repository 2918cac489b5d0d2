// What the endpoint answers, for either kind of server. The checks are in the order of the answers:
// 405, 403, 401, 429, and then 200 or what the service's failure makes of it.

import { SESSION_HEADER } from '../core/names.js';
import { isManagementError } from '../management/errors.js';
import { countOf, textOf } from '../management/values.js';
import type { Authorized, SessionClient, SessionEndpointOptions } from './options.js';
import { RateLimiter } from './rate-limiter.js';

/** A request, as either kind of server sees it. */
export interface Asked<R> {
  /** The server's own request, for `authorize`. */
  readonly request: R;
  readonly method: string;
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
  /** The body, as JSON text. */
  readonly body: string;
}

/** The endpoint apart from its server. */
export class Endpoint<R> {
  readonly #options: SessionEndpointOptions<R>;
  readonly #origin: string | undefined;
  readonly #limiter: RateLimiter | undefined;
  #client: SessionClient | undefined;

  constructor(given: SessionEndpointOptions<R>) {
    // Without a prototype: whoever pollutes it must not turn off a check.
    const options = { __proto__: null, ...given };
    const { client, authorize, origin, rateLimit } = options;
    if (typeof client !== 'function') this.#client = withSessions(client);
    if (typeof authorize !== 'function') throw new TypeError('authorize must be a function.');
    this.#options = options;
    this.#origin = 'origin' in options ? originOf(origin) : undefined;
    this.#limiter = rateLimit === false ? undefined : new RateLimiter(rateLimit);
  }

  /** Answers a request. Never rejects, so that no server ends with a failed mint. */
  async answer(asked: Asked<R>): Promise<Answer> {
    if (asked.method !== 'POST') return refusal(405, 'Use POST.', { allow: 'POST' });
    if (!this.#isOwnPage(asked)) return refusal(403, OTHER_ORIGIN);
    if (asked.header(SESSION_HEADER) !== '1') return refusal(403, NO_HEADER);
    try {
      return await this.#answerPage(asked);
    } catch (error) {
      if (asked.signal?.aborted) return refusal(503, 'The request was aborted.');
      this.#report(error);
      return refusal(statusOf(error), 'No session was minted.');
    }
  }

  async #answerPage({ request, signal }: Asked<R>): Promise<Answer> {
    const { authorize, timeoutMs = 10_000 } = this.#options;
    const { embedSessions } = this.#sessionClient();
    const authorized = await authorize(request);
    if (authorized === null || authorized === undefined)
      return refusal(401, 'Nobody is signed in.');
    const { userId, session } = checked(authorized);
    const waitMs = this.#limiter?.take(userId);
    if (waitMs !== undefined) {
      const seconds = String(Math.ceil(waitMs / 1000));
      return refusal(429, 'There were too many requests.', { 'retry-after': seconds });
    }
    const answer: unknown = await embedSessions.generate(session, {
      __proto__: null,
      ...{ signal, timeoutMs },
    } as { signal?: AbortSignal | undefined });
    // Not an inherited one: it would not be the service's.
    const sessionId = textOf({ __proto__: null, ...(answer as object) }, 'sessionId');
    if (sessionId) return { status: 200, headers: HEADERS, body: JSON.stringify({ sessionId }) };
    this.#report(new Error('The service answered without a session id.'));
    return refusal(502, 'No session was minted.');
  }

  /** The client. If the option is a function, it is called now, for the first request. */
  #sessionClient(): SessionClient {
    const { client } = this.#options;
    return (this.#client ??= withSessions(typeof client === 'function' ? client() : client));
  }

  /**
   * Whether a page of the endpoint's own origin may have asked. Every browser sends `Origin` with a
   * POST. Current ones on https also send `Sec-Fetch-Site`, which says `same-origin` for any host name
   * that leads to this server, an attacker's too: one header never outweighs the other.
   */
  // twin: src/server/mod.rs is_own_page
  #isOwnPage({ header, host }: Asked<R>): boolean {
    const site = header('sec-fetch-site');
    const origin = header('origin');
    if (site !== undefined && site !== 'same-origin') return false;
    // With `Sec-Fetch-Site` only, it is no POST of a browser.
    if (origin === undefined) return site === undefined || this.#origin === undefined;
    return this.#origin === undefined ? isOfHost(origin, host) : origin === this.#origin;
  }

  /** Hands an error to `onError`. An error of `onError` itself changes no answer. */
  #report(error: unknown): void {
    // Only the text: the error of a call also has the answer's headers and body.
    const log = (reason: unknown) =>
      console.error('svc-embed: No session was minted.', oneLine(String(reason)));
    // The answer is more important than the log. `onError` may be asynchronous.
    (async () => (this.#options.onError ?? log)(error))().catch(() => {});
  }
}

const OTHER_ORIGIN =
  'Only pages of this origin may ask for a session. If yours asks, set the option origin of the endpoint to its origin.';
const NO_HEADER = `The header ${SESSION_HEADER}: 1 is missing. It shows that a script of your page asks, and no form. Send it: fetch(url, { method: 'POST', headers: { '${SESSION_HEADER}': '1' } }).`;

/** The origin that the option `origin` names. */
function originOf(url: string | URL | null | undefined): string {
  // Most likely an environment variable that is not set. Without an origin, the check would be weaker.
  if (url === undefined || url === null)
    throw new TypeError(
      `origin is ${url}. Set it to the origin of your pages, such as https://app.example.com. Leave it out to trust the header Host.`,
    );
  // Of other schemes, such as that of `localhost:3000`, the origin is `null`, as of a sandboxed frame.
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url).origin;
  throw new TypeError('origin must be the URL of your pages, such as https://app.example.com.');
}

/** Whether an origin has exactly this host and port. Only a parser could take two texts for one host. */
function isOfHost(origin: string, host: string | undefined): boolean {
  const own = host?.toLowerCase();
  const text = origin.toLowerCase();
  return Boolean(own) && (text === `https://${own}` || text === `http://${own}`);
}

/** A text of the service's in one line of a log: without line breaks and codes of a terminal. */
const oneLine = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (mark) => `\\u{${mark.codePointAt(0)!.toString(16)}}`);

const HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
};

function refusal(status: number, error: string, headers: Record<string, string> = {}): Answer {
  return { status, headers: { ...HEADERS, ...headers }, body: JSON.stringify({ error }) };
}

function withSessions(client: SessionClient): SessionClient {
  if (typeof client?.embedSessions?.generate === 'function') return client;
  throw new TypeError('client must be a ManagementClient of svc-embed/management.');
}

function checked(authorized: Authorized): Authorized {
  // Without a prototype, as the options.
  const own = { __proto__: null, ...authorized };
  const { userId, session } = own;
  const isWhole =
    typeof userId === 'string' && userId !== '' && typeof session === 'object' && session;
  if (!isWhole) throw new TypeError('authorize must return { userId, session } or null.');
  return { userId, session };
}

/**
 * The status for a failure: 503 if the service may succeed later, 502 if it refuses, 500 if the
 * mistake is in this backend. None of them is 401 or 403, which a page takes for a sign-out.
 */
// twin: src/server/mod.rs status_of
function statusOf(error: unknown): 500 | 502 | 503 {
  if (!isManagementError(error) || textOf(error, 'field') !== undefined) return 500;
  const status = countOf(error, 'status');
  return status === undefined || status === 429 || status >= 500 ? 503 : 502;
}
