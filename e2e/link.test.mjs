// What the viewer sees is in the page's address: copied, it shows the same, and Back works, once each.

import assert from 'node:assert/strict';
import {
  clickInEmbed,
  control,
  event,
  freshPage,
  mountEmbed,
  QUICK,
  shown,
  showsThat,
  withEmbed,
} from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { test } from './support/test.mjs';
import { driver, engine, sandbox } from './support/world.mjs';

/** Where the sandbox's app begins. */
const HOME = '/';
const OTHER = '/dashboard/fulfilment';
const to = (path) => `.nav-link[data-path="${path}"]`;

/** Opens the page at an address, and links an embed with it. */
async function openLinked(address = `${sandbox.host}/`, options = { filters: ['orders.status'] }) {
  await freshPage(address);
  // All tests share a tab, and Chromium keeps fifty entries: after that, none could be seen to be added.
  if (engine === 'chromium') await driver.sendDevToolsCommand('Page.resetNavigationHistory');
  await mountLinked(options);
}

/** In one script, as a page does it: the embed's first report comes after that. */
async function mountLinked(options) {
  await evaluate(
    driver,
    async (tenant, options, renewal) => {
      const [{ mount }, { link }] = await Promise.all([
        import('/dist/index.js'),
        import('/dist/link.js'),
      ]);
      const own = (window.embed = { seen: [] });
      window.told = [];
      own.embed = await mount('#target', {
        baseUrl: tenant,
        surface: { kind: 'app', deploymentId: 7 },
        renewal,
        getSession: async ({ signal }) => {
          const response = await fetch('/api/embed-session', { method: 'POST', signal });
          return (await response.json()).sessionId;
        },
      });
      own.embed.on('*', (event) => own.seen.push(event));
      own.embed.iframe.id = 'embed';
      window.entries = [history.length];
      const tell = (kind) => (url) => {
        told.push([kind, url.searchParams.get('at')]);
        history.replaceState(null, '', url);
      };
      const { isRouter, ...rest } = options;
      const router = isRouter ? { push: tell('push'), replace: tell('replace') } : {};
      window.linked = link(own.embed, { ...rest, ...router });
    },
    sandbox.tenant,
    options,
    QUICK,
  );
  await event('ready');
}

const inPage = (body, ...args) => evaluate(driver, body, ...args);
const address = () => inPage(() => location.href);
const settle = (ms = 400) => inPage((ms) => new Promise((done) => setTimeout(done, ms)), ms);

/** What the address says. */
const written = async () => {
  const { searchParams } = new URL(await address());
  return Object.fromEntries(searchParams);
};
const says = (wanted) =>
  waitFor(`an address that says ${JSON.stringify(wanted)}`, async () => {
    const is = await written();
    if (Object.entries(wanted).every(([name, value]) => is[name] === value)) return true;
    throw new Error(JSON.stringify(is));
  });

/** How many entries the history has got since the link. */
const entries = () => inPage(() => history.length - window.entries[0]);
const shows = (path) => showsThat({ path });

test('a step of the viewer is an entry: Back and Forward, once each, with its filter', async () => {
  await openLinked();
  await says({ view: HOME });
  assert.equal(await entries(), 0, 'the start is no step');
  await clickInEmbed(to(OTHER));
  await says({ view: OTHER });
  await settle();
  assert.equal(await entries(), 1);
  await driver.navigate().back();
  await shows(HOME);
  await says({ view: HOME });
  await settle();
  assert.equal(await entries(), 1, 'Back makes no entry');
  await driver.navigate().forward();
  await shows(OTHER);
  await says({ view: OTHER });
  await settle();
  assert.equal(await entries(), 1, 'Forward makes no entry');
  await driver.navigate().back();
  await shows(HOME);
  // The viewer goes on from here, right after the page's own navigation.
  await clickInEmbed(to(OTHER));
  await says({ view: OTHER });
  await settle();
  assert.equal(await entries(), 1, 'a step from the first entry takes the place of the second');

  // A filter goes with its entry.
  await withEmbed(({ embed }) => embed.setFilter({ member: 'orders.status', value: 'completed' }));
  await waitFor('a filter', async () => /completed/.test((await shown()).filters));
  await driver.navigate().back();
  await shows(HOME);
  await waitFor('no filter', async () => !/completed/.test((await shown()).filters));
  await driver.navigate().forward();
  await shows(OTHER);
  await waitFor('a filter', async () => /completed/.test((await shown()).filters));
});

