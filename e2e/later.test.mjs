// What is not loaded at once: nothing is minted and nothing is asked for that nobody is about to see, many
// embeds wait for each other, and the browser connects while the backend mints.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { counts, freshPage, pageLoads } from './support/embed.mjs';
import { evaluate, insideFrame, waitFor } from './support/page.mjs';
import { test } from './support/test.mjs';
import { driver, sandbox } from './support/world.mjs';

const inPage = (body, ...args) => evaluate(driver, body, ...args);
/** Long enough for what must not happen. */
const A_WHILE = 600;

/**
 * Opens a page without an embed. `show(target, more)` mounts one; `asked` has the name of each that has
 * asked for an id, in order.
 */
async function openPage() {
  await freshPage();
  await inPage(async (tenant) => {
    window.bridge = await import('/dist/index.js');
    document.querySelector('style').textContent = '';
    window.asked = [];
    window.place = (parent = document.querySelector('#target'), style = 'height:500px') => {
      const place = document.createElement('div');
      place.style.cssText = style;
      parent.append(place);
      return place;
    };
    window.options = (name = '', more = {}) => ({
      baseUrl: tenant,
      surface: { kind: 'dashboard', publicId: 'sales-overview' },
      renewal: { spreadMs: 0, confirmMs: 600, retryMinMs: 100, retryMaxMs: 200 },
      getSession: async ({ signal }) => {
        window.asked.push(name);
        const response = await fetch('/api/embed-session', { method: 'POST', signal });
        return (await response.json()).sessionId;
      },
      ...more,
    });
    window.show = (target, more = {}, name = '') =>
      bridge.mount(target, window.options(name, { loading: 'lazy', ...more }));
  }, sandbox.tenant);
}

/** So many have been minted and asked for, and no more a while later. */
async function loaded(count, what) {
  const now = async () => [(await counts()).mintRequests, await pageLoads()];
  await waitFor(`${count} loads: ${what}`, async () => {
    const [mints, pages] = await now();
    if (mints === count && pages === count) return true;
    throw new Error(`${mints} mints, ${pages} pages`);
  });
  await sleep(A_WHILE);
  assert.deepEqual(await now(), [count, count], what);
}

test('of the embeds on a long page those in view are minted and loaded', async () => {
  await openPage();
  const near = await inPage(async () => {
    window.places = Array.from({ length: 12 }, () => window.place(undefined, 'height:800px'));
    // One after the other: no mount waits for the viewer.
    for (const place of places) await show(place);
    return places.filter((place) => place.getBoundingClientRect().top < innerHeight + 300).length;
  });
  assert.ok(near >= 2 && near < 5, String(near));
  await loaded(near, 'at the top');
  await inPage(() => scrollTo(0, document.documentElement.scrollHeight));
  const all =
    near +
    (await inPage(
      () => places.filter((place) => place.getBoundingClientRect().bottom > -300).length,
    ));
  await loaded(all, 'at the end');
});

/** What hides an embed, each made in the page, and what shows it. */
const HIDING = {
  'a carousel': [
    () => {
      const carousel = document.createElement('div');
      carousel.style.cssText = 'overflow-x:auto;width:600px;display:flex';
      document.querySelector('#target').append(carousel);
      for (let n = 0; n < 4; n++) window.place(carousel, 'height:150px;flex:0 0 600px');
      const slide = window.place(carousel, 'height:150px;flex:0 0 600px');
      slide.scrolled = carousel;
      return slide;
    },
    (slide) => (slide.scrolled.scrollLeft = 2_400),
  ],
  'a closed <details>': [
    () => {
      const details = document.createElement('details');
      details.append(Object.assign(document.createElement('summary'), { textContent: 'Sales' }));
      document.querySelector('#target').append(details);
      return details;
    },
    (details) => (details.open = true),
  ],
  'a tab that is not shown': [
    () => {
      const tab = document.createElement('section');
      tab.style.display = 'none';
      document.querySelector('#target').append(tab);
      return tab;
    },
    (tab) => (tab.style.display = 'block'),
  ],
  'an element that is in no document': [
    () => document.createElement('section'),
    (section) => document.querySelector('#target').append(section),
  ],
};

