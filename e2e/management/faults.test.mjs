// Faults of the network and the service. Each gives the right error after the right number of tries,
// and no request that acts is sent twice.

import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { createServer } from 'node:http';
import { describe, test } from 'node:test';
import {
  ApiError,
  ConnectionError,
  ManagementClient,
  NotFoundError,
  TimeoutError,
} from 'svc-embed/management';
import { counting, cut, inTime, json, rejection, serve, until, world } from './support/service.mjs';

/** Answers with each of the faults in turn, then with success. */
const first =
  (...faults) =>
  (_, response, count) => {
    const fault = faults[count - 1];
    if (fault) fault(response);
    else json(response, { ok: true });
  };

const status =
  (code, headers = {}, body = { error: 'not now' }) =>
  (response) =>
    json(response, body, code, headers);

describe('an error whose body is nested deeply', () => {
  test('keeps its status and is tried no more often than others', async (t) => {
    for (const depth of [3_000, 100_000])
      for (const [code, tries] of [
        [400, 1],
        [401, 1],
        [404, 1],
        [500, 2],
      ]) {
        const deep = '['.repeat(depth) + ']'.repeat(depth);
        const { client, requests } = await world(
          t,
          (_, response) => {
            response.writeHead(code, { 'content-type': 'application/json' });
            response.end(`{"error":"the-token","deep":${deep}}`);
          },
          { maxRetries: 1 },
        );
        const error = await rejection(client.users.me());
        assert.ok(error instanceof ApiError, `${depth} ${code}: ${error}`);
        assert.equal(error.status, code);
        assert.equal(requests.length, tries);
        if (typeof error.body === 'string') assert.match(error.body, /^{"error":"\[credential\]"/);
        else assert.equal(error.body.error, '[credential]');
      }
  });
});

describe('a request that acts', () => {
  test('is sent once if its body is a stream', async (t) => {
    const { client, requests } = await world(t, first(status(503)));
    const body = new Blob(['a']).stream();
    const call = client.dataModel.uploadFile(7, body, { idempotencyKey: 'k' });
    // A second try could not read it, and would end with another error.
    assert.equal((await rejection(call)).status, 503);
    assert.equal(requests.length, 1);
    const moved = await world(t, (_, response) =>
      response.writeHead(307, { location: '/elsewhere' }).end(),
    );
    const error = await rejection(moved.client.dataModel.uploadFile(7, new Blob(['a']).stream()));
    assert.match(error.message, /A stream cannot be sent twice\.$/);
    assert.equal(moved.requests.length, 1);
  });
});

describe('a wrong answer', () => {
  test('whose error body is cut is the error of its status', async (t) => {
    const { client, requests } = await world(t, (_, response) => cut(response, 404));
    assert.ok((await rejection(client.users.me())) instanceof NotFoundError);
    assert.equal(requests.length, 1);
  });
});

describe('a slow service', () => {
  const slow = (ms) => (_, response) => setTimeout(() => json(response, { ok: true }), ms).unref();
  const never = () => {};
  /** Answers like `answer`, but never a call with this header. */
  const LATE = { 'x-late': '1' };
  const butNotLate = (answer) => (request, response) =>
    'x-late' in request.headers ? undefined : answer(request, response);

  test('that does not answer in time is a TimeoutError', async (t) => {
    const own = counting();
    const options = { timeoutMs: 100, maxRetries: 1, fetch: own.fetch };
    const { client } = await world(t, never, options);
    const error = await rejection(client.users.me());
    assert.ok(error instanceof TimeoutError);
    assert.ok(error instanceof ConnectionError);
    assert.equal(own.tries, 2);
  });

  test('whose body does not arrive in time is a TimeoutError', async (t) => {
    const { client } = await world(
      t,
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.write('{');
      },
      { timeoutMs: 50, maxRetries: 0 },
    );
    assert.ok((await rejection(client.users.me())) instanceof TimeoutError);
  });

  test('sees the connection closed after the timeout', async (t) => {
    let isOpen;
    const { client } = await world(t, (_, response) => {
      isOpen = true;
      response.once('close', () => (isOpen = false));
    });
    // A limit that passes before the service has seen the request closes nothing.
    for (let timeoutMs = 50; isOpen === undefined; timeoutMs *= 2) {
      const call = client.users.me({ timeoutMs, maxRetries: 0 });
      assert.ok((await rejection(call)) instanceof TimeoutError);
    }
    await until(() => !isOpen);
  });

  test('can answer within a longer timeout of the call', async (t) => {
    const { client } = await world(t, slow(100), { timeoutMs: 50 });
    assert.deepEqual(await client.users.me({ timeoutMs: 5000 }), { ok: true });
  });

  test('ends only the call that times out, not earlier or parallel calls', async (t) => {
    const own = counting();
    const answer = butNotLate(({ headers }, response) =>
      setTimeout(() => json(response, { call: headers['x-call'] }), 40),
    );
    const { client } = await world(t, answer, { fetch: own.fetch });
    const me = (call, options) => client.users.me({ headers: { 'x-call': call }, ...options });
    const response = await me('1').asResponse();
    const before = await me('2').withResponse();
    const late = rejection(client.users.me({ headers: LATE, timeoutMs: 60, maxRetries: 0 }));
    const beside = me('3');
    assert.ok((await late) instanceof TimeoutError);
    assert.deepEqual(await beside, { call: '3' });
    assert.deepEqual(await me('4'), { call: '4' });
    assert.deepEqual(before.data, { call: '2' });
    assert.deepEqual(await response.json(), { call: '1' });
    assert.equal(own.tries, 5);
  });

  test('may take longer than the timeout for the body of a file', async (t) => {
    const text = await inTime(async (timeoutMs) => {
      const { client } = await world(t, (_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/csv' });
        response.write('a,b\n');
        setTimeout(() => response.end('1,2\n'), 2 * timeoutMs);
      });
      return (await client.auditLogs.export({}, { timeoutMs })).text();
    });
    assert.equal(text, 'a,b\n1,2\n');
  });
});

