// The demo page: what it offers when the session has stopped, and the scenes of its tour.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from './support/test.mjs';
import { transform } from 'esbuild';
import { By } from 'selenium-webdriver';
import { PATIENCE, click, openDemo, playScene, textOf } from './support/demo.mjs';
import { evaluate, insideFrame, screenshot, waitFor } from './support/page.mjs';
import { smallSeed } from './support/sandbox.mjs';
import { driver, engine } from './support/world.mjs';
import { SCENES as DECLARED } from '../www/scenes.js';
import { SNIPPETS } from '../www/snippets.js';

/** The demo without most of its charts, which take long to draw. */
const small = { seed: smallSeed() };

const counters = () =>
  evaluate(driver, () =>
    Object.fromEntries(
      [...document.querySelectorAll('[data-count]')].map((counter) => [
        counter.dataset.count,
        Number(counter.textContent),
      ]),
    ),
  );

/** The state that an embed of the sandbox shows in its own document. */
const shownState = () => evaluate(driver, () => document.documentElement.dataset.sessionState);

const MOUNTED =
  "const embed = await mount('#sales', { baseUrl, surface: { kind: 'dashboard', publicId: 'sales-overview' }, getSession });";

test('the demo mounts an embed', async (t) => {
  await openDemo(t, small);
  assert.equal(await textOf('last-code'), MOUNTED);
});

// It plays fifteen scenes.
test('the demo', { timeout: 900_000 }, async (t) => {
  const { host } = await openDemo(t, small);
  const fault = (change) =>
    fetch(`${host}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    });

  await t.test('the example has four forms and the half of the backend', async () => {
    for (const [index, [form, word]] of Object.entries([
      ['JavaScript', 'mount('],
      ['React', '<SvcEmbed'],
      ['Element', '<svc-embed'],
      ['Rust', 'Embed::mount('],
      ['Backend', 'sessionEndpoint('],
    ])) {
      await click(`#forms-${index}`);
      assert.equal(await textOf(`forms-${index}`), form);
      assert.ok((await textOf('snippet')).includes(word), form);
      assert.equal(await attribute('example', 'aria-labelledby'), `forms-${index}`);
      assert.match(await textOf('install'), /^(npm install|cargo add) svc-embed$/);
    }
  });

  await t.test(
    'a viewer who is signed out can sign in, and the counters are the page’s own',
    async () => {
      assert.deepEqual(await counters(), { requests: 1, ids: 1, renewals: 0, refused: 0 });
      // Another page's mint.
      await fetch(`${host}/api/embed-session`, { method: 'POST' });
      await click('#backend-modes label:has([value="signed-out"])');
      await waitFor('the fault', async () => (await textOf('backend-hint')).includes('401'));
      await click('[data-move="expiring"]');
      await waitFor('the offer', async () => (await textOf('notice-act')) === 'Sign in', PATIENCE);
      await waitFor('the end', async () => (await textOf('state-status')) === 'stopped', PATIENCE);
      await screenshot(driver, `demo-signed-out-${engine}`);

      await click('#notice-act');
      await waitFor(
        'the session',
        async () => (await textOf('state-status')) === 'active',
        PATIENCE,
      );
      assert.equal(await driver.findElement(By.id('notice')).isDisplayed(), false);
      assert.deepEqual(await counters(), { requests: 3, ids: 2, renewals: 0, refused: 0 });
    },
  );

  await t.test('the code of what the viewer did last is below the embed', async () => {
    await click('#calls [data-call="refresh"]');
    assert.equal(await textOf('last-code'), 'embed.refresh();');
    assert.equal(await textOf('last-of'), 'In your page:');
    await click('#clock [data-move="5min"]');
    assert.equal(await textOf('last-code'), "await sandbox.clock.advance('5m');");
    assert.equal(await textOf('last-of'), 'In your test:');
    await click('#backend-modes label:has([value="slow"])');
    assert.equal(await textOf('last-code'), "await sandbox.fault({ backend: { mode: 'slow' } });");
    await click('#backend-modes label:has([value="ok"])');
  });

  await t.test(
    'the inspector is beside the events, and follows the embed to the next mount',
    async () => {
      await click('#inspect');
      await click('#calls [data-call="refresh"]');
      await waitFor('the action', async () => (await inspected()).includes('refresh'));
      await click('#surfaces [role="tab"]:nth-child(2)');
      await waitFor('the next embed', async () => (await inspected()).includes('dashboard-loaded'));
      await evaluate(driver, () => {
        const buttons = document
          .querySelector('#inspector-place > div')
          .shadowRoot.querySelectorAll('button');
        [...buttons].find(({ textContent }) => textContent === 'Close').click();
      });
      const isOpen = () => driver.findElement(By.id('inspector')).isDisplayed();
      await waitFor('its end', async () => !(await isOpen()));
      assert.equal(await attribute('inspect', 'aria-pressed'), 'false');
    },
  );

  await t.test(
    'a recording is played in the inspector, and a file that is none is refused',
    async () => {
      await click('#inspect');
      const at = Date.UTC(2026, 0, 2, 3, 4, 5);
      const markup = '<img src=x onerror="window.wasRun = true">';
      const facts = {
        status: 'expiring',
        renewal: 'backing-off',
        attempt: 3,
        errorCode: 'mint-failed',
      };
      const rows = [
        { at, kind: 'event', name: 'session-expiring', note: '', facts: {} },
        { at: at + 40, kind: 'attempt', name: 'failed', note: markup, facts },
      ];
      const file = { format: 'svc-embed-inspector', version: 1, savedAt: at, rows };
      await choose(JSON.stringify({ ...file, version: 7 }));
      await waitFor('the refusal', async () => (await textOf('replay-hint')).includes('version'));
      assert.ok(!(await inspected()).includes('Replay of '));

      await choose(JSON.stringify(file));
      await waitFor('the last row', async () => (await inspected()).includes(markup), PATIENCE);
      const text = await inspected();
      assert.match(text, /Replay of /);
      assert.ok(text.includes('backing-off, attempt 3'), text);
      assert.equal(await evaluate(driver, () => 'wasRun' in window), false);
      await screenshot(driver, `demo-replay-${engine}`);

      // The next embed does not end the replay. The viewer does.
      await click('#surfaces [role="tab"]:nth-child(1)');
      assert.match(await inspected(), /Replay of /);
      await click('#replay-end');
      await waitFor('the embed', async () => /^svc-embed/.test((await inspected()).trim()));
    },
  );

  await t.test('what an earlier visitor has left is said and turned off', async () => {
    await fault({ backend: { mode: 'down' }, rejectExchanges: 3 });
    await driver.navigate().refresh();
    await waitFor('the words', async () => (await textOf('left-over')).includes('refuse 3 ids'));
    await waitFor('the session', async () => (await textOf('state-status')) === 'active', PATIENCE);
    assert.deepEqual(await counters(), { requests: 1, ids: 1, renewals: 0, refused: 0 });
  });

  await t.test('the scenes of the tour', playTour);
});

