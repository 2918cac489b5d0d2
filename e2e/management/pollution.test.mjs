// What others have put on `Object.prototype` changes no call, no result and no error.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ManagementClient } from 'svc-embed/management';
import { ok, serve } from './support/service.mjs';

test('a polluted Object.prototype names no server in place of the environment', async (t) => {
  const { url, requests } = await serve(t, ok);
  const script = `
    import { ManagementClient } from 'svc-embed/management';
    Object.assign(Object.prototype, { SVC_BASE_URL: '${url}', SVC_API_KEY: 'evil' });
    await new ManagementClient({ baseUrl: '', apiKey: 'k', logger: false }).users.me();`;
  const args = ['--input-type=module', '--eval', script];
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const run = promisify(execFile)(process.execPath, args, { cwd });
  await assert.rejects(run, /baseUrl must be the tenant/);
  assert.equal(requests.length, 0);
});

const words = (text) => text.trim().split(/\s+/);
const INIT = words(`
  body cache credentials dispatcher duplex headers integrity keepalive method mode priority redirect
  referrer referrerPolicy signal window`);
/** Options, members of the table of operations and of answers, and the path of an operation. */
const OWN = words(`
  accessToken apiKey baseUrl dangerouslyAllowBrowser fetch idempotencyKey idempotencyKeys logLevel
  maxResponseBytes maxRetries onEnd onRequest onResponse paths query retryBudget
  scimScheme scimToken timeoutMs
  answer cursorless deprecated id input kept order paging path refused value
  Resources code data error items message pageInfo pagination sessionId totalResults authorization
  x-evil users.me`);
/** What is read when a call fails, or does long work. */
const OF_ERRORS = words(`
  response reply error isAnswered text secret cancel offset after startIndex first status headers
  statusText cause code 404 418`);

const JOBS = '/api/v1/deployments/7/dashboard-exports';
const ANSWERS = {
  '/api/v1/users/me': () => new Response('{"a":1}'),
  '/api/v1/users/': () => new Response('{"a":1}'),
  '/api/v1/gone': () => new Response('{}', { status: 404 }),
  '/api/v1/tea': () => new Response('{}', { status: 418 }),
  '/api/v1/broken': () => Promise.reject(new TypeError('fetch failed')),
  '/api/v1/nothing': () => Promise.reject(undefined),
  '/api/v1/deployments': () => new Response('{"data":[1],"pagination":{"offset":0,"total":1}}'),
  '/build/api/v1/deployments/7/branches': () =>
    new Response('{"items":[1],"pageInfo":{"hasNextPage":false}}'),
  [JOBS]: () => new Response('{"jobId":"j"}'),
  [`${JOBS}/j`]: () => new Response('{"status":"running"}'),
};

/** What the client does while `pollute` has changed the prototype. Asserts nothing meanwhile. */
async function play(calls, pollute = () => {}, clean = () => {}) {
  const seen = [];
  // The answers are made as they would be without the pollution.
  const fetch = async (url, given) => {
    const read = {};
    for (const name of INIT) read[name] = name === 'signal' ? typeof given[name] : given[name];
    clean();
    const { pathname } = new URL(url);
    // The number of polls depends on the machine's speed.
    if (pathname !== `${JOBS}/j`) seen.push([url, JSON.stringify(read)]);
    const answer = Promise.resolve(ANSWERS[pathname]());
    pollute();
    return answer;
  };
  const options = { baseUrl: 'https://acme.example.com', apiKey: 'k', logger: false, fetch };
  pollute();
  try {
    const client = new ManagementClient(
      Object.assign(Object.create(null), { ...options, maxRetries: 0 }),
    );
    for (const call of calls) {
      let result;
      try {
        result = await call(client);
      } catch (error) {
        clean();
        result = [error.name, error.status, error.code, error.message];
      }
      clean();
      seen.push(JSON.stringify(result));
      pollute();
    }
  } finally {
    clean();
  }
  return seen;
}

const get = (name) => (client) => client.request('GET', `/api/v1/${name}`);
const CALLS = [
  (client) => client.users.me(),
  (client) => client.withOptions({ timeoutMs: 1_000 }).users.me(),
  (client) => client.users.create({ name: 'Ada' }),
  (client) => client.request('POST', '/api/v1/users/'),
  async (client) => (await client.branches.list(7)).items,
  get('gone'),
];
const FAILURES = [
  ...['gone', 'tea', 'broken', 'nothing'].map(get),
  async (client) => (await client.deployments.list()).items,
  (client) => client.dashboardExports.run(7, { dashboardId: 1 }, { pollMs: 1, limitMs: 20 }),
];
const VALUES = ['file', 1, ['evil'], { evil: 'evil' }];

test('no name in a polluted Object.prototype changes a request, its result or its error', async () => {
  for (const [calls, all, wanted] of [
    // All names at once, because each change of the prototype makes the engine slow.
    [CALLS, [[...INIT, ...OWN]], /"a":1.*\[1\].*NotFoundError/],
    [FAILURES, OF_ERRORS.map((name) => [name]), /NotFound.*ApiError.*Connection.*\[1\].*Timeout/],
  ]) {
    const plain = await play(calls);
    assert.match(plain.join(), wanted);
    for (const names of all)
      for (const value of VALUES) {
        const pollute = () => names.forEach((name) => (Object.prototype[name] = value));
        const clean = () => names.forEach((name) => delete Object.prototype[name]);
        assert.deepEqual(await play(calls, pollute, clean), plain, `${names}: ${value}`);
      }
  }
});
