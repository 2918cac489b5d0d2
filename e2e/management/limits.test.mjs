// How much of an answer the client reads, and how long it takes over it. What the functions of answer.ts
// decide is in tables.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
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
import { inTime, rejection, serve, until, world } from './support/service.mjs';

const STANDARD = 8_388_608;
const LONGEST_ERROR = 65_536;
const TYPE = { 'Content-Type': 'application/json' };

/** The pieces of a body, the limit, the pieces that are passed on, and whether reading must stop there. */
const BODIES = [
  [[], 0, ''],
  [[], 5, ''],
  [['abcde'], 5, 'abcde'],
  [['abcde'], 4, 'abcd', true],
  [['abcde'], 6, 'abcde'],
  [['a'], 0, '', true],
  [['abc', 'de'], 5, 'abcde'],
  [['abc', 'de'], 4, 'abcd', true],
  [['abc', 'de'], 3, 'abc', true],
  [['a', 'b', 'c'], Infinity, 'abc'],
  // A character of three bytes in two pieces, one that is cut off, and a mark of the byte order.
  [[[0xe2, 0x82], [0xac]], 3, '€'],
  [[[0x61, 0xe2, 0x82]], 3, 'a\ufffd'],
  [
    [
      [0xef, 0xbb],
      [0xbf, 0x61],
    ],
    4,
    'a',
  ],
];

/** A length that the service declares, the limit, and whether the body need not be read. */
const DECLARED = [
  ['10', 9, true],
  ['10', 10, false],
  ['10', 11, false],
  [null, 0, false],
  ['much', 0, false],
  ['10', 9, false, null],
];

test('a body is read as the tables say', async () => {
  assert.deepEqual([answer.LONGEST_ANSWER, answer.LONGEST_ERROR], [STANDARD, LONGEST_ERROR]);
  for (const [pieces, max, text, isCut = false] of BODIES) {
    const chunks = pieces.map((piece) => Buffer.from(piece));
    let [isEnded, listeners] = [false, 0];
    const body = new ReadableStream(
      {
        pull(controller) {
          const chunk = chunks.shift();
          if (chunk) controller.enqueue(new Uint8Array(chunk));
          else controller.close();
        },
        cancel: () => void (isEnded = true),
      },
      { highWaterMark: 0 },
    );
    const signal = Object.assign(new AbortController().signal, {
      addEventListener: () => void (listeners += 1),
      removeEventListener: () => void (listeners -= 1),
    });
    const read = await answer.textWithin({ body }, max, signal);
    assert.deepEqual(
      { ...read, isEnded, listeners },
      { text, isCut, isEnded: isCut, listeners: 0 },
    );
  }
  for (const [length, max, wanted, body = {}] of DECLARED) {
    const headers = new Headers(length === null ? {} : { 'content-length': length });
    assert.equal(answer.isTooLong({ body, headers }, max), wanted, `${length} of ${max}`);
  }
  // A caller's `fetch` may answer with an object that only resembles a response.
  for (const body of [null, undefined, {}])
    for (const [max, isCut] of [
      [2, true],
      [3, false],
    ]) {
      const response = { body, text: async () => 'abc' };
      assert.deepEqual(await answer.textWithin(response, max), { text: 'abc', isCut });
    }
  answer.discard({ body: null });
  const controller = new AbortController();
  let isEnded = false;
  const body = new ReadableStream({ cancel: () => void (isEnded = true) });
  const outcome = answer.textWithin({ body }, 5, controller.signal).catch((reason) => reason);
  controller.abort('enough');
  assert.deepEqual([await outcome, isEnded], ['enough', true]);
});

