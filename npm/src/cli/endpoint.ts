/** `svc-embed check-endpoint`: asks a page's endpoint as browsers and attackers would. */
import { redacted, say } from './output.js';
import type { Text } from './tenant.js';

/** Runs the command. Returns the exit code. */
export async function checkEndpoint(text: Text, url?: string): Promise<number> {
  if (url === undefined || !URL.canParse(url)) throw new Error('Give the URL of the endpoint.');
  const checks = await examine(new URL(url), text('cookie'));
  const failed = checks.filter(([, problem]) => problem !== '');
  const lines = checks.map(([name, why]) => (why ? `FAILED ${name}: ${why}` : `ok     ${name}`));
  const total = failed[0] ? `${failed.length} failed` : 'all passed';
  say(...lines, '', `${checks.length} checks: ${total}.`);
  return failed[0] ? 1 : 0;
}

/** Who must be refused, by the headers that are not those of a page of ours. */
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

/** JSON that has a session id, and nothing else. */
const SESSION_ID = /^\s*\{\s*"sessionId"\s*:\s*"((?:[^"\\]|\\.)+)"\s*\}\s*$/;

/** What was checked, and each problem in words. */
async function examine(url: URL, cookie?: string) {
  const checks: [name: string, problem: string][] = [];
  const note = (name: string, problem: string) => void checks.push([name, problem]);
  /** What the answers have that none may have. */
  const faults = new Set<string>();
  const ask = async (own: Record<string, string>, method = 'POST') => {
    const ours = { origin: url.origin, 'sec-fetch-site': 'same-origin', 'x-svc-embed': '1' };
    const headers = Object.entries({ ...ours, ...own }).filter(([, value]) => value !== '');
    // Longer than any endpoint that answers a page may take.
    const signal = AbortSignal.timeout(40_000);
    try {
      const answer = await fetch(url, { method, headers, redirect: 'manual', signal });
      const text = await answer.text();
      for (const what of faultsOf(answer, text)) faults.add(`${answer.status}: ${what}`);
      const isJson = /^application\/json\b/.test(answer.headers.get('content-type') ?? '');
      const id = isJson ? SESSION_ID.exec(text)?.[1] : undefined;
      return { status: answer.status, headers: answer.headers, id };
    } catch (error) {
      throw new Error(`${url.href} does not answer: ${String(error)}`, { cause: error });
    }
  };

  const user = { cookie: cookie ?? '' };
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const answer = await ask(user, method);
    const isNamed = /\bPOST\b/.test(answer.headers.get('allow') ?? '');
    note(`${method} is refused`, differs(answer, 405) || (isNamed ? '' : 'Allow lacks POST'));
  }
  for (const [who, headers] of Object.entries(refused(url)))
    note(`${who} is refused`, differs(await ask({ ...user, ...headers }), 403));
  note('a user who is signed out', differs(await ask({}), 401));
  const madeUp = cookie?.replace(/=.*/, '=made-up') ?? 'token=made-up';
  note('a cookie that somebody made up', differs(await ask({ cookie: madeUp }), 401));
  if (cookie !== undefined) {
    const [first, second] = [await ask(user), await ask(user)];
    const isMade = first.id !== undefined && second.id !== undefined;
    const lack = isMade ? '' : 'the answer is not { "sessionId": … } as JSON, and nothing else';
    const problem = differs(first, 200) || differs(second, 200) || lack;
    note('a user who is signed in, twice', problem);
    if (!problem) {
      note('each answer has another id', first.id === second.id ? 'it does not' : '');
      const answers = await Promise.all(Array.from({ length: BURST }, () => ask(user)));
      const late = answers.find(({ status }) => status === 429);
      const wait = late?.headers.get('retry-after') ?? '';
      const unsaid = /^[1-9]\d*$/.test(wait) ? '' : `Retry-After is '${wait}'`;
      const limitless = 'all of them were answered: set a limit';
      note(`${BURST} requests of one user at once are limited`, late ? unsaid : limitless);
    }
  }
  note('answers contain no secrets and stay out of caches', [...faults].join('; '));
  return checks;
}

/** Finds a stack trace, or the path of a source file. An endpoint tells nobody either. */
const TRACE = /Traceback|^\s+at .+:\d+|node_modules|\/site-packages\/|panicked at|Exception in/m;

/** What no answer may have. */
function faultsOf({ status, headers }: Response, text: string): string[] {
  const all = `${text} ${[...headers].flat().join(' ')}`;
  const faults = {
    'Cache-Control is not no-store': !/\bno-store\b/.test(headers.get('cache-control') ?? ''),
    'other origins may read it (CORS)': headers.has('access-control-allow-origin'),
    'it has a trace of the program': TRACE.test(text),
    'a refusal has a session id': status !== 200 && /sessionId/.test(text),
    'it has a credential': redacted(all) !== all || /\bBearer\s+\S/.test(all),
  };
  return Object.entries(faults).flatMap(([what, isSo]) => (isSo ? what : []));
}

const differs = ({ status }: { status: number }, wanted: number): string =>
  status === wanted ? '' : `the answer is ${status} instead of ${wanted}`;
