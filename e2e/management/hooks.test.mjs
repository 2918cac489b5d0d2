// `onRequest`, `onResponse`, `onEnd` and the logger: what they see, what they can change, and what an
// error in one of them does.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManagementClient, TimeoutError } from 'svc-embed/management';
import { cut, json, ok, rejection, serve, until, world } from './support/service.mjs';

const baseUrl = 'https://acme.example.com';

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

  test('may send another credential than the client’s', async (t) => {
    const onRequest = ({ headers }) => headers.set('authorization', 'Bearer sk-other');
    const { client, requests } = await world(t, ok, { onRequest });
    await client.users.me();
    assert.equal(requests[0].headers.authorization, 'Bearer sk-other');
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
    // The signal may abort the first request before the service has seen it.
    let isAnswering = false;
    const { client, outcome } = await spans(t, (_, response) => {
      if (isAnswering) json(response, { ok: true });
    });
    const signal = AbortSignal.timeout(30);
    assert.deepEqual(await outcome(client.users.me({ signal })), [[0, null, 'TimeoutError']]);
    isAnswering = true;
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
