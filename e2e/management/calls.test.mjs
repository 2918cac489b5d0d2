// How a call is sent, what it returns, and what is refused before it is sent.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { Session } from 'node:inspector/promises';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  ConnectionError,
  InvalidRequestError,
  ManagementClient,
  NotFoundError,
  TimeoutError,
} from 'svc-embed/management';
import { inTime, json, ok, rejection, until, world } from './support/service.mjs';

const baseUrl = 'https://acme.example.com';
const gone = (_, response) => json(response, { error: 'no' }, 404);

describe('a call', () => {
  test('is sent at once, and only once, however it is awaited', async (t) => {
    const { client, requests } = await world(t, (_, response) =>
      json(response, { items: [1] }, 200, { 'X-Request-Id': 'r-1' }),
    );
    const call = client.users.me();
    await until(() => requests.length === 1);
    const { data, response, requestId, retries, durationMs } = await call.withResponse();
    assert.deepEqual(await Promise.all([call, call]), [data, data]);
    assert.deepEqual([response.status, requestId, retries], [200, 'r-1', 0]);
    assert.ok(durationMs > 0);

    // What nobody wanted as a response yet is read once.
    const early = client.users.me();
    await until(() => requests.length === 2);
    await pause(50);
    assert.deepEqual(await (await early.asResponse()).json(), { items: [1] });
    assert.deepEqual(await early, { items: [1] });

    const unread = client.users.create({});
    assert.equal((await unread.asResponse()).bodyUsed, false);
    assert.deepEqual(await unread, { items: [1] });
    const list = client.folders.list(7);
    await list.asResponse();
    assert.deepEqual((await list).items, [1]);
    const file = client.auditLogs.export();
    assert.equal(await file.asResponse(), await file);
    const read = client.users.create({});
    await (await read.asResponse()).text();
    assert.ok((await rejection(read)) instanceof ConnectionError);
    assert.equal(requests.length, 6);
  });

  test('is a promise. One that fails and is not awaited ends no process, and is logged', async (t) => {
    const told = [];
    const logger = { error: (message) => told.push(message) };
    const { client } = await world(t, gone, { logger });
    client.users.me();
    await until(() => told.length === 1);
    assert.equal(told[0], 'users.me failed, and nobody awaits it. users.me: 404 no');
    const ended = client.users.me().finally(() => told.push('finally'));
    assert.ok((await ended.catch((error) => error)) instanceof NotFoundError);
    await assert.rejects(client.users.me().asResponse(), NotFoundError);
    assert.deepEqual(told.slice(1), ['finally']);
  });

  test('with a deprecated field works, and is logged once', async (t) => {
    const told = [];
    const logger = { warn: (message) => told.push(message) };
    const answer = (_, response) => json(response, { light: {} });
    const { client, requests } = await world(t, answer, { logger });
    for (let i = 0; i < 2; i += 1) {
      await client.users.updateMySettings({ lastSeenChangelogId: 3 });
      await client.app.retrieveTheme();
    }
    assert.equal(requests.length, 4);
    assert.deepEqual(told, [
      'users.updateMySettings: lastSeenChangelogId is deprecated: the service ignores it.',
      'app.retrieveTheme: light is deprecated: use palette and logoUrl.',
    ]);
  });

  test('enters at most ten files, by the coverage of the engine', async (t) => {
    const { url } = await world(t, ok);
    // As it is written: what is published is one file.
    const { ManagementClient } = await import('../../target/npm/ts/management/index.js');
    const client = new ManagementClient({ baseUrl: url, accessToken: 'a' });
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true });
    await client.workbooks.duplicate(7, 42, { shared: true }, { idempotencyKey: 'k' });
    const { result } = await session.post('Profiler.takePreciseCoverage');
    session.disconnect();
    const entered = result.filter(
      ({ url, functions }) =>
        url.includes('/ts/management/') && functions.some(({ ranges }) => ranges[0].count > 0),
    );
    assert.ok(entered.length > 2 && entered.length <= 10, entered.map(({ url }) => url).join('\n'));
  });

  test('of a file is streamed, not kept in memory', async (t) => {
    const chunk = 'x'.repeat(65_536);
    let written = 0;
    const { client } = await world(t, async (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/csv' });
      for (; written < 2000 && !response.destroyed; written += 1)
        if (!response.write(chunk))
          await new Promise((resolve) => {
            response.once('drain', resolve);
            response.once('close', resolve);
          });
      response.end();
    });
    const { body } = await client.auditLogs.export({ start: '2025-01-01' });
    const reader = body.getReader();
    await reader.read();
    await pause(100);
    // The server could write 130 MB, but only the connection's buffers are filled.
    assert.ok(written < 400, `${written} chunks were received before they were read`);
    await reader.cancel();
  });

  test('leaves no listener on the signal of the caller', async (t) => {
    const { client } = await world(t, (request, response, count) =>
      request.url.includes('audit')
        ? response.writeHead(200, { 'Content-Type': 'text/csv' }).end('a,b')
        : json(response, { items: [], status: 'done', id: 'j' }, count === 1 ? 503 : 200),
    );
    const { signal } = new AbortController();
    await client.users.me({ signal });
    await client.users.me({ signal }).asResponse();
    assert.equal(await (await client.auditLogs.export({}, { signal })).text(), 'a,b');
    await client.auditLogs.export({}, { signal });
    for await (const _ of client.reports.list(7, {}, { signal }));
    await client.transformSync.run(7, {}, { signal, pollMs: 1 });
    await rejection(client.embedTenants.delete('..', { signal }));
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
});

