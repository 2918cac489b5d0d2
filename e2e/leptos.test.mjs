// The web app in Rust of examples/leptos, on its own page.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { By } from 'selenium-webdriver';
import { evaluate, insideFrame, screenshot, waitFor } from './support/page.mjs';
import { startSandbox } from './support/sandbox.mjs';
import { driver } from './support/world.mjs';

const FRAME = '.dashboard iframe';

const text = (selector) => driver.findElement(By.css(selector)).getText();
const click = (selector) => driver.findElement(By.css(selector)).click();
const choose = (value) => driver.findElement(By.css(`#region option[value="${value}"]`)).click();

/** The names of the events that the page lists, latest first. */
const events = () =>
  evaluate(driver, () =>
    [...document.querySelectorAll('#events b')].map((name) => name.textContent),
  );

const regions = () =>
  insideFrame(driver, FRAME, () =>
    evaluate(driver, () => {
      const filters = JSON.parse(document.documentElement.dataset.filters);
      return filters.map(({ member, values }) => [member, ...values].join(' '));
    }),
  );

const frames = () => evaluate(driver, () => document.querySelectorAll('iframe').length);

test('a web app in Leptos uses the crate', async (t) => {
  const own = await startSandbox({ www: 'examples/leptos/site' });
  t.after(() => own.stop());
  const counts = async () => (await (await fetch(`${own.host}/control/state`)).json()).counts;
  await driver.get(`${own.host}/`);
  await evaluate(driver, () => {
    window.failures = [];
    for (const kind of ['error', 'unhandledrejection'])
      addEventListener(kind, (event) => failures.push(String(event.message ?? event.reason)));
  });

  await t.test('the dashboard is mounted with a session of the page’s backend', async () => {
    const loaded = async () => (await events()).includes('dashboard-loaded');
    await waitFor('the dashboard', loaded, { timeoutMs: 30_000 });
    assert.equal(await text('#session .status'), 'active');
    assert.equal(await text('#mode'), 'signed');
    assert.equal((await events()).at(-1), 'ready');
    assert.equal((await counts()).mints, 1);
    await screenshot(driver, 'leptos');
  });

  await t.test('a filter of the page’s arrives, and goes', async () => {
    await choose('Europe');
    await waitFor('the filter', async () => (await regions()).includes('orders.region Europe'));
    await choose('');
    await waitFor('no filter', async () => (await regions()).length === 0);
  });

  await t.test('what the viewer does is listed as it happens', async () => {
    const drill = () => document.querySelector('[data-drill="Electronics"]').click();
    await insideFrame(driver, FRAME, () => evaluate(driver, drill));
    await waitFor('the drilldown', async () => (await events()).includes('drilldown'));
  });

  await t.test('a renewal shows in the session, and leaves the iframe as it is', async () => {
    await evaluate(driver, () => (document.querySelector('iframe').mine = true));
    await click('#renew');
    // The confirmation would take ten seconds: a rejection may come until then.
    await waitFor('the exchange', async () => (await counts()).exchanges === 2);
    await waitFor('the renewal', async () => (await text('#renewal')) === 'confirming');
    assert.equal(await text('#session .status'), 'active');
    assert.ok(await evaluate(driver, () => document.querySelector('iframe').mine));
  });

  await t.test('the component takes its embed along, and brings another one', async () => {
    await click('#toggle');
    await waitFor('no iframe', async () => (await frames()) === 0);
    const left = async () => (await counts()).embedsConnected === 0;
    await waitFor('the service to see it go', left);
    assert.equal(await text('#session .status'), 'stopped');
    assert.equal(await driver.findElement(By.css('#renew')).isEnabled(), false);
    const before = (await events()).length;
    await click('#toggle');
    await waitFor('ready, once more', async () => {
      const all = await events();
      return all.filter((name) => name === 'ready').length === 2 && all.length > before;
    });
    assert.equal(await frames(), 1);
    assert.equal((await counts()).mints, 3);
  });

  await t.test('a viewer who is signed out is told, and nothing is minted', async () => {
    await fetch(`${own.host}/control/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ backend: { mode: 'signed-out' } }),
    });
    await click('#renew');
    await waitFor('stopped', async () => (await text('#session .status')) === 'stopped');
    assert.match(await text('#session'), /signed-out/);
    assert.equal((await counts()).mints, 3);
  });

  await t.test('nothing has failed on the page meanwhile', async () => {
    const failures = await evaluate(driver, () => window.failures);
    assert.deepEqual(failures, []);
  });
});
