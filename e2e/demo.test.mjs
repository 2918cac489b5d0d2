// The page of the embed in the demo: its three frames and its levers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { transform } from 'esbuild';
import {
  PATIENCE,
  areFresh,
  areLoaded,
  click,
  consoleLines,
  figures,
  inside,
  openDemo,
  small,
  stateOf,
  textOf,
} from './support/demo.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { test } from './support/test.mjs';
import { driver } from './support/world.mjs';

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
  // A frame that is moved during its renewal works again with the new id.
  await waitFor('its renewal', async () => (await status('careful')) === 'active', PATIENCE);
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