test('the examples of the page are complete', async () => {
  for (const { name, text } of SNIPPETS) {
    assert.equal(/from '(?!svc-embed)/.test(text), false, `${name} imports what is not shown`);
    if (name === 'Element' || name === 'Rust') continue;
    await assert.doesNotReject(transform(text, { loader: 'jsx' }), name);
  }
});

/** Chooses a file with this text, as a viewer would. Not every driver can hand over a file. */
const choose = (text) =>
  evaluate(
    driver,
    (text) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([text], 'recording.json', { type: 'application/json' }));
      const input = document.getElementById('replay');
      input.files = chosen.files;
      input.dispatchEvent(new Event('change'));
    },
    text,
  );

/** The text of the inspector. */
const inspected = () =>
  evaluate(
    driver,
    () => document.querySelector('#inspector-place > div')?.shadowRoot.textContent ?? 'not there',
  );

const attribute = (id, name) =>
  evaluate(driver, (id, name) => document.getElementById(id).getAttribute(name), id, name);

/**
 * What each scene has shown when it has been played: the figures of the page's embed and of the usual
 * listener. `inside` is the state that each embed shows in its own document.
 */
const SCENES = {
  sleep: {
    bridge: { status: 'active', filter: 'kept', ids: 2, errors: 0, inside: 'active' },
    usual: { status: 'expired', filter: 'gone', requests: 2, ids: 1, errors: 1, inside: 'expired' },
  },
  moved: {
    bridge: { status: 'active', filter: 'kept', ids: 2, views: 2, inside: 'active' },
    usual: { status: 'refused', filter: 'gone', ids: 1, views: 1, inside: 'rejected' },
  },
  'signed-out': {
    bridge: { status: 'stopped', requests: 2, ids: 1, inside: 'expired' },
    usual: { status: 'expired', requests: 3, ids: 1, inside: 'expired' },
  },
  down: {
    bridge: { status: 'active', ids: 2, errors: 0, inside: 'active' },
    usual: { status: 'expired', requests: 3, ids: 1, inside: 'expired' },
  },
  offline: {
    bridge: { status: 'active', ids: 2, errors: 0, inside: 'active' },
    usual: { status: 'expired', requests: 3, ids: 1, errors: 2, inside: 'expired' },
  },
  both: {
    bridge: { status: 'active', requests: 2, ids: 2, inside: 'active' },
    usual: { status: 'active', requests: 3, ids: 3, inside: 'active' },
  },
  rejected: {
    bridge: { status: 'active', filter: 'kept', ids: 3, views: 1, errors: 1, inside: 'active' },
    usual: { status: 'active', filter: 'lost', ids: 3, views: 2, errors: 1, inside: 'active' },
  },
};

