// The options of the client and of a call: headers, bodies, hooks, logging, the environment, and
// what is refused before it is sent.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { InvalidRequestError, ManagementClient, TimeoutError } from 'svc-embed/management';
import { cut, json, rejection, serve, until, world } from './support/service.mjs';

const ok = (_, response) => json(response, { ok: true });
const baseUrl = 'https://acme.example.com';

describe('headers', () => {
  /** The headers that a call sends. */
  const sent = async (t, options, headers, call = (client, given) => client.users.me(given)) => {
    const { client, requests } = await world(t, ok, options);
    await call(client, { headers });
    return requests[0].headers;
  };

  test('of the call replace those of the client in any case', async (t) => {
    const client = { headers: { 'X-A': '1', 'x-b': '1' } };
    const headers = await sent(t, client, { 'X-B': '2', 'x-c': '3' });
    assert.deepEqual([headers['x-a'], headers['x-b'], headers['x-c']], ['1', '2', '3']);
  });

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

  test('have the version of the package', async (t) => {
    assert.match((await sent(t, {}, {}))['user-agent'], /^svc-embed\/\d+\.\d+\.\d+$/);
  });

  test('of the caller replace the content type and the credential', async (t) => {
    const call = (client, options) => client.users.create({ a: 1 }, options);
    const given = { 'content-type': 'application/merge-patch+json', AUTHORIZATION: 'Bearer mine' };
    const headers = await sent(t, {}, given, call);
    assert.equal(headers['content-type'], 'application/merge-patch+json');
    assert.equal(headers.authorization, 'Bearer mine');
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

  for (const [what, members] of [
    ['a header', { 'x-evil': '1', authorization: 'Bearer evil' }],
    ['the path of an operation', { 'users.me': '/evil' }],
    ['an option of the client', { headers: { 'x-evil': '1' }, scimScheme: 'Evil' }],
    ['an option of the call', { idempotencyKey: 'evil' }],
  ])
    test(`changes no request by ${what}`, async (t) => {
      const { url, requests } = await serve(t, ok);
      await polluted(url, members);
      assert.equal(requests.length, 1);
      const [{ url: path, headers, body }] = requests;
      assert.equal(path, '/api/v1/users/me');
      assert.equal(headers.authorization, 'Bearer k');
      assert.equal(headers['x-evil'], undefined);
      assert.equal(headers['idempotency-key'], undefined);
      assert.equal(body, '');
    });

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

  test('adds nothing to the URL and the options of fetch', async () => {
    let seen;
    const client = new ManagementClient({
      baseUrl,
      apiKey: 'k',
      logger: false,
      fetch: async (url, { body, credentials }) => {
        seen = [url, body, credentials];
        return new Response('{}');
      },
    });
    const evil = { body: 'evil', credentials: 'include', query: { evil: '1' } };
    Object.assign(Object.prototype, evil);
    const call = client.users.me();
    // `fetch` was called before the call returned.
    for (const name of Object.keys(evil)) delete Object.prototype[name];
    await call;
    assert.deepEqual(seen, [`${baseUrl}/api/v1/users/me`, undefined, undefined]);
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
  const init = [
    ...[
      'body',
      'cache',
      'credentials',
      'dispatcher',
      'duplex',
      'headers',
      'integrity',
      'keepalive',
    ],
    ...['method', 'mode', 'priority', 'redirect', 'referrer', 'referrerPolicy', 'signal', 'window'],
  ];
  const own = [
    ...['accessToken', 'apiKey', 'baseUrl', 'dangerouslyAllowBrowser', 'fetch', 'idempotencyKey'],
    ...[
      'idempotencyKeys',
      'logLevel',
      'maxResponseBytes',
      'maxRetries',
      'onEnd',
      'onRequest',
      'onResponse',
    ],
    ...[
      'inputs',
      'paths',
      'presumptions',
      'query',
      'retryBudget',
      'scimScheme',
      'scimToken',
      'timeoutMs',
    ],
    // Of the table of operations, and of answers.
    ...[
      'answer',
      'atMostOneOf',
      'cursorless',
      'checks',
      'either',
      'fields',
      'id',
      'input',
      'kept',
      'oneOf',
      'open',
    ],
    ...['paging', 'path', 'required', 'Resources', 'code', 'data', 'error', 'items', 'message'],
    ...['pageInfo', 'pagination', 'sessionId', 'totalResults', 'authorization', 'x-evil'],
  ];
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

  test('of the options replaces parameters of the input', async (t) => {
    const { client, requests } = await world(t, (_, response) => json(response, { items: [] }));
    await client.reports.list(7, { first: 5, search: 'a' }, { query: { first: 9 } });
    assert.match(requests[0].url, /\?first=9&search=a$/);
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

  test('of the client is refused by name', () => {
    for (const [field, options] of [
      ['apiKey', { apiKey: undefined }],
      ['accessToken', { accessToken: undefined }],
      ['timeoutMs', { timeoutMs: NaN }],
      ['maxRetries', { maxRetries: -1 }],
      ['fetch', { fetch: {} }],
      ['onRequest', { onRequest: true }],
      ['onEnd', { onEnd: true }],
    ])
      assert.throws(() => new ManagementClient({ baseUrl, ...options }), { field });
  });

  test('or misspelt is warned of once, and the call is sent', async (t) => {
    const told = [];
    const logger = { warn: (message) => told.push(message) };
    const { client, requests } = await world(t, (_, response) => json(response, { items: [] }), {
      logger,
    });
    for (let turn = 0; turn < 2; turn += 1) {
      await client.reports.list(7, { frist: 10 });
      await client.workbooks.duplicate(7, 42, { share: true });
      await client.embedSessions.generate({ setings: {} });
      await client.embedSessions.generate({ somethingNew: 1 });
      await client.users.me({ timeout: 5 });
    }
    assert.deepEqual(told, [
      'reports.list: frist is not a field of ReportsQuery. Is first meant?',
      'workbooks.duplicate: share is not a field of DuplicateWorkbook. Is shared meant?',
      'embedSessions.generate: setings is not a field of GenerateSession. Is settings meant?',
      'users.me: timeout is not an option of a call. Parameters of the query go into query.',
    ]);
    assert.equal(requests.length, 10);
  });

  test('is warned of a thousand times at most: texts that never end are not all kept', async (t) => {
    const told = [];
    const logger = { warn: (message) => told.push(message) };
    const { client } = await world(t, (_, response) => json(response, {}), { logger });
    for (let turn = 0; turn < 1_100; turn += 1) await client.users.me({ [`odd${turn}`]: 1 });
    assert.equal(told.length, 1_000);
  });
});

describe('a hook', () => {
  test('sees each try, may add headers, and never sees the credential', async (t) => {
    const seen = [];
    const { client, requests } = await world(
      t,
      (_, response, count) => json(response, {}, count === 1 ? 503 : 200, { 'Request-Id': 'r-2' }),
      {
        onRequest: async ({ headers, ...event }) => {
          seen.push([event.operation, event.method, event.retries, headers.get('authorization')]);
          headers.set('traceparent', '00-1');
        },
        onResponse: ({ status, retries, requestId, durationMs }) => {
          seen.push([status, retries, requestId, durationMs >= 0]);
        },
      },
    );
    const { retries, requestId } = await client.users.me().withResponse();
    assert.deepEqual([retries, requestId], [1, 'r-2']);
    assert.deepEqual(seen, [
      ['users.me', 'GET', 0, null],
      [503, 0, 'r-2', true],
      ['users.me', 'GET', 1, null],
      [200, 1, 'r-2', true],
    ]);
    for (const { headers } of requests) {
      assert.equal(headers.traceparent, '00-1');
      assert.equal(headers.authorization, 'Bearer the-token');
    }
  });

  test('sees no Authorization of the caller’s either, wherever it was given', async (t) => {
    const seen = [];
    const onRequest = ({ headers, ...event }) => seen.push([...headers], Object.values(event));
    const onResponse = ({ headers, ...event }) => seen.push([...headers], Object.values(event));
    const own = { AUTHORIZATION: 'Bearer sk-mine' };
    for (const [options, headers] of [
      [{}, undefined],
      [{}, own],
      [{ headers: own }, undefined],
      [{ headers: new Headers(own), accessToken: undefined }, undefined],
    ]) {
      const { url, requests } = await serve(t, ok);
      const given = { baseUrl: url, onRequest, onResponse, ...options };
      const token = 'accessToken' in options ? {} : { accessToken: 'sk-mine' };
      delete given.accessToken;
      await new ManagementClient({ ...given, ...token }).users.me({ headers });
      assert.equal(requests[0].headers.authorization, 'Bearer sk-mine');
    }
    await until(() => seen.length === 16);
    assert.doesNotMatch(JSON.stringify(seen), /sk-mine/);
  });

  test('that throws before the request ends the call, and after it changes nothing', async (t) => {
    const stop = () => {
      throw new RangeError('no');
    };
    const before = await world(t, ok, { onRequest: stop });
    assert.ok((await rejection(before.client.users.me())) instanceof RangeError);
    assert.equal(before.requests.length, 0);
    for (const onResponse of [stop, async () => stop()]) {
      const told = [];
      const logger = { error: (message) => told.push(message) };
      const after = await world(t, ok, { onResponse, logger });
      assert.deepEqual(await after.client.users.me(), { ok: true });
      assert.deepEqual(told, ['users.me: onResponse failed.']);
    }
  });

  /** A client whose hooks write down what they are called with. */
  async function spans(t, answer, options) {
    const open = new Map();
    const seen = [];
    const made = await world(t, answer, {
      maxRetries: 1,
      onRequest: (event) => void open.set(event, event.retries),
      onEnd: ({ request, status, error, durationMs }) => {
        assert.ok(open.has(request), 'it is told of each try once');
        assert.ok(durationMs >= 0);
        seen.push([open.get(request), status, error?.name]);
        open.delete(request);
      },
      ...options,
    });
    const outcome = async (call) => {
      await call.then(
        () => {},
        () => {},
      );
      assert.equal(open.size, 0, 'no span stays open');
      return seen.splice(0);
    };
    return { ...made, outcome };
  }

  test('is told of the end of each try, however it ends', async (t) => {
    const answers = [
      (response) => json(response, {}, 503, { 'Retry-After': '0' }),
      (response) => response.destroy(),
      (response) => cut(response),
      () => {},
      (response) => response.end('<p>'),
      (response) => {
        response.writeHead(302, { Location: 'https://files.example.com/x' });
        response.end();
      },
      (response) => json(response, {}),
    ];
    let kind = 0;
    const { client, outcome } = await spans(t, (_, response) => answers[kind](response));
    const ended = {};
    for (const name of ['refused', 'broken', 'cut', 'late', 'unreadable', 'redirected', 'good']) {
      ended[name] = await outcome(client.users.me({ timeoutMs: name === 'late' ? 40 : 5_000 }));
      kind += 1;
    }
    const twice = (...end) => [
      [0, ...end],
      [1, ...end],
    ];
    assert.deepEqual(ended, {
      refused: twice(503, 'ServerError'),
      broken: twice(null, 'ConnectionError'),
      cut: twice(null, 'ConnectionError'),
      late: twice(null, 'TimeoutError'),
      unreadable: [[0, 200, 'ApiError']],
      redirected: [[0, null, 'ConnectionError']],
      good: [[0, 200, undefined]],
    });
  });

  test('is told of a try that the caller aborts, and of one whose answer is not read', async (t) => {
    const { client, outcome } = await spans(t, (_, response, count) => {
      if (count > 1) json(response, { ok: true });
    });
    const signal = AbortSignal.timeout(30);
    assert.deepEqual(await outcome(client.users.me({ signal })), [[0, null, 'TimeoutError']]);
    const call = client.users.me();
    assert.deepEqual(await outcome(call.asResponse()), [[0, 200, undefined]]);
    const file = client.auditLogs.export();
    assert.deepEqual(await outcome(file), [[0, 200, undefined]]);
  });

  test('is told of the end, too, if onRequest throws or hangs', async (t) => {
    for (const [onRequest, error] of [
      [() => Promise.reject(new RangeError('no')), 'RangeError'],
      [() => new Promise(() => {}), 'TimeoutError'],
    ]) {
      const seen = [];
      const onEnd = (event) => seen.push([event.request.operation, event.status, event.error.name]);
      const { client } = await world(t, ok, { onRequest, onEnd, maxRetries: 0, timeoutMs: 40 });
      await rejection(client.users.me());
      assert.deepEqual(seen, [['users.me', null, error]]);
    }
  });

  test('that is told of the end needs no other hook, and may throw', async (t) => {
    const told = [];
    const seen = [];
    const onEnd = async ({ request }) => {
      seen.push(request.method, request.url, request.headers.get('authorization'));
      throw new RangeError('no');
    };
    const logger = { error: (message) => told.push(message) };
    const { client, url } = await world(t, ok, { onEnd, logger });
    assert.deepEqual(await client.users.me(), { ok: true });
    assert.deepEqual(seen, ['GET', `${url}/api/v1/users/me`, null]);
    assert.deepEqual(told, ['users.me: onEnd failed.']);
  });

  test('that does not return is ended by the time limit and by the caller', async (t) => {
    const { client, requests } = await world(t, ok, {
      onRequest: () => new Promise(() => {}),
      maxRetries: 0,
    });
    assert.ok((await rejection(client.users.me({ timeoutMs: 30 }))) instanceof TimeoutError);
    const signal = AbortSignal.timeout(30);
    assert.equal(await rejection(client.users.me({ signal })), signal.reason);
    assert.equal(requests.length, 0);
  });
});

describe('a logger', () => {
  test('that throws changes no result', async (t) => {
    const fail = () => {
      throw new Error('no disk');
    };
    // One that rejects would end the process.
    for (const told of [fail, async () => fail()]) {
      const logger = { debug: told, info: told, warn: told, error: told };
      const { client, requests } = await world(
        t,
        (_, response, count) => json(response, { light: {} }, count === 1 ? 503 : 200),
        { logger },
      );
      assert.deepEqual(await client.app.retrieveTheme(), { light: {} });
      assert.equal(requests.length, 2);
    }
  });

  test('receives the messages of its level', async (t) => {
    for (const [logLevel, wanted] of [
      ['off', []],
      ['warn', ['warn']],
      ['info', ['warn']],
      ['debug', ['debug', 'warn']],
    ]) {
      const told = [];
      const logger = Object.fromEntries(
        ['debug', 'info', 'warn', 'error'].map((level) => [level, () => told.push(level)]),
      );
      const { client } = await world(t, (_, response) => json(response, { light: {} }), {
        logger,
        logLevel,
      });
      await client.app.retrieveTheme();
      assert.deepEqual(told, wanted, logLevel);
    }
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

test('a header Idempotency-Key of the caller allows retries, in any case', async (t) => {
  const { client, requests } = await world(t, (_, response, count) =>
    json(response, {}, count === 1 ? 503 : 200),
  );
  await client.users.create({}, { headers: { 'idempotency-key': 'k' } });
  assert.equal(requests.length, 2);
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
