// `onRequest`, `onResponse`, `onEnd` and the logger: what they see, what they can change, and what an
// error in one of them does.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
import { cut, json, ok, rejection, until, world } from './support/service.mjs';

const forever = () => new Promise(() => {});
const stop = () => {
  throw new RangeError('no');
};

describe('a hook', () => {
  test('sees each try, may add headers, and never sees the credential', async (t) => {
    const seen = [];
    const { client, requests } = await world(
      t,
      (_, response, count) => json(response, {}, count === 1 ? 503 : 200, { 'Request-Id': 'r-2' }),
      {
        headers: { 'X-Mine': '1' },
        onRequest: async ({ headers, ...event }) => {
          seen.push([event.operation, event.method, event.retries, headers.get('authorization')]);
          headers.set('traceparent', '00-1');
          headers.delete('x-mine');
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
      assert.deepEqual([headers.traceparent, headers['x-mine']], ['00-1', undefined]);
      assert.equal(headers.authorization, 'Bearer the-token');
    }
  });

  test('sees no Authorization of the caller’s either, and may send another', async (t) => {
    const seen = [];
    const see = ({ headers, ...event }) => void seen.push([...headers], Object.values(event));
    const hooks = { onRequest: see, onResponse: see };
    const own = { AUTHORIZATION: 'Bearer sk-mine' };
    const none = { accessToken: undefined };
    for (const [options, headers] of [
      [{ ...hooks, accessToken: 'sk-mine' }],
      [hooks, own],
      [{ ...hooks, headers: own }],
      [{ ...hooks, headers: new Headers(own), ...none }],
      [{ onRequest: ({ headers }) => headers.set('authorization', 'Bearer sk-mine') }],
    ]) {
      const { url, requests } = await world(t, ok);
      const { accessToken = 'the-token', ...rest } = options;
      const credential = 'accessToken' in options && !options.accessToken ? {} : { accessToken };
      await new ManagementClient({ baseUrl: url, ...credential, ...rest }).users.me({ headers });
      assert.equal(requests[0].headers.authorization, 'Bearer sk-mine');
    }
    await until(() => seen.length === 16);
    assert.doesNotMatch(JSON.stringify(seen), /sk-mine/);
  });

  test('that throws before the request ends the call, and after it changes nothing', async (t) => {
    const before = await world(t, ok, { onRequest: stop });
    assert.ok((await rejection(before.client.users.me())) instanceof RangeError);
    assert.equal(before.requests.length, 0);
    for (const name of ['onResponse', 'onEnd'])
      for (const hook of [stop, async () => stop()]) {
        const told = [];
        const logger = { error: (message) => told.push(message) };
        const { client } = await world(t, ok, { [name]: hook, logger });
        assert.deepEqual(await client.users.me(), { ok: true });
        assert.deepEqual(told, [`users.me: ${name} failed.`]);
      }
  });

  test('is told of the end of each try, however it ends', async (t) => {
    let answer;
    const open = new Map();
    const seen = [];
    const { client } = await world(t, (_, response) => answer(response), {
      maxRetries: 1,
      onRequest: (event) => void open.set(event, event.retries),
      onEnd: ({ request, status, error, durationMs }) => {
        assert.ok(open.has(request), 'it is told of each try once');
        assert.ok(durationMs >= 0);
        seen.push([open.get(request), status, error?.name]);
        open.delete(request);
      },
    });
    const me = (options) => () => client.users.me({ timeoutMs: 60_000, ...options });
    const good = (response) => json(response, {});
    const twice = (...end) => [
      [0, ...end],
      [1, ...end],
    ];
    for (const [given, call, wanted] of [
      [(it) => json(it, {}, 503, { 'Retry-After': '0' }), me(), twice(503, 'ServerError')],
      [(it) => it.destroy(), me(), twice(null, 'ConnectionError')],
      [cut, me(), twice(null, 'ConnectionError')],
      [forever, me({ timeoutMs: 40 }), twice(null, 'TimeoutError')],
      [(it) => it.end('<p>'), me(), [[0, 200, 'ApiError']]],
      [
        (it) => it.writeHead(302, { Location: 'https://files.example.com/x' }).end(),
        me(),
        [[0, null, 'ConnectionError']],
      ],
      [forever, () => me({ signal: AbortSignal.timeout(30) })(), [[0, null, 'TimeoutError']]],
      [good, me(), [[0, 200, undefined]]],
      // The test does not read this answer.
      [good, () => client.users.me().asResponse(), [[0, 200, undefined]]],
      [good, () => client.auditLogs.export(), [[0, 200, undefined]]],
    ]) {
      answer = given;
      await call().then(
        () => {},
        () => {},
      );
      assert.equal(open.size, 0, 'no span stays open');
      assert.deepEqual(seen.splice(0), wanted, String(given));
    }
  });

  test('is told of the end whatever onRequest does', { timeout: 60_000 }, async (t) => {
    const seen = [];
    const onEnd = ({ request, status, error }) =>
      void seen.push([request.operation, status, error?.name, request.headers.get('x-mine')]);
    const aborter = new AbortController();
    for (const [onRequest, options] of [
      [undefined],
      [async () => stop()],
      [forever, { timeoutMs: 40 }],
      [
        () => (aborter.abort(new RangeError('late')), forever()),
        { signal: aborter.signal, timeoutMs: 600_000 },
      ],
    ]) {
      const headers = { 'X-Mine': '1' };
      const own = await world(t, ok, { onRequest, onEnd, maxRetries: 0, headers });
      await own.client.users.me(options).catch(() => {});
      assert.equal(own.requests.length, onRequest ? 0 : 1);
    }
    assert.deepEqual(seen, [
      ['users.me', 200, undefined, '1'],
      ['users.me', null, 'RangeError', '1'],
      ['users.me', null, 'TimeoutError', '1'],
      ['users.me', null, 'RangeError', '1'],
    ]);
  });
});

test('a logger receives the messages of its level. One that throws changes no result', async (t) => {
  const LEVELS = ['debug', 'info', 'warn', 'error'];
  // One that rejects would end the process.
  for (const [logLevel, wanted, more] of [
    ['off', []],
    ['warn', ['warn']],
    ['info', ['info', 'warn']],
    ['debug', ['debug', 'debug', 'info', 'warn']],
    ['debug', ['debug', 'debug', 'info', 'warn'], stop],
    ['debug', ['debug', 'debug', 'info', 'warn'], async () => stop()],
  ]) {
    const told = [];
    const log = (level) => () => (told.push(level), more?.());
    const logger = Object.fromEntries(LEVELS.map((level) => [level, log(level)]));
    const { client } = await world(
      t,
      (_, response, count) =>
        json(response, { light: {} }, count === 1 ? 503 : 200, { 'Retry-After': '0' }),
      { logger, logLevel },
    );
    assert.deepEqual(await client.app.retrieveTheme(), { light: {} });
    assert.deepEqual(told.sort(), wanted, logLevel);
  }
});
