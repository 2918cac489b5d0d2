// The scenes of the demo, in its three frames.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { By } from 'selenium-webdriver';
import {
  FRAMES,
  PATIENCE,
  areFresh,
  click,
  figures,
  inside,
  openDemo,
  playScene,
  small,
  stateOf,
} from './support/demo.mjs';
import { evaluate, screenshot, waitFor } from './support/page.mjs';
import { test } from './support/test.mjs';
import { driver, engine } from './support/world.mjs';
import { SCENES as DECLARED } from '../www/scenes.js';

/**
 * What each scene has shown when it has been played. `inside` is the state that the embed shows in its own
 * document. `arrived` is the figure that counts the requests that arrived at the page's backend: those without
 * a network did not.
 */
const SCENES = {
  night: {
    bridge: { status: 'active', filter: 'kept', ids: 2, errors: 0, inside: 'active' },
    usual: { status: 'expired', filter: 'gone', requests: 2, ids: 1, errors: 1, inside: 'expired' },
    careful: { status: 'active', filter: 'kept', ids: 2, inside: 'active' },
    arrived: 'ids',
  },
  moved: {
    bridge: { status: 'active', filter: 'kept', requests: 2, ids: 2, inside: 'active' },
    usual: { status: 'refused', filter: 'gone', ids: 1, inside: 'rejected' },
    careful: { status: 'refused', filter: 'gone', ids: 1, inside: 'rejected' },
    arrived: 'requests',
  },
  'signed-out': {
    bridge: { status: 'stopped', filter: 'gone', requests: 2, ids: 1, inside: 'expired' },
    usual: { status: 'expired', requests: 3, ids: 1, inside: 'expired' },
    careful: { status: 'expired', requests: 2, ids: 1, errors: 0, inside: 'expired' },
    arrived: 'requests',
  },
  down: {
    bridge: { status: 'active', filter: 'kept', ids: 2, errors: 0, inside: 'active' },
    usual: { status: 'expired', requests: 3, ids: 1, inside: 'expired' },
    careful: { status: 'active', ids: 2, errors: 0, inside: 'active' },
    arrived: 'requests',
  },
  offline: {
    bridge: { status: 'active', filter: 'kept', ids: 2, errors: 0, inside: 'active' },
    usual: { status: 'expired', requests: 3, ids: 1, errors: 2, inside: 'expired' },
    careful: { status: 'active', ids: 2, errors: 0, inside: 'active' },
    arrived: 'ids',
  },
};

const told = () => evaluate(driver, () => document.querySelectorAll('#story p').length);

// It plays seven scenes.
test('the scenes of the demo', { timeout: 600_000 }, async (t) => {
  const own = await openDemo(t, small);
  for (const scene of Object.keys(SCENES)) {
    await t.test(scene, async () => {
      const before = (await stateOf(own)).counts;
      await playScene(scene);
      const story = await evaluate(driver, () =>
        [...document.querySelectorAll('#story p')].map(({ textContent }) => textContent),
      );
      const { steps, why } = DECLARED.find(({ id }) => id === scene);
      assert.deepEqual(story.slice(1), [...steps.map(([text]) => text), why]);
      await checkFrames(scene);
      await screenshot(driver, `demo-${scene}-${engine}`);

      const seen = Object.values(await figures());
      const sum = (name) => seen.reduce((all, each) => all + each[name], 0);
      const { counts } = await stateOf(own);
      assert.equal(counts.mints - before.mints, sum('ids'), 'ids that the service has made');
      const { arrived } = SCENES[scene];
      assert.equal(counts.mintRequests - before.mintRequests, sum(arrived), 'requests');
    });
  }

  await t.test('a scene that ends another one', async () => {
    await click('[data-scene="down"]');
    await waitFor('the fault', async () => (await told()) === 3, PATIENCE);
    await playScene('moved');
    await checkFrames('moved');
    assert.equal((await stateOf(own)).faults.backend.mode, 'ok');
  });

  await t.test('a reset ends a scene', async () => {
    await click('[data-scene="down"]');
    await waitFor('the fault', async () => (await told()) >= 2, PATIENCE);
    await click('#reset');
    const before = await told();
    await waitFor('fresh frames', areFresh, PATIENCE);
    // The next step would be told after 1.2 s.
    await sleep(3_000);
    assert.equal(await told(), before);
  });

  await t.test('a viewer who is signed out can sign in', async () => {
    await playScene('signed-out');
    assert.equal(await driver.findElement(By.id('notice')).isDisplayed(), true);
    await click('#sign-in');
    await waitFor(
      'the session',
      async () => {
        const { requests, filter } = (await figures()).bridge;
        return requests === 1 && filter === 'kept';
      },
      PATIENCE,
    );
    assert.equal((await inside('bridge')).sessionState, 'active');
    assert.equal(await driver.findElement(By.id('notice')).isDisplayed(), false);
    assert.equal((await figures()).usual.status, 'expired');
  });
});

/**
 * Compares what the strips say with the table, and with what the embeds show in their own documents. They take a
 * little longer: a listener sends its filter after the id.
 */
async function checkFrames(scene) {
  for (const frame of FRAMES)
    await waitFor(`${frame} as it should be`, async () => {
      const { sessionState, isFiltered } = await inside(frame);
      const found = { ...(await figures())[frame], inside: sessionState };
      for (const [name, value] of Object.entries(SCENES[scene][frame]))
        assert.equal(found[name], value, `${frame} ${name} of ${JSON.stringify(found)}`);
      if (sessionState === 'active') assert.equal(isFiltered, found.filter === 'kept', frame);
      return true;
    });
}
