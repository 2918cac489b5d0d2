// Leaving a route that has a kept embed, and coming back to it, as a viewer does: by the links of the page.

import assert from 'node:assert/strict';
import { By } from 'selenium-webdriver';
import { counts } from '../../e2e/support/embed.mjs';
import { evaluate, insideFrame, waitFor } from '../../e2e/support/page.mjs';
import { driver } from '../../e2e/support/world.mjs';
import { checkNoComplaints, open } from './page.mjs';

const TIMES = 10;

const inPage = (body, ...args) => evaluate(driver, body, ...args);
const follow = (text) =>
  waitFor(`a link to ${text}`, () =>
    driver
      .findElement(By.linkText(text))
      .click()
      .then(() => true),
  );

/**
 * Visits a page with the links Home and Sales: ten times away and back. The service spends an id as soon as
 * its page is asked for, so that a second load shows.
 */
export async function checkKept(url) {
  await open(url, { strict: true });
  await follow('Sales');
  await isShown();
  await waitFor('the dashboard', () => logs(/dashboard-loaded/));
  await inFrame(() => (window.mark = 'the first document'));
  await inPage(() => document.querySelector('.filter').click());
  await waitFor('the filter', () =>
    inFrame(() => /orders\.status/.test(document.documentElement.dataset.filters)),
  );

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
  assert.match(
    await inFrame(() => document.documentElement.dataset.filters),
    /orders\.status.*completed/,
  );
  await checkNoComplaints();
}

/** Waits until the dashboard is seen at its place. */
async function isShown() {
  await waitFor('the dashboard at its place', () =>
    inPage(() => {
      if (!location.pathname.endsWith('/sales')) return false;
      const place = document.querySelector('.place');
      const owner = [place, place?.shadowRoot?.firstElementChild].find((one) =>
        one?.hasAttribute('aria-owns'),
      );
      const root = document.getElementById(owner?.getAttribute('aria-owns'));
      const frame = root?.querySelector('iframe');
      if (!frame || root.inert || getComputedStyle(root).opacity !== '1') {
        throw new Error(`${root?.outerHTML} for ${place?.outerHTML}`);
      }
      const [one, other] = [place, frame].map((element) => element.getBoundingClientRect());
      return ['left', 'top', 'width', 'height'].every(
        (side) => Math.abs(one[side] - other[side]) < 1,
      );
    }),
  );
  await waitFor('its page', () =>
    inFrame(() => location.pathname === '/embed/dashboard/sales-overview'),
  );
}

const isSeen = (selector) =>
  inPage((selector) => document.querySelector(selector)?.checkVisibility(), selector);

const isHidden = () =>
  inPage(() => [...document.querySelectorAll('[id^=svc-embed-kept]')].every(({ inert }) => inert));

const logs = (pattern) =>
  inPage(() => document.querySelector('.log').textContent).then((text) => pattern.test(text));

const inFrame = (body, ...args) => insideFrame(driver, 'iframe', () => inPage(body, ...args));