test('nothing is loaded where nobody looks, or farther away than the margin', async (t) => {
  await openPage();
  for (const [what, [make]] of Object.entries(HIDING))
    await inPage(
      new Function(
        'what',
        `const hiding = (${make})();
        (window.hidings ??= {})[what] = hiding;
        const place = window.place(hiding, 'height:150px;width:500px');
        return show(place, {}, what).then((embed) => { hiding.embed = embed; });`,
      ),
      what,
    );
  // 500 pixels below what is seen.
  await inPage(async () => {
    for (const margin of ['0px', '700px']) {
      const style = 'position:absolute;top:calc(100vh + 500px);height:150px;width:500px';
      await show(window.place(undefined, style), { loading: { margin } }, margin);
    }
  });
  await loaded(1, 'what is within its margin');
  const order = ['700px'];
  for (const [what, [, reveal]] of Object.entries(HIDING)) {
    await t.test(`in ${what}`, async () => {
      await inPage(new Function('what', `(${reveal})(window.hidings[what]);`), what);
      order.push(what);
      await loaded(order.length, what);
      await inPage((what) => window.hidings[what].embed.ready.then(() => {}), what);
      assert.deepEqual(await inPage(() => window.asked), order);
    });
  }
});

/** Mounts an embed below the end of the page. */
const mountBelow = (more = {}) =>
  inPage(async (more) => {
    window.place(undefined, 'height:300vh');
    window.target = window.place();
    window.controller = new AbortController();
    window.states = [];
    window.seen = [];
    window.embed = await show(target, { signal: controller.signal, ...more });
    embed.on('session', ({ status }) => states.push(status));
    embed.on('*', ({ type }) => seen.push(type));
    embed.on('ready', () => seen.push('bare'), { once: true });
    window.outcome = 'waits';
    embed.ready.then(
      () => (window.outcome = 'ready'),
      ({ code }) => (window.outcome = code),
    );
  }, more);

test('an embed that waits takes what is sent, which arrives once it is ready', async () => {
  await openPage();
  await mountBelow();
  const wrong = await inPage(() => {
    embed.setFilter({ member: 'orders.status', value: 'new' });
    embed.setFilter({ member: 'orders.status', value: 'completed' });
    const code = (call) => {
      try {
        return call();
      } catch (error) {
        return error.code;
      }
    };
    window.renewed = embed.renew().then(() => 'renewed');
    return [
      code(() => embed.setTimezone('Mars/Olympus')),
      code(() => embed.on('drildown', () => {})),
      embed.session.status,
      embed.session.renewal,
      embed.iframe.isConnected,
      window.outcome,
    ];
  });
  const codes = ['invalid-timezone', 'invalid-option'];
  assert.deepEqual(wrong, [...codes, 'starting', 'idle', false, 'waits']);
  await loaded(0, 'below');
  await inPage(() => window.target.scrollIntoView());
  await loaded(1, 'in view');
  await waitFor('ready', () => inPage(() => window.outcome === 'ready'));
  assert.equal(await inPage(() => window.renewed), 'renewed');
  assert.ok(await inPage(() => seen.includes('svc:event:ready') && seen.includes('bare')));
  assert.ok(await inPage(() => states.includes('active')));
  const frame = await driver.executeScript('return window.embed.iframe');
  await waitFor('the filter', () =>
    insideFrame(driver, frame, () =>
      evaluate(driver, () => /completed/.test(document.documentElement.dataset.filters)),
    ),
  );
  // From now on it is an embed like any other.
  await inPage(() => embed.renew());
  assert.equal(await inPage(() => embed.session.renewals), 1);
});

test('an embed that waits ends like any other, and reload does not wait', async (t) => {
  await openPage();
  const ends = { destroy: () => embed.destroy(), 'an abort': () => controller.abort() };
  for (const [how, end] of Object.entries(ends)) {
    await t.test(how, async () => {
      await mountBelow();
      await inPage(new Function(`(${end})();`));
      const after = await inPage(async () => {
        await new Promise((done) => setTimeout(done));
        const code = await embed.renew().catch(({ code }) => code);
        let sent;
        try {
          embed.refresh();
        } catch (error) {
          sent = error.code;
        }
        window.target.scrollIntoView();
        return [window.outcome, embed.session.status, states, code, sent];
      });
      assert.deepEqual(after, ['destroyed', 'stopped', ['stopped'], 'destroyed', 'destroyed']);
    });
  }
  await loaded(0, 'what has ended');
  assert.equal(await inPage(() => document.querySelector('iframe')), null);
  await mountBelow();
  await inPage(() => {
    embed.reload();
  });
  await loaded(1, 'asked for');
  // What is printed has no place that stays blank only because nobody has seen it.
  await mountBelow();
  await inPage(() => dispatchEvent(new Event('beforeprint')));
  await loaded(2, 'printed');
});