/** What a careful listener, written by hand, has shown: it loses only what it does not notice. */
const CAREFUL = {
  sleep: { status: 'active', filter: 'kept', inside: 'active' },
  moved: { status: 'refused', filter: 'gone', inside: 'rejected' },
  'signed-out': { status: 'expired', requests: 2, ids: 1, errors: 0, inside: 'expired' },
  down: { status: 'active', ids: 2, errors: 0, inside: 'active' },
  offline: { status: 'active', ids: 2, errors: 0, inside: 'active' },
  both: { status: 'active', ids: 2, inside: 'active' },
  rejected: { status: 'active', filter: 'kept', ids: 3, views: 1, inside: 'active' },
};

/**
 * Chooses the listener beside svc-embed. A change starts the scene again. WebKit's driver waits for ever for
 * a frame that is removed while it loads, so there the frames load first.
 */
async function chooseOpponent(opponent) {
  const isChosen = (opponent) => document.querySelector(`#opponents [value="${opponent}"]`).checked;
  if (await evaluate(driver, isChosen, opponent)) return;
  await click(`#opponents label:has([value="${opponent}"])`);
  if (engine !== 'webkit') return;
  const isLoaded = async () => /^[2-9] of/.test(await textOf('say'));
  await waitFor('both frames', isLoaded, PATIENCE);
}

async function playTour(t) {
  const offered = await evaluate(driver, () =>
    [...document.querySelectorAll('[data-scene]')].map((button) => button.dataset.scene),
  );
  assert.deepEqual(offered, Object.keys(SCENES));

  const check = async (frame, expected) => {
    const seen = { ...(await figures(frame)), inside: await inside[frame]() };
    for (const [name, value] of Object.entries(expected))
      assert.equal(seen[name], value, `${frame} ${name} of ${JSON.stringify(seen)}`);
  };

  for (const scene of Object.keys(SCENES)) {
    await t.test(scene, async () => {
      await playScene(scene);
      for (const frame of ['bridge', 'usual']) await check(frame, SCENES[scene][frame]);
      const { why } = DECLARED.find(({ id }) => id === scene);
      assert.equal(await textOf('say'), why.usual);
      await hasFilterAsShown();
      assert.ok(await insideFrame(driver, '#usual-stage iframe', isFilled), 'it keeps its size');
      await screenshot(driver, `demo-${scene}-${engine}`);
    });
  }

  for (const scene of Object.keys(CAREFUL)) {
    await t.test(`${scene}, beside a careful listener`, async () => {
      await chooseOpponent('careful');
      await playScene(scene);
      await check('usual', CAREFUL[scene]);
      await hasFilterAsShown();
    });
  }

  await t.test('a scene that ends another one', async () => {
    await chooseOpponent('usual');
    await click('[data-scene="sleep"]');
    const steps = () =>
      evaluate(driver, () => document.querySelectorAll('#steps [data-state="done"]').length);
    await waitFor('the sleep', async () => (await steps()) === 2, PATIENCE);
    await playScene('offline');
    for (const frame of ['bridge', 'usual']) await check(frame, SCENES.offline[frame]);
  });

  await t.test('the end of the tour', async () => {
    await click('#tour-end');
    await waitFor('one frame', async () => (await frames()) === 1, PATIENCE);
    await waitFor('the session', async () => (await textOf('state-status')) === 'active', PATIENCE);
    assert.equal(await driver.findElement(By.id('usual')).isDisplayed(), false);
  });
}

