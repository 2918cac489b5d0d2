// What a page in React passes: options, handlers, filters and attributes act on one working embed.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { waitFor } from './support/page.mjs';
import { bundleModule, openReact } from './support/react.mjs';
import {
  heard,
  inEmbed,
  inPage,
  inEachReact,
  inReact,
  oneEmbed,
  say,
  showsThat,
} from './support/react-embed.mjs';
import { block } from './docs/support/pages.mjs';
import { sandbox } from './support/world.mjs';

inEachReact('handlers and getSession are always the latest', async () => {
  const show = (count) =>
    inPage(({ React, SvcEmbed, embed, options, render, ...page }, count) => {
      window.calls ??= [];
      const own = (name) => (value) => window.calls.push([count, name, value]);
      render(
        React.createElement(SvcEmbed, {
          ...options({ ref: embed }),
          onDrilldown: ({ payload }) => own('drilldown')(payload.member),
          onDashboardLoaded: () => own('dashboard-loaded')(null),
          onUnknown: ({ type }) => own('unknown')(type),
          onDropped: ({ reason }) => own('dropped')(reason),
          onSession: ({ renewals }) => renewals === 1 && own('session')(renewals),
          getSession: (request) => {
            own('getSession')(request.reason);
            return page.getSession(request);
          },
        }),
      );
    }, count);
  await show(1);
  await heard('dashboard-loaded');
  await show(2);
  await show(3);
  await say('drilldown', { member: 'orders.count' });
  await say('of-tomorrow', {});
  await say('drilldown', {});
  await waitFor('what was dropped', () => inPage(() => window.calls.length >= 5));
  await inPage(({ embed }) => embed.current.renew());
  const calls = await inPage(() => window.calls);
  assert.deepEqual(calls.slice(0, 6), [
    [1, 'getSession', 'mount'],
    [1, 'dashboard-loaded', null],
    [3, 'drilldown', 'orders.count'],
    [3, 'unknown', 'svc:event:of-tomorrow'],
    [3, 'dropped', 'payload'],
    [3, 'getSession', 'manual'],
  ]);
  assert.ok(calls.slice(6).every(([count, name]) => count === 3 && name === 'session'));
  await oneEmbed({ minted: 2 });
});

inReact('options are compared by value: equal ones are none, live ones act', async () => {
  const show = (more) =>
    inPage(({ React, SvcEmbed, embed, options, parse, render }, more) => {
      // The object must be the page's own: Firefox runs WebDriver's scripts in another realm.
      const params = parse('{ "allowExport": true }');
      render(React.createElement(SvcEmbed, options({ ref: embed, params, ...more })));
    }, more);
  const base = { filters: [{ member: 'orders.region', value: 'Europe' }] };
  await show(base);
  await heard('dashboard-loaded');
  await inPage(({ embed }) => (window.first = embed.current));
  await show(base);
  const live = {
    colorScheme: 'dark',
    theme: { primaryColor: '#123456' },
    locale: 'de',
    timezone: 'Asia/Tokyo',
    title: 'Sales',
    filters: [...base.filters, { member: 'orders.status', value: 'completed' }],
  };
  await show({ ...base, ...live });
  await showsThat({
    scheme: 'dark',
    primaryColor: '#123456',
    locale: 'de',
    timezone: 'Asia/Tokyo',
  });
  await waitFor('both filters', () =>
    inEmbed(() => JSON.parse(document.documentElement.dataset.filters).length === 2),
  );
  assert.deepEqual(
    await inPage(({ embed }) => [embed.current === window.first, embed.current.iframe.title]),
    [true, 'Sales'],
  );
  await oneEmbed();

  await show({ ...base, ...live, surface: { kind: 'dashboard', publicId: 'fulfilment' } });
  await heard('ready', 2);
  await showsThat({ path: '/dashboard/fulfilment', scheme: 'dark' });
  await oneEmbed({ minted: 2 });
  assert.equal(await inPage(() => window.first.session.status), 'stopped');
});

inReact(
  'useSvcEmbed returns the embed and its session, and another element gets another embed',
  async () => {
    await inPage(({ React, embed, flushSync, options, render, useSvcEmbed }) => {
      const Own = ({ place }) => {
        const { ref, ...state } = useSvcEmbed(options());
        embed.current = state.embed;
        window.told ??= [];
        window.told.push([state.embed !== null, state.session?.status ?? null, state.error]);
        return React.createElement(
          'section',
          null,
          React.createElement('div', { key: place, ref }),
        );
      };
      window.show = (place) => flushSync(() => render(React.createElement(Own, { place })));
      window.show('here');
    });
    await heard('ready');
    await oneEmbed();
    const told = await inPage(() => window.told);
    assert.deepEqual(told[0], [false, null, null]);
    assert.deepEqual(told.at(-1), [true, 'active', null]);
    // Another node gets another embed.
    await inPage(() => window.show('there'));
    await heard('ready', 2);
    await oneEmbed({ minted: 2 });
  },
);

inReact(
  'a misspelt option or handler is warned of once, and is no change; id, role, aria-* and data-* are of its element',
  async () => {
    const warned = await inPage(async ({ React, SvcEmbed, embed, options, render }) => {
      const warned = [];
      const logger = { warn: (text) => warned.push(text), debug() {} };
      const show = () =>
        new Promise((shown) => {
          const own = { id: 'sales', role: 'region', 'aria-label': 'Sales', 'data-testid': 'it' };
          const right = {
            ...own,
            style: {},
            removedFilters: 'clear',
            fallback: 'wait',
            onView() {},
            onEvent() {},
            onMountFailed() {},
          };
          const wrong = { onDrillDown() {}, onClick() {}, colorscheme: 'dark' };
          render(
            React.createElement(
              SvcEmbed,
              options({ ...right, ...wrong, logger, ref: embed, onReady: shown }),
            ),
          );
        });
      await show();
      for (let at = 0; at < 3; at++) show();
      while (warned.length < 3) await new Promise((done) => setTimeout(done, 20));
      return warned;
    });
    assert.deepEqual(warned.sort(), [
      'svc-embed: There is no option colorscheme. Did you mean colorScheme?',
      'svc-embed: There is no option onClick.',
      'svc-embed: There is no option onDrillDown. Did you mean onDrilldown?',
    ]);
    const found = await inPage(({ embed }) => {
      const element = document.querySelector('[data-testid=it]');
      const names = ['id', 'role', 'aria-label'];
      return [...names.map((name) => element.getAttribute(name)), embed.current.iframe.id];
    });
    assert.deepEqual(found, ['sales', 'region', 'Sales', '']);
    await oneEmbed();
  },
);

test("the guide's component runs", async () => {
  const example = block('docs/guide/react.md', 'tsx', 'useRef').replace(
    'https://acme.example.com',
    sandbox.tenant,
  );
  const code = await bundleModule(`${example}
    import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    createRoot(document.querySelector('#target')).render(createElement(RefreshableSales, { status: 'completed' }));
  `);
  await openReact(19);
  await inPage(
    (_, code) =>
      import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))).then(() => {}),
    code,
  );
  await waitFor('the iframe', () => inPage(() => document.querySelector('iframe') !== null));
  await showsThat({ sessionState: 'active', path: '/dashboard/sales-overview' });
  const { refreshes, filters } = await inEmbed(() => ({ ...document.documentElement.dataset }));
  assert.deepEqual(JSON.parse(filters)[0].values, ['completed']);
  await inPage(() => document.querySelector('button').click());
  await showsThat({ refreshes: String(Number(refreshes) + 1) });
  assert.deepEqual(await inPage(({ complaints }) => complaints), []);
});
