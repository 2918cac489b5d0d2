/** `svc-embed check-endpoint`: asks a page's endpoint as browsers and attackers would. */
import { oneLine } from '../management/values.js';
import { isObject } from './document.js';
import { Stop, type NodeProcess } from './node.js';
import { jsonOf } from './report.js';

/** The options of the command, as they were given. */
export interface EndpointCheckOptions {
  url: string | undefined;
  cookie: string | undefined;
  origin: string | undefined;
  burst: string | undefined;
  down: string | undefined;
  refused: string | undefined;
  isJson: boolean;
}

export const ENDPOINT_HELP = `svc-embed check-endpoint <url>: sends the requests of browsers and attackers to the endpoint
that makes session ids, and prints which rules it breaks.

  --cookie <cookie>   the cookie of a user who is signed in, such as 'token=…'. Without it, only
                      the refusals are checked
  --origin <origin>   the origin of your pages; by default that of the address
  --burst <number>    sends so many requests at once, to check the limit; by default 70. 0: no check
  --down <url>        the same endpoint, whose service is down or slow: it must answer 503
  --refused <url>     the same endpoint, whose service refuses its key: it must answer 502
  --json              prints the whole report as JSON

With --cookie it makes session ids: as many as the endpoint allows one user. If SVC_API_KEY is set,
it also checks that no answer contains this key.
Exit code: 0 the endpoint follows all rules, 1 it breaks some, 2 it could not be checked.
`;

/** One thing that was checked. */
export interface Check {
  readonly name: string;
  /** Null if it is as it should be, and if it was not checked. */
  readonly problem: string | null;
  /** Why it was not checked: what it needs has failed. */
  readonly unchecked?: string;
}

/** An answer, as far as it is looked at. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** What an answer of no endpoint has: a trace of its program, or where that is. */
const TRACE = /Traceback|^\s+at .+:\d+|node_modules|\/site-packages\/|panicked at|Exception in/m;

/** Longer than any endpoint that answers a page may take. */
const LONGEST_MS = 40_000;

/** Runs the command. Returns the exit code. */
export async function checkEndpoint(
  options: EndpointCheckOptions,
  process: NodeProcess,
): Promise<number> {
  const { url, isJson } = options;
  if (url === undefined || !URL.canParse(url))
    throw new Stop(`Which endpoint?\n\n${ENDPOINT_HELP}`);
  const checks = await new Examination(new URL(url), options, process.env['SVC_API_KEY']).run();
  const short = checks.filter(({ problem }) => problem !== null);
  if (isJson) process.stdout.write(jsonOf({ url, checks }));
  else {
    for (const { name, problem, unchecked } of checks)
      process.stdout.write(
        unchecked !== undefined
          ? `-      ${name}: not checked, because ${unchecked}\n`
          : problem === null
            ? `ok     ${name}\n`
            : `FAILED ${name}: ${oneLine(problem)}\n`,
      );
    const left = checks.filter(({ unchecked }) => unchecked !== undefined).length;
    process.stdout.write(
      short.length === 0
        ? `\n${checks.length} checks: all passed.\n`
        : `\n${checks.length} checks: ${short.length} failed${left > 0 ? `, ${left} not checked` : ''}.\n`,
    );
    if (options.cookie === undefined)
      process.stdout.write(
        'These checks are only of what the endpoint must refuse. To check the rest, pass --cookie.\n',
      );
  }
  return short.length === 0 ? 0 : 1;
}

class Examination {
  readonly #url: URL;
  readonly #options: EndpointCheckOptions;
  readonly #key: string | undefined;
  readonly #ours: Record<string, string>;
  readonly #checks: Check[] = [];
  /** What the answers have said that they must not, each once. */
  readonly #said = new Set<string>();

