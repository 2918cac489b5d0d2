// Kept embeds in pages that real libraries change. Where a route is left as the guide says, fifty rounds cost one load.
// What a morph removes without a word, comes back by one load.

import { Idiomorph } from 'idiomorph';
import morphdom from 'morphdom';
import { StrictMode, type ReactNode } from 'react';
import { createBrowserRouter, Link, Outlet, RouterProvider } from 'react-router';
import { SvcEmbedElement } from 'svc-embed/element';
import { hideKept } from 'svc-embed/keep';
import { SvcEmbed } from 'svc-embed/react';
import { createApp, h, KeepAlive, Transition } from 'vue';
import { createRouter, createWebHistory, RouterLink, RouterView } from 'vue-router';
import { deepEqual, equal, sleep, until } from './support/assert.js';
import { serve, shows, target } from './support/embed.js';
import { cost, KEEPERS, keeps, LOST, mark, nothingLost, ROUNDS } from './support/keep.js';
import { complaints, options as ofReact, render } from './support/react.js';
import { origins, test } from './support/test.js';

const SOURCE = { baseUrl: origins.sandbox, sessionUrl: '/api/embed-session' };
SvcEmbedElement.allow(SOURCE);
const ATTRIBUTES = {
  id: 'sales',
  ...{ class: 'place', style: 'display:block;height:200px', keep: 'sales' },
  ...{
    'base-url': SOURCE.baseUrl,
    'session-url': SOURCE.sessionUrl,
    'public-id': 'sales-overview',
  },
};
const MARKUP = `<svc-embed ${Object.entries(ATTRIBUTES)
  .map(([name, value]) => `${name}="${value}"`)
  .join(' ')}></svc-embed>`;
const LINKS = '<a href="/home">Home</a> <a href="/sales">Sales</a>';
/** What a server answers. */
const page = (main: string, head = '') => ({
  body: `<!doctype html><html lang="en"><title>A page</title>${head}<body>${LINKS}<main id="target">${main}</main></body></html>`,
});

/** Shows two routes, `/home` and `/sales`, with links to both. */
const ROUTERS: Record<string, () => unknown> = {
  'React Router': () => {
    const sales = (
      <div className="place">
        <SvcEmbed {...ofReact({ keep: 'sales' } as {})} />
      </div>
    );
    const links: ReactNode = ['Home', 'Sales'].map((name) => (
      <Link key={name} to={`/${name.toLowerCase()}`}>
        {name}
      </Link>
    ));
    const layout = [links, <Outlet key="route" />];
    const children = [
      { path: '/sales', element: sales },
      { path: '*', element: <p>elsewhere</p> },
    ];
    const router = createBrowserRouter([{ element: layout, children }]);
    render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  },
  'Vue Router': () => startVue((route) => h(route)),
  'Vue Router with <KeepAlive>': () => startVue((route) => h(KeepAlive, null, [h(route)])),
  'Vue Router with <Transition>': () =>
    startVue((route) => h(Transition, { mode: 'out-in', duration: 50 }, () => h(route))),
  Turbo: async () => {
    await serve('page', { '/home': page('elsewhere'), '/sales': page(MARKUP) });
    const { visit } = await import('@hotwired/turbo');
    addEventListener('turbo:before-render', () => hideKept());
    visit('/home');
  },
};

function startVue(view: (route: any) => unknown): void {
  const routes = [
    { path: '/sales', component: { render: () => h('div', h('svc-embed', ATTRIBUTES)) } },
    { path: '/:rest(.*)', component: { render: () => h('p', 'elsewhere') } },
  ];
  const router = createRouter({ history: createWebHistory(), routes });
  router.beforeResolve(() => hideKept());
  const link = (name: string) => h(RouterLink, { to: `/${name.toLowerCase()}` }, () => name);
  const slot = ({ Component }: { Component: unknown }) => Component && view(Component);
  createApp(() => [link('Home'), link('Sales'), h(RouterView, null, slot as never)])
    .use(router)
    .mount(target());
}

/** What is shown at its place. */
function shown(): HTMLIFrameElement | null | undefined {
  const place = document.querySelector('.place');
  const frame = (place?.shadowRoot ?? place)?.querySelector('iframe');
  return frame?.checkVisibility() ? frame : null;
}

/** What svc-embed has said. */
const ours = () => complaints.filter((text) => /svc-embed/.test(text));

for (const [name, start] of Object.entries(ROUTERS))
  test(`${name}: away and back, by links, Back and Forward`, async () => {
    await start();
    // Turbo shows a page of its cache until it has the page itself.
    const isDone = () => !document.documentElement.ariaBusy;
    const follow = (text: string) =>
      [...document.querySelectorAll('a')].find((link) => link.textContent === text)!.click();
    await until('the links', () => document.querySelector('a'));
    follow('Sales');
    const first = await until('the embed', shown);
    await shows(first, { publicId: 'sales-overview' });
    await mark(first);
    for (let round = 0; round < ROUNDS; round++) {
      if (round % 2) history.back();
      else follow('Home');
      await until(
        'the other route',
        () => isDone() && !shown() && !document.querySelector('.place'),
      );
      if (round % 2) history.forward();
      else follow('Sales');
      const again = await until('the embed again', () => isDone() && shown());
      if (!keeps) await shows(again, { publicId: 'sales-overview' });
    }
    if (keeps) {
      equal(shown(), first);
      await nothingLost(first);
    } else await cost(1 + ROUNDS);
    deepEqual(ours(), []);
  });

/** Changes what is in `#target`, as if a server had sent it. `moveBefore` costs no load, `insertBefore` one. */
const MORPHS: Record<string, [morph: (html: string) => unknown, loadsOfMove: 0 | 1]> = {
  idiomorph: [(html) => Idiomorph.morph(target(), html, { morphStyle: 'innerHTML' }), 0],
  morphdom: [(html) => morphdom(target(), `<main id="target">${html}</main>`), 1],
  'a page refresh of Turbo': [
    async (html) => {
      await serve('page', {
        '/': page(html, '<meta name="turbo-refresh-method" content="morph">'),
      });
      const { visit } = await import('@hotwired/turbo');
      const isDone = new Promise((done) => addEventListener('turbo:load', done, { once: true }));
      visit('/', { action: 'replace' });
      await isDone;
    },
    0,
  ],
};

for (const [name, [morph, loadsOfMove]] of Object.entries(MORPHS))
  test(`${name}: what it removes comes back by one load, and a line`, KEEPERS, async () => {
    let wanted = 1;
    const show = async (html: string, more: number) => {
      await morph(html);
      await shows(await until('the embed', shown), { publicId: 'sales-overview' });
      await cost((wanted += more));
      deepEqual(ours(), wanted > 1 ? [LOST] : []);
    };
    const leave = async () => {
      await morph('<p>elsewhere</p>');
      await until('the other page', () => !document.querySelector('.place'));
      await sleep();
    };
    await show(MARKUP, 0);
    await show(`${MARKUP}<p>news</p>`, 0);
    hideKept();
    await leave();
    await show(MARKUP, 0);
    await show(`<p>news</p>${MARKUP}`, loadsOfMove);
    await leave();
    await show(MARKUP, 1);
  });
