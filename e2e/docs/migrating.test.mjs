// Checks what the guide says about hand-written listeners, with its code before and after.

import assert from 'node:assert/strict';
import { test } from '../support/test.mjs';
import { setTimeout as sleep } from 'node:timers/promises';
import { advance, control, counts } from '../support/embed.mjs';
import { evaluate, waitFor } from '../support/page.mjs';
import { driver } from '../support/world.mjs';
import {
  drillInto,
  forSandbox,
  iframeShows,
  inIframe,
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

const mintRequests = async () => (await counts()).mintRequests;
const output = () => evaluate(driver, () => document.querySelector('output').textContent);

for (const which of ['before', 'after']) {
  test(`${which}: a drilldown is heard`, async () => {
    await open(which);
    await drillInto('orders.total');
    await waitFor('the member', async () => (await output()) === 'orders.total');
  });
}

test('before: a filter that is set at once is lost; after: it arrives', async () => {
  await open('before');
  await sleep(1_000);
  assert.deepEqual(await shownFilters(), {});
  await open('after');
  await waitFor('the filter', async () => (await shownFilters())['orders.status']);
});

test('before: two mints for one session; after: one', async () => {
  for (const [which, mints] of Object.entries({ before: 2, after: 1 })) {
    await open(which);
    await control('faults', { backend: { mode: 'slow', delayMs: 4_000 } });
    await advance({ hours: 22, minutes: 35 });
    await iframeShows({ sessionState: 'expiring' });
    await advance({ minutes: 30 });
    await iframeShows({ sessionState: 'active' });
    assert.equal((await mintRequests()) - 1, mints, which);
  }
});

test('before: a backend that is down for a moment ends it; after: it is asked again', async () => {
  for (const which of ['before', 'after']) {
    await open(which);
    await control('faults', { backend: { mode: 'down', times: 2 } });
    await advance({ hours: 22, minutes: 35 });
    await iframeShows({ sessionState: 'expiring' });
    await advance({ minutes: 30 });
    if (which === 'after') {
      await iframeShows({ sessionState: 'active' }, { timeoutMs: 20_000 });
    } else {
      await waitFor('two requests', async () => (await mintRequests()) === 3);
      await sleep(5_000);
      assert.equal(await mintRequests(), 3);
      const state = await inIframe(() => document.documentElement.dataset.sessionState);
      assert.notEqual(state, 'active');
    }
  }
});
