/** `svc-embed check-endpoint`: asks a page's endpoint as browsers and attackers would. */
import { oneLine } from '../management/values.js';
import { isObject } from './document.js';
import { jsonOf, redacted, say } from './output.js';
import { fetch } from './proxy.js';
import type { Text } from './tenant.js';

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
interface Check {
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
  url: string | undefined,
  text: Text,
  isJson: boolean,
): Promise<number> {
  if (url === undefined || !URL.canParse(url)) throw new Error('Give the URL of the endpoint.');
  const checks = await examine(new URL(url), text);
  const failed = checks.filter(({ problem }) => problem !== null).length;
  const left = checks.filter(({ unchecked }) => unchecked !== undefined).length;
  const lines = checks.map(({ name, problem, unchecked }) => {
    if (unchecked !== undefined) return `-      ${name}: not checked, because ${unchecked}`;
    return problem === null ? `ok     ${name}` : `FAILED ${name}: ${oneLine(problem)}`;
  });
  const more = left > 0 ? `, ${left} not checked` : '';
  const total = `${checks.length} checks: ${failed === 0 ? 'all passed' : `${failed} failed${more}`}.`;
  const hint = text('cookie') === undefined ? [ONLY_REFUSALS] : [];
  say(isJson ? jsonOf({ url, checks }) : [...lines, '', total, ...hint, ''].join('\n'));
  return failed === 0 ? 0 : 1;
}

const ONLY_REFUSALS =
  'These checks are only of what the endpoint must refuse. To check the rest, pass --cookie.';

/** What a request of our page has. */
const OURS = { 'sec-fetch-site': 'same-origin', 'x-svc-embed': '1' };

/** Who must be refused, by the headers that are not ours. */
const refused = ({ host, hostname, protocol }: URL) => ({
  'another origin': { origin: 'https://evil.example.com' },
  'an origin that begins like ours': { origin: `${protocol}//${host}.evil.example.com` },
  'our host under another scheme': { origin: `ftp://${host}` },
  'our host at another port': { origin: `${protocol}//${hostname}:1` },
  'a sandboxed frame': { origin: 'null' },
  'another site': { 'sec-fetch-site': 'cross-site' },
  'another host of our site': { 'sec-fetch-site': 'same-site' },
  'an address that the user typed': { 'sec-fetch-site': 'none' },
  'a form, which has no header of ours': { 'x-svc-embed': '' },
  'a header of ours with another value': { 'x-svc-embed': '0' },
});

