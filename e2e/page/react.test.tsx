// What a page in React passes: options, handlers, filters and attributes act on one working embed.

import './react-18.test.js';
import { flushSync } from 'react-dom';
import { SvcEmbed, useSvcEmbed } from 'svc-embed/react';
import { deepEqual, equal, ok, until } from './support/assert.js';
import { embed, h, heard, oneEmbed, options, props, render, showsThat } from './support/react.js';
import { test } from './support/test.js';

test('options are compared by value: equal ones are none, live ones act', async () => {
  const show = (more: object) =>
    render(h(SvcEmbed, props({ params: { allowExport: true }, ...more })));
  const filters = [{ member: 'orders.region', value: 'Europe' }];
  show({ filters });
  await heard('dashboard-loaded');
  const first = embed.current!;
  show({ filters: structuredClone(filters) });
  const live = {
    ...{ colorScheme: 'dark', theme: { primaryColor: '#123456' }, locale: 'de' },
    ...{ timezone: 'Asia/Tokyo', title: 'Sales' },
    filters: [...filters, { member: 'orders.status', value: 'completed' }],
  };
  show(live);
  const acts = { scheme: 'dark', primaryColor: '#123456', locale: 'de', timezone: 'Asia/Tokyo' };
  await showsThat(acts);
  await until('both', async () => JSON.parse((await showsThat({})).filters).length === 2);
  ok(embed.current === first);
  equal(first.iframe.title, 'Sales');
  await oneEmbed();

  show({ ...live, surface: { kind: 'dashboard', publicId: 'fulfilment' } });
  await heard('ready', 2);
  await showsThat({ path: '/dashboard/fulfilment', scheme: 'dark' });
  await oneEmbed(2);
  equal(first.session.status, 'stopped');
});

test('useSvcEmbed returns the embed and its session, and another element gets another embed', async () => {
  const told: unknown[] = [];
  const Own = ({ place }: { place: string }) => {
    const { ref, ...state } = useSvcEmbed(options());
    embed.current = state.embed;
    told.push([state.embed !== null, state.session?.status ?? null, state.error]);
    return h('section', null, h('div', { key: place, ref }));
  };
  const show = (place: string) => flushSync(() => render(h(Own, { place })));
  show('here');
  await heard('ready');
  await oneEmbed();
  deepEqual(
    [told[0], told.at(-1)],
    [
      [false, null, null],
      [true, 'active', null],
    ],
  );
  show('there');
  await heard('ready', 2);
  await oneEmbed(2);
});

test('a misspelt option or handler is warned of once, and is no change; id, role, aria-* and data-* are of its element', async () => {
  const warned: string[] = [];
  const logger = { warn: (text: string) => void warned.push(text), debug() {} };
  const own = { id: 'sales', role: 'region', 'aria-label': 'Sales', 'data-testid': 'it' };
  const right = { style: {}, removedFilters: 'clear', fallback: 'wait', onView() {}, onEvent() {} };
  const wrong = { onDrillDown() {}, onClick() {}, colorscheme: 'dark' };
  const show = () =>
    new Promise<void>((shown) =>
      render(
        h(
          SvcEmbed,
          props({
            ...own,
            ...right,
            ...wrong,
            onMountFailed() {},
            logger,
            onReady: () => shown(),
          } as never),
        ),
      ),
    );
  await show();
  for (let times = 0; times < 3; times++) void show();
  await until('the warnings', () => warned.length >= 3);
  deepEqual(warned.sort(), [
    'svc-embed: There is no option colorscheme. Did you mean colorScheme?',
    'svc-embed: There is no option onClick.',
    'svc-embed: There is no option onDrillDown. Did you mean onDrilldown?',
  ]);
  const element = document.querySelector('[data-testid=it]')!;
  const found = ['id', 'role', 'aria-label'].map((name) => element.getAttribute(name));
  deepEqual([...found, embed.current!.iframe.id], ['sales', 'region', 'Sales', '']);
  await oneEmbed();
});