const bytes = new TextEncoder().encode('bytes');
const upload = (body) => (client) => client.dataModel.uploadFile(7, body);
const asking = (query) => (client) => client.users.me({ query });
const withHeaders = (headers) => (client) => client.users.me({ headers });
const X = { 'X-A': '1' };
class Named {
  name = 'Ada';
}
class Getters {
  get first() {
    return 1;
  }
}
async function* chunks() {
  yield bytes;
}
function form() {
  const form = new FormData();
  form.set('file', new Blob(['cubes: []']), 'model.yml');
  return form;
}
const QUERY = {
  ...{ start: new Date(Date.UTC(2025, 0, 2)), end: null, no: undefined },
  ...{ ids: [1, 2], 'a+b': '\ud800 €', big: 12n },
};
const WHOLE = { meta: {}, at: null, on: new Date(0), of: Object.create(null), list: [[]] };
const circle = { a: { b: [] } };
circle.a.b.push(circle);

/** A call, and what its request has: as it is, or by a pattern. */
const SENT = [
  [(c) => c.users.me({ timeoutMs: 5000, headers: X }), { 'x-a': '1', url: '/api/v1/users/me' }],
  [(c) => c.users.me(undefined, { headers: X }), { 'x-a': '1' }],
  [
    (c) => c.scim.users.retrieve('u-1', { query: { attributes: 'userName' } }),
    { url: '/api/scim/v2/Users/u-1?attributes=userName' },
  ],
  [(c) => c.request('patch', '/api/v1/users/me/settings', { body: {} }), { method: 'PATCH' }],
  [withHeaders({ 'X-A': 7 }), { 'x-a': '7' }],
  ...[new Headers(X), Object.entries(X), new Map(Object.entries(X))].map((headers) => [
    withHeaders(headers),
    { 'x-a': '1' },
  ]),
  [
    asking(QUERY),
    {
      url: '/api/v1/users/me?start=2025-01-02T00%3A00%3A00.000Z&ids=1&ids=2&a%2Bb=%EF%BF%BD%20%E2%82%AC&big=12',
    },
  ],
  ...[
    { a: ['1', '2'], b: 3 },
    new Map(Object.entries({ a: [1, 2], b: 3 })),
    new URLSearchParams('a=1&a=2&b=3'),
  ].map((query) => [asking(query), { url: '/api/v1/users/me?a=1&a=2&b=3' }]),
  [asking(null), { url: '/api/v1/users/me' }],
  [upload(form()), { 'content-type': /^multipart\/form-data; boundary=/, body: /cubes: \[\]/ }],
  [upload(new Named()), { body: '{"name":"Ada"}', 'content-type': 'application/json' }],
  [upload([1]), { body: '[1]', 'content-type': 'application/json' }],
  [upload('text'), { body: 'text', 'content-type': 'text/plain;charset=UTF-8' }],
  [upload(bytes), { body: 'bytes', 'content-type': undefined }],
  [upload(bytes.buffer), { body: 'bytes' }],
  [
    upload(new Blob(['blob'], { type: 'text/yaml' })),
    { body: 'blob', 'content-type': 'text/yaml' },
  ],
  [upload(new File(['file'], 'a.txt')), { body: 'file' }],
  [upload(new Blob(['stream']).stream()), { body: 'stream' }],
  [upload(new URLSearchParams({ a: '1' })), { body: 'a=1' }],
  [upload(chunks()), { body: 'bytes' }],
  [(c) => c.branches.create(7, WHOLE), { body: JSON.stringify(WHOLE) }],
];

