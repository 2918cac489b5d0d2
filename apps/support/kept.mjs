// Leaving a route that has a kept embed, and coming back to it, as a viewer does: by the links of the page.

import assert from 'node:assert/strict';
import { By } from 'selenium-webdriver';
import { counts } from '../../e2e/support/embed.mjs';
import { evaluate, insideFrame, waitFor } from '../../e2e/support/page.mjs';
import { driver } from '../../e2e/support/world.mjs';
import { checkNoComplaints, open } from './page.mjs';

const TIMES = 50;

const inPage = (body, ...args) => evaluate(driver, body, ...args);
const follow = (text) =>
  waitFor(`a link to ${text}`, () =>
    driver
      .findElement(By.linkText(text))
      .click()
      .then(() => true),
  );

/**
 * Visits a page with the links Home and Sales: fifty times away and back. The service spends an id as soon as
 * its page is asked for, so that a second load shows.
 */
export async function checkKept(url) {
  await open(url, { strict: true });
  await follow('Sales');
  await isShown();
  const path = '/embed/dashboard/sales-overview';
  await waitFor('its page', () => inFrame((path) => location.pathname === path, path));
  await inFrame(() => (window.mark = 'the first document'));
  for (let time = 0; time < TIMES; time++) {
    await follow('Home');
    await waitFor('the other route', async () => (await isSeen('h1')) && (await isHidden()));
    assert.equal(await inPage(() => document.querySelectorAll('.place').length), 0);
    await follow('Sales');
    await isShown();
  }
  const { mints, exchanges, rejectedExchanges } = await counts();
  assert.deepEqual([mints, exchanges, rejectedExchanges], [1, 1, 0]);
  assert.equal(await inFrame(() => window.mark), 'the first document');
  await checkNoComplaints();
}

/** Waits until the dashboard is seen at its place. */
const isShown = () =>
  waitFor('the dashboard at its place', () =>
    inPage(() => {
      const place = document.querySelector('.place');
      const { opacity } = (place?.shadowRoot ?? place)?.querySelector('iframe')?.style ?? {};
      return location.pathname.endsWith('/sales') && opacity === '';
    }),
  );

const isSeen = (selector) =>
  inPage((selector) => document.querySelector(selector)?.checkVisibility(), selector);

const isHidden = () => inPage(() => document.querySelector('iframe')?.closest('[inert]') !== null);

const inFrame = async (body, ...args) => {
  const frame = await driver.executeScript(
    `return (document.querySelector('.place')?.shadowRoot ?? document).querySelector('iframe')`,
  );
  return insideFrame(driver, frame, () => inPage(body, ...args));
};
