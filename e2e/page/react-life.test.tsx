// React repeats effects, hides, moves and replaces nodes: the page keeps one working embed.

import { ReactRefresh } from './support/react-refresh.js';
import * as React from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import type { Embed } from 'svc-embed';
import { SvcEmbedElement } from 'svc-embed/element';
import { SvcEmbed, useSvcEmbed } from 'svc-embed/react';
import { deepEqual, equal, ok, sleep, until } from './support/assert.js';
import { elementOf } from './support/element.js';
import { counts, faults, getSession, iframes, say, target } from './support/embed.js';
import { complaints, embed, h, heard, mint, oneEmbed, options, props } from './support/react.js';
import { render, requests, seen, showsThat } from './support/react.js';
import { inside, test } from './support/test.js';

const mints = async () => (await counts()).mintRequests;
const frame = () => document.querySelector('iframe')!;

test('the bare element, defined before it is rendered; from a server its attributes', async () => {
  const { baseUrl, renewal } = options();
  SvcEmbedElement.allow({ baseUrl, sessionUrl: '/api/embed-session' } as never);
  document.querySelector('style')!.textContent = 'svc-embed { display: block; height: 20rem }';
  const onready = ({ detail }: CustomEvent) => seen.push(`${detail.payload.mode} ready`);
  const bare = { baseUrl, publicId: 'sales-overview', renewal, getSession, onready };
  render(h('svc-embed', bare as object));
  const place = target().parentNode!.appendChild(document.createElement('section'));
  const attributes = {
    ...{ 'base-url': baseUrl as string, 'public-id': 'fulfilment' },
    'session-url': '/api/embed-session',
  };
  place.innerHTML = elementOf(attributes).outerHTML;
  hydrateRoot(place, h('svc-embed', attributes));
  const modes = () => [...document.querySelectorAll('svc-embed')].map((one) => one.session?.mode);
  await until('both', () => String(modes()) === 'signed,signed');
  await until('ready', () => seen.length > 0);
  deepEqual([complaints, seen], [[], ['signed ready']]);
});

test('from a server, and in StrictMode: one iframe and one mint; unmounted, it has ended', async () => {
  const place = { className: 'sales', style: { height: 400 } };
  const html = renderToString(h(SvcEmbed, options(place as never)));
  equal(html, '<div class="sales" style="height:400px"></div>');
  // A server that sends `style` attributes would break a page with a strict policy.
  const waiting = options({ fallback: h('p', null, 'wait') });
  equal(renderToString(h(SvcEmbed, waiting)), '<div><div><p>wait</p></div></div>');

  target().innerHTML = html;
  const { firstChild } = target();
  const app = h(React.StrictMode, null, h(SvcEmbed, props(place as never)));
  const onRecoverableError = (error: unknown) => complaints.push(String(error));
  const root = hydrateRoot(target(), app, { onRecoverableError });
  await heard('ready');
  ok(target().firstChild === firstChild);
  await oneEmbed();
  deepEqual(
    requests.map(({ reason }) => reason),
    ['mount'],
  );
  const sales = document.querySelector('.sales')!;
  const [box, around] = [frame(), sales].map((node) => node.getBoundingClientRect());
  deepEqual(
    [box.width === around.width, box.height, around.height, sales.scrollHeight],
    [true, 400, 400, 400],
  );
  const { current } = embed;
  root.unmount();
  await sleep();
  deepEqual([current!.session.status, embed.current, iframes()], ['stopped', null, 0]);
});

test('routes to and fro leave one iframe, and a mint that outlives its embed is dropped', async () => {
  await faults({ backend: { mode: 'slow', delayMs: 5_000, times: 3 } });
  const go = (path: string) =>
    flushSync(() =>
      render(
        h(
          React.StrictMode,
          null,
          path === '/sales' ? h(SvcEmbed, props()) : h('p', null, 'Another page'),
        ),
      ),
    );
  // Two speeds: slow enough that each embed's request has reached the backend, and at once.
  for (let times = 1; times <= 3; times++) {
    go('/sales');
    await until('the request', async () => (await mints()) === times);
    go('/');
  }
  for (const path of ['/sales', '/', '/sales']) go(path);
  await heard('ready');
  await oneEmbed(4);
  deepEqual(
    requests.map(({ signal }) => signal.aborted),
    [true, true, true, false],
  );
  equal((await counts()).exchanges, 1);
});

