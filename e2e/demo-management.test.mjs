// The page of the management API in the demo: the answers of its recipes, and its table of operations.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { click, openManagement, run, textOf } from './support/demo.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { driver } from './support/world.mjs';

/** What a recipe shows beside its answer. */
const shownBy = (name) =>
  evaluate(
    driver,
    (name) => {
      const button = document.querySelector(`[data-run="${name}"]`);
      const { lastChild: answer } = button.closest('.recipe');
      return {
        calls: button.parentElement.querySelector('[role="status"]').textContent,
        state: answer.dataset.state,
        isRunning: button.ariaDisabled === 'true',
      };
    },
    name,
  );

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

  const before = (await reports()).length;
  const copy = await run('cloneWorkbook');
  assert.equal(copy.name, 'Copy of Sales');
  assert.ok((await reports()).length > before);
  while ((await reports()).length <= 10) await run('cloneWorkbook');
  assert.ok((await run('listReports')).length > 10);
  assert.match(
    (await shownBy('listReports')).calls,
    /^[2-9] calls, the last: reports\.list 200 in/,
  );

  await evaluate(driver, () => {
    const answer = document.querySelector('[data-run="exportPdf"]').closest('.recipe').lastChild;
    window.progress = [];
    const note = () => window.progress.push(answer.textContent);
    new MutationObserver(note).observe(answer, { childList: true });
  });
  assert.equal((await run('exportPdf')).type, 'application/pdf');
  assert.match((await evaluate(driver, () => window.progress)).join(), /"status"/);

  const user = await run('createUser');
  assert.equal((await service(`/api/scim/v2/Users/${user.id}`)).userName, 'grace@example.com');
  const again = await run('createUser');
  assert.deepEqual([again.name, again.status, again.code], ['ConflictError', 409, 'uniqueness']);
  assert.equal((await shownBy('createUser')).state, 'failed');

  const refused = await run('cloneElsewhere');
  assert.deepEqual([refused.name, refused.status], ['NotFoundError', 404]);
  assert.match(refused.requestId, /^[0-9a-f]{32}$/);

  // A recipe that is running is not run again.
  const earlier = await evaluate(driver, () => {
    const button = document.querySelector('[data-run="cloneElsewhere"]');
    const { length } = window.calls;
    for (let time = 0; time < 2; time++) button.click();
    return length;
  });
  await waitFor('the end', async () => !(await shownBy('cloneElsewhere')).isRunning);

  const calls = await evaluate(driver, () => window.calls);
  assert.equal(calls.length, earlier + 1);
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
