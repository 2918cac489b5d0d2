// A real gesture in a real embed causes each event of the catalog, and the page receives it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from './support/test.mjs';
import {
  advance,
  clickInEmbed,
  control,
  event,
  inEmbed,
  openEmbed,
  sessionIs,
  withEmbed,
} from './support/embed.mjs';
import { waitFor } from './support/page.mjs';
import { WITH_CHART } from './support/sandbox.mjs';

const { events } = JSON.parse(
  readFileSync(new URL('../tests/fixtures/protocol.json', import.meta.url), 'utf8'),
);

/** Compares an event with the description of the protocol. */
function checked(message) {
  assert.equal(message.source, 'svc-embed');
  assert.equal(message.direction, 'event');
  assert.equal(typeof message.timestamp, 'number');
  assert.ok(['dashboard', 'app', 'chat'].includes(message.surface));
  const { payload: fields } = events[message.type.replace('svc:event:', '')];
  for (const [key, { type, required }] of Object.entries(fields)) {
    const value = message.payload[key];
    if (value === undefined) assert.ok(!required, `${message.type} lacks ${key}`);
    else if (type !== 'any' && !(value === null && type.endsWith('|null'))) {
      assert.equal(typeof value, type.replace('|null', ''), `${message.type}: ${key}`);
    }
  }
  return message.payload;
}

test('a dashboard sends every event of the catalog', async (t) => {
  await openEmbed({ surface: WITH_CHART, params: { allowExport: true } });

  await t.test('ready, view and dashboard-loaded on loading', async () => {
    const ready = checked(await event('ready'));
    assert.equal(ready.mode, 'signed');
    assert.equal(ready.surface, 'dashboard');
    assert.equal(ready.publicId, WITH_CHART.publicId);
    assert.equal(checked(await event('view')).publicId, WITH_CHART.publicId);
    assert.ok(checked(await event('dashboard-loaded')).widgetCount > 4);
  });

  await t.test('drilldown, navigate and view on a click on a bar', async () => {
    await waitFor('a bar', () =>
      inEmbed(() => document.querySelectorAll('.mark-rect path').length > 2),
    );
    await clickInEmbed('.mark-rect path');
    const drilldown = checked(await event('drilldown'));
    assert.equal(drilldown.member, 'orders.count');
    const navigate = checked(await event('navigate'));
    assert.equal(navigate.previousPath, '/dashboard/charts');
    assert.equal(checked(await event('view', 2)).path, navigate.path);
  });

  await t.test('download on an export, without the exported rows', async () => {
    await clickInEmbed('[data-export="csv"]');
    const download = checked(await event('download'));
    assert.deepEqual([download.format, download.target], ['csv', 'widget']);
    assert.ok(download.rowCount > 0);
    assert.deepEqual(
      Object.keys(download).filter((key) => !(key in events.download.payload)),
      [],
    );
  });

  await t.test('ai-query when a question is asked, and answered', async () => {
    await clickInEmbed('[data-control="ask"]');
    await ask('What is the revenue by region?');
    assert.equal(checked(await event('ai-query')).status, 'submitted');
    const answered = checked(await event('ai-query', 2));
    assert.equal(answered.status, 'completed');
    assert.equal(answered.query, 'What is the revenue by region?');
    await ask('Please fail.');
    assert.equal(checked(await event('ai-query', 4)).status, 'error');
  });

  await t.test('session-expiring and session-expired by the clock', async () => {
    await control('faults', { backend: { mode: 'down' } });
    await advance({ hours: 22, minutes: 31 });
    const expiring = checked(await event('session-expiring'));
    assert.ok(expiring.expiresInMs <= 29 * 60_000 && expiring.expiresInMs > 28 * 60_000);
    await advance({ minutes: 30 });
    assert.equal(checked(await event('session-expired')).expiredAt, expiring.expiresAt);
  });

  await t.test('error when an id is refused', async () => {
    await control('faults', { backend: { mode: 'ok' }, rejectExchanges: 1 });
    await withEmbed((own) => own.embed.renew());
    const error = checked(await event('error'));
    assert.equal(error.name, 'EmbedSessionExchangeError');
    assert.equal(error.context, 'session-renewal');
    await sessionIs({ status: 'active' });
  });

  await t.test('an event of tomorrow arrives whole, as unknown and as any', async () => {
    await withEmbed((own) => void own.embed.on('unknown', (event) => (own.unknown = event)));
    const message = {
      ...{ source: 'svc-embed', direction: 'event', type: 'svc:event:of-tomorrow' },
      ...{ payload: { a: [1] }, timestamp: 1, surface: 'hologram', further: true },
    };
    await control('emit', { message });
    assert.deepEqual(await event('of-tomorrow'), message);
    assert.deepEqual(await withEmbed((own) => own.unknown), message);
  });

  assert.deepEqual(await withEmbed((own) => own.dropped), []);
});

test('the app and the chat report their own surface', async (t) => {
  await t.test('app', async () => {
    await openEmbed({ surface: { kind: 'app', deploymentId: 7 } }, { until: 'view' });
    assert.equal((await event('ready')).surface, 'app');
    await clickInEmbed('.nav-link[data-path="/dashboard/fulfilment"]');
    assert.equal(checked(await event('navigate')).path, '/dashboard/fulfilment');
    assert.equal((await event('view', 2)).surface, 'app');
  });
  await t.test('chat', async () => {
    await openEmbed({ surface: { kind: 'chat' } }, { until: 'ready' });
    await ask('How many orders last month?');
    assert.equal((await event('ai-query', 2)).surface, 'chat');
  });
});

async function ask(question) {
  await inEmbed(
    (question) => {
      const field = document.querySelector('.thread-field');
      field.value = question;
      field.form.requestSubmit();
    },
    [question],
  );
  await waitFor('an answer', () =>
    inEmbed(() => !document.querySelector('.thread-form button').disabled),
  );
}