  constructor(url: URL, options: EndpointCheckOptions, key: string | undefined) {
    this.#url = url;
    this.#options = options;
    this.#key = key;
    this.#ours = {
      origin: options.origin ?? url.origin,
      'sec-fetch-site': 'same-origin',
      'x-svc-embed': '1',
    };
  }

  async run(): Promise<Check[]> {
    const { cookie, origin, down, refused } = this.#options;
    if (cookie === undefined && (down ?? refused) !== undefined)
      throw new Stop('--down and --refused need --cookie: the service is asked for a user.');
    const burst = Number(this.#options.burst ?? 70);
    if (!Number.isSafeInteger(burst) || burst < 0)
      throw new Stop('--burst must be a whole number.');
    const own = new URL(origin ?? this.#url.origin);
    const signedIn: Record<string, string> = cookie === undefined ? {} : { cookie };
    for (const method of ['GET', 'PUT', 'DELETE'])
      await this.#expect(`${method} is refused`, 405, signedIn, { method });
    const strangers = {
      'another origin': { origin: 'https://evil.example.com' },
      'an origin that begins like ours': { origin: `${own.origin}.evil.example.com` },
      'our host under another scheme': { origin: `ftp://${own.host}` },
      'our host at another port': { origin: `${own.protocol}//${own.hostname}:1` },
      'a sandboxed frame': { origin: 'null' },
      'another site': { 'sec-fetch-site': 'cross-site' },
      'another host of our site': { 'sec-fetch-site': 'same-site' },
      'an address that the user typed': { 'sec-fetch-site': 'none' },
      'a form, which has no header of ours': { 'x-svc-embed': '' },
      'a header of ours with another value': { 'x-svc-embed': '0' },
    };
    for (const [who, headers] of Object.entries(strangers))
      await this.#expect(`${who} is refused`, 403, { ...signedIn, ...headers });
    await this.#expect('a user who is signed out', 401, {});
    const none = cookie?.replace(/=.*/, '=made-up') ?? 'token=made-up';
    await this.#expect('a cookie that somebody made up', 401, { cookie: none });
    const status = cookie === undefined ? 200 : await this.#signedIn(signedIn, burst);
    for (const [name, wanted, url] of [
      ['the service is down or slow', 503, down],
      ['the service refuses the key', 502, refused],
    ] as const) {
      if (url === undefined) continue;
      if (status === 401 || status === 403) this.#leaveOut(name);
      else await this.#expect(name, wanted, signedIn, { url: new URL(url) });
    }
    const said = [...this.#said];
    this.#note(
      'answers contain no secrets and stay out of caches',
      said.length > 0 ? said.join('; ') : null,
    );
    return this.#checks;
  }

  /** Checks what a user who is signed in gets. Resolves to the status of the first answer. */
  async #signedIn(headers: Record<string, string>, burst: number): Promise<number> {
    const limited = `${burst} requests of one user at once are limited`;
    const first = await this.#ask(headers);
    const id = sessionIdOf(first);
    this.#note(SIGNED_IN, this.#lackOf(first));
    if (id === undefined || first.status !== 200) {
      // Each of them would only fail for the same reason.
      for (const name of [AGAIN, OTHER_ID, ...(burst > 0 ? [limited] : [])]) this.#leaveOut(name);
      return first.status;
    }
    const second = await this.#ask(headers);
    const lack = this.#lackOf(second);
    this.#note(AGAIN, lack);
    if (lack === null) this.#note(OTHER_ID, sessionIdOf(second) === id ? 'it does not' : null);
    else this.#leaveOut(OTHER_ID, AGAIN);
    if (burst === 0) return first.status;
    const answers = await Promise.all(Array.from({ length: burst }, () => this.#ask(headers)));
    const late = answers.find(({ status }) => status === 429);
    const wait = late?.headers.get('retry-after') ?? '';
    this.#note(limited, late ? null : 'all of them were answered: set a limit');
    if (late)
      this.#note(
        '429 says when to try again',
        /^[1-9]\d*$/.test(wait) ? null : `Retry-After is '${wait}'`,
      );
    return first.status;
  }

  /** What an answer lacks that must have a session id. */
  #lackOf(answer: Answer): string | null {
    if (answer.status !== 200) return differs(answer, 200);
    return sessionIdOf(answer) === undefined
      ? 'the answer is not { "sessionId": … } as JSON, and nothing else'
      : null;
  }

  async #expect(
    name: string,
    status: number,
    headers: Record<string, string>,
    how: { method?: string; url?: URL } = {},
  ): Promise<void> {
    const answer = await this.#ask(headers, how);
    const isAllowNamed = status !== 405 || /\bPOST\b/.test(answer.headers.get('allow') ?? '');
    this.#note(
      name,
      answer.status !== status
        ? differs(answer, status)
        : isAllowNamed
          ? null
          : 'Allow does not say POST',
    );
  }

  async #ask(
    headers: Record<string, string>,
    { method = 'POST', url = this.#url }: { method?: string; url?: URL } = {},
  ): Promise<Answer> {
    const given = Object.entries({ ...this.#ours, ...headers }).filter(([, value]) => value !== '');
    let response;
    try {
      response = await fetch(url, {
        method,
        headers: Object.fromEntries(given),
        redirect: 'manual',
        signal: AbortSignal.timeout(LONGEST_MS),
      });
    } catch (error) {
      throw new Stop(`${url.href} does not answer: ${String(error)}`);
    }
    const answer = {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    };
    this.#inspect(answer);
    return answer;
  }

  /** What holds for every answer. */
  #inspect({ status, headers, text }: Answer): void {
    const say = (what: string) => this.#said.add(`${status}: ${what}`);
    if (!/\bno-store\b/.test(headers.get('cache-control') ?? ''))
      say('Cache-Control is not no-store');
    if (headers.has('access-control-allow-origin')) say('other origins may read it (CORS)');
    if (TRACE.test(text)) say('it has a trace of the program');
    if (status !== 200 && /sessionId/.test(text)) say('a refusal has a session id');
    const all = `${text} ${[...headers].flat().join(' ')}`;
    if (this.#key && all.includes(this.#key)) say('it has the API key');
    if (/\bBearer\s+\S/.test(all)) say('it has a credential');
  }

  #note(name: string, problem: string | null): void {
    this.#checks.push({ name, problem });
  }

  /** Notes a check that needs what another one has found to fail. */
  #leaveOut(name: string, failed = SIGNED_IN): void {
    this.#checks.push({ name, problem: null, unchecked: `this has failed: ${failed}` });
  }
}

const SIGNED_IN = 'a user who is signed in';
const AGAIN = 'the same user again';
const OTHER_ID = 'each answer has another id';

/** Says that an answer has another status than is wanted, and what may be the cause. */
function differs({ status }: Answer, wanted: number): string {
  const cause =
    status === 403 && (wanted === 200 || wanted === 401)
      ? '. Is --origin the origin of your pages?'
      : status === 401 && wanted === 200
        ? '. Is --cookie that of a user who is signed in, and does the endpoint find this user?'
        : '';
  return `the answer is ${status} instead of ${wanted}${cause}`;
}

/** The id of an answer that has nothing else. */
function sessionIdOf({ headers, text }: Answer): string | undefined {
  if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(body) || Object.keys(body).join() !== 'sessionId') return undefined;
  const { sessionId } = body as { sessionId: unknown };
  return typeof sessionId === 'string' && sessionId !== '' ? sessionId : undefined;
}
