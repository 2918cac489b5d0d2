// The demo's page of the management API: what each part shows, by mouse and by keyboard.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { By, Key } from 'selenium-webdriver';
import { PATIENCE, click, textOf } from './support/demo.mjs';
import { openManagement, outcome, saysAfter, texts } from './support/demo-management.mjs';
import { evaluate, screenshot, waitFor } from './support/page.mjs';
import { driver, engine } from './support/world.mjs';

const press = async (selector, ...keys) => {
  for (const key of keys) await driver.findElement(By.css(selector)).sendKeys(key);
};

/** Writes into a field. A click scrolls to it at once; the page would scroll smoothly. */
async function type(selector, text) {
  await click(selector);
  await evaluate(driver, (field) => (document.querySelector(field).value = ''), selector);
  await press(selector, text);
}

const focused = () =>
  evaluate(driver, () => document.activeElement.querySelector('.node-name')?.textContent);

test('the page of the management API', async (t) => {
  const { host } = await openManagement(t);

  await t.test('an export shows its progress, can be cancelled, and offers the file', async () => {
    const endJobs = () =>
      fetch(`${host}/control/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceMs: 10_000 }),
      });
    const isRunning = () =>
      evaluate(driver, () => document.getElementById('export-bar').position === -1);
    await click('#export-run');
    await saysAfter('export', /running: poll ([2-9]|\d\d)/);
    assert.equal(await isRunning(), true);
    await click('#export-cancel');
    await saysAfter('export', 'You cancelled');
    assert.equal(await isRunning(), false);
    // The button has disappeared.
    assert.equal(await evaluate(driver, () => document.activeElement.id), 'export-run');
    assert.equal(await driver.findElement(By.id('export-file')).isDisplayed(), false);

    await click('#export-run');
    await saysAfter('export', 'running: poll');
    await endJobs();
    await saysAfter('export', 'The export took');
    const file = await evaluate(driver, async () => {
      const { href, download } = document.getElementById('export-file');
      return [download, href.startsWith('blob:'), document.getElementById('export-bar').value];
    });
    assert.deepEqual(file, ['sales-overview.pdf', true, 1]);
    assert.match(await textOf('export-file'), /application\/pdf, \d{3} bytes/);

    await click('label:has([value="fails"])');
    await click('#export-run');
    await saysAfter('export', 'running: poll');
    await endJobs();
    await saysAfter('export', 'job-failed');
  });

  await t.test(
    'users are found, created and deactivated, and errors are shown as they are',
    async () => {
      const names = () => texts('#users-rows th');
      const find = async (filter, said) => {
        await type('#users-filter', filter);
        await click('#users-find-run');
        await saysAfter('users', said);
      };
      await find('userName is ben', 'BadRequestError');
      assert.match(await outcome('users'), /status 400 · code invalidFilter · requestId/);
      await find('userName co "ben"', 'One user matches');
      assert.deepEqual(await names(), ['ben@example.com']);

      const create = async (said) => {
        await type('#users-user', 'grace@example.com');
        await click('#users-create-run');
        await saysAfter('users', said);
      };
      await create('grace@example.com is created');
      await create('ConflictError');
      assert.match(await outcome('users'), /status 409 · code uniqueness/);

      await click('[aria-label="Deactivate grace@example.com"]');
      await saysAfter('users', 'grace@example.com is inactive');
      const label = () => evaluate(driver, () => document.activeElement.getAttribute('aria-label'));
      assert.equal(await label(), 'Activate grace@example.com');
      await find('active eq true', '3 users match');
      await click('[aria-label="Deactivate ada@example.com"]');
      await saysAfter('users', 'PermissionDeniedError');
      await find('active eq false', 'One user matches');
    },
  );

  await t.test('a clone is explained by its rules, and the tree has it', async () => {
    // The page has no key: no call has a credential, and none leaves the page's origin.
    await evaluate(driver, () => {
      const { fetch } = window;
      window.calls = [];
      window.fetch = (url, init) => {
        window.calls.push([new URL(url).origin, [...new Headers(init.headers).keys()]]);
        return fetch(url, init);
      };
    });
    assert.deepEqual(await texts('.tree .node-name'), [
      'Sales',
      'Europe',
      'Empty',
      'Sales',
      'Fulfilment',
    ]);
    await press('#workbooks [tabindex="0"]', Key.ARROW_DOWN);
    await press('#workbooks [tabindex="0"]', Key.ARROW_DOWN);
    await press('#workbooks [tabindex="0"]', Key.ARROW_DOWN);
    assert.equal(await focused(), 'Sales');
    await press('#workbooks [tabindex="0"]', Key.ARROW_RIGHT);
    const isRead = async () => (await texts('[data-kind="report"] .node-name')).length === 3;
    await waitFor('the reports', isRead, PATIENCE);
    await press('#workbooks [tabindex="0"]', Key.ARROW_RIGHT);
    assert.equal(await focused(), 'Revenue');

    await click('#clone-run');
    await saysAfter('clone', '7 of 7');
    const rules = await texts('#rules [data-state="done"] .evidence');
    assert.equal(rules.length, 7);
    assert.match(rules[0], /“Sales” became “Copy of Sales”/);
    assert.match(rules[1], /Revenue 31 → \d{5}, .*Dashboard sales-overview → [0-9a-f]{32}/);
    assert.match(rules[4], /allowEmbed was true and is false/);
    assert.ok((await texts('.tree .node-name')).includes('Copy of Sales'));
    await screenshot(driver, `demo-clone-${engine}`);

    const nodes = await texts('.tree .node-name');
    await click('#clone-shared');
    await click('#clone-run');
    await saysAfter('clone', 'PermissionDeniedError');
    await click('#clone-shared');
    await evaluate(driver, () => (document.getElementById('clone-source').value = '44'));
    await click('#clone-run');
    await saysAfter('clone', 'NotFoundError');
    assert.match(await outcome('clone'), /status 404 · requestId [0-9a-f]{32}/);
    assert.deepEqual(await texts('#rules [data-state="done"]'), [
      'A workbook of another deployment is not found.The service answered 404, and nothing was made.',
    ]);
    assert.deepEqual(await texts('.tree .node-name'), nodes);

    const calls = await evaluate(driver, () => window.calls);
    assert.ok(calls.length >= 7);
    for (const [origin, headers] of calls) {
      assert.equal(origin, host);
      assert.ok(headers.includes('x-svc-embed-demo') && !headers.includes('authorization'));
    }
  });

  await t.test('the two pages of the demo lead to each other', async () => {
    await click('.pages a:not([aria-current])');
    await waitFor('the tour', async () => (await driver.getCurrentUrl()) === `${host}/`);
    await click('.pages a:not([aria-current])');
    await waitFor('the way back', async () => (await texts('h1'))[0]?.includes('in one call'));
  });
});

test('10,004 reports scroll in a list of few elements', async (t) => {
  await openManagement(t);
  const shown = () =>
    evaluate(driver, () => {
      const box = document.getElementById('reports');
      const active = document.getElementById(box.getAttribute('aria-activedescendant'));
      return {
        elements: box.querySelectorAll('[role="option"]').length,
        place: active?.getAttribute('aria-posinset'),
        of: active?.getAttribute('aria-setsize'),
        isInView: active?.getBoundingClientRect().bottom <= box.getBoundingClientRect().bottom + 1,
      };
    });
  // The next pages wait until somebody scrolls to them.
  const read = async () => Number(/^[\d,]+/.exec(await outcome('reports'))[0].replace(',', ''));
  assert.equal(await read(), 100);
  // A click chooses the row below the pointer: the list does not move first.
  const scroll = () => {
    // It can scroll only once the rows are drawn.
    document.getElementById('reports').scrollTop = 1_000;
    return document.getElementById('reports-29') !== null;
  };
  await waitFor('the row', () => evaluate(driver, scroll));
  await click('#reports-29');
  assert.match(await textOf('report-chosen'), /no\. 26: /);
  await press('#reports', Key.END);
  await waitFor('the next page', async () => (await read()) === 200, PATIENCE);
  assert.equal((await shown()).of, '-1');

  await click('#reports-all');
  await saysAfter('reports', 'all 10,004');
  await press('#reports', Key.END);
  const last = await shown();
  assert.ok(last.elements < 60, `${last.elements}`);
  assert.deepEqual([last.place, last.of, last.isInView], ['10004', '10004', true]);
  await press('#reports', Key.ARROW_UP);
  assert.match(await textOf('report-chosen'), /no\. 9999: report \d+, generated-09999/);
  await screenshot(driver, `demo-reports-${engine}`);

  await type('#reports-search', 'forecast');
  await saysAfter('reports', 'One report has this');
});
