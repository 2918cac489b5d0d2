// Every action of the catalog takes effect in a real embed.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import {
  advance,
  clickInEmbed,
  event,
  inEmbed,
  openEmbed,
  sessionIs,
  shown,
  showsThat,
  withEmbed,
} from './support/embed.mjs';
import { waitFor } from './support/page.mjs';
import { WITH_CHART } from './support/sandbox.mjs';

test('the eight actions take effect', async (t) => {
  await openEmbed();
  // Without allowExport there is nothing to export.
  assert.equal(await inEmbed(() => document.querySelectorAll('[data-export]').length), 0);

  await t.test('set-color-scheme', async () => {
    for (const scheme of ['dark', 'light']) {
      await withEmbed((own, scheme) => own.embed.setColorScheme(scheme), [scheme]);
      await showsThat({ scheme, schemeSetting: scheme });
    }
    await withEmbed((own) => own.embed.setColorScheme('auto'));
    await showsThat({ schemeSetting: 'auto' });
  });

  await t.test('set-theme', async () => {
    await withEmbed((own) => own.embed.setTheme({ primaryColor: '#b3261e', borderRadius: '3px' }));
    await showsThat({ primaryColor: '#b3261e' });
    const radius = await inEmbed(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--radius'),
    );
    assert.equal(radius, '3px');
  });

  await t.test('set-locale', async () => {
    await withEmbed((own) => own.embed.setLocale('de'));
    await waitFor('German', () => inEmbed(() => document.documentElement.lang.startsWith('de')));
  });

  await t.test('set-timezone', async () => {
    await withEmbed((own) => own.embed.setTimezone('Asia/Tokyo'));
    await showsThat({ timezone: 'Asia/Tokyo' });
  });

  await t.test('set-filter, as an object and as a parameter', async () => {
    const filters = async () => JSON.parse((await shown()).filters);
    await withEmbed((own) => own.embed.setFilter({ member: 'orders.status', value: 'completed' }));
    await waitFor('the filter', async () => (await filters()).length === 1);
    assert.deepEqual((await filters())[0].values, ['completed']);
    await withEmbed((own) => own.embed.setFilter('f_orders.region={"value":["Europe"]}'));
    await waitFor('the second filter', async () => (await filters()).length === 2);
    await withEmbed((own) =>
      own.embed.setFilter({ member: 'orders.category', value: 'Salt & 50%+ #1 "Ü"' }),
    );
    await waitFor('the third filter', async () => (await filters()).length === 3);
    assert.deepEqual((await filters())[2].values, ['Salt & 50%+ #1 "Ü"']);
    await withEmbed((own) => own.embed.clearFilter('orders.region'));
    await waitFor('two filters', async () => (await filters()).length === 2);
  });

  await t.test('what the service ignores: the console of the sandbox has a line', async () => {
    await inEmbed(() => {
      window.said = [];
      console.warn = (text) => window.said.push(text);
    });
    const before = (await shown()).filters;
    await withEmbed(({ embed }) => {
      embed.setFilter({ member: 'orders.status', operator: 'equal', value: 'completed' });
      embed.setFilter({ member: 'orders.stauts', value: 'completed' });
      embed.send('setTheme', { primaryColor: '#123456' });
    });
    const said = await waitFor('three lines', async () => {
      const lines = await inEmbed(() => window.said);
      return lines.length === 3 && lines;
    });
    const line = (name, why) =>
      `svc-sandbox ignores the filter '${name}', as the service does: ${why}`;
    assert.deepEqual(said, [
      line('f_orders.status', 'its operator is none of equals, notEquals, contains, notContains.'),
      line(
        'f_orders.stauts',
        'the dashboard has controls for orders.status, orders.region, orders.category only.',
      ),
      "svc-sandbox ignores the action 'setTheme', as the service does.",
    ]);
    assert.equal((await shown()).filters, before);
  });

  await t.test('navigate', async () => {
    await withEmbed((own) => own.embed.navigate('/dashboard/fulfilment'));
    await showsThat({ path: '/dashboard/fulfilment' });
    assert.equal((await event('navigate')).payload.path, '/dashboard/fulfilment');
  });

  await t.test('refresh', async () => {
    const { refreshes } = await shown();
    await withEmbed((own) => own.embed.refresh());
    await showsThat({ refreshes: String(Number(refreshes) + 1) });
  });

  await t.test('set-session, by renew', async () => {
    await advance({ hours: 22, minutes: 31 });
    await sessionIs({ status: 'active', renewals: 1 });
    await showsThat({ sessionState: 'active' });
  });

  await t.test('send, for any other', async () => {
    await withEmbed((own) => own.embed.send('set-locale', { locale: 'fr' }));
    await waitFor('French', () => inEmbed(() => document.documentElement.lang.startsWith('fr')));
    await withEmbed((own) => own.embed.send('of-tomorrow', { any: true }));
  });
});

// By day only the scenes test this rule: they look at the messages, and this test at what the sandbox shows.
test('a timely renewal keeps what the viewer did; a late one brings back what the page set', async () => {
  await openEmbed({ surface: WITH_CHART });
  await withEmbed((own) => {
    own.embed.setColorScheme('dark');
    own.embed.setFilter({ member: 'orders.region', value: 'Europe' });
  });
  await showsThat({ scheme: 'dark' });
  // A chart that is drawn during the click would not hear of it.
  await waitFor('the filter', async () => (await shown()).filters.includes('Europe'));
  await waitFor('bars that stay', () =>
    inEmbed(
      () =>
        document.querySelectorAll('.mark-rect path').length > 2 &&
        !document.querySelector('[aria-busy="true"]'),
    ),
  );
  await clickInEmbed('.mark-rect path');
  const { path } = (await event('navigate')).payload;

  await advance({ hours: 22, minutes: 31 });
  await sessionIs({ status: 'active', renewals: 1 });
  await showsThat({ path, scheme: 'dark' });

  await advance({ hours: 24 });
  await sessionIs({ status: 'active', renewals: 2 });
  await showsThat({ path: '/dashboard/charts', scheme: 'dark', sessionState: 'active' });
  const [filter] = JSON.parse((await shown()).filters);
  assert.deepEqual([filter.member, filter.values], ['orders.region', ['Europe']]);
});
