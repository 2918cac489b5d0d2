// Every span of OpenTelemetry's own package that starts ends once, whatever the sandbox's faults do, and none
// says what it must not.

import assert from 'node:assert/strict';
import { advance, control, freshPage, QUICK } from './support/embed.mjs';
import { openTelemetry } from './support/opentelemetry.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { test } from './support/test.mjs';
import { driver, sandbox } from './support/world.mjs';

const inPage = (body, ...args) => evaluate(driver, body, ...args);

/** Opens a page for `watchEmbed`. `window.ids` has all that was minted in it. */
async function openWatching() {
  await freshPage();
  await driver.executeScript(await openTelemetry());
  await inPage(async () => {
    const { telemetry } = await import('/dist/telemetry.js');
    const { mount, SignedOutError } = await import('/dist/index.js');
    window.ids = [];
    const getSession = async ({ signal }) => {
      const response = await fetch('/api/embed-session', { method: 'POST', signal });
      if (response.status === 401) throw new SignedOutError();
      if (!response.ok) throw new Error('no id');
      const { sessionId } = await response.json();
      ids.push(sessionId);
      return sessionId;
    };
    window.watchEmbed = async (options) => {
      opentelemetry.clear();
      performance.clearMeasures();
      const { mint, watch } = telemetry({ api: opentelemetry.api });
      window.embed = watch(await mount('#target', { getSession: mint(getSession), ...options }));
    };
  });
}

/** Mounts an embed that is watched, in the place of the one before, under these faults of a new sandbox. */
async function watchEmbed({ faults, more = {}, kind = 'dashboard' } = {}) {
  await control('reset', {});
  if (faults) await control('faults', faults);
  const options = {
    baseUrl: sandbox.tenant,
    surface: kind === 'chat' ? { kind } : { kind, publicId: 'sales-overview' },
    renewal: { ...QUICK, maxAttempts: 2 },
    logger: false,
    ...more,
  };
  await inPage((options) => watchEmbed(options), options);
}

const spans = () => inPage(() => opentelemetry.spans());
const named = async (name) => (await spans()).filter((span) => span.name === `svc-embed.${name}`);

/** Waits for a span that has ended with this outcome. */
const ended = (name, outcome) =>
  waitFor(`${name}: ${outcome}`, async () => {
    const found = await named(name);
    const span = found.find(
      ({ ends, attributes }) => ends > 0 && attributes['svc_embed.outcome'] === outcome,
    );
    if (span) return span;
    throw new Error(JSON.stringify(await spans()));
  });

/** After the embed has ended: each span once, and none has an id, a path or a query. */
async function allOnce() {
  await inPage(() => embed.destroy());
  await inPage(() => new Promise((done) => setTimeout(done, 50)));
  const all = await spans();
  assert.deepEqual(
    all.filter(({ ends, events, links }) => ends !== 1 || events + links > 0),
    [],
  );
  assert.deepEqual(await inPage(() => opentelemetry.complaints), []);
  const told = JSON.stringify([all, await inPage(() => performance.getEntriesByType('measure'))]);
  // The wrong ones may be a number or nothing, which other things are, too.
  const minted = (await inPage(() => ids)).filter((id) => typeof id === 'string' && id.length > 8);
  for (const id of minted) assert.ok(!told.includes(id), told);
  const values = all.flatMap(({ attributes }) => Object.values(attributes));
  for (const value of values) assert.match(String(value), /^[\w-]+$/);
  const measures = await inPage(
    () =>
      performance.getEntriesByType('measure').filter(({ name }) => name.startsWith('svc-embed.'))
        .length,
  );
  assert.equal(measures, all.length);
}

