// `svc-embed check-endpoint`: the package's own endpoint has nothing that falls short, and of endpoints
// that were made worse each lack is named.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
import { nodeSessionEndpoint } from 'svc-embed/server';
import { cli, serve as serveAt } from './run.mjs';

let minted = 0;
const mints = async () => ({ sessionId: `id-${(minted += 1)}` });

/** The options of an endpoint that is right. */
const right = (generate = mints, more = {}) => ({
  client: { embedSessions: { generate } },
  authorize: ({ headers }) =>
    headers.cookie === 'token=ada' ? { userId: 'ada', session: {} } : null,
  onError() {},
  ...more,
});

const serve = async (t, listener) => `${await serveAt(t, listener)}/api/embed-session`;
const run = (args, env) => cli(['check-endpoint', ...args], env);

/** What falls short of an endpoint: the checks, and what is said of all answers. */
async function shortOf(url, args = [], env) {
  const { out } = await run([url, '--cookie', 'token=ada', '--json', ...args], env);
  const { checks } = JSON.parse(out);
  return Object.fromEntries(
    checks.filter(({ problem }) => problem !== null).map(({ name, problem }) => [name, problem]),
  );
}

/** A client whose service answers with this status. */
const answering = (status) =>
  new ManagementClient({
    baseUrl: 'https://acme.example.com',
    apiKey: 'a-key',
    maxRetries: 0,
    logger: false,
    fetch: async () => new Response('{"error":"a text of the service"}', { status }),
  });

test('the endpoint of svc-embed/server: nothing falls short', async (t) => {
  const url = await serve(t, nodeSessionEndpoint(right()));
  const { code, out, problem } = await run([url, '--cookie', 'token=ada']);
  assert.equal(code, 0, `${out}${problem}`);
  assert.match(out, /21 checks: all passed\.\n$/);
});

test('without a cookie, the refusals', async (t) => {
  const url = await serve(t, nodeSessionEndpoint(right()));
  const { code, out } = await run([url]);
  assert.equal(code, 0, out);
  assert.doesNotMatch(out, /signed in/);
});

test('each lack is named', async (t) => {
  const endpoint = nodeSessionEndpoint(right());
  const changed = (change) => serve(t, (request, response) => change(request, response));
  const limitless = await serve(t, nodeSessionEndpoint(right(mints, { rateLimit: false })));
  assert.deepEqual(await shortOf(limitless), {
    '70 requests of one user at once are limited': 'all of them were answered: set a limit',
  });

  const anyOrigin = await changed((request, response) => {
    delete request.headers.origin;
    delete request.headers['sec-fetch-site'];
    return endpoint(request, response);
  });
  const open = await shortOf(anyOrigin, ['--burst', '0']);
  assert.equal(Object.keys(open).length, 8);
  assert.equal(open['another site is refused'], 'the answer is 200 instead of 403');

  const stored = await changed((request, response) => {
    const { writeHead } = response;
    response.writeHead = (status, headers) =>
      writeHead.call(response, status, { ...headers, 'cache-control': 'private' });
    return nodeSessionEndpoint(right())(request, response);
  });
  const said = await shortOf(stored, ['--burst', '0']);
  assert.deepEqual(Object.keys(said), ['answers contain no secrets and stay out of caches']);
  assert.match(Object.values(said)[0], /200: Cache-Control is not no-store/);

  const talks = await changed((_, response) =>
    response
      .writeHead(500, { 'access-control-allow-origin': '*' })
      .end('Traceback: the key is top-secret'),
  );
  const all = await shortOf(talks, ['--burst', '0'], { SVC_API_KEY: 'top-secret' });
  const text = all['answers contain no secrets and stay out of caches'];
  for (const what of [/a trace of the program/, /the API key/, /CORS/]) assert.match(text, what);

  const same = await serve(t, nodeSessionEndpoint(right(async () => ({ sessionId: 'the same' }))));
  assert.deepEqual(Object.keys(await shortOf(same, ['--burst', '0'])), [
    'each answer has another id',
  ]);
});

test('what follows from an earlier failure is not checked', async (t) => {
  const more = { rateLimit: false, authorize: () => undefined };
  t.mock.method(console, 'warn', () => {});
  const url = await serve(t, nodeSessionEndpoint(right(mints, more)));
  const ofUser = ['--cookie', 'token=ada', '--down', url, '--refused', url];
  const { code, out } = await run([url, ...ofUser]);
  assert.equal(code, 1);
  const because = 'not checked, because this has failed: a user who is signed in';
  assert.deepEqual(
    out.split('\n').filter((line) => !line.startsWith('ok ')),
    [
      'FAILED a user who is signed in: the answer is 401 instead of 200. Is --cookie that of a user who is signed in, and does the endpoint find this user?',
      `-      the same user again: ${because}`,
      `-      each answer has another id: ${because}`,
      `-      70 requests of one user at once are limited: ${because}`,
      `-      the service is down or slow: ${because}`,
      `-      the service refuses the key: ${because}`,
      '',
      '22 checks: 1 failed, 5 not checked.',
      '',
    ],
  );
  const { checks } = JSON.parse((await run([url, ...ofUser, '--json'])).out);
  assert.equal(checks.filter(({ problem }) => problem !== null).length, 1);
  assert.equal(checks.filter(({ unchecked }) => unchecked !== undefined).length, 5);

  const elsewhere = right(mints, { origin: 'https://app.example.com' });
  const other = await serve(t, nodeSessionEndpoint(elsewhere));
  assert.equal(
    (await shortOf(other))['a user who is signed in'],
    'the answer is 403 instead of 200. Is --origin the origin of your pages?',
  );

  // The second answer has no id.
  let asked = 0;
  const once = async () => ({ sessionId: (asked += 1) === 1 ? 'id' : '' });
  const short = await shortOf(await serve(t, nodeSessionEndpoint(right(once))), ['--burst', '0']);
  assert.deepEqual(short, { 'the same user again': 'the answer is 502 instead of 200' });
});

test('a service that is down or refuses: 503 and 502', async (t) => {
  const url = await serve(t, (request, response) => {
    // One origin for the three.
    const status = { '/down': 500, '/refused': 401 }[request.url];
    const client = status && { client: answering(status) };
    return nodeSessionEndpoint(right(mints, client))(request, response);
  });
  const at = (path) => new URL(path, url).href;
  const good = ['--burst', '0', '--down', at('/down'), '--refused', at('/refused')];
  const other = ['--burst', '0', '--down', at('/refused'), '--refused', at('/down')];
  const short = await shortOf(url, good);
  const swapped = await shortOf(url, other);
  assert.equal(swapped['the service is down or slow'], 'the answer is 502 instead of 503');
  assert.equal(swapped['the service refuses the key'], 'the answer is 503 instead of 502');
  assert.deepEqual(short, {});
});

test('what is wrong with the call itself: exit code 2', async () => {
  assert.equal((await run([])).code, 2);
  assert.equal((await run(['http://127.0.0.1:9/api'])).code, 2);
  assert.equal((await run(['--help'])).code, 0);
  const { code, problem } = await run(['http://127.0.0.1:9/api', '--down', 'http://127.0.0.1:9/']);
  assert.equal(code, 2);
  assert.match(problem, /--down and --refused need --cookie/);
});
