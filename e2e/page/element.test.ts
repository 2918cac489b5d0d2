// `<svc-embed>`: attributes and properties configure it, it has what an embed has, and says what is wrong.

import type { SvcEmbedElement } from 'svc-embed/element';
import { deepEqual, ending, equal, match, ok, sleep, until } from './support/assert.js';
import { elementOf, failure, openElement } from './support/element.js';
import { counts, getSession, say, shows, target } from './support/embed.js';
import { origins, test, uncaught } from './support/test.js';

const codes = () => uncaught.splice(0).map((text) => /\[([\w-]+)\]/.exec(text)?.[1] ?? text);

test('attributes are enough: a running embed, whose events are DOM events', async () => {
  const own = await openElement({ title: 'Sales', 'frame-attributes': '{"allow":"fullscreen"}' });
  const { embed: element } = own;
  await own.session({ status: 'active', mode: 'signed' });
  equal((await counts()).mintRequests, 1);
  deepEqual(
    ['title', 'allow', 'part'].map((name) => element.iframe!.getAttribute(name)),
    ['Sales', `fullscreen ${origins.sandbox}`, 'iframe'],
  );
  const heard: string[] = [];
  for (const [name, to] of Object.entries({ element, body: document.body, window }))
    for (const type of ['drilldown', 'unknown', '*', 'dropped', 'error'])
      to.addEventListener(type, (event) => {
        const { detail } = event as CustomEvent;
        heard.push(`${name} ${type} ${detail.payload?.member ?? detail.reason ?? ''}`);
      });
  element.onerror = ((event: CustomEvent) =>
    heard.push(`onerror ${event.detail.payload.message}`)) as never;
  await say('drilldown', { member: 'orders.count' });
  await say('drilldown');
  await say('of-tomorrow');
  await say('error', { message: 'mine' });
  await until('the last', () => heard.length >= 8);
  deepEqual(heard, [
    ...['element drilldown orders.count', 'element * orders.count', 'element dropped payload'],
    ...['element unknown ', 'element * ', 'element error ', 'onerror mine', 'element * '],
  ]);

  // For the inspector; no page listens to it.
  const types: string[] = [];
  (element.embed as any).on('sent', (type: string) => types.push(type.split(':').at(-1)!));
  element.setColorScheme('dark');
  element.setTheme({ primaryColor: '#b3261e' });
  element.setLocale('de');
  element.setTimezone('Asia/Tokyo');
  element.setFilter({ member: 'orders.status', value: 'completed' });
  element.clearFilter('orders.status');
  element.navigate('/');
  element.refresh();
  element.send('set-locale', { locale: 'fr' });
  deepEqual(types, [
    ...['set-color-scheme', 'set-theme', 'set-locale', 'set-timezone', 'set-filter', 'set-filter'],
    ...['navigate', 'refresh', 'set-locale'],
  ]);

  // In another document it keeps its style.
  const other = document.body.appendChild(document.createElement('iframe'));
  other.contentDocument!.body.append(element);
  const style = () => other.contentWindow!.getComputedStyle(element);
  await until('its style', () => style().display === 'block');
});

/** An attribute, a value that cannot be read, what is reported, other attributes, and a value that can be read. */
const UNREADABLE: [string, string, string, Record<string, string | null>?, string?][] = [
  ['filters', '[{bad', 'invalid-filter'],
  ['params', '{bad', 'invalid-option'],
  ['theme', '', 'invalid-option'],
  ['renewal', '{bad', 'invalid-option'],
  ['frame-attributes', '{bad', 'invalid-option'],
  ['ready-timeout-ms', 'soon', 'invalid-option', {}, '60000'],
  ['deployment-id', '', 'invalid-option', { surface: 'app', 'public-id': null }, '7'],
  ['get-session', 'mint', 'invalid-option'],
];