describe('an abort', () => {
  test('while the body of an error arrives is no error of the service', async (t) => {
    const { client, requests } = await world(t, (_, response) => {
      response.writeHead(500, { 'Content-Length': 100 });
      response.write('{"er');
    });
    const controller = new AbortController();
    const call = rejection(client.users.me({ signal: controller.signal, maxRetries: 0 }));
    await until(() => requests.length === 1);
    setTimeout(() => controller.abort(), 50);
    assert.equal((await call).name, 'AbortError');
    assert.equal(requests.length, 1);
  });

  test('ends the wait between two tries', async (t) => {
    const controller = new AbortController();
    const onResponse = () => void setTimeout(() => controller.abort(), 50);
    const answer = first(status(503, { 'Retry-After': '50' }));
    const { client, requests } = await world(t, answer, { onResponse });
    const started = performance.now();
    const call = rejection(client.users.me({ signal: controller.signal }));
    assert.equal((await call).name, 'AbortError');
    assert.ok(performance.now() - started < 40_000);
    assert.equal(requests.length, 1);
  });

  test('before the call prevents the request', async (t) => {
    const { client, requests } = await world(t, (_, response) => json(response, {}));
    const signal = AbortSignal.abort(new Error('mine'));
    assert.equal((await rejection(client.users.me({ signal }))).message, 'mine');
    assert.equal(requests.length, 0);
  });

  test('may come from a signal that the platform did not make', async (t) => {
    const { client, requests } = await world(t, () => {});
    /** A signal as a library makes it for older platforms: without a reason and `throwIfAborted`. */
    const imitation = () => Object.assign(new EventTarget(), { aborted: false });
    const abort = (signal) => {
      signal.aborted = true;
      signal.dispatchEvent(new Event('abort'));
    };
    const signal = imitation();
    const call = rejection(client.users.me({ signal }));
    await until(() => requests.length === 1);
    assert.equal(getEventListeners(signal, 'abort').length, 1);
    abort(signal);
    assert.equal((await call).name, 'AbortError');
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    assert.equal((await rejection(client.users.me({ signal }))).name, 'AbortError');
    assert.equal(requests.length, 1);
    // Long work listens to it until its end.
    const long = await world(t, (_, response, count) =>
      json(response, { syncJobId: 's', status: count < 3 ? 'running' : 'done' }),
    );
    const other = imitation();
    const onProgress = () => assert.equal(getEventListeners(other, 'abort').length, 1);
    await long.client.transformSync.run(7, {}, { signal: other, pollMs: 1, onProgress });
    assert.equal(getEventListeners(other, 'abort').length, 0);
  });

  test('needs a signal, or null as for fetch', async (t) => {
    const { client, requests } = await world(t, (_, response) => json(response, {}));
    await client.users.me({ signal: null });
    requests.length = 0;
    for (const signal of [true, {}, new EventTarget(), { aborted: false }])
      assert.equal((await rejection(client.users.me({ signal }))).field, 'signal');
    assert.equal(requests.length, 0);
  });

  test('ends a call whose custom fetch ignores the signal, also while its body is read', async () => {
    const never = new Promise(() => {});
    const body = () => new Response(new ReadableStream({ start() {} }));
    const wrong = () => new Response(new ReadableStream({ start() {} }), { status: 404 });
    for (const answer of [() => never, body, wrong]) {
      const client = new ManagementClient({
        baseUrl: 'https://acme.example.com',
        maxRetries: 0,
        fetch: async () => answer(),
      });
      const limited = await rejection(client.users.me({ timeoutMs: 30 }));
      // A status determines the error, even if the body does not arrive.
      assert.ok(limited instanceof (answer === wrong ? NotFoundError : TimeoutError));
      const signal = AbortSignal.timeout(30);
      assert.equal(await rejection(client.users.me({ signal })), signal.reason);
    }
  });

  test('ends the reading of a file', async (t) => {
    const { client } = await world(t, (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/csv' });
      response.write('a,b\n');
    });
    const controller = new AbortController();
    const response = await client.auditLogs.export({}, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    assert.equal((await rejection(response.text())).name, 'AbortError');
  });
});

test('a service that cannot be reached is a ConnectionError with the host and the cause', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  const baseUrl = `http://127.0.0.1:${port}`;
  const error = await rejection(new ManagementClient({ baseUrl, maxRetries: 0 }).users.me());
  assert.ok(error instanceof ConnectionError);
  assert.equal(
    error.message,
    `users.me: the connection to 127.0.0.1:${port} failed before the answer was complete (ECONNREFUSED).`,
  );
  assert.ok(error.cause);
});

