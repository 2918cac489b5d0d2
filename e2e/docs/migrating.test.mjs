// The guide's code before and after. `demo-scenes.test.mjs` plays what it says of hand-written listeners: the scenes
// of the tour have this one beside svc-embed.

import assert from 'node:assert/strict';
import { test } from '../support/test.mjs';
import { setTimeout as sleep } from 'node:timers/promises';
import { evaluate, waitFor } from '../support/page.mjs';
import { driver } from '../support/world.mjs';
import {
  drillInto,
  forSandbox,
  iframeShows,
  openPage,
  runModule,
  shownFilters,
} from './support/host-page.mjs';
import { block } from './support/pages.mjs';

const page = 'docs/guide/migrating.md';
const code = {
  before: forSandbox(block(page, 'js', 'window.addEventListener')),
  after: forSandbox(block(page, 'js', 'SignedOutError')),
};

/** Opens the page with one of the two programs and waits for the dashboard. */
async function open(which) {
  await openPage(which === 'before' ? '<output></output><iframe></iframe>' : '<output></output>');
  await runModule(code[which]);
  await iframeShows({ sessionState: 'active' });
}

const output = () => evaluate(driver, () => document.querySelector('output').textContent);

async function hearsADrilldown() {
  await drillInto('orders.total');
  await waitFor('the member', async () => (await output()) === 'orders.total');
}

test('before: a drilldown is heard, and a filter that is set at once is lost', async () => {
  await open('before');
  await hearsADrilldown();
  await sleep(1_000);
  assert.deepEqual(await shownFilters(), {});
});

test('after: a drilldown is heard, and a filter that is set at once arrives', async () => {
  await open('after');
  await hearsADrilldown();
  await waitFor('the filter', async () => (await shownFilters())['orders.status']);
});