test('each kind of argument is sent as what it is', async (t) => {
  const { client, requests } = await world(t, ok);
  for (const [call, wanted] of SENT) {
    await call(client);
    const { headers, ...request } = requests.at(-1);
    for (const [name, value] of Object.entries(wanted)) {
      const is = { ...headers, ...request }[name];
      if (value instanceof RegExp) assert.match(is, value);
      else assert.equal(is, value, String(call));
    }
  }
  assert.equal(requests.length, SENT.length);
});

const option = (name, ...values) => [name, (c) => values.map((it) => c.users.me({ [name]: it }))];
const job = (name) => [
  name,
  (c) => [NaN, -1, Infinity, '5'].map((it) => c.transformSync.run(7, {}, { [name]: it })),
];
/** The field that the error names, and the calls. */
const REFUSED = [
  [
    'workbookId',
    (c) =>
      [true, new Date(), {}, [], NaN, null, undefined, Symbol('id')].map((id) =>
        c.workbooks.duplicate(7, id),
      ),
  ],
  [
    'query',
    (c) =>
      [form(), new Headers(), new Set([1]), new Date(), [1], 'a', 7, new Getters()].map((query) =>
        c.reports.list(7, query),
      ),
  ],
  option('query', '?a=1', [1], form()),
  option('signal', true, {}, new EventTarget(), { aborted: false }),
  ['signal', (c) => [c.devMode.start(7, { signal: new AbortController().signal })]],
  option('timeoutMs', Infinity, NaN, -1, '5'),
  option('maxRetries', Infinity, -1),
  option('maxResponseBytes', -1, NaN, '5', -Infinity),
  option('idempotencyKey', 'a\nb', ''),
  job('pollMs'),
  job('limitMs'),
  [
    'method',
    (c) => ['', 'GE T', 'CONNECT', 'TRACE', undefined].map((it) => c.request(it, '/api/v1/x')),
  ],
  ['body', (c) => [c.request('GET', '/api/v1/x', { body: {} })]],
  ['headers.X-A', (c) => ['sec\nret', 'sec€ret', {}].map((it) => withHeaders({ 'X-A': it })(c))],
  ['headers', (c) => [{ 'X A': 'secret' }, 'X-A: secret'].map((it) => withHeaders(it)(c))],
  ...[
    ['items[1].id', { items: [{}, { id: 1n }] }],
    ...[5n, () => {}, Symbol('a'), new Map(), new Set(), Promise.resolve({})].map((body) => [
      'body',
      body,
    ]),
    ...[new Response('a'), new Error('a'), new SharedArrayBuffer(1)].map((body) => ['body', body]),
    ['a.b[0]', circle],
    ['folderId', { folderId: NaN }],
    ['a[1].b', { a: [null, { b: -Infinity }] }],
    // JSON would write null or {} in their place.
    ['a.at', { a: { at: new Date(NaN) } }],
    ['meta', { name: 'n', meta: new Map([['a', 1]]) }],
    ['a[0]', { a: [new Set([1])] }],
    ['cause', { cause: new Error('a') }],
    ['file', { file: new Blob(['a']) }],
  ].map(([field, body]) => [field, (c) => [upload(body)(c)]]),
];

