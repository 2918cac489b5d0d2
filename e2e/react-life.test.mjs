// React repeats effects, hides, moves and replaces nodes: the page keeps one working embed.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { SvcEmbed } from 'svc-embed/react';
import { control, counts } from './support/embed.mjs';
import { waitFor } from './support/page.mjs';
import { openReact } from './support/react.mjs';
import {
  heard,
  inEmbed,
  inPage,
  inReact,
  mints,
  oneEmbed,
  say,
  settle,
  showsThat,
} from './support/react-embed.mjs';
import { sandbox } from './support/world.mjs';

test('React 19: the bare element, defined before it is rendered; from a server its attributes', async () => {
  await openReact('19');
  await inPage(async ({ React, hydrateRoot, options, getSession, render, seen, target }) => {
    const { SvcEmbedElement } = await import('/dist/element.js');
    const { baseUrl, renewal } = options();
    SvcEmbedElement.allow({ baseUrl, sessionUrl: '/api/embed-session' });
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = 'svc-embed { display: block; height: 20rem }';
    const onready = ({ detail }) => seen.push(`${detail.payload.mode} ready`);
    const props = { baseUrl, publicId: 'sales-overview', renewal, getSession, onready };
    render(React.createElement('svc-embed', props));
    const place = target.parentNode.appendChild(document.createElement('section'));
    const attributes = {
      'base-url': baseUrl,
      'public-id': 'fulfilment',
      'session-url': '/api/embed-session',
    };
    const element = document.createElement('svc-embed');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    place.innerHTML = element.outerHTML;
    hydrateRoot(place, React.createElement('svc-embed', attributes));
  });
  const modes = () =>
    inPage(() => [...document.querySelectorAll('svc-embed')].map(({ session }) => session?.mode));
  await waitFor('both', async () => String(await modes()) === 'signed,signed');
  assert.deepEqual(await inPage(({ complaints, seen }) => [complaints, seen]), [
    [],
    ['signed ready'],
  ]);
});

inReact(
  'from a server, and in StrictMode: one iframe and one mint; unmounted, it has ended',
  async () => {
    const place = { className: 'sales', style: { height: 400 } };
    const options = { baseUrl: sandbox.tenant, surface: { kind: 'chat' } };
    const html = renderToString(createElement(SvcEmbed, { ...options, ...place }));
    assert.equal(html, '<div class="sales" style="height:400px"></div>');
    // A server that sends `style` attributes would break a page with a strict policy.
    const fallback = createElement('p', null, 'wait');
    const waiting = { ...options, fallback, getSession: () => 'the source of a function' };
    assert.equal(
      renderToString(createElement(SvcEmbed, waiting)),
      '<div><div><p>wait</p></div></div>',
    );
    const recovered = await inPage(
      async ({ React, SvcEmbed, embed, hydrateRoot, options, target }, html, place) => {
        target.innerHTML = html;
        const div = target.firstChild;
        const errors = [];
        const app = React.createElement(
          React.StrictMode,
          null,
          React.createElement(SvcEmbed, options({ ...place, ref: embed })),
        );
        window.page.root = hydrateRoot(target, app, {
          onRecoverableError: ({ message }) => errors.push(message),
        });
        await new Promise((done) => setTimeout(done, 500));
        return [errors, target.firstChild === div];
      },
      html,
      place,
    );
    assert.deepEqual(recovered, [[], true]);
    await heard('ready');
    await oneEmbed();
    const [asked, box] = await inPage(({ requests, embed }) => {
      const { width, height } = embed.current.iframe.getBoundingClientRect();
      const sales = document.querySelector('.sales');
      const around = sales.getBoundingClientRect();
      const box = [width === around.width, height, around.height, sales.scrollHeight];
      return [requests.map(({ reason }) => reason), box];
    });
    assert.deepEqual(asked, ['mount']);
    assert.deepEqual(box, [true, 400, 400, 400]);

    const end = await inPage(({ root, embed }) => {
      const { current } = embed;
      root.unmount();
      return new Promise((done) =>
        setTimeout(() =>
          done([current.session.status, embed.current, document.querySelectorAll('iframe').length]),
        ),
      );
    });
    assert.deepEqual(end, ['stopped', null, 0]);
  },
);

