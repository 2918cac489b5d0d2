// The levers of a sandbox, as a user's test turns them. sandbox/tests/tables/faults.txt has each fault of the API, and
// e2e/management and e2e/server what the client and the endpoint do under it.

import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
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

test('a client waits as long as a 429 says, and succeeds', async () => {
  await sandbox.fault({
    api: [{ operation: 'users.me', status: 429, retryAfter: 1, times: 1 }],
  });
  const asked = performance.now();
  assert.equal((await client.users.me()).email, 'ada@example.com');
  assert.ok(performance.now() - asked >= 990);
  const requests = await sandbox.requests({ operation: 'users.me' });
  assert.deepEqual(
    requests.map(({ status, fault }) => [status, fault]),
    [
      [429, 'api'],
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
