// Using the page of an app as its viewer would.

import assert from 'node:assert/strict';
import { By } from 'selenium-webdriver';
import { advance, control, counts } from '../../e2e/support/embed.mjs';
import { evaluate, insideFrame, waitFor } from '../../e2e/support/page.mjs';
import { driver } from '../../e2e/support/world.mjs';

/** A development server compiles what a page imports when it is asked for it. */
export const PATIENT = { timeoutMs: 40_000 };

/** Opens a page, with a sandbox as it was started, but for `faults`. */
export async function open(url, faults) {
  // The previous page must not ask for ids while this test counts them.
  await driver.get('about:blank');
  await control('reset', {});
  if (faults) await control('faults', faults);
  await complaints();
  await driver.get(url);
}

/**
 * Opens a page that has a dashboard, and sees that it becomes ready, takes a filter, tells what is
 * done in it, and goes on beyond its session's end.
 */
export async function checkDashboard(url, faults) {
  await open(url, faults);
  await shows('log', /svc:event:ready\n[^]*svc:event:dashboard-loaded\n/);

  await driver.findElement(By.id('filter')).click();
  await waitFor('the filter', () =>
    inEmbed(() => evaluate(driver, () => document.documentElement.dataset.filters)).then(
      (filters) => JSON.parse(filters)[0].values.join() === 'completed',
    ),
  );

  await waitFor('a bar to click', () =>
    inEmbed(async () => {
      // A chart that is drawn during the click would not hear of it.
      if (await isLoading()) return false;
      await driver.findElement(By.css('.mark-rect path')).click();
      return true;
    }),
  );
  await shows('log', /svc:event:drilldown\n/);
  // What is asked with a session that is renewed meanwhile is refused.
  await waitFor('the answers', () => inEmbed(async () => !(await isLoading())));

  await advance({ hours: 23, minutes: 1 });
  await shows('session', /^active, renewals: 1$/);
  // One for the load, and one for the renewal.
  const { mints, exchanges, rejectedExchanges } = await counts();
  assert.deepEqual([mints, exchanges, rejectedExchanges], [2, 2, 0]);
}

/** Sees that the embed has the theme of the page, and the next one when the page changes it. */
export async function checkTheme() {
  const painted = (color) =>
    waitFor(`the color ${color}`, () =>
      inEmbed(() =>
        evaluate(driver, (color) => document.documentElement.dataset.primaryColor === color, color),
      ),
    );
  await painted('#123456');
  await driver.findElement(By.id('paint')).click();
  await painted('#b3261e');
}

/** Waits until the element `id` shows what `pattern` matches, in the shared browser or another one. */
export async function shows(id, pattern, browser = driver) {
  await waitFor(
    `#${id} that shows ${pattern}`,
    async () => {
      const text = await evaluate(browser, (id) => document.getElementById(id).textContent, id);
      if (pattern.test(text)) return true;
      throw new Error(text);
    },
    PATIENT,
  );
}

/** The names of the WebAssembly files that the page has loaded, without those of its workers. */
export async function loadedWasm() {
  const urls = await evaluate(driver, () =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  const names = urls.map((url) => new URL(url).pathname.split('/').at(-1));
  return names.filter((name) => name.endsWith('.wasm')).sort();
}

/** Rejects if the browser's console has a warning or an error. */
export async function checkNoComplaints() {
  assert.deepEqual(await complaints(), []);
}

/** The warnings and errors in Chromium's console since the last call. */
export async function complaints(browser = driver) {
  const entries = await browser.manage().logs().get('browser');
  const unexpected = entries.filter(({ level }) => ['WARNING', 'SEVERE'].includes(level.name));
  return unexpected.map(({ level, message }) => `${level.name} ${message}`);
}

const isLoading = () =>
  evaluate(driver, () => document.querySelector('[aria-busy="true"]') !== null);

async function inEmbed(body) {
  const frame = await driver.executeScript(
    "return document.querySelector('iframe') ?? document.querySelector('svc-embed').iframe",
  );
  return insideFrame(driver, frame, body);
}