inReact(
  'routes to and fro leave one iframe, and a mint that outlives its embed is dropped',
  async () => {
    await control('faults', { backend: { mode: 'slow', delayMs: 5_000, times: 3 } });
    await inPage(({ React, SvcEmbed, embed, flushSync, options, render }) => {
      const Route = ({ path }) =>
        path === '/sales'
          ? React.createElement(SvcEmbed, options({ ref: embed }))
          : React.createElement('p', null, 'Another page');
      window.go = (path) =>
        flushSync(() =>
          render(React.createElement(React.StrictMode, null, React.createElement(Route, { path }))),
        );
    });
    // Two speeds: slow enough that each embed's request has reached the backend, and at once.
    for (let times = 1; times <= 3; times++) {
      await inPage(() => window.go('/sales'));
      await waitFor('the request', async () => (await mints()) === times);
      await inPage(() => window.go('/'));
    }
    await inPage(() => {
      for (const path of ['/sales', '/', '/sales']) window.go(path);
    });
    await heard('ready');
    await oneEmbed({ minted: 4 });
    const aborted = await inPage(({ requests }) => requests.map(({ signal }) => signal.aborted));
    assert.deepEqual(aborted, [true, true, true, false]);
    assert.equal((await counts()).exchanges, 1);
  },
);

inReact(
  'Suspense and fast refresh keep it, with the new handlers; an Activity ends it and mounts it again',
  async () => {
    await inPage(({ React, ReactRefresh, embed, options, render, useSvcEmbed }) => {
      window.calls = [];
      window.effects = 0;
      const define = (edition) => {
        const Page = () => {
          const onDrilldown = () => window.calls.push(edition);
          const { ref, ...state } = useSvcEmbed(options({ onDrilldown }));
          embed.current = state.embed;
          React.useEffect(() => void window.effects++, []);
          return React.createElement('div', { ref });
        };
        ReactRefresh.register(Page, 'Page');
        ReactRefresh.setSignature(Page, 'the same hooks');
        return Page;
      };
      window.edit = () => {
        define('second');
        return ReactRefresh.performReactRefresh()?.updatedFamilies.size;
      };
      let release;
      const waiting = new Promise((resolve) => (release = resolve));
      let suspended = false;
      const Late = () => {
        if (suspended) throw waiting;
        return null;
      };
      const Page = define('first');
      const { createElement: h, Suspense, Activity = React.Fragment } = React;
      const show = (props = Activity === React.Fragment ? {} : { mode: 'visible' }) =>
        render(
          h(Activity, props, h(Suspense, { fallback: h('p', null, 'wait') }, h(Page), h(Late))),
        );
      window.suspend = (state) => {
        suspended = state;
        if (state) show();
        else release();
      };
      // React 18 has no Activity.
      window.activity = Activity !== React.Fragment && ((mode) => show({ mode }));
      show();
    });
    await heard('dashboard-loaded');
    await inEmbed(() => (document.body.dataset.mark = 'the same page'));
    await inPage(() => window.suspend(true));
    await waitFor('the fallback', () => inPage(() => document.querySelector('p') !== null));
    await settle();
    await inPage(() => window.suspend(false));
    await waitFor('the end', () => inPage(() => document.querySelector('p') === null));
    await oneEmbed();
    assert.equal(await inEmbed(() => document.body.dataset.mark), 'the same page');

    assert.equal(await inPage(() => window.edit()), 1);
    await settle();
    assert.equal(await inPage(() => window.effects), 2, 'React ran the effects again');
    await say('drilldown', { member: 'orders.count' });
    await heard('drilldown');
    assert.deepEqual(await inPage(() => window.calls), ['second']);
    await oneEmbed();

    if (!(await inPage(() => Boolean(window.activity)))) return;
    await inPage(({ embed }) => (window.first = embed.current));
    await inPage(() => window.activity('hidden'));
    await waitFor('the end', () => inPage(() => window.first.session.status === 'stopped'));
    assert.equal(await inPage(() => document.querySelectorAll('iframe').length), 0);
    await inPage(() => window.activity('visible'));
    await heard('ready', 2);
    await oneEmbed({ minted: 2 });
  },
);

