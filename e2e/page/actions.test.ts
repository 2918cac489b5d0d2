// Every action of the catalog takes effect in a real embed.

import { deepEqual, equal, match, until } from './support/assert.js';
import { advance, BARS, mountEmbed, WITH_CHART, type Mounted } from './support/embed.js';
import { test } from './support/test.js';

const filters = async (own: Mounted): Promise<{ member: string; values: string[] }[]> =>
  JSON.parse((await own.shows({})).filters);

/** How often the service has answered what a view of a dashboard shows. */
async function opened(publicId: string): Promise<number> {
  const { requests } = await (await fetch('/control/requests')).json();
  return requests.filter(
    ({ path, status }: { path: string; status: number | null }) =>
      status !== null && path.endsWith(`/api/dashboards/${publicId}`),
  ).length;
}

test('what the page sends takes effect', async () => {
  const own = await mountEmbed({}, 'dashboard-loaded');
  const { embed } = own;
  // Without allowExport there is nothing to export.
  equal(await own.inside('count', '[data-export]'), 0);
  for (const scheme of ['dark', 'light'] as const) {
    embed.setColorScheme(scheme);
    await own.shows({ scheme, schemeSetting: scheme });
  }
  embed.setColorScheme('auto');
  await own.shows({ schemeSetting: 'auto' });
  embed.setTheme({ primaryColor: '#b3261e', borderRadius: '3px' });
  await own.shows({ primaryColor: '#b3261e', radius: '3px' });
  const speaks = (language: string) =>
    until(language, async () => (await own.shows({})).lang.startsWith(language));
  embed.setLocale('de');
  await speaks('de');
  embed.setTimezone('Asia/Tokyo');
  await own.shows({ timezone: 'Asia/Tokyo' });

  const SALT = 'Salt & 50%+ #1 "Ü"';
  embed.setFilter({ member: 'orders.status', value: 'completed' });
  embed.setFilter('f_orders.region={"value":["Europe"]}');
  embed.setFilter({ member: 'orders.category', value: SALT });
  await until('three filters', async () => (await filters(own)).length === 3);
  deepEqual(
    (await filters(own)).map(({ values }) => values),
    [['completed'], ['Europe'], [SALT]],
  );
  embed.clearFilter('orders.region');
  await until('two filters', async () => (await filters(own)).length === 2);

  embed.navigate('/dashboard/fulfilment');
  await own.shows({ path: '/dashboard/fulfilment' });
  equal((await own.event('navigate')).payload.path, '/dashboard/fulfilment');
  // The last one counts, also if the embed is there.
  embed.navigate('/dashboard/sales-overview');
  embed.navigate('/dashboard/fulfilment');
  await until('the answer that is dropped', async () => (await opened('sales-overview')) === 2);
  const { refreshes } = await own.shows({ path: '/dashboard/fulfilment' });
  embed.refresh();
  await own.shows({ refreshes: `${Number(refreshes) + 1}`, path: '/dashboard/fulfilment' });
  equal(own.all('navigate').length, 1);
  embed.send('set-locale', { locale: 'fr' });
  await speaks('fr');
});

test('what the service ignores: the console of the sandbox has a line', async () => {
  const own = await mountEmbed({}, 'dashboard-loaded');
  await own.inside('warnings');
  const before = (await own.shows({})).filters;
  own.embed.setFilter({ member: 'orders.status', operator: 'equal' as never, value: 'completed' });
  own.embed.setFilter({ member: 'orders.stauts', value: 'completed' });
  (own.embed as { send(type: string, payload: object): void }).send('setTheme', {
    primaryColor: '#123456',
  });
  const said = await until('three lines', async () => {
    const lines: string[] = await own.inside('warnings');
    return lines.length === 3 && lines;
  });
  match(said[0], /filter 'f_orders.status', .*operator is none of equals, notEquals, contains/);
  match(said[1], /filter 'f_orders.stauts', .*controls for orders.status, orders.region, /);
  equal(said[2], "svc-sandbox ignores the action 'setTheme', as the service does.");
  equal((await own.shows({})).filters, before);
});

// The scenes look at the messages, and this test at what the sandbox shows: also after `set-session`.
test('a timely renewal keeps what the viewer did; a late one brings back what the page set', async () => {
  const own = await mountEmbed({ surface: WITH_CHART }, 'dashboard-loaded');
  own.embed.setColorScheme('dark');
  own.embed.setFilter({ member: 'orders.region', value: 'Europe' });
  await own.shows({ scheme: 'dark' });
  // A chart that is drawn during the click would not hear of it.
  await until('the filter', async () => (await filters(own)).length === 1);
  await until(
    'bars that stay',
    async () =>
      (await own.inside('count', BARS)) > 2 &&
      (await own.inside('count', '[aria-busy="true"]')) === 0,
  );
  await own.click(BARS);
  const { path } = (await own.event('navigate')).payload;
  await advance({ hours: 22, minutes: 31 });
  await own.session({ status: 'active', renewals: 1 });
  await own.shows({ path, scheme: 'dark', sessionState: 'active' });

  await advance({ hours: 24 });
  await own.session({ status: 'active', renewals: 2 });
  await own.shows({ path: '/dashboard/charts', scheme: 'dark', sessionState: 'active' });
  const [filter] = await filters(own);
  deepEqual([filter.member, filter.values], ['orders.region', ['Europe']]);
});