/** Sends bodies in pieces without `Content-Length`, and counts what it could send. */
function pouring(status) {
  const poured = { bytes: 0, isClosed: false };
  const text = 'x'.repeat(65_536);
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

const assertTooLong = (error, bytes = STANDARD) => {
  assert.ok(error instanceof ApiError, String(error));
  assert.deepEqual([error.status, error.code, error.body], [200, 'response-too-large', null]);
  assert.equal(
    error.message,
    `users.me: the answer has more than ${bytes} bytes, so it was not read to its end. If that is expected, raise maxResponseBytes.`,
  );
};

test('a body without an end is cut at the limit, and the connection is closed', async (t) => {
  // The system's buffers hold up to ten megabytes that nobody reads.
  for (const [status, Class, most] of [
    [200, ApiError, STANDARD * 3],
    [400, BadRequestError, 12e6],
    [500, ServerError, 12e6],
  ]) {
    const [answer, poured] = pouring(status);
    const { client, requests } = await world(t, answer, { maxRetries: 0 });
    const error = await rejection(client.users.me());
    assert.ok(error instanceof Class, String(error));
    if (status === 200) assertTooLong(error);
    else {
      assert.equal(error.message, `users.me: ${status}, with JSON that is too long to read`);
      assert.equal(error.body, 'x'.repeat(8_192) + '…');
    }
    await until(() => poured.isClosed);
    assert.ok(poured.bytes < most, `${poured.bytes} bytes were sent`);
    assert.equal(requests.length, 1);
  }
});

test('an answer that says that it is too long is not read, and its body is cancelled', async () => {
  let isCancelled = false;
  // Of a `fetch` that ignores the signal. No byte of its body ever arrives.
  const body = new ReadableStream({ cancel: () => void (isCancelled = true) });
  const headers = { 'Content-Length': String(STANDARD + 1) };
  const fetch = async () => new Response(body, { headers });
  const options = { baseUrl: 'https://acme.example.com', timeoutMs: 90_000 };
  assertTooLong(await rejection(new ManagementClient({ ...options, fetch }).users.me()));
  assert.ok(isCancelled);
});

test('an answer has its limit by the client and by the call. A file has none', async (t) => {
  const text = JSON.stringify('x'.repeat(998));
  const { client } = await world(t, (_, response) => response.end(text), {
    maxResponseBytes: 999,
  });
  assertTooLong(await rejection(client.users.me()), 999);
  for (const maxResponseBytes of [1_000, Infinity])
    assert.equal((await client.users.me({ maxResponseBytes })).length, 998);
  const wide = client.withOptions({ maxResponseBytes: 1_000 });
  assert.equal((await wide.users.me()).length, 998);
  assertTooLong(await rejection(wide.users.me({ maxResponseBytes: 10 })), 10);
  assert.equal(await (await client.auditLogs.export()).text(), text);
  assert.equal(await (await client.users.me().asResponse()).text(), text);
  // After asResponse(), too.
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

/** Never ends its body. A 404 has a path of its own. */
const trickling = (request, response) => {
  response.writeHead(request.url === '/x' ? 404 : 200, TYPE);
  const timer = setInterval(() => response.write(' '), 5);
  response.once('close', () => clearInterval(timer));
};

test('a body that is read after asResponse() has the time limit of the call, and can be aborted', async (t) => {
  const { client } = await world(t, trickling);
  for (const list of [false, true]) {
    const { call, limit } = await inTime(async (limit) => {
      const limits = { timeoutMs: limit, maxRetries: 0 };
      const call = list ? client.reports.list(7, {}, limits) : client.users.me(limits);
      await call.asResponse();
      return { limit, call };
    }, 150);
    // However long ago the response came.
    await new Promise((resolve) => setTimeout(resolve, limit + 50));
    const started = performance.now();
    const error = await rejection(call);
    const took = performance.now() - started;
    assert.ok(error instanceof TimeoutError, String(error));
    assert.match(error.message, new RegExp(`the body did not arrive within ${limit} ms`));
    assert.ok(took >= limit - 5 && took < limit + 20_000, `${took} ms`);
  }
  const controller = new AbortController();
  const call = client.users.me({ signal: controller.signal });
  await call.asResponse();
  const reason = new RangeError('enough');
  setTimeout(() => controller.abort(reason), 20);
  assert.equal(await rejection(call), reason);

  // With a `fetch` that ignores the signal, and whose body neither ends nor can be cancelled.
  const stuck = {
    ok: true,
    status: 200,
    headers: new Headers(),
    text: () => new Promise(() => {}),
  };
  const options = { baseUrl: 'https://acme.example.com', timeoutMs: 50, maxRetries: 0 };
  const ignoring = new ManagementClient({ ...options, fetch: async () => stuck }).users.me();
  await ignoring.asResponse();
  assert.ok((await rejection(ignoring)) instanceof TimeoutError);
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
  assert.ok(grown < 200e6, `it grew by ${Math.round(grown / 1e6)} MB`);
  assert.deepEqual(codes, ['response-too-large', 500]);
});