test('the usual listener of the demo is the one of the guide', () => {
  const read = (path) =>
    readFileSync(new URL(path, import.meta.url), 'utf8')
      .split('\n')
      .slice(1);
  // Only the first line differs: where the tenant's address comes from.
  assert.deepEqual(read('../www/usual-listener.js'), read('../docs/guide/migrating/before.js'));
});

/** Twice as fast as for readers. */
const PACE = 0.5;

test('a step stays for as long as a reader needs, can be paused, and is announced', async (t) => {
  await openDemo(t, { ...small, pace: PACE });
  await evaluate(driver, () => {
    const say = document.getElementById('say');
    window.said = [];
    new MutationObserver(() => {
      if (window.said.at(-1)?.text !== say.textContent)
        window.said.push({ text: say.textContent, at: performance.now() });
    }).observe(say, { childList: true, characterData: true, subtree: true });
  });
  const said = () => evaluate(driver, () => window.said.filter(({ text }) => text !== ''));
  assert.equal(await attribute('say', 'role'), 'status');
  await click('[data-scene="moved"]');
  await click('#tour-pause');
  const before = await said();
  await new Promise((resolve) => setTimeout(resolve, 4_000 * PACE));
  assert.deepEqual(await said(), before, 'a paused scene stays where it is');
  await click('#tour-next');
  await waitFor('the next step', async () => (await said()).length === before.length + 1, PATIENCE);
  await click('#tour-pause');
  const state = () => evaluate(driver, () => document.getElementById('script').dataset.state);
  await waitFor('the end', async () => (await state()) === 'played', PATIENCE);
  const all = await said();
  const { steps } = DECLARED.find(({ id }) => id === 'moved');
  assert.equal(all.length, steps.length + 2, 'each step, and the outcome');
  // The first one or two were cut short by the clicks above.
  for (const [index, { text, at }] of all.entries()) {
    const next = all[index + 1];
    if (!next || index <= before.length) continue;
    const words = text.split(': ')[1].split(' ').length;
    const least = Math.max(1_600, words * 280) * PACE;
    assert.ok(next.at - at >= least * 0.95, `“${text}” for ${next.at - at} ms`);
  }
  await click('#tour-again');
  await waitFor('the first step', async () => (await textOf('say')).startsWith('1 of '));
});

/** The figures of a frame that the page shows. */
async function figures(frame) {
  const texts = await evaluate(
    driver,
    (frame) =>
      ['status', 'filter', 'requests', 'ids', 'views', 'errors'].map((name) => {
        const { dataset, textContent } = document.getElementById(`${frame}-${name}`);
        return [name, dataset.value ?? textContent];
      }),
    frame,
  );
  return Object.fromEntries(
    texts.map(([name, text]) => [name, /^\d+$/.test(text) ? Number(text) : text]),
  );
}

const inside = {
  bridge: () => insideFrame(driver, '#embed iframe', shownState),
  usual: () =>
    insideFrame(driver, '#usual-stage iframe', async () => {
      const frame = await driver.findElement(By.css('iframe'));
      await driver.switchTo().frame(frame);
      return shownState();
    }),
};

/** Compares what the strips say of the filter with what the embeds that work show. */
async function hasFilterAsShown() {
  const filters = () => evaluate(driver, () => document.documentElement.dataset.filters ?? '[]');
  const seen = {
    bridge: () => insideFrame(driver, '#embed iframe', filters),
    usual: () =>
      insideFrame(driver, '#usual-stage iframe', async () => {
        await driver.switchTo().frame(await driver.findElement(By.css('iframe')));
        return filters();
      }),
  };
  for (const frame of ['bridge', 'usual']) {
    const { filter } = await figures(frame);
    if (filter !== 'kept' && filter !== 'lost') continue;
    const isThere = JSON.parse(await seen[frame]()).some(({ values }) => values[0] === 'completed');
    assert.equal(isThere, filter === 'kept', `${frame}: ${filter}`);
  }
}

/** Whether the iframe of the usual listener fills its page. */
const isFilled = () =>
  evaluate(driver, () => {
    const { clientWidth, clientHeight } = document.querySelector('iframe');
    return clientWidth === innerWidth && clientHeight === innerHeight;
  });

const frames = () => evaluate(driver, () => document.querySelectorAll('iframe').length);