test('the element is lazy, too', async () => {
  await openPage();
  await inPage(async (tenant) => {
    await import('/dist/element.js');
    window.place(undefined, 'height:300vh');
    window.element = document.createElement('svc-embed');
    Object.assign(element, options('element'), { baseUrl: tenant, publicId: 'sales-overview' });
    element.style.height = '400px';
    element.setAttribute('loading', 'lazy');
    document.querySelector('#target').append(element);
  }, sandbox.tenant);
  await loaded(0, 'the element');
  await inPage(() => window.element.scrollIntoView());
  await loaded(1, 'the element');
  await waitFor('the element', () => inPage(() => element.ready.then(() => true)));
});

test('of six embeds those in view come first, and so many at a time as the page says', async () => {
  await openPage();
  await inPage(async () => {
    void bridge.init({ loadsAtOnce: 2 });
    window.most = 0;
    const running = new Set();
    window.done = 0;
    const places = Array.from({ length: 6 }, () => window.place(undefined, 'height:250px'));
    // From the last to the first.
    for (const n of [...places.keys()].reverse()) {
      const name = `${n}`;
      const { getSession, ...rest } = window.options(name);
      void bridge
        .mount(places[n], {
          ...rest,
          getSession: (request) => {
            running.add(name);
            window.most = Math.max(window.most, running.size);
            return getSession(request);
          },
        })
        .then(async (embed) => {
          await embed.ready;
          running.delete(name);
          window.done++;
        });
    }
  });
  await waitFor('all six', () => inPage(() => window.done === 6));
  const { asked, most } = await inPage(() => ({ asked: window.asked.map(Number), most }));
  assert.equal(most, 2);
  const seen = await inPage(
    () =>
      [...document.querySelectorAll('#target > div')].filter(
        (place) => place.getBoundingClientRect().top < innerHeight,
      ).length,
  );
  assert.ok(seen >= 3, String(seen));
  assert.deepEqual(
    asked.slice(0, seen).toSorted((one, other) => one - other),
    [...Array(seen).keys()],
  );
  assert.deepEqual(asked.slice(seen), [...Array(6).keys()].slice(seen));
});

test('an embed that does not come makes room for the next', async () => {
  await openPage();
  await inPage(() => {
    void bridge.init({ loadsAtOnce: 1 });
    const never = { getSession: () => (window.asked.push('never'), new Promise(() => {})) };
    void bridge.mount(window.place(), window.options('', never)).then((embed) => {
      window.first = embed;
    });
    void bridge.mount(window.place(), window.options('second'));
  });
  await sleep(A_WHILE);
  assert.deepEqual(await inPage(() => window.asked), ['never']);
  // Destroyed, it makes room at once.
  await inPage(() => window.first.destroy());
  await waitFor('the other', () => inPage(() => window.asked.length === 2));
  assert.deepEqual(await inPage(() => window.asked), ['never', 'second']);
});

test('a wrong word is refused; the browser is asked to connect while the backend mints', async () => {
  await openPage();
  const codes = await inPage(async () => {
    const code = (promise) =>
      promise.then(
        () => 'none',
        (error) => error.code,
      );
    const target = window.place();
    const wrong = ['soon', 7, {}, { margin: 3 }, { margin: 'wide' }];
    return [
      ...(await Promise.all(wrong.map((loading) => code(show(target, { loading }))))),
      await code(bridge.init({ loadsAtOnce: 0 })),
      await code(bridge.init({ loadsAtOnce: '4' })),
      await code(show('#nowhere')),
      target.childElementCount,
    ];
  });
  assert.deepEqual(codes, [...Array(7).fill('invalid-option'), 'invalid-target', 0]);
  const links = await inPage(async () => {
    const seen = [];
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.localName === 'link') seen.push(node);
    });
    observer.observe(document.head, { childList: true });
    const never = () => new Promise(() => {});
    await bridge.mount(window.place(), window.options('', { getSession: never }));
    // A private embed is asked for at once.
    await bridge.mount(
      window.place(),
      window.options('', { getSession: undefined, logger: false }),
    );
    await new Promise((done) => setTimeout(done));
    return seen.map(({ rel, href, crossOrigin, isConnected }) => [
      rel,
      href,
      crossOrigin,
      isConnected,
    ]);
  });
  assert.deepEqual(links, [['preconnect', `${sandbox.tenant}/`, null, false]]);
});
