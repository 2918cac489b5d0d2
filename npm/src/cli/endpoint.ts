/** `svc-embed check-endpoint`: asks a page's endpoint as browsers and attackers would. */
import { oneLine } from '../management/values.js';
import { redacted, say } from './output.js';
import { fetch } from './proxy.js';
import type { Text } from './tenant.js';

export const ENDPOINT_HELP = `svc-embed check-endpoint <url>: sends the requests of browsers and attackers to the endpoint
that makes session ids, and prints which rules it breaks.

  --cookie <cookie>   the cookie of a user who is signed in, such as 'token=…'. Without it, only
                      the refusals are checked

With --cookie it makes session ids: as many as the endpoint allows one user. If SVC_API_KEY is set,
it also checks that no answer contains this key.
Exit code: 0 the endpoint follows all rules, 1 it breaks some, 2 it could not be checked.
`;

/** An answer, as far as it is looked at. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Runs the command. Returns the exit code. */
export async function checkEndpoint(text: Text, url?: string): Promise<number> {
  if (url === undefined || !URL.canParse(url)) throw new Error('Give the URL of the endpoint.');
  const checks = await examine(new URL(url), text('cookie'));
  const failed = checks.filter(({ problem }) => problem !== null).length;
  const lines = checks.map(({ name, problem }) =>
    problem === null ? `ok     ${name}` : `FAILED ${name}: ${oneLine(problem)}`,
  );
  const total = `${checks.length} checks: ${failed === 0 ? 'all passed' : `${failed} failed`}.`;
  const hint = text('cookie') === undefined ? [ONLY_REFUSALS] : [];
  say([...lines, '', total, ...hint, ''].join('\n'));
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

/** More requests than an endpoint should answer one user at once. */
const BURST = 70;

/** What was checked. A problem is null if there is none. */
async function examine(url: URL, cookie?: string) {
  const { origin } = url;
  const checks: { name: string; problem: string | null }[] = [];
  const note = (name: string, problem: string | null) => void checks.push({ name, problem });
  /** What the answers have said that they must not, each once. */
  const said = new Set<string>();
  const ask = async (own: Record<string, string>, method = 'POST'): Promise<Answer> => {
    const headers = Object.entries({ origin, ...OURS, ...own }).filter(([, value]) => value !== '');
    // Longer than any endpoint that answers a page may take.
    const signal = AbortSignal.timeout(40_000);
    try {
      const answer = await fetch(url, { method, headers, redirect: 'manual', signal });
      const read = { status: answer.status, headers: answer.headers, text: await answer.text() };
      for (const what of faultsOf(read)) said.add(`${read.status}: ${what}`);
      return read;
    } catch (error) {
      throw new Error(`${url.href} does not answer: ${String(error)}`, { cause: error });
    }
  };

  const user = { cookie: cookie ?? '' };
  const madeUp = cookie?.replace(/=.*/, '=made-up') ?? 'token=made-up';
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const answer = await ask(user, method);
    const isNamed = /\bPOST\b/.test(answer.headers.get('allow') ?? '');
    note(`${method} is refused`, differs(answer, 405) ?? (isNamed ? null : 'Allow lacks POST'));
  }
  for (const [who, headers] of Object.entries(refused(url)))
    note(`${who} is refused`, differs(await ask({ ...user, ...headers }), 403));
  note('a user who is signed out', differs(await ask({}), 401));
  note('a cookie that somebody made up', differs(await ask({ cookie: madeUp }), 401));
  if (cookie !== undefined) {
    const [first, second] = [await ask(user), await ask(user)];
    const lack = lackOf(first) ?? lackOf(second);
    note('a user who is signed in, twice', lack);
    const isOne = sessionIdOf(first) === sessionIdOf(second);
    if (lack === null) {
      note('each answer has another id', isOne ? 'it does not' : null);
      const answers = await Promise.all(Array.from({ length: BURST }, () => ask(user)));
      const late = answers.find(({ status }) => status === 429);
      const wait = late && (late.headers.get('retry-after') ?? '');
      const isSaid = /^[1-9]\d*$/.test(wait ?? '');
      const problem = late ? `Retry-After is '${wait}'` : 'all of them were answered: set a limit';
      note(`${BURST} requests of one user at once are limited`, isSaid ? null : problem);
    }
  }
  note('answers contain no secrets and stay out of caches', [...said].join('; ') || null);
  return checks;
}

/** Finds a stack trace, or the path of a source file. An endpoint tells nobody either. */
const TRACE = /Traceback|^\s+at .+:\d+|node_modules|\/site-packages\/|panicked at|Exception in/m;

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
  const isMade = sessionIdOf(answer) !== undefined;
  const lack = 'the answer is not { "sessionId": … } as JSON, and nothing else';
  return differs(answer, 200) ?? (isMade ? null : lack);
}

/** Says that an answer has another status than is wanted, and what may be the cause. */
function differs({ status }: Answer, wanted: number): string | null {
  if (status === wanted) return null;
  const said = `the answer is ${status} instead of ${wanted}`;
  if (status === 403 && wanted < 403) return `${said}. Is the address on the origin of your pages?`;
  if (status !== 401 || wanted !== 200) return said;
  return `${said}. Is --cookie that of a user who is signed in, and does the endpoint find this user?`;
}

/** The id of an answer that has nothing else. */
function sessionIdOf({ headers, text }: Answer): string | undefined {
  if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) return undefined;
  try {
    const { sessionId: id, ...others } = JSON.parse(text) as Record<string, unknown>;
    const isOnly = Object.keys(others).length === 0;
    return isOnly && typeof id === 'string' && id !== '' ? id : undefined;
  } catch {
    return undefined;
  }
}
