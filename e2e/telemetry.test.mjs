// Every span of OpenTelemetry's own package that starts ends once, whatever the sandbox's faults do, and none
// says what it must not.

import assert from 'node:assert/strict';
import { advance, control, freshPage, QUICK } from './support/embed.mjs';
import { openTelemetry } from './support/opentelemetry.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { test } from './support/test.mjs';
import { driver, sandbox } from './support/world.mjs';

const inPage = (body, ...args) => evaluate(driver, body, ...args);

/** Opens a page with an embed that is watched. `window.spans` has its spans, and `ids` all that was minted. */
async function openWatched({ faults, more = {}, surface } = {}) {
  await driver.get('about:blank');
  await freshPage();
  if (faults) await control('faults', faults);
  await driver.executeScript(await openTelemetry());
  await inPage(
    async (tenant, renewal, surface, more) => {
      const { mount, SignedOutError } = await import('/dist/index.js');
      const { telemetry } = await import('/dist/telemetry.js');
      window.ids = [];
      const { mint, watch } = telemetry({ api: opentelemetry.api });
      const getSession = async ({ signal }) => {
        const response = await fetch('/api/embed-session', { method: 'POST', signal });
        if (response.status === 401) throw new SignedOutError();
        if (!response.ok) throw new Error('no id');
        const { sessionId } = await response.json();
        ids.push(sessionId);
        return sessionId;
      };
      const options = {
        baseUrl: tenant,
        surface,
        renewal: { ...renewal, maxAttempts: 2 },
        logger: false,
      };
      window.embed = watch(
        await mount('#target', { ...options, getSession: mint(getSession), ...more }),
      );
    },
    sandbox.tenant,
    QUICK,
    surface ?? { kind: 'dashboard', publicId: 'sales-overview' },
    more,
  );
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

test('a start: the mint, the load, ready and the dashboard, one after the other', async () => {
  await openWatched();
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
  const cause = all[1].attributes['svc_embed.cause'];
  assert.equal(cause, 'mount');
  await allOnce();
});

test('a renewal: its cause, its mints, and how it ended', async () => {
  await openWatched();
  await ended('start', 'ok');
  await inPage(() => embed.renew());
  const renewal = await ended('renewal', 'ok');
  assert.equal(renewal.attributes['svc_embed.cause'], 'manual');
  assert.equal(renewal.attributes['svc_embed.attempts'], 1);
  assert.equal((await named('mint')).at(-1).parent, 'svc-embed.renewal');
  await advance({ hours: 22, minutes: 40 });
  await waitFor('a second renewal', async () => (await named('renewal')).length === 2);
  await waitFor('its end', async () => (await named('renewal')).every(({ ends }) => ends === 1));
  await allOnce();
});

for (const mode of ['down', 'slow', 'junk', 'number', 'empty', 'repeat'])
  test(`a backend that answers wrongly once: ${mode}`, async () => {
    await openWatched({ faults: { backend: { mode, times: 1 } } });
    await ended('start', 'ok');
    await inPage(() => embed.renew().catch(() => {}));
    await allOnce();
  });

for (const [title, faults, outcome] of [
  ['a page of the embed that is an error', { embed: { page: 'error', times: 1 } }],
  ['a page of the embed that comes late', { embed: { page: 'slow', delayMs: 500 } }, 'ok'],
  ['a page of the embed that may not be framed', { embed: { page: 'refused', times: 1 } }],
  ['a page of the embed that answers 502', { failPages: 1 }],
  ['an id that is spent when its page is asked for', { strict: true }, 'ok'],
  ['a rejection before the load', { embed: { loadDelayMs: 500 }, rejectExchanges: 1 }],
  ['ready for each session', { embed: { readyEachSession: true } }, 'ok'],
  ['a document for each path', { embed: { documents: true } }, 'ok'],
])
  test(`a fault of the service: ${title}`, async () => {
    // What is ready in the end has the time that a busy machine needs for it.
    await openWatched({ faults, more: outcome === 'ok' ? {} : { readyTimeoutMs: 3_000 } });
    if (outcome) await ended('start', outcome);
    else await waitFor('the end of the start', async () => (await named('start'))[0].ends === 1);
    await inPage(() => embed.renew().catch(() => {}));
    await allOnce();
  });

test('sessions that end as soon as they begin', async () => {
  await openWatched({ faults: { lapseAtOnce: 3 } });
  await waitFor('a renewal', async () => (await named('renewal')).length > 0);
  await allOnce();
});

test('a user who is signed out, an id that is refused, and a backend that never answers', async () => {
  await openWatched({ faults: { backend: { mode: 'signed-out' } } });
  const { status } = await ended('start', 'signed-out');
  assert.equal(status, 2);
  await ended('mint', 'failed');
  await allOnce();
  await openWatched({ faults: { rejectExchanges: 1 } });
  await ended('start', 'ok');
  await allOnce();
  await openWatched({ faults: { backend: { mode: 'hang' } } });
  await waitFor('a mint', async () => (await named('mint')).length > 0);
  await allOnce();
});

test('a renewal that fails: the code', async () => {
  await openWatched();
  await ended('start', 'ok');
  await control('faults', { backend: { mode: 'down' } });
  await inPage(() => embed.renew().catch(() => {}));
  await waitFor('its end', async () => {
    const [renewal] = await named('renewal');
    return renewal?.ends === 1 && renewal.attributes['svc_embed.outcome'] === 'mint-failed';
  });
  await allOnce();
});

test('the other surfaces end their start with ready, and an embed may end before it has started', async () => {
  await openWatched({ surface: { kind: 'chat' } });
  const { attributes } = await ended('start', 'ok');
  assert.equal(attributes['svc_embed.surface'], 'chat');
  await allOnce();
  await openWatched();
  await allOnce();
  assert.equal((await named('start'))[0].attributes['svc_embed.outcome'], 'destroyed');
});
