// How much of an answer the client reads, and how long it takes over texts of strangers: memory and
// time are bounded.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import {
  ApiError,
  BadRequestError,
  ManagementClient,
  ServerError,
  TimeoutError,
} from 'svc-embed/management';
import * as answer from '../../target/npm/ts/management/answer.js';
import { wrongLimits } from './support/limits.mjs';
import { inTime, json, rejection, serve, until, world } from './support/service.mjs';

const STANDARD = 8_388_608;
const LONGEST_ERROR = 65_536;
const TYPE = { 'Content-Type': 'application/json' };

/** A JSON text of exactly this many bytes. */
const jsonOf = (bytes) => JSON.stringify('x'.repeat(bytes - 2));

/** Sends bodies in pieces without `Content-Length`, and counts what it could send. */
function pouring(status, text = 'x'.repeat(65_536)) {
  const poured = { bytes: 0, isClosed: false };
  const answer = (_, response) => {
    response.writeHead(status, TYPE);
    response.once('close', () => (poured.isClosed = true));
    const more = () => {
      while (!poured.isClosed && poured.bytes < 400e6) {
        poured.bytes += text.length;
        if (!response.write(text)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  };
  return [answer, poured];
}

test('a body is read as the table says', async () =>
  assert.deepEqual(await wrongLimits(answer), []));

describe('an answer', () => {
  const assertTooLong = (error, bytes = STANDARD) => {
    assert.ok(error instanceof ApiError, String(error));
    assert.deepEqual([error.status, error.code, error.body], [200, 'response-too-large', null]);
    assert.equal(
      error.message,
      `users.me: the answer has more than ${bytes} bytes, so it was not read to its end. If that is expected, raise maxResponseBytes.`,
    );
  };

  test('without an end is an error at the limit, and the connection is closed', async (t) => {
    const [answer, poured] = pouring(200);
    const { client, requests } = await world(t, answer);
    assertTooLong(await rejection(client.users.me()));
    await until(() => poured.isClosed);
    assert.ok(poured.bytes < STANDARD * 3, `${poured.bytes} bytes were sent`);
    assert.equal(requests.length, 1);
  });

  test('that says that it is too long is not read', async (t) => {
    let closed = false;
    const { client, requests } = await world(t, (_, response) => {
      response.writeHead(200, { ...TYPE, 'Content-Length': STANDARD + 1 });
      // No byte of its body ever arrives.
      response.flushHeaders();
      response.once('close', () => (closed = true));
    });
    assertTooLong(await rejection(client.users.me({ timeoutMs: 5_000 })));
    await until(() => closed);
    assert.equal(requests.length, 1);
  });

  test('has its limit by the client and by the call, to the byte', async (t) => {
    const { client } = await world(t, (_, response) => response.end(jsonOf(1_000)), {
      maxResponseBytes: 999,
    });
    assertTooLong(await rejection(client.users.me()), 999);
    for (const maxResponseBytes of [1_000, 1_001, Infinity])
      assert.equal((await client.users.me({ maxResponseBytes })).length, 998);
    const wide = client.withOptions({ maxResponseBytes: 1_000 });
    assert.equal((await wide.users.me()).length, 998);
    assertTooLong(await rejection(wide.users.me({ maxResponseBytes: 10 })), 10);
    for (const maxResponseBytes of [-1, NaN, '5', -Infinity]) {
      assert.equal(
        (await rejection(client.users.me({ maxResponseBytes }))).field,
        'maxResponseBytes',
      );
      const make = () => new ManagementClient({ baseUrl: 'https://a.example', maxResponseBytes });
      assert.throws(make, { field: 'maxResponseBytes' });
    }
  });

  test('of exactly the standard limit is read', async (t) => {
    let size = STANDARD;
    const { client } = await world(t, (_, response) => {
      const text = jsonOf(size);
      // In pieces, so that there is no Content-Length.
      response.write(text.slice(0, 100));
      response.end(text.slice(100));
    });
    assert.equal((await client.users.me()).length, STANDARD - 2);
    size += 1;
    assertTooLong(await rejection(client.users.me()));
  });

  test('that is read after asResponse() has the limit, too, and is read once', async (t) => {
    const { client } = await world(t, (_, response) => response.end(jsonOf(1_000)), {
      maxResponseBytes: 999,
    });
    const call = client.users.me();
    await call.asResponse();
    assertTooLong(await rejection(call), 999);
    const other = client.users.me();
    assertTooLong(await rejection(Promise.all([other.asResponse(), other.withResponse()])), 999);
    // A caller that has begun to read gets no rest of it as an answer.
    const begun = client.users.me({ maxResponseBytes: Infinity });
    const reader = (await begun.asResponse()).body.getReader();
    await reader.read();
    reader.releaseLock();
    assert.equal((await rejection(begun)).name, 'ConnectionError');
  });

  test('that is a file has no limit', async (t) => {
    const text = 'a,b\n'.repeat(1_000);
    const { client } = await world(t, (_, response) => response.end(text), {
      maxResponseBytes: 10,
    });
    assert.equal(await (await client.auditLogs.export()).text(), text);
    assert.equal(await (await client.users.me().asResponse()).text(), text);
  });
});

describe('the body of an error', () => {
  test('is read up to 64 kB, and its status and class stay', async (t) => {
    for (const [status, Class] of [
      [400, BadRequestError],
      [500, ServerError],
    ]) {
      const [answer, poured] = pouring(status);
      const { client, requests } = await world(t, answer, { maxRetries: 0 });
      const error = await rejection(client.users.me());
      assert.ok(error instanceof Class, String(error));
      assert.equal(error.message, `users.me: ${status}, with JSON that is too long to read`);
      assert.equal(error.body, 'x'.repeat(8_192) + '…');
      await until(() => poured.isClosed);
      // The system's buffers hold up to ten megabytes that nobody reads.
      assert.ok(poured.bytes < 12e6, `${poured.bytes} bytes were sent`);
      assert.equal(requests.length, 1);
    }
  });

  test('is read in full up to 64 kB, whatever its length says', async (t) => {
    let size = LONGEST_ERROR;
    const { client } = await world(t, (_, response) => {
      response.writeHead(404, TYPE);
      response.end(`{"error":"gone","more":"${'x'.repeat(size - 26)}"}`);
    });
    assert.equal((await rejection(client.users.me())).message, 'users.me: 404 gone');
    size += 1;
    assert.match((await rejection(client.users.me())).message, /404, with JSON that is too long/);
  });

  test('that trickles ends at the time limit and by the caller, and the status stays', async (t) => {
    let closed = 0;
    const { client } = await world(t, (request, response) => {
      response.writeHead(request.url.endsWith('me') ? 200 : 404, TYPE);
      const timer = setInterval(() => response.write(' '), 5);
      response.once('close', () => {
        clearInterval(timer);
        closed += 1;
      });
    });
    const limits = { timeoutMs: 1_000, maxRetries: 0 };
    assert.ok((await rejection(client.users.me(limits))) instanceof TimeoutError);
    assert.equal((await rejection(client.request('GET', '/x', limits))).status, 404);
    const signal = AbortSignal.timeout(1_000);
    assert.equal(await rejection(client.users.me({ signal })), signal.reason);
    await until(() => closed === 3);
  });
});

describe('a body that the client reads after asResponse()', () => {
  /** An answer whose body never ends. */
  const trickling = (_, response) => {
    response.writeHead(200, TYPE);
    const timer = setInterval(() => response.write(' '), 5);
    response.once('close', () => clearInterval(timer));
  };

  test('has the time limit of the call, however long ago the response came', async (t) => {
    const { client } = await world(t, trickling);
    for (const list of [false, true]) {
      const { call, limit } = await inTime(async (limit) => {
        const limits = { timeoutMs: limit, maxRetries: 0 };
        const call = list ? client.reports.list(7, {}, limits) : client.users.me(limits);
        await call.asResponse();
        return { limit, call };
      }, 150);
      await new Promise((resolve) => setTimeout(resolve, limit + 50));
      const started = performance.now();
      const error = await rejection(call);
      const took = performance.now() - started;
      assert.ok(error instanceof TimeoutError, String(error));
      assert.match(error.message, new RegExp(`the body did not arrive within ${limit} ms`));
      assert.ok(took >= limit - 5 && took < limit + 20_000, `${took} ms`);
    }
  });

  test('has it with a fetch that ignores the signal, too', async () => {
    const client = new ManagementClient({
      ...{ baseUrl: 'https://acme.example.com', timeoutMs: 50, maxRetries: 0 },
      // Neither ends nor can be cancelled.
      fetch: async () => ({
        ...{ ok: true, status: 200, headers: new Headers(), text: () => new Promise(() => {}) },
      }),
    });
    const call = client.users.me();
    await call.asResponse();
    assert.ok((await rejection(call)) instanceof TimeoutError);
  });

  test('can be aborted by the caller, with the reason', async (t) => {
    const { client } = await world(t, trickling);
    const controller = new AbortController();
    const call = client.users.me({ signal: controller.signal });
    await call.asResponse();
    const reading = rejection(call);
    const reason = new RangeError('enough');
    setTimeout(() => controller.abort(reason), 20);
    assert.equal(await reading, reason);
  });
});

test('a time limit that is longer than timers can be does not end the call at once', async (t) => {
  const { client } = await world(t, (_, response) => setTimeout(() => response.end('1'), 30));
  assert.equal(await client.users.me({ timeoutMs: 2 ** 32 }), 1);
});

test('250 kB of gzip that become 250 MB take less than 200 MB', async (t) => {
  const bomb = gzipSync(Buffer.alloc(250e6, 32), { level: 9 });
  assert.ok(bomb.length < 300_000, `${bomb.length}`);
  const { url } = await serve(t, ({ url: path }, response) => {
    response.writeHead(path.endsWith('/me') ? 200 : 500, { ...TYPE, 'Content-Encoding': 'gzip' });
    response.end(bomb);
  });
  const script = `
    import { ManagementClient } from 'svc-embed/management';
    const client = new ManagementClient({ baseUrl: '${url}', apiKey: 'k', logger: false, maxRetries: 0 });
    const before = process.memoryUsage().rss;
    let most = before;
    setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 2).unref();
    const codes = [];
    await client.users.me().catch((error) => codes.push(error.code));
    await client.regions.list().catch((error) => codes.push(error.status));
    console.log(JSON.stringify({ codes, grown: most - before }));`;
  const args = ['--input-type=module', '--eval', script];
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, timeout: 60_000 });
  const { codes, grown } = JSON.parse(stdout);
  t.diagnostic(`${Math.round(grown / 1e6)} MB`);
  assert.ok(grown < 200e6, `it grew by ${Math.round(grown / 1e6)} MB`);
  assert.deepEqual(codes, ['response-too-large', 500]);
});