inReact('a list that React sorts anew keeps the embed, whatever becomes of the list', async () => {
  await control('faults', { strict: true });
  await inPage((page) => {
    const { React, SvcEmbed, embed, options, render } = page;
    const { createElement: h } = React;
    const mint = page.getSession;
    page.gate = Promise.resolve();
    page.asked = 0;
    page.getSession = (request) => (page.asked++, page.gate.then(() => mint(request)));
    const item = (key) =>
      h('li', { key }, key === 'sales' ? h(SvcEmbed, options({ ref: embed })) : key);
    window.show = (...keys) => render(h('ul', null, keys.map(item)));
    window.show('sales', 'other', 'third');
  });
  await heard('ready');
  await inPage(({ embed }) => {
    window.first = embed.current;
    embed.current.setColorScheme('dark');
    window.show('other', 'sales', 'third');
  });
  // React does not report the move. The id in the URL is spent, and the bridge loads a fresh one.
  await heard('ready', 2);
  await showsThat({ scheme: 'dark', sessionState: 'active' });
  const outcome = await inPage(({ complaints, embed, requests }) => [
    embed.current === window.first,
    document.querySelectorAll('iframe').length,
    requests.map(({ reason }) => reason),
    complaints,
  ]);
  assert.deepEqual(outcome, [true, 1, ['mount', 'reload'], []]);

  // The list is out of the page when the next id comes.
  await inPage((page) => {
    page.gate = new Promise((open) => (page.open = open));
    // As in a handler of a click, React then runs its effects at once. In a task of the page: within a script of
    // its driver, WebKit runs microtasks after each listener.
    const sort = () => page.flushSync(() => window.show('other', 'third', 'sales'));
    return new Promise((done) => setTimeout(() => done(sort())));
  });
  await waitFor('the request', () => inPage(({ asked }) => asked === 3));
  // Until then the iframe is in no list: the browser would make and end a frame at each further sorting.
  assert.equal(await inPage(({ embed }) => embed.current.iframe.isConnected), false);
  await inPage(async (page) => {
    page.list = page.target.firstChild;
    page.list.remove();
    page.open();
    await new Promise((done) => setTimeout(done, 300));
  });
  await inPage(({ target, list }) => target.append(list));
  await heard('ready', 3);
  await showsThat({ scheme: 'dark', sessionState: 'active' });
});

/** Each part has ten reorders. */
const [EMBEDS, PARTS] = [3, 1];

test('embeds that are reordered again and again are all there at the end', async () => {
  await openReact('19');
  await control('faults', { strict: true });
  await inPage((page, length) => {
    page.states = new Map();
    // One function for each embed, so that each notes its own state.
    page.props = Array.from({ length }, (_, key) => ({
      ...page.options({ renewal: undefined }),
      key,
      onSession: (state) => page.states.set(key, state.status),
    }));
  }, EMBEDS);
  // In parts: a browser that is busy must answer each command in time.
  for (let part = 0; part < PARTS; part++) {
    await inPage(async ({ React, SvcEmbed, render, props }, part) => {
      for (let times = part * 10; times < part * 10 + 10; times++) {
        props.push(...props.splice(times % 7, 5));
        if (times % 3 === 0) props.reverse();
        render(props.map(({ key, ...rest }) => React.createElement(SvcEmbed, { key, ...rest })));
        await new Promise((done) => setTimeout(done));
      }
    }, part);
  }
  // An embed whose iframe was moved is still active while it waits, out of the page, for its fresh id.
  await waitFor(
    'all embeds in the page',
    async () => {
      const [states, embeds, iframes] = await inPage(({ states, props, target }) => [
        [...states.values()],
        props.length,
        target.querySelectorAll('iframe').length,
      ]);
      const areActive = states.length === EMBEDS && states.every((status) => status === 'active');
      if (areActive && embeds === EMBEDS && iframes === EMBEDS) return true;
      throw new Error(`${states.join()}; ${iframes} iframes`);
    },
    { timeoutMs: 60_000 },
  );
  const { mintRequests, rejectedExchanges } = await counts();
  // Loads wait for a pause, so their number depends on the time: it may be one for each reorder.
  assert.ok(mintRequests < EMBEDS * 20, `${mintRequests} mints`);
  // A browser that loads each moved iframe again would do so with its spent id.
  assert.equal(rejectedExchanges, 0);
});