test('what cannot be sent is refused by name, at once and without its value', async (t) => {
  const { client, requests } = await world(t, ok);
  for (const [field, calls] of REFUSED)
    for (const call of calls(client)) {
      const error = await rejection(call);
      assert.ok(error instanceof InvalidRequestError, `${field}: ${error}`);
      assert.equal(error.field, field);
      assert.doesNotMatch(error.message, /ret\b/);
    }
  assert.equal(requests.length, 0);
  for (const [field, options] of [
    ['headers.X-A', { headers: { 'X-A': '\n' } }],
    ...[-1, NaN, '5', -Infinity].map((it) => ['maxResponseBytes', { maxResponseBytes: it }]),
    ...[-1, NaN, '5', -Infinity].map((it) => ['retryBudget', { retryBudget: it }]),
  ])
    assert.throws(() => new ManagementClient({ baseUrl, ...options }), { field });
});

describe('the options of a client', () => {
  test('an iterator of headers is read once, and a header is removed by null', async (t) => {
    const headers = new Map([...Object.entries(X), ['X-B', '1']]).entries();
    const { client, requests } = await world(t, ok, { headers });
    await client.users.me({
      headers: { 'x-a': undefined, 'x-b': null, authorization: null, 'user-agent': null },
    });
    await client.withOptions({ timeoutMs: 5000 }).users.me();
    assert.deepEqual(
      requests.map(({ headers }) => [headers['x-a'], headers['x-b'], headers.authorization]),
      [
        ['1', undefined, undefined],
        ['1', '1', 'Bearer the-token'],
      ],
    );
    assert.doesNotMatch(requests[0].headers['user-agent'] ?? '', /svc-embed/);
  });

  test('an option that there is not is warned of once, and no other', async () => {
    const told = [];
    const options = {
      baseUrl: `${baseUrl}/api/v1/`,
      apikey: 'a-secret',
      timeOut: 5,
      'x\n': 1,
      logger: { warn: (message) => told.push(message) },
    };
    const { logger } = options;
    new ManagementClient({ baseUrl: `${baseUrl}/proxy/api/v1/x`, logger, onEnd: undefined });
    new ManagementClient(options).withOptions({ timeoutms: 5 }).withOptions(options);
    await until(() => told.length >= 5);
    await pause(20);
    assert.deepEqual(told.sort(), [
      'ManagementClient has no option "x\\n".',
      'ManagementClient has no option apikey. Did you mean apiKey?',
      'ManagementClient has no option timeOut.',
      'ManagementClient has no option timeoutms. Did you mean timeoutMs?',
      `baseUrl ends with /api/v1, which the path of an operation has in it already. Did you mean '${baseUrl}'?`,
    ]);
  });

  test('idempotencyKeys gives each call that acts a key, which stays the same in retries', async (t) => {
    const answer = (_, response, count) => json(response, {}, count === 1 ? 503 : 200);
    const { client, requests } = await world(t, answer, { idempotencyKeys: true });
    await client.users.create({});
    await client.users.create({});
    await client.users.create({}, { idempotencyKey: 'mine' });
    await client.users.me();
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    assert.ok(keys[0]);
    assert.equal(keys[0], keys[1]);
    assert.notEqual(keys[1], keys[2]);
    assert.deepEqual(keys.slice(3), ['mine', undefined]);
  });

  test('withOptions returns a client that differs in some options', async (t) => {
    const { client, requests } = await world(t, ok, { headers: X, maxRetries: 0 });
    await client.withOptions({ accessToken: 'other', headers: { 'X-B': '2' } }).users.me();
    await client.withOptions({ apiKey: 'key' }).users.me();
    await client.users.me();
    assert.deepEqual(
      requests.map(({ headers }) => [headers.authorization, headers['x-a'], headers['x-b']]),
      [
        ['Bearer other', undefined, '2'],
        ['Bearer key', '1', undefined],
        ['Bearer the-token', '1', undefined],
      ],
    );
  });

  test('paths are those that it had when the client was created', async (t) => {
    const paths = {};
    const { client, requests } = await world(t, ok, { paths });
    await client.users.me();
    paths['users.me'] = '/../../elsewhere?x#y';
    await client.users.me();
    assert.deepEqual(requests[1].url, requests[0].url);
    const other = await world(t, ok, { paths });
    assert.equal((await rejection(other.client.users.me())).field, 'path');
  });

  test('the table is available before the first call', () => {
    const { operations } = new ManagementClient({ baseUrl });
    assert.equal(operations.length, 136);
    assert.deepEqual(operations[0], {
      id: 'workbooks.duplicate',
      method: 'POST',
      path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/duplicate',
      api: 'management',
    });
  });
});

