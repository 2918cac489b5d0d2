// A page comes back: from another tab, from the back-forward cache, from being offline. Each test
// uses the engine's own means. If the engine has none, the test only dispatches the event, and its
// name says so.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import firefox from 'selenium-webdriver/firefox.js';
import {
  control,
  freshPage,
  mountEmbed,
  openEmbed,
  sessionIs,
  withEmbed,
} from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { driver, engine, sandbox } from './support/world.mjs';

const ONCE = { spreadMs: 0, confirmMs: 300, retryMinMs: 20, retryMaxMs: 20, maxAttempts: 1 };
const requests = () => withEmbed((own) => own.requests.length);

/** Lets the renewal of the embed give up. The backend works again. */
async function stop() {
  await control('faults', { backend: { mode: 'down' } });
  await withEmbed((own) => own.embed.renew().catch(() => {}));
  await sessionIs({ status: 'stopped' });
  await control('faults', { backend: { mode: 'ok' } });
}

/** Goes to another tab and back. Resolves to the visibility changes that the page saw. */
async function switchTabs() {
  await evaluate(driver, () => {
    window.visibility = [];
    document.addEventListener('visibilitychange', () => visibility.push(document.visibilityState));
  });
  const page = await driver.getWindowHandle();
  await driver.switchTo().newWindow('tab');
  await driver.get(`${sandbox.host}/`);
  await driver.close();
  await driver.switchTo().window(page);
  return evaluate(driver, () => visibility);
}

test('a page restored from the back-forward cache asks again', async (t) => {
  // This tenant page opens no socket: a socket would keep the page out of the cache.
  await freshPage();
  await control('faults', { backend: { mode: 'down' } });
  await mountEmbed({ renewal: ONCE, surface: { kind: 'chat', path: '/nowhere' } });
  await sessionIs({ status: 'stopped' });
  await evaluate(driver, () => {
    window.shows = [];
    addEventListener('pageshow', ({ persisted }) => shows.push(persisted));
  });
  const before = await requests();
  await driver.get(`${sandbox.tenant}/nowhere`);
  await driver.navigate().back();
  const shows = await waitFor('the page', () => evaluate(driver, () => [window.shows ?? 'lost']));
  if (Array.isArray(shows[0]) && shows[0].includes(true)) {
    t.diagnostic(`${engine} restored the page from its cache`);
  } else {
    t.diagnostic(`${engine} keeps no page in its cache here: pageshow is dispatched`);
    if (shows[0] === 'lost') {
      await mountEmbed({ renewal: ONCE, surface: { kind: 'chat', path: '/nowhere' } });
      await sessionIs({ status: 'stopped' });
    }
    await evaluate(driver, () =>
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );
  }
  await waitFor(
    'another request',
    async () => (await requests()) > (shows[0] === 'lost' ? 1 : before),
  );
});

test('a session that had given up is renewed', async (t) => {
  await openEmbed({ renewal: { ...ONCE, retryStoppedMs: false } }, { until: 'ready' });

  await t.test('when its tab is shown again', async (t) => {
    await stop();
    const visibility = await switchTabs();
    if (visibility.includes('hidden')) {
      t.diagnostic(`${engine} hid the tab and showed it again`);
    } else {
      t.diagnostic(`${engine} hides no tab here: visibilitychange is dispatched`);
      await evaluate(driver, () => document.dispatchEvent(new Event('visibilitychange')));
    }
    await sessionIs({ status: 'active', renewals: 1 });
    const reasons = await withEmbed((own) => own.requests.map(({ reason }) => reason));
    assert.deepEqual(reasons, ['mount', 'manual', 'foreground']);
  });

  await t.test('when the network is back', async (t) => {
    await stop();
    const means = await offlineAndBack();
    t.diagnostic(`${engine}: ${means}`);
    await sessionIs({ status: 'active', renewals: 2 });
  });
});

/** Takes the page offline and online again. Resolves to the means that was used. */
async function offlineAndBack() {
  if (engine === 'chromium') {
    const network = { latency: 0, download_throughput: -1, upload_throughput: -1 };
    await driver.setNetworkConditions({ ...network, offline: true });
    await waitFor('offline', () => evaluate(driver, () => !navigator.onLine));
    await driver.setNetworkConditions({ ...network, offline: false });
    return 'by the conditions of its network';
  }
  if (engine === 'firefox') {
    const offline = async (is) => {
      await driver.setContext(firefox.Context.CHROME);
      try {
        await driver.executeScript('Services.io.offline = arguments[0]', is);
      } finally {
        await driver.setContext(firefox.Context.CONTENT);
      }
    };
    await offline(true);
    await waitFor('offline', () => evaluate(driver, () => !navigator.onLine));
    await offline(false);
    return 'by its own offline mode';
  }
  await evaluate(driver, () => window.dispatchEvent(new Event('online')));
  return 'its driver has no means: the event is dispatched';
}
