// The levers of a sandbox, as a user's test turns them: what the client and the endpoint do under each
// fault of the API, and what the journal says of it.

import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import {
  ConnectionError,
  ManagementClient,
  RateLimitError,
  ServerError,
  TimeoutError,
} from 'svc-embed/management';
import { sessionEndpoint } from 'svc-embed/server';
import { startSandbox } from 'svc-embed/testing';
import { rejection } from '../management/support/service.mjs';

let sandbox, client;

before(async () => {
  const program = process.env.SVC_SANDBOX ?? resolve('target/debug/svc-sandbox');
  sandbox = await startSandbox({ program });
  client = new ManagementClient({ baseUrl: sandbox.tenant, apiKey: sandbox.apiKey });
});
beforeEach(() => sandbox.reset());
after(() => sandbox?.stop());

/** The statuses that the service has answered to an operation. */
const statuses = async (operation) =>
  (await sandbox.requests({ operation })).map(({ status }) => status);

test('a client waits as long as a 429 says, and succeeds', async () => {
  await sandbox.fault({
    api: [{ operation: 'users.me', status: 429, retryAfter: 1, times: 1 }],
  });
  const asked = performance.now();
  assert.equal((await client.users.me()).email, 'ada@example.com');
  assert.ok(performance.now() - asked >= 990);
  assert.deepEqual(await statuses('users.me'), [429, 200]);
});

test('a client gives up after its retries, with the error of the status', async () => {
  for (const [status, type] of [
    [429, RateLimitError],
    [500, ServerError],
    [503, ServerError],
  ]) {
    await sandbox.fault({ api: [{ operation: 'users.me', status }] });
    const error = await rejection(client.users.me({ maxRetries: 0 }));
    assert.ok(error instanceof type, String(error));
    assert.equal(error.status, status);
  }
});

test('a 502 with a page of HTML is repeated, and a write is not', async () => {
  const html = '<!doctype html><title>Bad gateway</title>';
  await sandbox.fault({ api: [{ path: '/api/v1/*', status: 502, body: html, times: 2 }] });
  assert.ok(await client.users.me());
  await sandbox.fault({ api: [{ path: '/api/v1/*', status: 502, body: html, times: 1 }] });
  const error = await rejection(client.users.create({ email: 'new@example.com' }));
  assert.equal(error.status, 502);
  assert.deepEqual(await statuses('users.create'), [502]);
});

test('a connection that is cut is an error of the connection, before and inside the answer', async () => {
  for (const dropAfterBytes of [0, 7]) {
    await sandbox.fault({ api: [{ operation: 'users.me', dropAfterBytes, times: 1 }] });
    const error = await rejection(client.users.me({ maxRetries: 0 }));
    assert.ok(error instanceof ConnectionError, String(error));
    assert.ok(!(error instanceof TimeoutError));
    // The next try succeeds.
    await sandbox.fault({ api: [{ operation: 'users.me', dropAfterBytes, times: 1 }] });
    assert.ok(await client.users.me());
  }
});

test('an answer that never ends, or never begins, ends at the timeout', async () => {
  for (const hangAfterBytes of [0, 7]) {
    await sandbox.fault({ api: [{ operation: 'users.me', hangAfterBytes }] });
    const error = await rejection(client.users.me({ timeoutMs: 200, maxRetries: 0 }));
    assert.ok(error instanceof TimeoutError, String(error));
  }
});

test('a list reads on after a fault in the middle of its pages', async () => {
  const names = [];
  for await (const { name } of client.reports.list(7, { first: 1 })) {
    if (names.push(name) === 1)
      await sandbox.fault({ api: [{ operation: 'reports.list', status: 503, times: 1 }] });
  }
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.length > 3);
  const [first, second, ...others] = await statuses('reports.list');
  assert.deepEqual([first, second], [200, 503]);
  assert.ok(others.length === names.length - 1, String(others));
});

