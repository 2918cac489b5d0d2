// How a call is sent, and what it returns.

import assert from 'node:assert/strict';
import { Session } from 'node:inspector/promises';
import { describe, test } from 'node:test';
import { ConnectionError, NotFoundError, TimeoutError } from 'svc-embed/management';
import { json, rejection, until, world } from './support/service.mjs';

const ok = (_, response) => json(response, { ok: true }, 200, { 'X-Request-Id': 'r-1' });

describe('a call', () => {
  test('is sent at once, and only once, whether or not it is awaited', async (t) => {
    const { client, requests } = await world(t, ok);
    const call = client.users.me();
    await until(() => requests.length === 1);
    const { data, response } = await call.withResponse();
    assert.deepEqual(await Promise.all([call, call]), [data, data]);
    assert.equal(response.status, 200);
    assert.equal(requests.length, 1);
  });

  test('that fails and is not awaited ends no process, and is logged', async (t) => {
    const told = [];
    const logger = { error: (message) => told.push(message) };
    const { client } = await world(t, (_, response) => json(response, { error: 'no' }, 404), {
      logger,
    });
    client.users.me();
    await until(() => told.length === 1);
    assert.equal(told[0], 'users.me failed, and nobody awaits it. users.me: 404 no');
    await rejection(client.users.me());
    assert.equal(told.length, 1);
  });

  test('without query and body takes its options right after the path', async (t) => {
    const { client, requests } = await world(t, ok);
    await client.users.me({ timeoutMs: 5000, headers: { 'X-A': '1' } });
    await client.scim.users.retrieve('u-1', { query: { attributes: 'userName' } });
    assert.deepEqual(
      requests.map(({ url }) => url),
      ['/api/v1/users/me', '/api/scim/v2/Users/u-1?attributes=userName'],
    );
    assert.equal(requests[0].headers['x-a'], '1');
  });

  test('takes the last of its arguments as its options', async (t) => {
    const { client, requests } = await world(t, ok);
    await client.users.me(undefined, { headers: { 'X-A': '1' } });
    assert.equal(requests[0].headers['x-a'], '1');
    const { signal } = new AbortController();
    assert.equal((await rejection(client.devMode.start(7, { signal }))).field, 'signal');
    assert.equal(requests.length, 1);
  });

  test('resolves to its data and response with withResponse()', async (t) => {
    const { client } = await world(t, ok);
    const outcome = await client.users.me().withResponse();
    assert.deepEqual(outcome.data, { ok: true });
    assert.equal(outcome.response.status, 200);
    assert.equal(outcome.requestId, 'r-1');
    assert.equal(outcome.retries, 0);
    assert.ok(outcome.durationMs > 0);
  });

  test('resolves to the unread response with asResponse()', async (t) => {
    const { client } = await world(t, ok);
    const response = await client.users.me().asResponse();
    assert.equal(response.bodyUsed, false);
    assert.deepEqual(await response.json(), { ok: true });
  });

  test('is a promise', async (t) => {
    const { client } = await world(t, (_, response) => json(response, { error: 'no' }, 404));
    const told = [];
    const caught = await client.users
      .me()
      .finally(() => told.push('finally'))
      .catch((error) => error);
    assert.ok(caught instanceof NotFoundError);
    assert.deepEqual(told, ['finally']);
    await assert.rejects(client.users.me().asResponse(), NotFoundError);
  });

  test('refuses an id that is no text and no number', async (t) => {
    const { client, requests } = await world(t, (_, response) => json(response, {}));
    for (const id of [true, new Date(), {}, [], NaN, null, undefined, Symbol('id')])
      assert.equal((await rejection(client.workbooks.duplicate(7, id))).field, 'workbookId');
    assert.equal(requests.length, 0);
  });

  test('sends dates, big numbers and half a character, and leaves out parameters that are null', async (t) => {
    const { client, requests } = await world(t, ok);
    const start = new Date(Date.UTC(2025, 0, 2));
    const query = { start, end: null, no: undefined, ids: [1, 2], 'a+b': '\ud800 €', big: 12n };
    await client.users.me({ query });
    assert.equal(
      requests[0].url,
      '/api/v1/users/me?start=2025-01-02T00%3A00%3A00.000Z&ids=1&ids=2&a%2Bb=%EF%BF%BD%20%E2%82%AC&big=12',
    );
  });

  test('sends a FormData unchanged', async (t) => {
    const { client, requests } = await world(t, ok);
    const form = new FormData();
    form.set('file', new Blob(['cubes: []']), 'model.yml');
    await client.dataModel.uploadFile(7, form);
    assert.match(requests[0].headers['content-type'], /^multipart\/form-data; boundary=/);
    assert.match(requests[0].body, /cubes: \[\]/);
  });

  test('sends objects of any class as JSON, and strings and bytes unchanged', async (t) => {
    const { client, requests } = await world(t, ok);
    class Named {
      name = 'Ada';
    }
    for (const body of [new Named(), [1], 'text', new Uint8Array([104, 105])])
      await client.dataModel.uploadFile(7, body);
    assert.deepEqual(
      requests.map(({ body }) => body),
      ['{"name":"Ada"}', '[1]', 'text', 'hi'],
    );
    assert.deepEqual(
      requests.map(({ headers }) => headers['content-type']),
      ['application/json', 'application/json', 'text/plain;charset=UTF-8', undefined],
    );
  });

  test('with a deprecated field works, and is logged once', async (t) => {
    const told = [];
    const logger = { warn: (message) => told.push(message) };
    const { client, requests } = await world(t, (_, response) => json(response, { light: {} }), {
      logger,
    });
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

  test('uses the paths that the options had when the client was created', async (t) => {
    const paths = {};
    const { client, requests } = await world(t, ok, { paths });
    await client.users.me();
    paths['users.me'] = '/../../elsewhere?x#y';
    await client.users.me();
    assert.deepEqual(requests[1].url, requests[0].url);
    const other = await world(t, ok, { paths });
    assert.equal((await rejection(other.client.users.me())).field, 'path');
  });
});

test('a call after asResponse() reads that response, and is not sent again', async (t) => {
  const { client, requests } = await world(t, (_, response) => json(response, { items: [1] }));
  const call = client.users.create({});
  assert.equal((await call.asResponse()).bodyUsed, false);
  assert.deepEqual(await call, { items: [1] });
  assert.equal(requests.length, 1);

  const list = client.folders.list(7);
  await list.asResponse();
  assert.deepEqual((await list).items, [1]);
  assert.equal(requests.length, 2);

  const file = client.auditLogs.export();
  assert.equal(await file.asResponse(), await file);
  assert.equal(requests.length, 3);

  const read = client.users.create({});
  await (await read.asResponse()).text();
  assert.ok((await rejection(read)) instanceof ConnectionError);
  assert.equal(requests.length, 4);
});

test('a method may be written in lower case', async (t) => {
  const { client, requests } = await world(t, (_, response) => json(response, {}));
  await client.request('patch', '/api/v1/users/me/settings', { body: {} });
  assert.equal(requests[0].method, 'PATCH');
});

test('a call enters at most ten files, by the coverage of the engine', async (t) => {
  const { client } = await world(t, ok);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true });
  await client.workbooks.duplicate(7, 42, { shared: true }, { idempotencyKey: 'k' });
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const entered = result.filter(
    ({ url, functions }) =>
      url.includes('/dist/management/') && functions.some(({ ranges }) => ranges[0].count > 0),
  );
  assert.ok(entered.length > 0 && entered.length <= 10, entered.map(({ url }) => url).join('\n'));
});

