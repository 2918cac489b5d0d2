// Leaving a route that has a kept embed, and coming back to it, as a viewer does: by the links of the page.

import assert from 'node:assert/strict';
import { By } from 'selenium-webdriver';
import { counts } from '../../e2e/support/embed.mjs';
import { evaluate, insideFrame, waitFor } from '../../e2e/support/page.mjs';
import { driver } from '../../e2e/support/world.mjs';
import { checkNoComplaints, open } from './page.mjs';

const TIMES = 10;
/** The limit of the pool, unless a page sets another one. */
const MOST = 4;
/** More boards than fit into the pool. */
const BOARDS = 8;

const inPage = (body, ...args) => evaluate(driver, body, ...args);
const follow = (text) =>
  waitFor(`a link to ${text}`, () =>
    driver
      .findElement(By.linkText(text))
      .click()
      .then(() => true),
  );

/**
 * Visits a page with the links Home, Sales and Next: ten times away and back, and then more boards than
 * the pool keeps. The service spends an id as soon as its page is asked for, so that a second load shows.
 */
export async function checkKept(url) {
  await open(url, { strict: true });
  await follow('Sales');
  await isShown('sales-overview');
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
    await isShown('sales-overview');
  }
  const { mints, exchanges, rejectedExchanges } = await counts();
  assert.deepEqual([mints, exchanges, rejectedExchanges], [1, 1, 0]);
  assert.equal(await inFrame(() => window.mark), 'the first document');
  assert.match(
    await inFrame(() => document.documentElement.dataset.filters),
    /orders\.status.*completed/,
  );
  await checkNoComplaints();
  await checkPool();
}

/** One board after the other: once the pool is full, each new embed ends the one that was hidden first. */
async function checkPool() {
  const held = [];
  for (let board = 1; board <= BOARDS; board++) {
    await follow('Next');
    await isShown('fulfilment', board);
    const frames = await waitFor('the limit of the pool', async () => {
      const [frames, roots] = await inPage(() => [
        document.querySelectorAll('iframe').length,
        document.querySelectorAll('[id^=svc-embed-kept]').length,
      ]);
      return frames <= MOST && roots === frames && frames;
    });
    if (board >= MOST) assert.equal(frames, MOST);
    held.push(await documents());
  }
  const [before, after] = [held.at(-3), held.at(-1)];
  assert.ok(after <= before, `documents that the page holds, after each board: ${held}`);
  const { mints, rejectedExchanges } = await counts();
  assert.deepEqual([mints, rejectedExchanges], [1 + BOARDS, 0]);
  await checkNoComplaints();
}

/** Waits until an embed is seen at its place, with this dashboard. */
async function isShown(publicId, board) {
  const number = await waitFor(`${publicId} ${board ?? ''} at its place`, () =>
    inPage(
      (path) => {
        if (!location.pathname.endsWith(path)) return false;
        const place = [...document.querySelectorAll('.place')].find((one) => one.checkVisibility());
        const owner = [place, place?.shadowRoot?.firstElementChild].find((one) =>
          one?.hasAttribute('aria-owns'),
        );
        const root = document.getElementById(owner?.getAttribute('aria-owns'));
        const frame = root?.querySelector('iframe');
        if (!frame || root.inert || getComputedStyle(root).opacity !== '1') {
          throw new Error(`${root?.outerHTML} for ${place?.outerHTML}`);
        }
        const [one, other] = [place, frame].map((element) => element.getBoundingClientRect());
        const isAt = ['left', 'top', 'width', 'height'].every(
          (side) => Math.abs(one[side] - other[side]) < 1,
        );
        return isAt && `${[...document.querySelectorAll('iframe')].indexOf(frame)}`;
      },
      board ? `/boards/${board}` : '/sales',
    ),
  );
  await waitFor(`the dashboard ${publicId}`, async () => {
    const frames = await driver.findElements(By.css('iframe'));
    const path = await insideFrame(driver, frames[number], () => inPage(() => location.pathname));
    return path === `/embed/dashboard/${publicId}`;
  });
}

const isSeen = (selector) =>
  inPage((selector) => document.querySelector(selector)?.checkVisibility(), selector);

const isHidden = () =>
  inPage(() => [...document.querySelectorAll('[id^=svc-embed-kept]')].every(({ inert }) => inert));

const logs = (pattern) =>
  inPage(() => document.querySelector('.log').textContent).then((text) => pattern.test(text));

const inFrame = (body, ...args) => insideFrame(driver, 'iframe', () => inPage(body, ...args));

/** How many documents the browser holds for the page, after a collection of garbage. */
async function documents() {
  const ask = (command) => driver.sendAndGetDevToolsCommand(command, {});
  await ask('HeapProfiler.collectGarbage');
  return (await ask('Memory.getDOMCounters')).documents;
}