test('an endpoint that mints passes on no more than that it failed', async () => {
  const endpoint = sessionEndpoint({
    client: new ManagementClient({
      baseUrl: sandbox.tenant,
      apiKey: sandbox.apiKey,
      maxRetries: 0,
    }),
    origin: 'https://app.example.com',
    authorize: () => ({ userId: 'chris', session: {} }),
    onError: () => {},
  });
  const mint = () =>
    endpoint(
      new Request('https://app.example.com/api/embed-session', {
        method: 'POST',
        headers: { 'x-svc-embed': '1', origin: 'https://app.example.com' },
      }),
    );
  for (const fault of [
    { status: 429, retryAfter: 5 },
    { status: 503 },
    { status: 502, body: '<p>secret' },
    { dropAfterBytes: 0 },
    { body: { sessionId: 42 } },
  ]) {
    await sandbox.fault({
      api: [{ operation: 'embedSessions.generate', ...fault, times: 1 }],
    });
    const answer = await mint();
    assert.ok(answer.status >= 500, `${answer.status} after ${JSON.stringify(fault)}`);
    assert.ok(!(await answer.text()).includes('secret'));
  }
  assert.equal((await mint()).status, 200);
  const requests = await sandbox.requests({ operation: 'embedSessions.generate' });
  assert.deepEqual(
    requests.map(({ status, fault }) => [status, fault]),
    [
      [429, 'api'],
      [503, 'api'],
      [502, 'api'],
      [null, 'api'],
      [200, 'api'],
      [200, null],
    ],
  );
});

test('the journal goes on where a test has read it', async () => {
  await client.users.me();
  const [{ n, method, path, durationMs }] = await sandbox.requests();
  assert.deepEqual({ n, method, path }, { n: 1, method: 'GET', path: '/api/v1/users/me' });
  assert.ok(durationMs >= 0);
  await client.regions.list();
  const later = await sandbox.requests({ since: n });
  assert.deepEqual(
    later.map(({ operation }) => operation),
    ['regions.list'],
  );
});

test('the clock moves by hours, minutes and days', async () => {
  const offsets = [];
  for (const by of ['23h', '30m', '1h 30m', '1.5d', '10s', '250ms', 5]) {
    offsets.push((await sandbox.clock.advance(by)).offsetMs);
    await sandbox.clock.reset();
  }
  assert.deepEqual(offsets, [82_800_000, 1_800_000, 5_400_000, 129_600_000, 10_000, 250, 5]);
  for (const wrong of ['tomorrow', '23 h', '', '1h-2m', NaN, Infinity, undefined]) {
    await assert.rejects(sandbox.clock.advance(wrong), TypeError, String(wrong));
  }
});

test('what the sandbox does not know is an error that says so', async () => {
  for (const [asked, message] of [
    [
      () => sandbox.fault({ api: [{ operation: 'users.you' }] }),
      /there is no operation users\.you/,
    ],
    [() => sandbox.fault({ embed: { page: 'rude' } }), /unknown variant `rude`/],
    [() => sandbox.emit('ready'), /409: no embed is open/],
    [() => sandbox.requests({ operation: 'users.you' }), /there is no operation users\.you/],
  ]) {
    assert.match((await rejection(asked())).message, message);
  }
});

test('each test has a world of its own', async () => {
  const worlds = await Promise.all([sandbox.openWorld(), sandbox.openWorld()]);
  const [one, other] = worlds;
  const { embedSessions } = new ManagementClient({ baseUrl: one.tenant, apiKey: one.apiKey });
  await Promise.all([one.clock.advance('24h'), other.fault({ api: [{ status: 503 }] })]);
  assert.ok((await embedSessions.generate({})).sessionId);
  assert.equal((await other.state()).offsetMs, 0);
  assert.equal((await one.requests()).length, 1);
  assert.equal((await other.requests()).length, 0);
  await Promise.all(worlds.map((world) => world.close()));
  await assert.rejects(one.state());
  assert.equal((await sandbox.state()).offsetMs, 0);
});