test('an attribute that cannot be read mounts nothing, until it can', async () => {
  const { SvcEmbedElement } = await import('svc-embed/element');
  const own = { baseUrl: origins.sandbox, sessionUrl: '/api/embed-session' };
  for (const params of [undefined, '{bad']) SvcEmbedElement.allow({ ...own, params } as never);
  for (const [name, value, code, others, good] of UNREADABLE) {
    const element = elementOf({
      ...{ 'base-url': own.baseUrl, 'session-url': own.sessionUrl, 'public-id': 'sales-overview' },
      ...{ ...others, [name]: value },
    });
    target().append(element);
    await until(name, () => uncaught.length > 0);
    deepEqual([codes(), element.iframe], [[code], null], name);
    if (good === undefined) element.removeAttribute(name);
    else element.setAttribute(name, good);
    await until(`an embed without ${name}`, () => element.embed);
    element.remove();
  }
});

test('properties set before the upgrade hold, and so do methods called before the mount', async () => {
  const element = document.createElement('svc-embed') as SvcEmbedElement;
  const requests: string[] = [];
  Object.assign(element, {
    baseUrl: new URL(origins.sandbox),
    surface: { kind: 'dashboard', publicId: 'sales-overview' },
    colorScheme: 'dark',
    params: { allowExport: true },
    getSession: (request: { reason: string }) => (
      requests.push(request.reason),
      getSession(request as never)
    ),
  });
  // This file has defined `<svc-embed>` already. So the test asks for an element that nobody has defined.
  const early = Object.assign(document.createElement('svc-early'), {
    baseUrl: origins.sandbox,
  }) as unknown as SvcEmbedElement;
  early.setAttribute('base-url', 'https://old.example');
  early.setAttribute('locale', 'fr');
  document.body.append(early);
  target().append(element);
  const { SvcEmbedElement } = await import('svc-embed/element');
  customElements.define('svc-early', class extends SvcEmbedElement {});
  element.setLocale('de');
  element.setFilter({ member: 'orders.status', value: 'completed' });
  element.send('set-timezone', { timezone: 'Asia/Tokyo' });
  equal((await element.ready).payload.mode, 'signed');
  const shown = { scheme: 'dark', locale: 'de', timezone: 'Asia/Tokyo' };
  match((await shows(element.iframe!, shown)).filters!, /completed/);
  deepEqual([element.params, requests], [{ allowExport: true }, ['mount']]);
  // A property that was set before holds against the attribute of its name; then the most recent value wins.
  deepEqual(
    [early.baseUrl, early.locale, Object.keys(early).includes('baseUrl')],
    [origins.sandbox, 'fr', false],
  );
  early.setAttribute('base-url', 'https://new.example');
  equal(early.baseUrl, 'https://new.example');
  early.remove();
  codes();
});

test('what waits for an embed heeds its signal, and what ended the wait', async () => {
  const { embed: element } = await openElement({ 'base-url': null }, null);
  const aborter = new AbortController();
  const { signal } = aborter;
  // As a property, it needs no leave.
  element.sessionUrl = '/api/embed-session';
  const waiting = [element.once('view', { signal }), element.events({ signal }).next()];
  aborter.abort();
  for (const one of [...waiting, element.once('view', { signal })])
    equal(await ending(one), 'AbortError');

  // Nothing can be mounted. A later call gets the same error, which is reported once.
  element.baseUrl = 'http://example.com';
  for (const wait of [() => element.ready, () => element.renew(), () => element.reload()])
    equal(await ending(wait()), 'invalid-base-url');
  equal(await ending(element.events().next()), 'invalid-base-url');
  deepEqual(codes(), ['invalid-base-url']);

  // An error that the page takes is not reported.
  const failed = failure(element);
  element.baseUrl = 'no url at all';
  deepEqual([await failed, await ending(element.ready)], Array(2).fill('invalid-base-url'));

  element.destroy();
  for (const one of [element.ready, element.once('view')]) equal(await ending(one), 'destroyed');
  // Back in the document, the element waits again, and applies the change made just before.
  element.remove();
  target().append(element);
  equal(await ending(element.ready), 'invalid-base-url');
  element.baseUrl = origins.sandbox;
  equal(await ending(element.ready), 'resolved');
  codes();
});