describe('in a process of its own', () => {
  const run = (code, env = {}) => {
    const script = `import { ManagementClient } from 'svc-embed/management'; ${code}`;
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    const args = ['--input-type=module', '-e', script];
    return promisify(execFile)(process.execPath, args, { cwd, env: { ...process.env, ...env } });
  };

  test('the environment has the defaults of the base URL, the key and the log level', async (t) => {
    const { url, requests } = await world(t, ok);
    const env = { SVC_BASE_URL: url, SVC_API_KEY: 'from-env', SVC_EMBED_LOG: 'debug' };
    const { stdout } = await run('await new ManagementClient().users.me();', env);
    assert.equal(requests[0].headers.authorization, 'Bearer from-env');
    assert.match(stdout, /^users\.me: GET 200 after \d+ ms/);
    await run(`await new ManagementClient({ accessToken: 'mine' }).users.me();`, env);
    assert.equal(requests[1].headers.authorization, 'Bearer mine');
  });

  test('a pending call keeps Node alive', async () => {
    const code = `const fetch = () => new Promise(() => {});
      const client = new ManagementClient({ baseUrl: 'https://a.example', fetch, timeoutMs: 200, maxRetries: 0 });
      client.users.me().catch((error) => console.log(error.name));`;
    assert.equal((await run(code)).stdout.trim(), 'TimeoutError');
  });
});