test('the table is available before the first call', async (t) => {
  const { client } = await world(t, ok);
  assert.equal(client.operations.length, 136);
  assert.deepEqual(client.operations[0], {
    id: 'workbooks.duplicate',
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/duplicate',
    api: 'management',
  });
});

describe('a file', () => {
  test('is streamed, not kept in memory', async (t) => {
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
    const response = await client.auditLogs.export({ start: '2025-01-01' });
    const reader = response.body.getReader();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 100));
    // The server could write 130 MB, but only the connection's buffers are filled.
    assert.ok(written < 400, `${written} chunks were received before they were read`);
    await reader.cancel();
  });
});

describe('long work', () => {
  /** A job that is done at the `polls`-th poll. */
  const job = (polls, states = {}) => {
    let polled = 0;
    return (request, response) => {
      if (request.method === 'POST')
        return json(response, states.started ?? { jobId: 'j 1', syncJobId: 'j 1' }, 202);
      if (request.url.endsWith('/download')) {
        response.writeHead(200, { 'Content-Type': 'application/pdf' });
        return response.end('%PDF');
      }
      if (request.url.endsWith('/result')) return json(response, { rows: 3 });
      polled += 1;
      json(response, { status: polled < polls ? 'running' : (states.last ?? 'completed'), polled });
    };
  };
  const quick = { pollMs: 1 };

  test('of an export resolves to the unread file', async (t) => {
    const { client, requests } = await world(t, job(3));
    const seen = [];
    const response = await client.dashboardExports.run(
      7,
      { dashboardId: 1, format: 'pdf' },
      { ...quick, onProgress: ({ polled }) => seen.push(polled) },
    );
    assert.equal(await response.text(), '%PDF');
    assert.deepEqual(seen, [1, 2, 3]);
    assert.equal(requests[1].url, '/api/v1/deployments/7/dashboard-exports/j%201');
    assert.equal(requests.length, 5);
  });

  test('rejects if its progress function fails', async (t) => {
    const { client } = await world(t, job(9));
    const fail = () => {
      throw new RangeError('mine');
    };
    for (const onProgress of [fail, async () => fail()]) {
      const call = client.transformSync.run(7, {}, { ...quick, onProgress });
      assert.ok((await rejection(call)) instanceof RangeError);
    }
  });

  test('ends at its limit and by its signal, also if its progress function never settles', async (t) => {
    const { client, requests } = await world(t, job(Infinity));
    const onProgress = () => new Promise(() => {});
    const { signal } = new AbortController();
    // On a slow machine the limit may pass before the first poll is answered.
    let error;
    for (
      let limitMs = 300;
      !/status: running/.test(error?.message) && limitMs < 40_000;
      limitMs *= 2
    ) {
      const short = { ...quick, limitMs, signal, onProgress };
      error = await rejection(client.transformSync.run(7, {}, short));
    }
    assert.ok(error instanceof TimeoutError, String(error));
    assert.match(error.message, /within \d+ ms \(status: running\)\.$/);
    assert.equal(requests.at(-1).method, 'DELETE');
    const aborted = AbortSignal.timeout(300);
    const work = client.transformSync.run(7, {}, { ...quick, signal: aborted, onProgress });
    assert.equal(await rejection(work), aborted.reason);
  });

  test('can be aborted, and then cancels the job', async (t) => {
    const { client, requests } = await world(t, job(Infinity));
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = () => setTimeout(() => controller.abort());
    const work = client.transformSync.run(7, {}, { pollMs: 10_000, signal, onProgress });
    assert.equal((await rejection(work)).name, 'AbortError');
    await until(() => requests.at(-1).method === 'DELETE');
    assert.equal(requests.at(-1).url, '/api/v1/deployments/7/transform-sync/j%201');
  });

  test('has a limit, after which it cancels the job', async (t) => {
    const { client, requests } = await world(t, job(Infinity, { last: 'a word of tomorrow' }));
    const error = await rejection(
      client.transformSync.run(7, {}, { pollMs: 10, limitMs: 1000, timeoutMs: 5000 }),
    );
    assert.ok(error instanceof TimeoutError);
    assert.equal(
      error.message,
      'transformSync.run: job j 1 did not end within 1000 ms (status: running).',
    );
    assert.equal(requests.at(-1).method, 'DELETE');
    const kept = await world(t, job(Infinity));
    await rejection(kept.client.transformSync.run(7, {}, { pollMs: 1, limitMs: 5, cancel: false }));
    assert.ok(kept.requests.every(({ method }) => method !== 'DELETE'));
    const exported = await world(t, job(Infinity));
    const body = { dashboardId: 1 };
    await rejection(exported.client.dashboardExports.run(7, body, { pollMs: 1, limitMs: 5 }));
    assert.ok(exported.requests.every(({ method }) => method !== 'DELETE'));
  });

  test('shows at most 100 characters of a status and of the id of a job', async (t) => {
    const long = 'w\u{1f600}'.repeat(20_000);
    const started = { syncJobId: 'j'.repeat(300) };
    const { client } = await world(t, job(Infinity, { started }));
    const { client: odd } = await world(t, (request, response) =>
      json(response, request.method === 'POST' ? started : { status: long }),
    );
    const short = { pollMs: 1, limitMs: 1_500 };
    for (const [by, status] of [
      [client, 'running'],
      [odd, `${'w\u{1f600}'.repeat(50)}…`],
    ]) {
      const { message } = await rejection(by.transformSync.run(7, {}, short));
      const wanted = `job ${'j'.repeat(100)}… did not end within 1500 ms (status: ${status}).`;
      assert.equal(message, `transformSync.run: ${wanted}`);
    }
  });

  test('cuts off a poll that hangs at its limit', async (t) => {
    const answer = job(Infinity);
    const seen = [];
    const cut = [];
    const { client, requests } = await world(t, (request, response, count) =>
      // The second poll has no answer. A request that is cut off closes its connection.
      count === 3
        ? response.on('close', () => cut.push(request.method))
        : answer(request, response),
    );
    const onProgress = ({ polled }) => seen.push(polled);
    const started = performance.now();
    const error = await rejection(
      client.transformSync.run(7, {}, { pollMs: 1, limitMs: 1000, timeoutMs: 20_000, onProgress }),
    );
    const took = performance.now() - started;
    assert.ok(error instanceof TimeoutError);
    assert.equal(
      error.message,
      'transformSync.run: job j 1 did not end within 1000 ms (status: running).',
    );
    assert.ok(took >= 990 && took < 10_000, `it took ${took} ms`);
    assert.deepEqual(seen, [1]);
    await until(() => cut.length === 1);
    assert.deepEqual(cut, ['GET']);
    assert.deepEqual(
      requests.map(({ method }) => method),
      ['POST', 'GET', 'GET', 'DELETE'],
    );
  });

  test('is not cut off by its limit while it fetches the result', async (t) => {
    const answer = job(1);
    const { client, requests } = await world(t, (request, response) =>
      request.url.endsWith('/result')
        ? setTimeout(() => answer(request, response), 1500)
        : answer(request, response),
    );
    assert.deepEqual(await client.transformSync.run(7, {}, { pollMs: 1, limitMs: 1000 }), {
      rows: 3,
    });
    assert.ok(requests.every(({ method }) => method !== 'DELETE'));
  });

  test('refuses a pause and a limit that are no amounts', async (t) => {
    const { client, requests } = await world(t, job(1));
    for (const field of ['pollMs', 'limitMs'])
      for (const value of [NaN, -1, Infinity, '5']) {
        const error = await rejection(client.transformSync.run(7, {}, { [field]: value }));
        assert.equal(error.field, field);
      }
    assert.equal(requests.length, 0);
  });
});
