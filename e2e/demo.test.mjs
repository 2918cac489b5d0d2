// The page of the embed in the demo: its three frames, its scenes and its levers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from './support/test.mjs';
import { transform } from 'esbuild';
import { By } from 'selenium-webdriver';
import {
  FRAMES,
  PATIENCE,
  areLoaded,
  click,
  consoleLines,
  figures,
  openDemo,
  playScene,
  textOf,
} from './support/demo.mjs';
import { evaluate, insideFrame, screenshot, waitFor } from './support/page.mjs';
import { smallSeed } from './support/sandbox.mjs';
import { driver, engine } from './support/world.mjs';
import { SCENES as DECLARED } from '../www/scenes.js';

/** The demo without most of its charts, which take long to draw. */
const small = { seed: smallSeed() };

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

const EMBEDS = {
  bridge: '#embed iframe',
  usual: '#usual-frame iframe',
  careful: '#careful-frame iframe',
};

/** The state, the colours and the filters that an embed shows in its own document. */
function inside(frame) {
  return insideFrame(driver, EMBEDS[frame], async () => {
    // A listener is in a page of its own.
    if (frame !== 'bridge')
      await driver.switchTo().frame(await driver.findElement(By.css('iframe')));
    return evaluate(driver, () => {
      const { sessionState, schemeSetting, filters = '[]' } = document.documentElement.dataset;
      const isFiltered = JSON.parse(filters).some(({ values }) => values[0] === 'completed');
      return { sessionState, schemeSetting, isFiltered };
    });
  });
}

const told = () => evaluate(driver, () => document.querySelectorAll('#story p').length);
const areFresh = async () =>
  (await areLoaded()) && Object.values(await figures()).every(({ ids }) => ids === 1);
const stateOf = async ({ host }) => (await fetch(`${host}/control/state`)).json();

test('three dashboards, the log of svc-embed, and no request to another host', async (t) => {
  const { host, tenant } = await openDemo(t, small);
  const seen = await figures();
  assert.deepEqual(seen.bridge, {
    status: 'active',
    filter: 'kept',
    requests: 1,
    ids: 1,
    errors: 0,
  });
  // The usual listener sends its filter before the embed can take it.
  assert.deepEqual([seen.usual.filter, seen.careful.filter], ['lost', 'kept']);
  const types = await evaluate(driver, () =>
    [...document.querySelectorAll('#log-lines .type')].map(({ textContent }) => textContent),
  );
  for (const type of ['host', 'session', 'ready', 'dashboard-loaded'])
    assert.ok(types.includes(type), `${type} of ${types}`);
  // WebKit lists the embed's own document, too.
  const origins = await evaluate(driver, () =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin),
  );
  assert.deepEqual(
    origins.filter((origin) => origin !== host && origin !== tenant),
    [],
  );
  assert.deepEqual(await consoleLines(), []);
});

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

test('the levers do what they say', async (t) => {
  const own = await openDemo(t, small);
  const mode = async () => (await stateOf(own)).faults.backend.mode;
  for (const value of ['down', 'slow', 'hang', 'junk', 'repeat', 'signed-out', 'ok']) {
    await click(`#backend label:has([value="${value}"])`);
    await waitFor(value, async () => (await mode()) === value);
  }
  assert.match(await textOf('backend-hint'), /new session id for each request/);

  await click('#clock [data-move="hour"]');
  await waitFor('the hour', async () => (await stateOf(own)).offsetMs === 3_600_000);
  await evaluate(driver, () => {
    window.heard = [];
    for (const type of ['offline', 'online']) addEventListener(type, () => heard.push(type));
  });
  await click('#offline');
  await click('#clock [data-move="expiring"]');
  const status = async (frame) => (await figures())[frame].status;
  await waitFor('its end', async () => (await status('usual')) === 'expiring', PATIENCE);
  const { sessions, now } = await stateOf(own);
  assert.ok(sessions.at(-1).expiresAt - now > 15 * 60_000, 'most of half an hour is left');
  await click('#clock [data-move="expired"]');
  await waitFor('the end', async () => (await status('usual')) === 'expired', PATIENCE);
  assert.notEqual(await status('bridge'), 'active');
  await click('#offline');
  assert.deepEqual(await evaluate(driver, () => window.heard), ['offline', 'online']);
  await waitFor('the renewal', async () => (await status('bridge')) === 'active', PATIENCE);
  assert.equal(await status('usual'), 'expired');
  await click('#move');
  await waitFor('the move', async () => (await status('careful')) === 'refused', PATIENCE);

  // The log stays at its end, unless the viewer has scrolled up.
  const box = () =>
    evaluate(driver, () => {
      const { scrollTop, clientHeight, scrollHeight } =
        document.getElementById('log-lines').parentElement;
      return { scrollTop, below: scrollHeight - clientHeight - scrollTop };
    });
  const { scrollTop, below } = await box();
  assert.ok(scrollTop > 0 && below < 20, `${scrollTop}, ${below}`);
  const lines = () => evaluate(driver, () => document.querySelectorAll('#log-lines li').length);
  await evaluate(driver, () => {
    document.getElementById('log-lines').parentElement.scrollTop = 0;
  });
  const before = await lines();
  await click('#clock [data-move="hour"]');
  await waitFor('another line', async () => (await lines()) > before);
  assert.equal((await box()).scrollTop, 0);

  await click('#page-scheme label:has([value="dark"])');
  await click('#reset');
  await waitFor('fresh frames', areFresh, PATIENCE);
  assert.equal((await stateOf(own)).offsetMs, 0);
  assert.equal((await inside('bridge')).schemeSetting, 'dark', 'of an embed that is mounted now');

  // What an earlier visitor has left is turned off.
  await click('#backend label:has([value="down"])');
  await waitFor('the fault', async () => (await mode()) === 'down');
  await driver.navigate().refresh();
  await waitFor('three dashboards', areLoaded, PATIENCE);
  assert.equal(await mode(), 'ok');
});

const fileOf = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('the examples of the page are complete', async () => {
  const blocks = [...fileOf('../www/index.html').matchAll(/<code data-name=[^>]*>([^]*?)<\/code/g)];
  assert.equal(blocks.length, 2);
  for (const [, html] of blocks) {
    const text = html.replaceAll('&lt;', '<').replaceAll('&amp;', '&');
    assert.equal(/from '(?!svc-embed)/.test(text), false, 'it imports what is not shown');
    await assert.doesNotReject(transform(text, { loader: 'js' }));
  }
});

test('the usual listener of the demo is the one of the guide', () => {
  // Only the first line differs: where the tenant's address comes from.
  const read = (path) => fileOf(path).split('\n').slice(1);
  assert.deepEqual(read('../www/usual-listener.js'), read('../docs/guide/migrating/before.js'));
});