test('every span of an embed ends once, and says how', async (t) => {
  await openWatching();

  await t.test(
    'a start: the mint, the load, ready and the dashboard, one after the other',
    async () => {
      await watchEmbed();
      await ended('start', 'ok');
      const all = await spans();
      assert.deepEqual(
        all.map(({ name, parent, status }) => [name, parent, status]),
        [
          ['svc-embed.start', null, 0],
          ['svc-embed.mint', 'svc-embed.start', 0],
          ['svc-embed.load', 'svc-embed.start', 0],
          ...(all.length > 4 ? [['svc-embed.ready', 'svc-embed.start', 0]] : []),
          ['svc-embed.dashboard', 'svc-embed.start', 0],
        ],
      );
      assert.equal(all[1].attributes['svc_embed.cause'], 'mount');
      await allOnce();
    },
  );

  await t.test('renewals: the cause, the mints, and how each ended', async () => {
    await watchEmbed({ kind: 'chat' });
    // Other surfaces end their start with ready.
    const start = await ended('start', 'ok');
    assert.equal(start.attributes['svc_embed.surface'], 'chat');
    await inPage(() => embed.renew());
    const { attributes } = await ended('renewal', 'ok');
    assert.equal(attributes['svc_embed.cause'], 'manual');
    assert.equal(attributes['svc_embed.attempts'], 1);
    assert.equal((await named('mint')).at(-1).parent, 'svc-embed.renewal');
    await advance({ hours: 22, minutes: 40 });
    await waitFor('a second renewal', async () => (await named('renewal')).length === 2);
    await waitFor('its end', async () => (await named('renewal')).every(({ ends }) => ends === 1));
    await control('faults', { backend: { mode: 'down' } });
    await inPage(() => embed.renew().catch(() => {}));
    await ended('renewal', 'mint-failed');
    await allOnce();
  });

  await t.test('an embed that ends before it has started', async () => {
    await watchEmbed({ faults: { backend: { mode: 'hang' } }, kind: 'chat' });
    await waitFor('a mint', async () => (await named('mint')).length > 0);
    await allOnce();
    assert.equal((await named('start'))[0].attributes['svc_embed.outcome'], 'destroyed');
  });

  await t.test('a user who is signed out', async () => {
    await watchEmbed({ faults: { backend: { mode: 'signed-out' } }, kind: 'chat' });
    assert.equal((await ended('start', 'signed-out')).status, 2);
    await ended('mint', 'failed');
    await allOnce();
  });

  // What `getSession` throws, and what it returns that is no new id.
  for (const mode of ['down', 'number', 'repeat'])
    await t.test(`a backend that answers wrongly once: ${mode}`, async () => {
      await watchEmbed({ faults: { backend: { mode, times: 1 } }, kind: 'chat' });
      await ended('start', 'ok');
      await inPage(() => embed.renew().catch(() => {}));
      await allOnce();
    });

  const faults = [
    ['a page of the embed that is an error', { embed: { page: 'error', times: 1 } }],
    ['an id that is refused', { rejectExchanges: 1 }, 'ok'],
    ['a page of the embed that comes late', { embed: { page: 'slow', delayMs: 500 } }, 'ok'],
    ['a page of the embed that may not be framed', { embed: { page: 'refused', times: 1 } }],
    ['an id that is spent when its page is asked for', { strict: true }, 'ok'],
    ['a rejection before the load', { embed: { loadDelayMs: 500 }, rejectExchanges: 1 }],
    ['ready for each session', { embed: { readyEachSession: true } }, 'ok'],
    ['a document for each path', { embed: { documents: true } }, 'ok'],
  ];
  for (const [title, fault, outcome] of faults)
    await t.test(`a fault of the service: ${title}`, async () => {
      // What is ready in the end has the time that a busy machine needs for it.
      await watchEmbed({ faults: fault, more: outcome === 'ok' ? {} : { readyTimeoutMs: 1_000 } });
      if (outcome) await ended('start', outcome);
      else await waitFor('the end of the start', async () => (await named('start'))[0].ends === 1);
      await inPage(() => embed.renew().catch(() => {}));
      await allOnce();
    });

  await t.test('sessions that end as soon as they begin', async () => {
    await watchEmbed({ faults: { lapseAtOnce: 3 } });
    await waitFor('a renewal', async () => (await named('renewal')).length > 0);
    await allOnce();
  });
});
