// `svc-embed check-endpoint`: the package's own endpoint has nothing that falls short, and of endpoints
// that were made worse each lack is named.

import assert from 'node:assert/strict';
import { test } from 'node:test';
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
async function shortOf(url, env) {
  const { out } = await run([url, '--cookie', 'token=ada'], env);
  return Object.fromEntries(
    Array.from(out.matchAll(/^FAILED (.*?): (.*)$/gm), (line) => line.slice(1)),
  );
}

test('the endpoint of svc-embed/server: nothing falls short', async (t) => {
  const url = await serve(t, nodeSessionEndpoint(right()));
  const { code, out, problem } = await run([url, '--cookie', 'token=ada']);
  assert.equal(code, 0, `${out}${problem}`);
  assert.match(out, /19 checks: all passed\.\n$/);
});

test('without a cookie, the refusals', async (t) => {
  const url = await serve(t, nodeSessionEndpoint(right()));
  const { code, out } = await run([url]);
  assert.equal(code, 0, out);
  assert.match(out, /\n[1-9]\d* checks: all passed/);
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
  const open = await shortOf(anyOrigin);
  assert.equal(Object.keys(open).length, 8);
  assert.equal(open['another site is refused'], 'the answer is 200 instead of 403');

  const limited = nodeSessionEndpoint(right());
  const stored = await changed((request, response) => {
    const { writeHead } = response;
    response.writeHead = (status, headers) =>
      writeHead.call(response, status, { ...headers, 'cache-control': 'private' });
    return limited(request, response);
  });
  const said = await shortOf(stored);
  assert.deepEqual(Object.keys(said), ['answers contain no secrets and stay out of caches']);
  assert.match(Object.values(said)[0], /200: Cache-Control is not no-store/);

  const talks = await changed((_, response) =>
    response
      .writeHead(500, { 'access-control-allow-origin': '*' })
      .end('Traceback: the key is top-secret'),
  );
  const all = await shortOf(talks, { SVC_API_KEY: 'top-secret' });
  const text = all['answers contain no secrets and stay out of caches'];
  for (const what of [/a trace of the program/, /a credential/, /CORS/]) assert.match(text, what);

  const same = await serve(t, nodeSessionEndpoint(right(async () => ({ sessionId: 'the same' }))));
  assert.deepEqual(Object.keys(await shortOf(same)), ['each answer has another id']);
});

test('a user who is not served is one failure, which says what may be the cause', async (t) => {
  t.mock.method(console, 'warn', () => {});
  // The second answer of the last one has no id.
  let asked = 0;
  const once = async () => ({ sessionId: (asked += 1) === 1 ? 'id' : '' });
  for (const [options, wanted] of [
    [right(mints, { authorize: () => undefined }), /^the answer is 401 instead of 200$/],
    [right(mints, { origin: 'https://app.example.com' }), /^the answer is 403 instead of 200$/],
    [right(once), /^the answer is 502 instead of 200$/],
  ]) {
    const short = await shortOf(await serve(t, nodeSessionEndpoint(options)));
    assert.match(short['a user who is signed in, twice'], wanted);
    assert.equal(short['each answer has another id'], undefined);
  }
});

test('what is wrong with the call itself: exit code 2', async () => {
  assert.equal((await run([])).code, 2);
  assert.equal((await run(['http://127.0.0.1:9/api'])).code, 2);
  assert.equal((await run(['--help'])).code, 0);
});
