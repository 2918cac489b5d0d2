// Faults of the network and the service. Each gives the right error after the right number of tries,
// and no request that acts is sent twice.

import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, test } from 'node:test';
import {
  ApiError,
  ConnectionError,
  ManagementClient,
  NotFoundError,
  TimeoutError,
} from 'svc-embed/management';
import { counting, inTime, json, rejection, until, world } from './support/service.mjs';

const unavailable = (_, response, count) =>
  json(response, {}, count === 1 ? 503 : 200, { 'Retry-After': '0' });
const never = () => {};

test('an error whose body is nested deeply keeps its status, and is tried as often as others', async (t) => {
  for (const depth of [3_000, 100_000])
    for (const [code, tries] of Object.entries({ 400: 1, 401: 1, 404: 1, 500: 2 })) {
      const deep = '['.repeat(depth) + ']'.repeat(depth);
      const answer = (_, response) => {
        response.writeHead(code, { 'content-type': 'application/json' });
        response.end(`{"error":"the-token","deep":${deep}}`);
      };
      const { client, requests } = await world(t, answer, { maxRetries: 1 });
      const error = await rejection(client.users.me());
      assert.ok(error instanceof ApiError, `${depth} ${code}: ${error}`);
      assert.equal(error.status, Number(code));
      assert.equal(requests.length, tries);
      if (typeof error.body === 'string') assert.match(error.body, /^{"error":"\[credential\]"/);
      else assert.equal(error.body.error, '[credential]');
    }
});

test('a stream is sent once', async (t) => {
  const stream = () => new Blob(['a']).stream();
  const { client, requests } = await world(t, (_, response, count) =>
    count === 1
      ? json(response, {}, 503)
      : response.writeHead(307, { location: '/elsewhere' }).end(),
  );
  // A second try could not read it, and would end with another error.
  const call = client.dataModel.uploadFile(7, stream(), { idempotencyKey: 'k' });
  assert.equal((await rejection(call)).status, 503);
  const { message } = await rejection(client.dataModel.uploadFile(7, stream()));
  assert.match(message, /A stream cannot be sent twice\.$/);
  assert.equal(requests.length, 2);
});

describe('a slow service', () => {
  test('that does not answer is a TimeoutError', async (t) => {
    const own = counting();
    const { client } = await world(t, never, { timeoutMs: 100, maxRetries: 1, fetch: own.fetch });
    const error = await rejection(client.users.me());
    assert.ok(error instanceof TimeoutError);
    assert.ok(error instanceof ConnectionError);
    assert.equal(own.tries, 2);
  });

  test('ends only the call that times out, not earlier or parallel calls', async (t) => {
    const own = counting();
    const answer = ({ headers }, response) =>
      'x-late' in headers || setTimeout(() => json(response, { call: headers['x-call'] }), 40);
    // A call may have a longer limit than its client.
    const { client } = await world(t, answer, { fetch: own.fetch, timeoutMs: 10 });
    const me = (call) => client.users.me({ headers: { 'x-call': call }, timeoutMs: 20_000 });
    const response = await me('1').asResponse();
    const before = await me('2').withResponse();
    const late = { headers: { 'x-late': '1' }, timeoutMs: 60, maxRetries: 0 };
    const outcome = rejection(client.users.me(late));
    const beside = me('3');
    assert.ok((await outcome) instanceof TimeoutError);
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

  test('ends the wait between two tries, and before the call prevents the request', async (t) => {
    const controller = new AbortController();
    const onResponse = () => void setTimeout(() => controller.abort(), 50);
    const answer = (_, response) => json(response, {}, 503, { 'Retry-After': '50' });
    const { client, requests } = await world(t, answer, { onResponse });
    const started = performance.now();
    const { signal } = controller;
    assert.equal((await rejection(client.users.me({ signal }))).name, 'AbortError');
    assert.ok(performance.now() - started < 40_000);
    const mine = AbortSignal.abort(new Error('mine'));
    assert.equal((await rejection(client.users.me({ signal: mine }))).message, 'mine');
    assert.equal(requests.length, 1);
  });

  test('may come from a signal that the platform did not make, or from none', async (t) => {
    const { client, requests } = await world(t, (_, response, count) => {
      if (count > 1) json(response, { syncJobId: 's', status: count < 5 ? 'running' : 'done' });
    });
    /** A signal as a library makes it for older platforms: without a reason and `throwIfAborted`. */
    const imitation = () => Object.assign(new EventTarget(), { aborted: false });
    const listening = (signal) => getEventListeners(signal, 'abort').length;
    const signal = imitation();
    const call = rejection(client.users.me({ signal }));
    await until(() => requests.length === 1);
    assert.equal(listening(signal), 1);
    signal.aborted = true;
    signal.dispatchEvent(new Event('abort'));
    assert.equal((await call).name, 'AbortError');
    assert.equal(listening(signal), 0);
    assert.equal((await rejection(client.users.me({ signal }))).name, 'AbortError');
    assert.equal(requests.length, 1);
    // Long work listens to it until its end.
    const other = imitation();
    const onProgress = () => assert.equal(listening(other), 1);
    await client.transformSync.run(7, {}, { signal: other, pollMs: 1, onProgress });
    assert.equal(listening(other), 0);
    // As for `fetch`.
    await client.users.me({ signal: null });
  });

  test('ends a call whose custom fetch ignores the signal, also while its body is read', async () => {
    const stuck = (status) => () => new Response(new ReadableStream({ start() {} }), { status });
    for (const [answer, Class] of [
      [() => new Promise(never), TimeoutError],
      [stuck(200), TimeoutError],
      // A status determines the error, even if the body does not arrive.
      [stuck(404), NotFoundError],
    ]) {
      const options = { baseUrl: 'https://acme.example.com', maxRetries: 0 };
      const client = new ManagementClient({ ...options, fetch: async () => answer() });
      assert.ok((await rejection(client.users.me({ timeoutMs: 30 }))) instanceof Class);
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

const PROXY = { HTTPS_PROXY: 'http://proxy.example:3128' };

test('a connection that failed names the host and the cause, and says what Node does with HTTPS_PROXY', async (t) => {
  const { env } = process;
  const names = ['HTTPS_PROXY', 'https_proxy', 'NODE_USE_ENV_PROXY'];
  const before = names.map((name) => [name, env[name]]);
  t.after(() => before.forEach(([name, value]) => value === undefined || (env[name] = value)));
  for (const [given, isSaid, fetch] of [
    [{}, false],
    [PROXY, true],
    [{ https_proxy: PROXY.HTTPS_PROXY }, true],
    [{ ...PROXY, NODE_USE_ENV_PROXY: '1' }, false],
    [{ HTTPS_PROXY: '' }, false],
    // Nobody knows what the caller's own `fetch` does.
    [PROXY, false, (...all) => globalThis.fetch(...all)],
  ]) {
    for (const name of names) delete env[name];
    Object.assign(env, given);
    const client = new ManagementClient({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0, fetch });
    const error = await rejection(client.users.me());
    assert.ok(error instanceof ConnectionError && error.cause);
    const hint = isSaid ? " Node's fetch ignores HTTPS_PROXY without NODE_USE_ENV_PROXY=1." : '';
    const failed = 'the connection to 127.0.0.1:9 failed before the answer was complete';
    assert.ok(error.message.startsWith(`users.me: ${failed} (`), error.message);
    assert.ok(error.message.endsWith(`).${hint}`), error.message);
  }
  for (const name of names) delete env[name];
});

describe('a credential function', () => {
  const asked = (t, accessToken) => world(t, unavailable, { accessToken, timeoutMs: 30 });

  test('that is too slow is an error, and nothing is sent', async (t) => {
    const { client, requests } = await asked(t, () => new Promise(never));
    const error = await rejection(client.users.me());
    assert.ok(error instanceof TimeoutError);
    assert.match(error.message, /the credential function did not return within 30 ms/);
    const signal = AbortSignal.timeout(10);
    assert.equal((await rejection(client.users.me({ signal }))).name, 'TimeoutError');
    assert.equal(requests.length, 0);
  });

  test('that throws reaches the caller with its error, without another try', async (t) => {
    let count = 0;
    const { client, requests } = await asked(t, () => {
      count += 1;
      throw new RangeError('signed out');
    });
    assert.ok((await rejection(client.users.me())) instanceof RangeError);
    assert.deepEqual([count, requests.length], [1, 0]);
  });

  test('is called before each try', async (t) => {
    let count = 0;
    const accessToken = async () => `token-${(count += 1)}`;
    const { client, requests } = await asked(t, accessToken);
    await client.users.me({ timeoutMs: 20_000 });
    assert.deepEqual(
      requests.map(({ headers }) => headers.authorization),
      ['Bearer token-1', 'Bearer token-2'],
    );
  });
});
