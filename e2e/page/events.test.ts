// A real gesture in a real embed causes each event of the catalog, and the page receives it: svc-embed drops a payload
// that is not as the catalog says.

import { deepEqual, equal, ok, until } from './support/assert.js';
import { advance, BARS, control, faults, mountEmbed, WITH_CHART } from './support/embed.js';
import { test } from './support/test.js';

test('a dashboard sends every event of the catalog', async () => {
  const own = await mountEmbed({ surface: WITH_CHART, params: { allowExport: true } });
  const next = async (kind: string, count = 1) => (await own.event(kind, count)).payload;
  ok((await next('dashboard-loaded')).widgetCount > 4);
  const { mode, surface, publicId } = await next('ready');
  deepEqual([mode, surface, publicId], ['signed', 'dashboard', WITH_CHART.publicId]);
  equal((await next('view')).publicId, WITH_CHART.publicId);

  await until('a bar', async () => (await own.inside('count', BARS)) > 2);
  await own.click(BARS);
  equal((await next('drilldown')).member, 'orders.count');
  const { path, previousPath } = await next('navigate');
  deepEqual([previousPath, (await next('view', 2)).path], ['/dashboard/charts', path]);

  // Without the exported rows.
  await own.click('[data-export="csv"]');
  const download = await next('download');
  deepEqual([download.format, download.target, download.rowCount > 0], ['csv', 'widget', true]);
  deepEqual(Object.keys(download).sort(), ['format', 'rowCount', 'target', 'title', 'widgetId']);

  await own.click('[data-control="ask"]');
  await own.inside('ask', 'What is the revenue by region?');
  equal((await next('ai-query')).status, 'submitted');
  const { status, query } = await next('ai-query', 2);
  deepEqual([status, query], ['completed', 'What is the revenue by region?']);
  await own.inside('ask', 'Please fail.');
  equal((await next('ai-query', 4)).status, 'error');

  await faults({ backend: { mode: 'down' } });
  await advance({ hours: 22, minutes: 31 });
  const { expiresInMs, expiresAt } = await next('session-expiring');
  ok(expiresInMs <= 29 * 60_000 && expiresInMs > 28 * 60_000);
  await advance({ minutes: 30 });
  equal((await next('session-expired')).expiredAt, expiresAt);

  await faults({ backend: { mode: 'ok' }, rejectExchanges: 1 });
  void own.embed.renew();
  const { name, context } = await next('error');
  deepEqual([name, context], ['EmbedSessionExchangeError', 'session-renewal']);
  await own.session({ status: 'active' });

  // An event of tomorrow arrives whole, as unknown and as any.
  const unknown = own.embed.once('unknown');
  const message = {
    ...{ source: 'svc-embed', direction: 'event', type: 'svc:event:of-tomorrow' },
    ...{ payload: { a: [1] }, timestamp: 1, surface: 'hologram', further: true },
  };
  await control('emit', { message });
  deepEqual([await own.event('of-tomorrow'), await unknown], [message, message]);
  deepEqual(own.dropped, []);
});

test('the app and the chat report their own surface', async () => {
  const app = await mountEmbed({ surface: { kind: 'app', deploymentId: 7 } }, 'view');
  equal((await app.event('ready')).surface, 'app');
  await app.click('.nav-link[data-path="/dashboard/fulfilment"]');
  equal((await app.event('navigate')).payload.path, '/dashboard/fulfilment');
  equal((await app.event('view', 2)).surface, 'app');
  app.embed.destroy();
  const chat = await mountEmbed({ surface: { kind: 'chat' } }, 'ready');
  await chat.inside('ask', 'How many orders last month?');
  equal((await chat.event('ai-query', 2)).surface, 'chat');
});
