// Each operation of the table, called by the client against the sandbox: the calls of its own happy
// path, in their order. What one makes, a later one names.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
import { startSandbox } from '../support/sandbox.mjs';

const file = new URL('../../sandbox/tests/fixtures/happy_path.json', import.meta.url);
const calls = JSON.parse(await readFile(file, 'utf8'));

let sandbox;
let admin;
let embed;
const kept = {};

before(async () => {
  sandbox = await startSandbox();
  const baseUrl = sandbox.tenant;
  admin = new ManagementClient({ baseUrl, apiKey: 'sandbox-admin-key' });
  const profile = { embedTenantName: 'acme', externalId: 'dana' };
  const { sessionId } = await admin.embedSessions.generate(profile);
  const { token } = await admin.request('POST', '/embed/api/session', {
    body: { surface: 'dashboard', sessionId },
  });
  embed = new ManagementClient({ baseUrl, accessToken: token });
});

after(() => sandbox?.stop());

/** What a value of the script stands for: `{name}` is what an earlier call kept. */
function filled(value) {
  if (Array.isArray(value)) return value.map(filled);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item)]));
  const name = typeof value === 'string' ? /^\{(\w+)\}$/.exec(value)?.[1] : undefined;
  return name === undefined ? value : kept[name];
}

const method = (client, id) => id.split('.').reduce((at, name) => at[name], client);

/** The arguments of a call: parameters in the order of the path, then query or body. */
function given(operation, call) {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters = names.map((name) => filled(call.path[name]));
  const query = call.query && Object.fromEntries(new URLSearchParams(call.query));
  const input = query ?? filled(call.body);
  return operation.method === '*' ? ['GET', ...parameters, {}] : [...parameters, input];
}

describe('every operation', () => {
  const called = new Set();

  for (const call of calls) {
    if (call.advanceMs) {
      test(`after ${call.advanceMs} ms`, () =>
        fetch(`${sandbox.host}/control/clock`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ advanceMs: call.advanceMs }),
        }));
      continue;
    }
    test(call.id, async () => {
      const operation = admin.operations.find(({ id }) => id === call.id);
      const client = call.as === 'embed' ? embed : admin;
      const made = method(client, call.id)(...given(operation, call));
      const { data, response } = await made.withResponse();
      called.add(call.id);
      assert.equal(response.status, call.status);
      assert.equal(data === undefined, call.status === 204);
      for (const [name, pointer] of Object.entries(call.save ?? {}))
        kept[name] = pointer
          .split('/')
          .slice(1)
          .reduce((at, key) => at[key], data);
    });
  }

  test('was called', () => {
    const missing = admin.operations.filter(({ id }) => !called.has(id));
    assert.deepEqual(
      missing.map(({ id }) => id),
      [],
    );
    assert.equal(called.size, 136);
  });
});

test('the document that the service serves holds the operations of the table, and no other', async () => {
  const document = await admin.spec.retrieve();
  const served = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([name, { operationId, 'x-operation': any }]) =>
      any ? `${any} * ${path}` : `${operationId} ${name.toUpperCase()} ${path}`,
    ),
  );
  const table = admin.operations.map((row) => `${row.id} ${row.method} ${row.path}`);
  assert.deepEqual([...new Set(served)].sort(), table.sort());
});

test('long work runs from its start to its end', async () => {
  const quick = { pollMs: 5 };
  const seen = [];
  // The sandbox's jobs take a second of its clock.
  const ahead = setInterval(
    () =>
      fetch(`${sandbox.host}/control/clock`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ advanceMs: 1000 }),
      }),
    50,
  );
  try {
    const response = await admin.dashboardExports.run(
      7,
      { dashboardPublicId: 'sales-overview', format: 'pdf' },
      { ...quick, onProgress: (job) => seen.push(job) },
    );
    assert.ok((await response.arrayBuffer()).byteLength > 0);
    assert.ok(seen.length >= 1);
    assert.ok(await admin.transformSync.run(7, { output: 'files' }, quick));
    assert.ok(await admin.metricViewPreviews.run(7, {}, quick));
  } finally {
    clearInterval(ahead);
  }
});

test('an export that was not fetched within 5 minutes is a clear error', async () => {
  const { jobId } = await admin.dashboardExports.create(7, { dashboardPublicId: 'sales-overview' });
  await fetch(`${sandbox.host}/control/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ advanceMs: 301_000 }),
  });
  await assert.rejects(
    admin.dashboardExports.download(7, jobId),
    /404 .*kept for 5 minutes after submission/,
  );
});
