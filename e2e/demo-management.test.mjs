// The page of the management API in the demo: the answers of its recipes, and its table of operations.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { click, openManagement, run, textOf } from './support/demo.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { driver } from './support/world.mjs';

test('the recipes show the answers of the service, without a key in the page', async (t) => {
  const { host, tenant, apiKey } = await openManagement(t);
  await evaluate(driver, () => {
    const { fetch } = window;
    window.calls = [];
    window.fetch = (url, init) => {
      window.calls.push([new URL(url).origin, [...new Headers(init.headers).keys()]]);
      return fetch(url, init);
    };
  });
  const service = async (path) =>
    (await fetch(tenant + path, { headers: { authorization: `Bearer ${apiKey}` } })).json();
  const reports = async () => (await service('/api/v1/deployments/7/reports?first=100')).items;

  const listed = await run('listReports');
  assert.deepEqual(
    listed,
    (await reports()).map(({ name }) => name),
  );
  assert.ok(listed.length > 2, 'more than one page');

  const before = (await reports()).length;
  const copy = await run('cloneWorkbook');
  assert.equal(copy.name, 'Copy of Sales');
  assert.ok((await reports()).length > before);

  assert.equal((await run('exportPdf')).type, 'application/pdf');

  const user = await run('createUser');
  assert.equal((await service(`/api/scim/v2/Users/${user.id}`)).userName, 'grace@example.com');
  const again = await run('createUser');
  assert.deepEqual([again.name, again.status, again.code], ['ConflictError', 409, 'uniqueness']);

  const refused = await run('cloneElsewhere');
  assert.deepEqual([refused.name, refused.status], ['NotFoundError', 404]);
  assert.match(refused.requestId, /^[0-9a-f]{32}$/);

  const calls = await evaluate(driver, () => window.calls);
  assert.ok(calls.length >= 8);
  for (const [origin, headers] of calls) {
    assert.equal(origin, host);
    assert.ok(headers.includes('x-svc-embed-demo') && !headers.includes('authorization'));
  }
});

test('every operation is in one table, which can be searched', async (t) => {
  const { host } = await openManagement(t);
  assert.match(await textOf('found'), /^(\d+) of \1 operations$/);
  await evaluate(driver, () => {
    const search = document.getElementById('search');
    search.value = 'duplicate';
    search.dispatchEvent(new Event('input'));
  });
  const shown = await evaluate(driver, () =>
    [...document.querySelectorAll('#operations tr:not([hidden]) th')].map((id) => id.textContent),
  );
  assert.ok(shown.includes('workbooks.duplicate') && shown.length < 5, `${shown}`);

  await click('.pages a:not([aria-current])');
  await waitFor('the other page', async () => (await driver.getCurrentUrl()) === `${host}/`);
});