test('what the page does makes no entry, and its address shows the same', async () => {
  await openLinked();
  await says({ view: HOME });
  await withEmbed(({ embed }) => embed.navigate('/dashboard/fulfilment'));
  await says({ view: OTHER });
  await shows(OTHER);
  await withEmbed(({ embed }) => embed.setFilter({ member: 'orders.status', value: 'completed' }));
  await waitFor('a filter in the address', async () =>
    /completed/.test((await written())['f_orders.status']),
  );
  await withEmbed(({ embed }) => embed.setFilter({ member: 'orders.region', value: 'Europe' }));
  await settle();
  assert.deepEqual(Object.keys(await written()).sort(), ['f_orders.status', 'view']);
  await withEmbed(
    ({ embed }) => (embed.clearFilter('orders.status'), embed.clearFilter('orders.region')),
  );
  await waitFor('no filter in the address', async () => !('f_orders.status' in (await written())));
  assert.equal(await entries(), 0);

  await withEmbed(({ embed }) =>
    embed.setFilter({ member: 'orders.status', value: 'a + b & "c" #1' }),
  );
  await waitFor('a filter in the address', async () => 'f_orders.status' in (await written()));
  const copied = await address();
  const filters = await waitFor('the filter', async () => {
    const { filters } = await shown();
    return /a \+ b/.test(filters) && filters;
  });
  await openLinked(copied);
  await shows(OTHER);
  await waitFor('the same filter', async () => (await shown()).filters === filters);
  await settle();
  assert.equal(await address(), copied);
  assert.equal(await entries(), 0);
});

test('an embed that is linked late: Back leads to where it was', async () => {
  await freshPage(`${sandbox.host}/`);
  await mountEmbed({ surface: { kind: 'app', deploymentId: 7 } });
  await event('view');
  await settle();
  await withEmbed(async (own) => {
    const { link } = await import('/dist/link.js');
    window.entries = [history.length];
    link(own.embed);
  });
  await clickInEmbed(to(OTHER));
  await says({ view: OTHER });
  assert.equal(await entries(), 1);
  await driver.navigate().back();
  await shows(HOME);
});

test('a link that has ended, or that never began, changes nothing; one reads when it is told to', async () => {
  await freshPage(`${sandbox.host}/?view=/dashboard/fulfilment&f_orders.status="completed"`);
  const outcome = await inPage(async () => {
    const [{ link }, { fakeEmbed }] = await Promise.all([
      import('/dist/link.js'),
      import('/dist/testing/index.js'),
    ]);
    const embed = fakeEmbed();
    link(embed, { filters: ['orders.status'], signal: AbortSignal.abort() });
    const sent = embed.actions.length;
    // The second one calls the methods that the first one has put in the place of the embed's.
    const first = link(embed, { path: 'first' });
    link(embed, { path: 'second' });
    first.end();
    embed.navigate('/dashboard/sales');
    const { searchParams } = new URL(location.href);
    // A router that has changed the address says so.
    const other = fakeEmbed();
    const linked = link(other, { path: 'at' });
    history.replaceState(null, '', '?at=/orders');
    linked.read();
    const read = other.actions.map(({ payload }) => payload.path);
    linked.end();
    const own = Object.keys(other).filter((name) => typeof other[name] === 'function');
    return [sent, searchParams.get('first'), searchParams.get('second'), read, own];
  });
  assert.deepEqual(outcome, [0, null, '/dashboard/sales', ['/orders'], []]);
});

