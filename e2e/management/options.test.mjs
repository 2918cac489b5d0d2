// The options of the client and of a call: headers, bodies, queries, the environment, and what is refused
// before it is sent.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { InvalidRequestError, ManagementClient, TimeoutError } from 'svc-embed/management';
import { json, ok, rejection, until, world } from './support/service.mjs';

const baseUrl = 'https://acme.example.com';

describe('headers', () => {
  /** The headers that a call sends. */
  const sent = async (t, options, headers, call = (client, given) => client.users.me(given)) => {
    const { client, requests } = await world(t, ok, options);
    await call(client, { headers });
    return requests[0].headers;
  };

  test('may be Headers, entries or an object', async (t) => {
    for (const headers of [new Headers({ 'X-A': '1' }), [['X-A', '1']], new Map([['X-A', '1']])])
      assert.equal((await sent(t, {}, headers))['x-a'], '1');
    assert.equal((await sent(t, { headers: new Headers({ 'X-A': '1' }) }, {}))['x-a'], '1');
    // An iterator can be read only once, and the client sends its headers with every call.
    const headers = new Map([['X-A', '1']]).entries();
    const { client, requests } = await world(t, ok, { headers });
    await client.users.me();
    await client.withOptions({ timeoutMs: 5000 }).users.me();
    assert.deepEqual([requests[0].headers['x-a'], requests[1].headers['x-a']], ['1', '1']);
  });

  test('that are undefined are left out, and null removes a default', async (t) => {
    const client = { headers: { 'X-A': '1', 'X-B': '1' } };
    const removed = { 'x-a': undefined, 'x-b': null, authorization: null, 'user-agent': null };
    const headers = await sent(t, client, removed);
    assert.equal(headers['x-a'], '1');
    assert.equal(headers['x-b'], undefined);
    assert.doesNotMatch(headers['user-agent'] ?? '', /svc-embed/);
  });

  test('that are wrong are refused by name, without their value', async (t) => {
    const { client, requests } = await world(t, ok);
    for (const [field, headers] of [
      ['headers.X-A', { 'X-A': 'sec\nret' }],
      ['headers.X-A', { 'X-A': 'sec€ret' }],
      ['headers.X-A', { 'X-A': {} }],
      ['headers', { 'X A': 'secret' }],
      ['headers', 'X-A: secret'],
    ]) {
      const error = await rejection(client.users.me({ headers }));
      assert.ok(error instanceof InvalidRequestError, field);
      assert.equal(error.field, field);
      assert.doesNotMatch(error.message, /ret/);
    }
    assert.equal(requests.length, 0);
    assert.throws(() => new ManagementClient({ baseUrl, headers: { 'X-A': '\n' } }), {
      field: 'headers.X-A',
    });
  });
});

describe('a body', () => {
  test('is sent as what it is', async (t) => {
    const { client, requests } = await world(t, ok);
    const bytes = new TextEncoder().encode('bytes');
    async function* chunks() {
      yield bytes;
    }
    for (const body of [
      new Blob(['blob'], { type: 'text/yaml' }),
      new File(['file'], 'a.txt'),
      bytes,
      bytes.buffer,
      new Blob(['stream']).stream(),
      new URLSearchParams({ a: '1' }),
      chunks(),
    ])
      await client.dataModel.uploadFile(7, body);
    assert.deepEqual(
      requests.map(({ body }) => body),
      ['blob', 'file', 'bytes', 'bytes', 'stream', 'a=1', 'bytes'],
    );
    assert.equal(requests[0].headers['content-type'], 'text/yaml');
  });

  test('that cannot be sent is refused by name', async (t) => {
    const { client, requests } = await world(t, ok);
    const circle = { a: { b: [] } };
    circle.a.b.push(circle);
    for (const [field, body] of [
      ['items[1].id', { items: [{}, { id: 1n }] }],
      ['body', 5n],
      ['a.b[0]', circle],
      ['body', () => {}],
      ['body', Symbol('a')],
      ['body', new Map()],
      ['body', new Set()],
      ['body', Promise.resolve({})],
      ['body', new Response('a')],
      ['body', new Error('a')],
      ['body', new SharedArrayBuffer(1)],
      ['folderId', { folderId: NaN }],
      ['a[1].b', { a: [null, { b: -Infinity }] }],
      // JSON would write null or {} in their place.
      ['a.at', { a: { at: new Date(NaN) } }],
      ['meta', { name: 'n', meta: new Map([['a', 1]]) }],
      ['a[0]', { a: [new Set([1])] }],
      ['cause', { cause: new Error('a') }],
      ['file', { file: new Blob(['a']) }],
    ]) {
      const error = await rejection(client.dataModel.uploadFile(7, body));
      assert.ok(error instanceof InvalidRequestError, String(field));
      assert.equal(error.field, field);
    }
    const read = client.request('GET', '/api/v1/x', { body: {} });
    assert.equal((await rejection(read)).field, 'body');
    assert.equal(requests.length, 0);
    const whole = { meta: {}, at: null, on: new Date(0), of: Object.create(null), list: [[]] };
    await client.branches.create(7, whole);
    assert.equal(requests[0].body, JSON.stringify(whole));
  });
});

