// The client calls each operation of the table on the sandbox. The calls are those of the sandbox's
// happy path, in the same order, because later calls use what earlier calls create.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
import { startSandbox } from '../support/sandbox.mjs';
import { clientsOf, perform } from './support/happy-path.mjs';

const file = new URL('../../sandbox/tests/fixtures/happy_path.json', import.meta.url);
const calls = JSON.parse(await readFile(file, 'utf8'));

let sandbox;
let clients;
let admin;
const kept = {};

before(async () => {
  sandbox = await startSandbox();
  clients = await clientsOf(ManagementClient, sandbox.tenant);
  ({ admin } = clients);
});

after(() => sandbox?.stop());

/** Moves the sandbox's clock. */
function advance(advanceMs) {
  return fetch(`${sandbox.host}/control/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
  });
}

describe('every operation', () => {
  const called = new Set();

  for (const call of calls) {
    if (call.advanceMs) {
      test(`after ${call.advanceMs} ms`, () => advance(call.advanceMs));
      continue;
    }
    test(call.id, async () => {
      const { data, status } = await perform(clients, call, kept);
      called.add(call.id);
      assert.equal(status, call.status);
      assert.equal(data === undefined, call.status === 204);
    });
  }

  test('was called', () => {
    const missing = admin.operations.filter(({ id }) => !called.has(id));
    assert.deepEqual(
      missing.map(({ id }) => id),
      [],
    );
  });
});

test('long work runs from its start to its end', async () => {
  const quick = { pollMs: 5 };
  const seen = [];
  // The sandbox's jobs take one second of the sandbox's clock.
  const ahead = setInterval(() => advance(1000), 50);
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
