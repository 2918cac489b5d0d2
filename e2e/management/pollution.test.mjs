// What others have put on `Object.prototype` changes no call, no result and no error.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ManagementClient, TimeoutError } from 'svc-embed/management';
import { ok, serve } from './support/service.mjs';

const baseUrl = 'https://acme.example.com';

describe('a polluted Object.prototype', () => {
  /** What a process prints whose `Object.prototype` has these members before it makes the call. */
  const polluted = async (url, members) => {
    const script = `
      import { ManagementClient } from 'svc-embed/management';
      Object.assign(Object.prototype, ${JSON.stringify(members)});
      const client = new ManagementClient({ baseUrl: ${JSON.stringify(url)}, apiKey: 'k', logger: false });
      console.log(JSON.stringify(await client.users.me()));`;
    const args = ['--input-type=module', '--eval', script];
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    return promisify(execFile)(process.execPath, args, { cwd });
  };

  test('names no server in place of the environment', async (t) => {
    const { url, requests } = await serve(t, ok);
    await assert.rejects(
      polluted('', { SVC_BASE_URL: url, SVC_API_KEY: 'evil' }),
      /baseUrl must be the tenant/,
    );
    assert.equal(requests.length, 0);
  });

  test('takes no credential away from withOptions, and gives request no body', async () => {
    const seen = [];
    const client = new ManagementClient({
      baseUrl,
      apiKey: 'k',
      logger: false,
      fetch: async (_, { headers, body }) => {
        seen.push([headers.authorization, body]);
        return new Response('{}');
      },
    });
    Object.assign(Object.prototype, { accessToken: 'evil', body: { evil: 1 } });
    let calls;
    try {
      calls = [
        client.withOptions({ timeoutMs: 1_000 }).users.me(),
        client.request('POST', '/api/v1/odd'),
      ];
    } finally {
      delete Object.prototype.accessToken;
      delete Object.prototype.body;
    }
    await Promise.all(calls);
    assert.deepEqual(seen, [
      ['Bearer k', undefined],
      ['Bearer k', undefined],
    ]);
  });
});

test('an error stays an error, whichever name a polluted Object.prototype has', async () => {
  const names = [
    ...['response', 'reply', 'error', 'isAnswered', 'text', 'secret', 'cancel', 'offset', 'after'],
    ...['startIndex', 'first', 'status', 'headers', 'statusText', 'cause', 'code', '404', '418'],
  ];
  const answers = {
    '/api/v1/users/me': () => new Response('{}', { status: 404 }),
    '/api/v1/tea': () => new Response('{}', { status: 418 }),
    '/api/v1/gone': () => Promise.reject(new TypeError('fetch failed')),
    '/api/v1/nothing': () => Promise.reject(undefined),
    '/api/v1/deployments': () => new Response('{"data":[1],"pagination":{"offset":0,"total":1}}'),
    '/api/v1/deployments/7/dashboard-exports': () => new Response('{"jobId":"j"}'),
    '/api/v1/deployments/7/dashboard-exports/j': () => new Response('{"status":"running"}'),
  };
  let pollute = () => {};
  let clean = () => {};
  const client = new ManagementClient({
    ...{ baseUrl: 'https://acme.example.com', apiKey: 'k', logger: false, maxRetries: 0 },
    // The answers are made as they would be without the pollution.
    fetch: async (url) => {
      clean();
      const { pathname } = new URL(url);
      const answer = Promise.resolve(answers[pathname]());
      pollute();
      return answer;
    },
  });
  const play = async () => {
    const calls = {
      gone: () => client.users.me(),
      tea: () => client.request('GET', '/api/v1/tea'),
      broken: () => client.request('GET', '/api/v1/gone'),
      nothing: () => client.request('GET', '/api/v1/nothing'),
      list: async () => (await client.deployments.list()).items,
      work: () => client.dashboardExports.run(7, { dashboardId: 1 }, { pollMs: 1, limitMs: 20 }),
    };
    const seen = {};
    for (const [name, call] of Object.entries(calls))
      try {
        seen[name] = await call();
      } catch (error) {
        seen[name] = [error.name, error.message];
      }
    return JSON.stringify(seen);
  };
  const plain = await play();
  assert.match(
    plain,
    /NotFoundError.*ApiError.*ConnectionError.*ConnectionError.*\[1\].*TimeoutError/,
  );
  const wrong = {};
  for (const name of names)
    for (const value of ['evil', 7, { evil: 'evil' }]) {
      pollute = () => (Object.prototype[name] = value);
      clean = () => delete Object.prototype[name];
      pollute();
      let seen;
      try {
        seen = await play();
      } finally {
        clean();
      }
      if (seen !== plain) wrong[name] = seen;
    }
  assert.deepEqual(wrong, {});
});

test('no name in a polluted Object.prototype changes a request or its result', async () => {
  const words = (text) => text.trim().split(/\s+/);
  const init = words(`
    body cache credentials dispatcher duplex headers integrity keepalive method mode priority redirect
    referrer referrerPolicy signal window`);
  // Options, members of the table of operations and of answers, and the path of an operation.
  const own = words(`
    accessToken apiKey baseUrl dangerouslyAllowBrowser fetch idempotencyKey idempotencyKeys logLevel
    maxResponseBytes maxRetries onEnd onRequest onResponse inputs paths presumptions query retryBudget
    scimScheme scimToken timeoutMs
    answer cursorless deprecated id input kept order paging path refused value
    Resources code data error items message pageInfo pagination sessionId totalResults authorization
    x-evil users.me`);
  const baseUrl = 'https://acme.example.com';
  /** What the client does while `pollute` has changed the prototype. Asserts nothing meanwhile. */
  const played = async (pollute, clean) => {
    const seen = [];
    const answers = [
      () => new Response('{"a":1}'),
      () => new Response('{"items":[1],"pageInfo":{"hasNextPage":false}}'),
      () => new Response('{}', { status: 404 }),
      () => new Response('{"a":1}'),
    ];
    const fetch = async (url, given) => {
      const read = {};
      for (const name of init) read[name] = name === 'signal' ? typeof given[name] : given[name];
      clean();
      seen.push([url, JSON.stringify(read)]);
      const answer = answers[seen.length - 1]();
      pollute();
      return answer;
    };
    pollute();
    try {
      const client = new ManagementClient(
        Object.assign(Object.create(null), { baseUrl, apiKey: 'k', logger: false, fetch }),
      );
      for (const call of [
        () => client.users.me(),
        () => client.branches.list(7),
        () => client.users.me(),
        () => client.users.create({ name: 'Ada' }),
      ]) {
        let result;
        try {
          result = await call();
        } catch (error) {
          result = [error.name, error.status, error.code];
        }
        clean();
        seen.push(JSON.stringify(result));
        pollute();
      }
    } finally {
      clean();
    }
    return seen;
  };
  const plain = await played(
    () => {},
    () => {},
  );
  // All names at once: each change of the prototype makes the engine slow.
  const names = [...init, ...own];
  for (const value of ['file', 1, ['evil'], { evil: 'evil' }]) {
    const pollute = () => names.forEach((name) => (Object.prototype[name] = value));
    const clean = () => names.forEach((name) => delete Object.prototype[name]);
    const seen = await played(pollute, clean);
    assert.deepEqual(seen, plain, JSON.stringify(value));
  }
});
