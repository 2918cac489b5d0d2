// Using the dashboard of an app as its viewer would.

import assert from 'node:assert/strict';
import { By } from 'selenium-webdriver';
import { advance, control, counts } from '../../e2e/support/embed.mjs';
import { evaluate, insideFrame, waitFor } from '../../e2e/support/page.mjs';
import { driver } from '../../e2e/support/world.mjs';

/** Waits until the element `id` of the page shows what `pattern` matches. */
export async function shows(id, pattern) {
  await waitFor(`#${id} with ${pattern}`, async () => {
    const text = await driver.findElement(By.id(id)).getAttribute('textContent');
    if (pattern.test(text)) return true;
    throw new Error(`${text}\n${await complaints()}`);
  });
}

async function complaints() {
  const entries = await driver.manage().logs().get('browser');
  return entries.map(({ level, message }) => `${level.name} ${message}`).join('\n');
}

/**
 * Opens a page that has a dashboard, and sees that it becomes ready, takes a filter, says what is
 * done in it, and goes on beyond its session's end.
 */
export async function checkDashboard(url) {
  // The page before it must not ask for ids while they are counted anew.
  await driver.get('about:blank');
  await control('reset', {});
  await driver.get(url);
  await shows('log', /svc:event:ready\n[^]*svc:event:dashboard-loaded\n/);

  await driver.findElement(By.id('filter')).click();
  await waitFor('the filter', () =>
    inEmbed(() => {
      const [filter] = JSON.parse(document.documentElement.dataset.filters);
      return filter.values.join() === 'completed';
    }),
  );

  const bar = By.css('.mark-rect path');
  await waitFor('a bar that can be clicked', async () =>
    insideFrame(driver, await frame(), async () => {
      await driver.findElement(bar).click();
      return true;
    }),
  );
  await shows('log', /svc:event:drilldown\n/);

  await advance({ hours: 23, minutes: 1 });
  await shows('session', /^active, renewals: 1$/);
  // One for the load and one for the renewal.
  const { mints, exchanges } = await counts();
  assert.deepEqual([mints, exchanges], [2, 2]);
}

/** The WebAssembly that the page itself has loaded: each file's name and content type. */
export function loadedWasm() {
  return evaluate(driver, () =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.wasm'))
      .map(({ name, contentType }) => `${name.split('/').pop()} ${contentType}`),
  );
}

function frame() {
  return driver.executeScript(
    "return document.querySelector('iframe') ?? document.querySelector('svc-embed').iframe",
  );
}

async function inEmbed(body) {
  return insideFrame(driver, await frame(), () => evaluate(driver, body));
}