// The stranger who has written the link does no more than the page allows either.
test('an embed that reports what it likes leaves the page its address and its history', async () => {
  const search = new URLSearchParams({
    view: 'xxx\u0000',
    'f_orders.status': 'no json',
    'f_orders.region': '"Europe"',
    other: 'stays',
  });
  await openLinked(`${sandbox.host}/?${search}#hash`);
  await event('view');
  await settle();
  const { filters, path } = await shown();
  assert.doesNotMatch(String(filters), /Europe|no json/);
  assert.equal(path, HOME);
  const is = new URL(await address());
  assert.equal(is.searchParams.get('other'), 'stays');
  assert.equal(is.hash, '#hash');

  // A path that no server would take as a part of an address is not written.
  const before = await address();
  for (const length of [5_000, 100_000]) {
    const path = `/${'x'.repeat(length)}`;
    await control('emit', { event: 'navigate', payload: { path, previousPath: HOME } });
    await control('emit', { event: 'view', payload: { surface: 'app', path } });
    await settle();
    assert.equal(await address(), before, String(length));
  }
  assert.equal(await entries(), 0);
  await control('emit', { event: 'navigate', payload: { path: OTHER, previousPath: '/x' } });
  await says({ view: OTHER });
  assert.equal(await entries(), 1);
  await withEmbed(({ embed }) => embed.reload());
  await settle(800);
  assert.equal(await entries(), 1, 'a reload of the frame makes no entry');

  // It navigates without a pause, until a browser would refuse every change of the history, the page's own too.
  const last = await inPage(async (origin) => {
    window.changes = 0;
    for (const name of ['pushState', 'replaceState']) {
      const change = history[name];
      history[name] = (...given) => (changes++, change.apply(history, given));
    }
    const { contentWindow } = embed.embed.iframe;
    // As from the embed's own window: the page cannot run a script there.
    const say = (type, payload) =>
      dispatchEvent(
        new MessageEvent('message', {
          source: contentWindow,
          origin,
          data: {
            ...{ source: 'svc-embed', direction: 'event', type: `svc:event:${type}`, payload },
            ...{ timestamp: Date.now(), surface: 'app' },
          },
        }),
      );
    let path;
    for (let step = 0; step < 1_000; step++) {
      path = `/step/${step}`;
      say('navigate', { path, previousPath: `/step/${step - 1}` });
      say('view', { surface: 'app', path });
    }
    return path;
  }, sandbox.tenant);
  await says({ view: last });
  assert.ok((await inPage(() => changes)) < 30, String(await inPage(() => changes)));
  // The page's own router.
  await inPage(() => {
    for (let change = 0; change < 20; change++) history.replaceState(null, '', `?own=${change}`);
  });
  assert.equal((await written()).own, '19');

  await withEmbed(({ embed }) => embed.destroy());
  await inPage(() => history.back());
  await settle();
  assert.equal(await inPage(() => document.querySelectorAll('iframe').length), 0);
});

test('a router is told of steps and of changes, and reads when it says so', async () => {
  await openLinked(undefined, { path: 'at', isRouter: true });
  await says({ at: HOME });
  await clickInEmbed(to(OTHER));
  await says({ at: OTHER });
  assert.deepEqual(await inPage(() => told), [
    ['replace', HOME],
    ['push', OTHER],
  ]);
  await inPage((home) => {
    history.replaceState(null, '', `?at=${encodeURIComponent(home)}`);
    linked.read();
  }, HOME);
  await shows(HOME);
  await inPage(() => linked.end());
  await clickInEmbed(to(OTHER));
  await shows(OTHER);
  await settle();
  assert.equal((await written()).at, HOME);
  const own = await withEmbed(({ embed }) =>
    Object.keys(embed).filter((name) => typeof embed[name] === 'function'),
  );
  assert.deepEqual(own, []);
});

test('an embed that is loaded again may take its time to go to where it was', async () => {
  await freshPage();
  const found = await evaluate(driver, async () => {
    const { link } = await import('/dist/link.js');
    const heard = {};
    const embed = {
      ready: Promise.resolve(),
      on: (topic, handler) => (heard[topic] = handler),
      once: () => new Promise(() => {}),
      navigate() {},
      setFilter() {},
      clearFilter() {},
    };
    const say = (topic, payload) => heard[topic]({ payload });
    // Longer than a step of the viewer takes to be reported in two events.
    const pause = () => new Promise((resolve) => setTimeout(resolve, 300));
    const told = [];
    const tell = (kind) => (url) => {
      told.push([kind, url.searchParams.get('view')]);
      history.replaceState(null, '', url);
    };
    const linked = link(embed, { push: tell('push'), replace: tell('replace') });
    say('ready', {});
    say('view', { path: '/' });
    await pause();
    say('navigate', { path: '/sales', previousPath: '/' });
    say('view', { path: '/sales' });
    await pause();
    const before = told.splice(0);
    say('ready', {});
    say('view', { path: '/' });
    await pause();
    say('navigate', { path: '/sales', previousPath: '/' });
    await pause();
    const after = told.splice(0);
    say('ready', {});
    say('view', { path: '/' });
    await pause();
    // Nobody sends it back, and the viewer goes on.
    say('navigate', { path: '/orders', previousPath: '/' });
    linked.end();
    const last = told.splice(0);
    // An embed that is linked after it has loaded still reports the path that it showed before.
    history.replaceState(null, '', '?');
    const lateOne = link(embed, { push: tell('push'), replace: tell('replace') });
    say('navigate', { path: '/late', previousPath: '/orders' });
    lateOne.end();
    return { before, after, last, late: told };
  });
  assert.deepEqual(found, {
    before: [
      ['replace', '/'],
      ['push', '/sales'],
    ],
    after: [],
    last: [
      ['replace', '/'],
      ['push', '/orders'],
    ],
    late: [
      ['replace', '/orders'],
      ['push', '/late'],
    ],
  });
});