describe('long work', () => {
  const never = new Promise(() => {});

  /**
   * A client whose job is done at the `polls`-th poll. `answer` may answer a request in its place. It answers in
   * this process, so that a limit of a job may be short. `inTime` doubles one that was too short.
   */
  function world(polls, answer = () => undefined) {
    const requests = [];
    let polled = 0;
    const usual = ({ method, url }) => {
      if (method === 'POST') return { jobId: 'j 1', syncJobId: 'j 1' };
      if (url.endsWith('/result')) return { rows: 3 };
      polled += 1;
      return { status: polled < polls ? 'running' : 'completed', polled };
    };
    const client = new ManagementClient({
      baseUrl: 'https://acme.example.com',
      accessToken: 'the-token',
      fetch: async (url, { method, headers, signal }) => {
        const request = { method, url: String(url), headers: new Headers(headers), signal };
        requests.push(request);
        return Response.json((await answer(request, requests.length)) ?? usual(request));
      },
    });
    return { client, requests };
  }

  test('rejects if its progress function fails', async () => {
    const { client } = world(9);
    const fail = () => {
      throw new RangeError('mine');
    };
    for (const onProgress of [fail, async () => fail()]) {
      const call = client.transformSync.run(7, {}, { pollMs: 1, onProgress });
      assert.ok((await rejection(call)) instanceof RangeError);
    }
  });

  test('ends at its limit and by its signal, also if its progress function never settles', async () => {
    const { client, requests } = world(Infinity);
    const options = { pollMs: 1, onProgress: () => never };
    await inTime(async (limitMs) => {
      const error = await rejection(client.transformSync.run(7, {}, { ...options, limitMs }));
      const end = `within ${limitMs} ms (status: running).`;
      if (!error.message.endsWith(end)) throw error;
      assert.ok(error instanceof TimeoutError, String(error));
      assert.equal(requests.at(-1).method, 'DELETE');
    });
    const signal = AbortSignal.timeout(100);
    const work = client.transformSync.run(7, {}, { ...options, signal });
    assert.equal(await rejection(work), signal.reason);
  });

  test('can be aborted, and then cancels the job', async () => {
    const { client, requests } = world(Infinity);
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = () => setTimeout(() => controller.abort());
    const work = client.transformSync.run(7, {}, { pollMs: 10_000, signal, onProgress });
    assert.equal((await rejection(work)).name, 'AbortError');
    await until(() => requests.at(-1).method === 'DELETE');
    assert.match(requests.at(-1).url, /\/api\/v1\/deployments\/7\/transform-sync\/j%201$/);
  });

  test('is not cancelled by its limit if it shall go on', async () => {
    const { client, requests } = world(Infinity);
    await rejection(client.transformSync.run(7, {}, { pollMs: 1, limitMs: 5, cancel: false }));
    assert.ok(requests.every(({ method }) => method !== 'DELETE'));
  });

  test('shows at most 100 characters of a status and of the id of a job', async () => {
    const long = 'w\u{1f600}'.repeat(20_000);
    const { client } = world(Infinity, ({ method }) =>
      method === 'POST' ? { syncJobId: 'j'.repeat(300) } : { status: long },
    );
    const shown = `(status: ${'w\u{1f600}'.repeat(50)}…)`;
    await inTime(async (limitMs) => {
      const error = await rejection(client.transformSync.run(7, {}, { pollMs: 1, limitMs }));
      if (!error.message.includes(shown)) throw error;
      const wanted = `job ${'j'.repeat(100)}… did not end within ${limitMs} ms ${shown}.`;
      assert.equal(error.message, `transformSync.run: ${wanted}`);
    });
  });

  test('cuts off a poll that hangs at its limit, and cancels the job', async () => {
    const cut = [];
    // The second poll has no answer.
    const { client, requests } = world(Infinity, ({ method, signal }, count) => {
      if (count !== 3 || method !== 'GET') return undefined;
      signal.addEventListener('abort', () => cut.push(method));
      return never;
    });
    await inTime(async (limitMs) => {
      requests.length = cut.length = 0;
      const error = await rejection(client.transformSync.run(7, {}, { pollMs: 1, limitMs }));
      if (cut.length === 0) throw error;
      assert.ok(error instanceof TimeoutError);
      const end = `job j 1 did not end within ${limitMs} ms (status: running).`;
      assert.equal(error.message, `transformSync.run: ${end}`);
      assert.deepEqual(cut, ['GET']);
      const methods = requests.map(({ method }) => method);
      assert.deepEqual(methods, ['POST', 'GET', 'GET', 'DELETE']);
    });
  });

  test('is not cut off by its limit while it fetches the result', async () => {
    let slow;
    const { client, requests } = world(1, async ({ url }) => {
      if (url.endsWith('/result')) await new Promise((resolve) => setTimeout(resolve, slow));
    });
    await inTime(async (limitMs) => {
      slow = 2 * limitMs;
      requests.length = 0;
      const options = { pollMs: 1, limitMs, idempotencyKey: 'of the start' };
      assert.deepEqual(await client.transformSync.run(7, {}, options), { rows: 3 });
      const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
      assert.deepEqual(keys, ['of the start', null, null]);
    });
    assert.ok(requests.every(({ method }) => method !== 'DELETE'));
  });
});
