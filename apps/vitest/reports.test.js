// What a client does when the service is busy. Each test has a service of its own, so the tests run at the
// same time.

import { expect, test as base } from 'vitest';
import { ManagementClient } from 'svc-embed/management';
import { sandboxFixtures } from 'svc-embed/testing/vitest';

const test = base.extend(sandboxFixtures());

/** The client under test. */
const clientOf = ({ tenant, apiKey }) => new ManagementClient({ baseUrl: tenant, apiKey });

test.concurrent('a busy service is asked again', async ({ sandbox }) => {
  await sandbox.fault({
    api: [{ operation: 'reports.list', status: 429, retryAfter: 0, times: 1 }],
  });
  const reports = await clientOf(sandbox).reports.list(7);
  expect(reports.items.length).toBeGreaterThan(0);
  const asked = await sandbox.requests({ operation: 'reports.list' });
  expect(asked.map(({ status }) => status)).toEqual([429, 200]);
});

test.concurrent('no other test has asked this service', async ({ sandbox }) => {
  expect(await sandbox.requests()).toEqual([]);
});
