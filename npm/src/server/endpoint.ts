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
    this.#origin = origin === undefined ? undefined : new URL(origin).origin;
    this.#limiter = rateLimit === false ? undefined : new RateLimiter(rateLimit);
  }

  /** Answers a request. Never rejects, so that no server ends with a failed mint. */
  async answer(asked: Asked<R>): Promise<Answer> {
    if (asked.method !== 'POST') return refusal(405, 'Use POST.', { allow: 'POST' });
    if (!this.#isSameOrigin(asked))
      return refusal(403, 'Only pages of this origin may ask for a session.');
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
    const sessionId = textOf(answer, 'sessionId');
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
   * Whether a page of the same origin has asked. Browsers report it by `Sec-Fetch-Site`, which no
   * page can change. Older browsers, and all on plain http, report the origin of the page, which must
   * be the host that was asked. A request without an origin, which no browser sends as a POST, needs
   * our own header: it cannot come from another site's form.
   */
  // twin: src/server/mod.rs is_same_origin
  #isSameOrigin({ header, host }: Asked<R>): boolean {
    const site = header('sec-fetch-site');
    if (site !== undefined) return site === 'same-origin';
    const origin = header('origin');
    if (origin === undefined) return header(SESSION_HEADER) !== undefined;
    if (this.#origin !== undefined) return origin === this.#origin;
    return (
      host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
    );
  }

  /** Hands an error to `onError`. An error of `onError` itself changes no answer. */
  #report(error: unknown): void {
    try {
      // Only the text: the error of a call also has the answer's headers and body.
      const log = (reason: unknown) =>
        console.error('svc-embed: No session was minted.', oneLine(String(reason)));
      (this.#options.onError ?? log)(error);
    } catch {
      // The answer is more important than the log.
    }
  }
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