const OF_BACKEND =
  'A key or a token belongs in your backend, and never in a page, where everybody can read it.';

test('an attribute or a property that the element does not have is named, with what was meant', async () => {
  const warned: string[] = [];
  console.warn = (text) => String(text).startsWith('<svc-embed>') && warned.push(text);
  const late = window.setTimeout;
  window.setTimeout = ((call: () => void, ms: number) =>
    late(call, ms === 5_000 ? 200 : ms)) as never;
  const files = () =>
    performance.getEntriesByType('resource').filter(({ name }) => /\/mistakes[-.]/.test(name));
  const { SvcEmbedElement } = await import('svc-embed/element');
  SvcEmbedElement.allow({ baseUrl: origins.sandbox } as never);
  const add = (attributes: string, properties: object = {}) => {
    const held = document.createElement('div');
    held.innerHTML = `<svc-embed ${attributes}></svc-embed>`;
    const element = held.firstElementChild as SvcEmbedElement;
    element.addEventListener('mount-failed', (event) => event.preventDefault());
    // Inserted again, it says nothing again.
    document.body.append(element);
    document.body.append(element);
    return Object.assign(element, properties);
  };
  const own = `base-url="${origins.sandbox}"`;
  add(
    `${own} public-id="sales" class="wide" id="one" style="height: 1rem" slot="a" part="b" title="Sales" role="group" lang="de" dir="ltr" hidden data-path="/x" aria-label="Sales" _ngcontent-c1 mode="private"`,
  );
  await sleep(150);
  equal(files().length, 0, 'the file is loaded only if there is something to look at');
  add(`${own} public-id="sales" v-cloak tabindex="0" x-data="{}" name="n" key="1" width="100"`);
  // As a framework does with what a server has rendered.
  add(`${own} colorScheme="dark"`, { colorScheme: 'dark' });
  const meant = {
    filter: 'filters',
    sessionurl: 'session-url',
    publicid: 'public-id',
    public_id: 'public-id',
    'colour-scheme': 'color-scheme',
  };
  for (const wrong of Object.keys(meant)) for (const _ of [1, 2]) add(`${own} ${wrong}="x"`);
  add('baseurl="https://acme.example.com"');
  add(`${own} api-key="k-1" csrf-token="x"`);
  add('').remove();
  add('public-id="sales-overview" mode="private"', { baseUrl: origins.sandbox });
  add('', { baseURL: origins.sandbox });
  const good = { baseUrl: origins.sandbox, publicId: 'sales-overview', mode: 'private' };
  const wrong = { filter: {}, accessToken: 't', sessionURL: '/x', only: 1, once: 1, myOwn: 1 };
  // What frameworks put on an element is no mistake.
  const others = { __vnode: {}, _x_dataStack: [], $$root: {}, __reactFiber$1: {} };
  Object.assign(add('', { ...good, ...wrong }), others);
  const lines = [
    // One for each element.
    ...Object.entries(meant).flatMap(([given, near]) =>
      Array(2).fill(`<svc-embed> has no attribute ${given}. Did you mean ${near}?`),
    ),
    `<svc-embed> has no attribute api-key. ${OF_BACKEND}`,
    '<svc-embed> has no attribute baseurl. Did you mean base-url?',
    ...Array(2).fill('<svc-embed> shows nothing: it has no base-url.'),
    `<svc-embed> has no property accessToken. ${OF_BACKEND}`,
    '<svc-embed> has no property baseURL. Did you mean baseUrl?',
    '<svc-embed> has no property filter. Did you mean filters?',
    '<svc-embed> has no property sessionURL. Did you mean sessionUrl?',
  ];
  await until('the sentences', () => warned.length >= lines.length);
  await new Promise((done) => late(done, 500));
  deepEqual(warned.sort(), lines.sort());
  ok(files().length > 0);
});