test('a connection that failed says what Node does with HTTPS_PROXY', async (t) => {
  const { env } = process;
  const names = ['HTTPS_PROXY', 'https_proxy', 'NODE_USE_ENV_PROXY'];
  const before = names.map((name) => [name, env[name]]);
  t.after(() => before.forEach(([name, value]) => value === undefined || (env[name] = value)));
  for (const [given, isSaid, fetch] of [
    [{}, false],
    [{ HTTPS_PROXY: 'http://proxy.example:3128' }, true],
    [{ https_proxy: 'http://proxy.example:3128' }, true],
    [{ HTTPS_PROXY: 'http://proxy.example:3128', NODE_USE_ENV_PROXY: '1' }, false],
    [{ HTTPS_PROXY: '' }, false],
    // Nobody knows what the caller's own `fetch` does.
    [{ HTTPS_PROXY: 'http://proxy.example:3128' }, false, (...all) => globalThis.fetch(...all)],
  ]) {
    for (const name of names) delete env[name];
    Object.assign(env, given);
    const client = new ManagementClient({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0, fetch });
    const { message } = await rejection(client.users.me());
    const hint = "Node's fetch ignores HTTPS_PROXY without NODE_USE_ENV_PROXY=1.";
    assert.equal(message.includes(hint), isSaid, message);
    assert.doesNotMatch(message, /proxy\.example/);
  }
  for (const name of names) delete env[name];
});

test('a credential function that is too slow is an error, and nothing is sent', async (t) => {
  const { client, requests } = await world(t, (_, response) => json(response, {}), {
    accessToken: () => new Promise(() => {}),
    timeoutMs: 30,
  });
  const error = await rejection(client.users.me());
  assert.ok(error instanceof TimeoutError);
  assert.match(error.message, /the credential function did not return within 30 ms/);
  const signal = AbortSignal.timeout(10);
  assert.equal((await rejection(client.users.me({ signal }))).name, 'TimeoutError');
  assert.equal(requests.length, 0);
});

test('an error that a credential function throws reaches the caller, without another try', async (t) => {
  let asked = 0;
  const { client, requests } = await world(t, (_, response) => json(response, {}), {
    accessToken: () => {
      asked += 1;
      throw new RangeError('signed out');
    },
  });
  assert.ok((await rejection(client.users.me())) instanceof RangeError);
  assert.equal(asked, 1);
  assert.equal(requests.length, 0);
});

test('the credential function is called before each try', async (t) => {
  let count = 0;
  const service = await serve(t, first(status(503)));
  const client = new ManagementClient({
    baseUrl: service.url,
    accessToken: async () => `token-${(count += 1)}`,
  });
  await client.users.me();
  assert.deepEqual(
    service.requests.map(({ headers }) => headers.authorization),
    ['Bearer token-1', 'Bearer token-2'],
  );
});