async function examine(url: URL, text: Text): Promise<Check[]> {
  const cookie = text('cookie');
  const burst = Number(text('burst') ?? 70);
  if (cookie === undefined && (text('down') ?? text('refused')) !== undefined)
    throw new Error('--down and --refused need --cookie: the service is asked for a user.');
  if (!Number.isSafeInteger(burst) || burst < 0) throw new Error('--burst must be a whole number.');
  const checks: Check[] = [];
  /** What the answers have said that they must not, each once. */
  const said = new Set<string>();
  const note = (name: string, problem: string | null) => void checks.push({ name, problem });
  // What needs a check that has failed would only fail for the same reason.
  const leaveOut = (needs: string, ...names: string[]) =>
    names.forEach((name) =>
      checks.push({ name, problem: null, unchecked: `this has failed: ${needs}` }),
    );

  const origin = text('origin') ?? url.origin;
  const ask = async (own: Record<string, string>, method = 'POST', place = url) => {
    const headers = Object.entries({ origin, ...OURS, ...own }).filter(([, value]) => value !== '');
    const signal = AbortSignal.timeout(LONGEST_MS);
    try {
      const answer = await fetch(place, { method, headers, redirect: 'manual', signal });
      const { status, headers: its } = answer;
      const read = { status, headers: its, text: await answer.text() };
      for (const what of faultsOf(read)) said.add(`${status}: ${what}`);
      return read;
    } catch (error) {
      throw new Error(`${place.href} does not answer: ${String(error)}`, { cause: error });
    }
  };
  const expect = async (name: string, status: number, ...request: Parameters<typeof ask>) => {
    const answer = await ask(...request);
    const isAllowNamed = status !== 405 || /\bPOST\b/.test(answer.headers.get('allow') ?? '');
    if (answer.status !== status) note(name, differs(answer, status));
    else note(name, isAllowNamed ? null : 'Allow does not say POST');
  };

  const user = { cookie: cookie ?? '' };
  for (const method of ['GET', 'PUT', 'DELETE'])
    await expect(`${method} is refused`, 405, user, method);
  for (const [who, headers] of Object.entries(refused(new URL(origin))))
    await expect(`${who} is refused`, 403, { ...user, ...headers });
  await expect('a user who is signed out', 401, {});
  const madeUp = cookie?.replace(/=.*/, '=made-up') ?? 'token=made-up';
  await expect('a cookie that somebody made up', 401, { cookie: madeUp });

  const limited = `${burst} requests of one user at once are limited`;
  const first = cookie === undefined ? undefined : await ask(user);
  if (first) note(SIGNED_IN, lackOf(first));
  if (first && lackOf(first) !== null)
    leaveOut(SIGNED_IN, AGAIN, OTHER_ID, ...(burst > 0 ? [limited] : []));
  else if (first) {
    const second = await ask(user);
    note(AGAIN, lackOf(second));
    if (lackOf(second) !== null) leaveOut(AGAIN, OTHER_ID);
    else note(OTHER_ID, sessionIdOf(second) === sessionIdOf(first) ? 'it does not' : null);
    const answers = await Promise.all(Array.from({ length: burst }, () => ask(user)));
    const late = answers.find(({ status }) => status === 429);
    const wait = late?.headers.get('retry-after') ?? '';
    if (burst > 0) note(limited, late ? null : 'all of them were answered: set a limit');
    if (late) note(LATER, /^[1-9]\d*$/.test(wait) ? null : `Retry-After is '${wait}'`);
  }
  for (const [option, name, wanted] of [
    ['down', 'the service is down or slow', 503],
    ['refused', 'the service refuses the key', 502],
  ] as const) {
    const place = text(option);
    if (place === undefined) continue;
    if (first && [401, 403].includes(first.status)) leaveOut(SIGNED_IN, name);
    else await expect(name, wanted, user, 'POST', new URL(place));
  }
  note('answers contain no secrets and stay out of caches', [...said].join('; ') || null);
  return checks;
}

const SIGNED_IN = 'a user who is signed in';
const AGAIN = 'the same user again';
const OTHER_ID = 'each answer has another id';
const LATER = '429 says when to try again';

/** What no answer may have. */
function faultsOf({ status, headers, text }: Answer): string[] {
  const all = `${text} ${[...headers].flat().join(' ')}`;
  const faults: Record<string, boolean> = {
    'Cache-Control is not no-store': !/\bno-store\b/.test(headers.get('cache-control') ?? ''),
    'other origins may read it (CORS)': headers.has('access-control-allow-origin'),
    'it has a trace of the program': TRACE.test(text),
    'a refusal has a session id': status !== 200 && /sessionId/.test(text),
    'it has the API key': redacted(all) !== all,
    'it has a credential': /\bBearer\s+\S/.test(all),
  };
  return Object.keys(faults).filter((what) => faults[what]);
}

/** What an answer lacks that must have a session id. */
function lackOf(answer: Answer): string | null {
  if (answer.status !== 200) return differs(answer, 200);
  const isMade = sessionIdOf(answer) !== undefined;
  return isMade ? null : 'the answer is not { "sessionId": … } as JSON, and nothing else';
}

/** Says that an answer has another status than is wanted, and what may be the cause. */
function differs({ status }: Answer, wanted: number): string {
  const said = `the answer is ${status} instead of ${wanted}`;
  if (status === 403 && wanted < 403) return `${said}. Is --origin the origin of your pages?`;
  if (status !== 401 || wanted !== 200) return said;
  return `${said}. Is --cookie that of a user who is signed in, and does the endpoint find this user?`;
}

/** The id of an answer that has nothing else. */
function sessionIdOf({ headers, text }: Answer): string | undefined {
  if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) return undefined;
  try {
    const body = JSON.parse(text) as unknown;
    const [entry, ...others] = Object.entries(isObject(body) ? body : {});
    const [key, id] = entry ?? [];
    const isId = others.length === 0 && key === 'sessionId' && typeof id === 'string' && id !== '';
    return isId ? id : undefined;
  } catch {
    return undefined;
  }
}