test('Suspense and fast refresh keep it, with the new handlers; an Activity ends it and mounts it again', async () => {
  const calls: string[] = [];
  let effects = 0;
  const define = (edition: string) => {
    const Page = () => {
      const { ref, ...state } = useSvcEmbed(
        options({ onDrilldown: () => void calls.push(edition) }),
      );
      embed.current = state.embed;
      React.useEffect(() => void effects++, []);
      return h('div', { ref });
    };
    ReactRefresh.register(Page, 'Page');
    ReactRefresh.setSignature(Page, 'the same hooks');
    return Page;
  };
  let release!: () => void;
  const waiting = new Promise<void>((resolve) => (release = resolve));
  let isSuspended = false;
  const Late = () => {
    if (isSuspended) throw waiting;
    return null;
  };
  const Page = define('first');
  const show = (mode: 'visible' | 'hidden' = 'visible') => {
    const inner = h(React.Suspense, { fallback: h('p', null, 'wait') }, h(Page), h(Late));
    render(h(React.Activity, { mode, children: inner }));
  };
  show();
  await heard('dashboard-loaded');
  await inside(frame(), 'mark');
  isSuspended = true;
  show();
  await until('the fallback', () => document.querySelector('p'));
  await sleep(300);
  isSuspended = false;
  release();
  await until('the end', () => !document.querySelector('p'));
  await oneEmbed();
  equal((await showsThat({})).mark, 'here');

  define('second');
  equal(ReactRefresh.performReactRefresh()?.updatedFamilies.size, 1);
  await until('the effects', () => effects === 2);
  await say('drilldown', { member: 'orders.count' });
  await heard('drilldown');
  deepEqual(calls, ['second']);
  await oneEmbed();

  const { current } = embed;
  show('hidden');
  await until('the end', () => current!.session.status === 'stopped');
  equal(iframes(), 0);
  show('visible');
  await heard('ready', 2);
  await oneEmbed(2);
});

test('a list that React sorts anew keeps the embed, whatever becomes of the list', async () => {
  await faults({ strict: true });
  let gate: Promise<unknown> = Promise.resolve();
  let asked = 0;
  mint.at = (request) => (asked++, gate.then(() => getSession(request)));
  const show = (...keys: string[]) =>
    render(
      h(
        'ul',
        null,
        keys.map((key) => h('li', { key }, key === 'sales' ? h(SvcEmbed, props()) : key)),
      ),
    );
  show('sales', 'other', 'third');
  await heard('ready');
  const first = embed.current!;
  first.setColorScheme('dark');
  show('other', 'sales', 'third');
  // React does not report the move. The id in the URL is spent, and the bridge loads a fresh one.
  await heard('ready', 2);
  await showsThat({ scheme: 'dark', sessionState: 'active' });
  deepEqual([embed.current === first, iframes(), complaints], [true, 1, []]);
  deepEqual(
    requests.map(({ reason }) => reason),
    ['mount', 'reload'],
  );

  // The list is out of the page when the next id comes.
  let open!: () => void;
  gate = new Promise<void>((resolve) => (open = resolve));
  // As in a handler of a click, React then runs its effects at once.
  flushSync(() => show('other', 'third', 'sales'));
  await until('the request', () => asked === 3);
  // Until then the iframe is in no list: the browser would make and end a frame at each further sorting.
  equal(first.iframe.isConnected, false);
  const list = target().firstChild!;
  target().removeChild(list);
  open();
  await sleep(300);
  target().append(list);
  await heard('ready', 3);
  await showsThat({ scheme: 'dark', sessionState: 'active' });
});

test('embeds that are reordered again and again are all there at the end', async () => {
  await faults({ strict: true });
  const embeds = new Map<number, Embed>();
  const all = [0, 1, 2].map((key) => ({
    ...options({ renewal: undefined }),
    key,
    ref: (one: Embed | null) => void (one && embeds.set(key, one)),
  }));
  for (let times = 0; times < 10; times++) {
    all.push(...all.splice(times % 7, 5));
    if (times % 3 === 0) all.reverse();
    render(all.map(({ key, ...rest }) => h(SvcEmbed, { key, ...rest })));
    await sleep();
  }
  // An embed whose iframe was moved is still active while it waits, out of the page, for its fresh id.
  await until(
    'all embeds in the page',
    () =>
      iframes() === 3 &&
      embeds.size === 3 &&
      [...embeds.values()].every(({ session }) => session.status === 'active'),
    60_000,
  );
  const { mintRequests, rejectedExchanges } = await counts();
  // Loads wait for a pause, so their number depends on the time: it may be one for each reorder.
  ok(mintRequests < 60, `${mintRequests} mints`);
  // A browser that loads each moved iframe again would do so with its spent id.
  equal(rejectedExchanges, 0);
});