describe('a query', () => {
  test('may be an object, a Map or a URLSearchParams', async (t) => {
    const { client, requests } = await world(t, ok);
    const many = new URLSearchParams('a=1&a=2&b=3');
    for (const query of [
      { a: ['1', '2'], b: 3 },
      new Map(Object.entries({ a: [1, 2], b: 3 })),
      many,
    ])
      await client.users.me({ query });
    assert.deepEqual(
      [...new Set(requests.map(({ url }) => url))],
      ['/api/v1/users/me?a=1&a=2&b=3'],
    );
    await client.users.me({ query: null });
    assert.equal(requests.at(-1).url, '/api/v1/users/me');
    for (const query of ['?a=1', [1]])
      assert.equal((await rejection(client.users.me({ query }))).field, 'query');
  });

  test('whose parameters would not be found is refused', async (t) => {
    const { client, requests } = await world(t, ok);
    const form = new FormData();
    form.append('first', '1');
    class Getters {
      get first() {
        return 1;
      }
    }
    for (const query of [form, new Headers({ first: '1' }), new Set([1]), new Date(), [1], 'a', 7])
      assert.equal((await rejection(client.reports.list(7, query))).field, 'query');
    assert.equal((await rejection(client.reports.list(7, new Getters()))).field, 'query');
    assert.equal((await rejection(client.users.me({ query: form }))).field, 'query');
    assert.equal(requests.length, 0);
  });
});

describe('an option that is wrong', () => {
  test('is refused by name, at once and without a retry', async (t) => {
    const { client, requests } = await world(t, ok);
    for (const [field, options] of [
      ['timeoutMs', { timeoutMs: Infinity }],
      ['timeoutMs', { timeoutMs: NaN }],
      ['timeoutMs', { timeoutMs: -1 }],
      ['timeoutMs', { timeoutMs: '5' }],
      ['maxRetries', { maxRetries: Infinity }],
      ['maxRetries', { maxRetries: -1 }],
      ['signal', { signal: {} }],
      ['idempotencyKey', { idempotencyKey: 'a\nb' }],
      ['idempotencyKey', { idempotencyKey: '' }],
    ])
      assert.equal((await rejection(client.users.me(options))).field, field);
    for (const method of ['', 'GE T', 'CONNECT', 'TRACE', undefined])
      assert.equal((await rejection(client.request(method, '/api/v1/x'))).field, 'method');
    assert.equal(requests.length, 0);
  });

  test('or an option of a client that there is not, is warned of once', async () => {
    const told = [];
    const options = {
      baseUrl: 'https://acme.example.com/api/v1/',
      apikey: 'a-secret',
      timeOut: 5,
      'x\n': 1,
      logger: { warn: (message) => told.push(message) },
    };
    new ManagementClient(options).withOptions({ timeoutms: 5 }).withOptions(options);
    await until(() => told.length === 5);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(told.sort(), [
      'ManagementClient has no option "x\\n".',
      'ManagementClient has no option apikey. Did you mean apiKey?',
      'ManagementClient has no option timeOut.',
      'ManagementClient has no option timeoutms. Did you mean timeoutMs?',
      "baseUrl ends with /api/v1, which the path of an operation has in it already. Did you mean 'https://acme.example.com'?",
    ]);
  });

  test('and an option of a client that there is, is not', async () => {
    const told = [];
    const logger = { warn: (message) => told.push(message) };
    new ManagementClient({ baseUrl: `${baseUrl}/proxy/api/v1/x`, logger, onEnd: undefined });
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(told, []);
  });
});

test('idempotencyKeys gives each call that acts a key, which stays the same in retries', async (t) => {
  const { client, requests } = await world(
    t,
    (_, response, count) => json(response, {}, count === 1 ? 503 : 200),
    { idempotencyKeys: true },
  );
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
  const { client, requests } = await world(t, ok, { headers: { 'X-A': '1' }, maxRetries: 0 });
  const other = client.withOptions({ accessToken: 'other', headers: { 'X-B': '2' } });
  const keyed = client.withOptions({ apiKey: 'key' });
  await other.users.me();
  await keyed.users.me();
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

test('no listener stays on the signal of the caller', async (t) => {
  const { client } = await world(t, (request, response, count) =>
    request.url.includes('audit')
      ? response.writeHead(200, { 'Content-Type': 'text/csv' }).end('a,b')
      : json(response, { items: [], status: 'done', id: 'j' }, count === 1 ? 503 : 200),
  );
  const { signal } = new AbortController();
  await client.users.me({ signal });
  await client.users.me({ signal }).asResponse();
  const file = await client.auditLogs.export({}, { signal });
  assert.equal(await file.text(), 'a,b');
  await client.auditLogs.export({}, { signal });
  for await (const _ of client.reports.list(7, {}, { signal }));
  await client.transformSync.run(7, {}, { signal, pollMs: 1 });
  await rejection(client.embedTenants.delete('..', { signal }));
  assert.equal(getEventListeners(signal, 'abort').length, 0);
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

test('a call that is sent before its response is wanted reads it once', async (t) => {
  const { client, requests } = await world(t, ok);
  const call = client.users.me();
  await until(() => requests.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(await (await call.asResponse()).json(), { ok: true });
  assert.deepEqual(await call, { ok: true });
});
