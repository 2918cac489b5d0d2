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
import { test, testIn } from './support/test.mjs';
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

/** A page whose embeds are objects: `make(ms)` makes one that takes so long to report a navigation. */
async function openFakes(deadline = 5_000) {
  await freshPage();
  if (engine === 'chromium') await driver.sendDevToolsCommand('Page.resetNavigationHistory');
  await inPage(async (deadline) => {
    const real = setTimeout;
    // How long the link waits for a report.
    window.setTimeout = (call, ms, ...rest) => real(call, ms === 5_000 ? deadline : ms, ...rest);
    const { link } = await import('/dist/link.js');
    const make = (ms) => {
      const heard = {};
      let [at, free] = ['/', 0];
      const embed = {
        ready: Promise.resolve(),
        on: (topic, handler) => (heard[topic] = handler),
        once: () => new Promise(() => {}),
        navigate(path) {
          if (ms === undefined) return;
          // One after the other.
          free = Math.max(free, performance.now()) + ms;
          real(() => embed.step(path), free - performance.now());
        },
        setFilter() {},
        clearFilter() {},
        step(path) {
          const previousPath = at;
          at = path;
          embed.say('navigate', { path, previousPath });
          embed.say('view', { path });
        },
        say: (topic, payload = {}) => heard[topic]({ payload }),
      };
      return embed;
    };
    const told = [];
    for (const name of ['pushState', 'replaceState']) {
      const change = history[name];
      history[name] = (state, title, url) => {
        told.push([name.replace('State', ''), new URL(url, location).searchParams.get('view')]);
        change.call(history, state, title, url);
      };
    }
    // Longer than a step of the viewer takes to be reported in two events.
    const pause = (ms = 300) => new Promise((resolve) => real(resolve, ms));
    window.fakes = { link, make, pause, told };
  }, deadline);
}

test('Back and Forward, as quick as a person presses them, with an embed that takes a second', async () => {
  await openFakes();
  const found = await inPage(async () => {
    const { link, make, pause, told } = fakes;
    const embed = make(1_000);
    link(embed);
    embed.say('view', { path: '/' });
    await pause();
    for (const path of ['/a', '/b', '/c', '/d']) embed.step(path);
    const steps = told.splice(0).length;
    const { length } = history;
    const ends = [];
    for (const press of ['back', 'back', 'back', 'forward', 'back', 'back', 'forward']) {
      history[press]();
      await pause(120);
    }
    await pause(8_000);
    ends.push(location.search);
    for (let time = 0; time < 3; time++) {
      history.forward();
      await pause(120);
    }
    await pause(4_000);
    return [steps, [...ends, location.search], told, history.length - length];
  });
  assert.deepEqual(found, [5, ['?view=%2Fa', '?view=%2Fd'], [], 0]);
});

test('what the page causes is no step, whenever the embed reports it', async () => {
  await openFakes(500);
  const found = await inPage(async () => {
    const { link, make, pause, told } = fakes;
    const outcomes = {};
    const run = async (name, ms, body) => {
      history.replaceState(null, '', '?');
      told.length = 0;
      const embed = make(ms);
      const linked = link(embed);
      embed.say('ready');
      embed.say('view', { path: '/' });
      await pause();
      await body(embed, linked);
      linked.end();
      outcomes[name] = told.splice(0).map(([kind, path]) => `${kind} ${path}`);
    };
    const sales = async (embed) => {
      embed.step('/sales');
      await pause();
      told.length = 0;
    };
    await run('three in a row', 300, async (embed) => {
      for (const path of ['/a', '/b', '/c']) embed.navigate(path);
      await pause(1_200);
      embed.step('/mine');
    });
    await run('a load that sends it back', undefined, async (embed) => {
      await sales(embed);
      embed.say('ready');
      embed.say('view', { path: '/' });
      await pause();
      embed.step('/sales');
      await pause();
    });
    await run('a load after which the viewer goes on', undefined, async (embed) => {
      await sales(embed);
      embed.say('ready');
      embed.say('view', { path: '/' });
      await pause();
      embed.step('/orders');
    });
    await run('a late renewal', undefined, async (embed) => {
      await sales(embed);
      embed.say('ready');
      embed.say('view', { path: '/' });
      await pause(800);
      embed.step('/sales');
      await pause();
      embed.step('/orders');
    });
    await run('a return to a kept embed', undefined, async (embed, linked) => {
      embed.step('/sales');
      linked.end();
      history.replaceState(null, '', '?');
      told.length = 0;
      link(embed).end();
    });
    return outcomes;
  });
  assert.deepEqual(found, {
    'three in a row': ['replace /', 'replace /a', 'replace /b', 'replace /c', 'push /mine'],
    'a load that sends it back': [],
    'a load after which the viewer goes on': ['replace /', 'push /orders'],
    'a late renewal': ['replace /', 'replace /sales', 'push /orders'],
    'a return to a kept embed': ['replace /sales'],
  });
});

/** A page that cannot change its address: its URL, what it does first, and the options of its link. */
const UNWRITABLE = {
  srcdoc: ['srcdoc', '', ''],
  'a blob': ['blob', '', ''],
  'a history without methods': ['page', 'history.pushState = history.replaceState = null', ''],
  'a router that throws': ['page', '', 'push: fail, replace: fail'],
  'a router that rejects': ['page', '', 'push: refuse, replace: refuse'],
  'a browser whose limit is used up': [
    'page',
    // Firefox has none under its driver.
    engine === 'firefox'
      ? 'history.replaceState = () => { throw new DOMException("The operation is insecure.", "SecurityError") }'
      : 'try { for (let change = 0; change < 500; change++) history.replaceState(null, "", `?${change}`) } catch {}',
    '',
  ],
};

for (const [what, [kind, first, options]] of Object.entries(UNWRITABLE))
  testIn(
    kind === 'blob' ? ['chromium', 'firefox'] : [engine],
    "gives a blob's page another origin, which may import nothing",
    `${what}: the link says once that it cannot write, and the embed does what it was asked`,
    async () => {
      await openFakes();
      const found = await inPage(
        async (kind, first, options) => {
          const code = `(async () => {
          const { link } = await import('${origin}/dist/link.js');
          const { fakeEmbed } = await import('${origin}/dist/testing/index.js');
          const warned = [];
          console.warn = (text) => warned.push(text);
          const fail = () => { throw new Error('a router') };
          const refuse = async () => fail();
          ${first};
          const embed = fakeEmbed();
          link(embed, { filters: ['orders.status'], ${options} });
          embed.navigate('/a');
          embed.setFilter({ member: 'orders.status', value: 'completed' });
          embed.clearFilter('orders.status');
          await new Promise((done) => setTimeout(done, 50));
          return [embed.actions.length, warned];
        })()`;
          const frame = document.createElement('iframe');
          const html = '<!doctype html><title>An address that stays</title>';
          if (kind === 'srcdoc') frame.srcdoc = html;
          else if (kind === 'blob')
            frame.src = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
          else frame.src = '/';
          const loaded = new Promise((done) => (frame.onload = done));
          document.body.append(frame);
          await loaded;
          return frame.contentWindow.eval(code);
        },
        kind,
        first,
        options,
      );
      const says = 'svc-embed: link cannot write the address.';
      assert.deepEqual(found, [3, [says]]);
    },
  );
