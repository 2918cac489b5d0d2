// React repeats effects, replaces nodes and changes props: the page keeps one working embed.

import assert from 'node:assert/strict';
import { isNightly, test } from './support/test.mjs';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { SvcEmbed } from 'svc-embed/react';
import { control, counts } from './support/embed.mjs';
import { evaluate, insideFrame, waitFor } from './support/page.mjs';
import { bundleModule, openReact, versions } from './support/react.mjs';
import { guideExample } from './support/guide.mjs';
import { driver, sandbox } from './support/world.mjs';

/** Runs `body` in the page with `window.page` as its first argument. */
const inPage = (body, ...args) =>
  evaluate(driver, new Function('...args', `return (${body})(window.page, ...args);`), ...args);

const inEmbed = (body, ...args) =>
  insideFrame(driver, 'iframe', () => evaluate(driver, body, ...args));

/** Makes the embed send an event. */
const say = (type, payload) =>
  inEmbed(
    (type, payload) => {
      const message = { source: 'svc-embed', direction: 'event', surface: 'dashboard', payload };
      parent.postMessage({ ...message, type: `svc:event:${type}`, timestamp: Date.now() }, '*');
    },
    type,
    payload,
  );

const heard = (type, count = 1) =>
  waitFor(`event ${count} of kind ${type}`, async () => {
    const seen = await inPage(({ seen }) => seen);
    if (seen.filter((kind) => kind === type).length >= count) return true;
    throw new Error(seen.join());
  });

const showsThat = (wanted) =>
  waitFor(`an embed that shows ${JSON.stringify(wanted)}`, async () => {
    const state = await inEmbed(() => ({ ...document.documentElement.dataset }));
    if (Object.entries(wanted).every(([key, value]) => state[key] === value)) return true;
    throw new Error(JSON.stringify(state));
  });

const settle = (ms = 300) =>
  evaluate(driver, (ms) => new Promise((done) => setTimeout(done, ms)), ms);
const mints = async () => (await counts()).mintRequests;

/** Asserts: there is one iframe, its session works, and React has reported no problem. */
async function oneEmbed({ minted = 1 } = {}) {
  await waitFor('a session', async () =>
    inPage(({ embed }) => embed.current.session.status === 'active'),
  );
  await settle();
  const found = await inPage(({ complaints, embed }) => [
    document.querySelectorAll('iframe').length,
    embed.current.iframe === document.querySelector('iframe'),
    complaints,
  ]);
  assert.deepEqual(found, [1, true, []]);
  assert.equal(await mints(), minted);
  assert.equal((await counts()).rejectedExchanges, 0);
}

test('React 19: the bare element, defined before it is rendered; from a server its attributes', async () => {
  await openReact('19');
  await inPage(async ({ React, hydrateRoot, options, getSession, render, seen, target }) => {
    const { SvcEmbedElement } = await import('/dist/element.js');
    const { baseUrl, renewal } = options();
    SvcEmbedElement.allow({ baseUrl, sessionUrl: '/api/embed-session' });
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

for (const version of versions) {
  const inReact = (title, body) =>
    test(`React ${version}: ${title}`, async (t) => {
      await openReact(version);
      await body(t);
    });

  inReact('StrictMode keeps one iframe and mints once', async () => {
    await inPage(({ React, SvcEmbed, embed, options, render }) => {
      const props = options({ className: 'sales', style: { height: 400 }, ref: embed });
      render(React.createElement(React.StrictMode, null, React.createElement(SvcEmbed, props)));
    });
    await heard('ready');
    await oneEmbed();
    const [asked, box] = await inPage(({ requests, embed }) => {
      const { width, height } = embed.current.iframe.getBoundingClientRect();
      const around = document.querySelector('.sales').getBoundingClientRect();
      return [
        requests.map(({ reason }) => reason),
        [
          width === around.width,
          height,
          around.height,
          document.querySelector('.sales').scrollHeight,
        ],
      ];
    });
    assert.deepEqual(asked, ['mount']);
    assert.deepEqual(box, [true, 400, 400, 400]);
  });

  inReact('handlers and getSession are always the latest', async () => {
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
    'routes to and fro leave one iframe, and a mint that outlives its embed is dropped',
    async () => {
      await control('faults', { backend: { mode: 'slow', delayMs: 5_000, times: 3 } });
      await inPage(async ({ React, SvcEmbed, embed, flushSync, options, render, requests }) => {
        const pause = () => new Promise((done) => setTimeout(done, 100));
        const goAndAsk = async (path) => {
          const { length } = requests;
          go(path);
          while (requests.length === length) await pause();
        };
        const Route = ({ path }) =>
          path === '/sales'
            ? React.createElement(SvcEmbed, options({ ref: embed }))
            : React.createElement('p', null, 'Another page');
        const go = (path) =>
          flushSync(() =>
            render(
              React.createElement(React.StrictMode, null, React.createElement(Route, { path })),
            ),
          );
        // Two speeds: slow enough that each embed has asked for an id, and at once.
        for (let times = 1; times <= 3; times++) {
          await goAndAsk('/sales');
          go('/');
          await pause();
        }
        for (const path of ['/sales', '/', '/sales']) go(path);
      });
      await heard('ready');
      await oneEmbed({ minted: 4 });
      const aborted = await inPage(({ requests }) => requests.map(({ signal }) => signal.aborted));
      assert.deepEqual(aborted, [true, true, true, false]);
      assert.equal((await counts()).exchanges, 1);

      const end = await inPage(({ root, embed }) => {
        const { current } = embed;
        root.unmount();
        return new Promise((done) =>
          setTimeout(() =>
            done([
              current.session.status,
              embed.current,
              document.querySelectorAll('iframe').length,
            ]),
          ),
        );
      });
      assert.deepEqual(end, ['stopped', null, 0]);
    },
  );

  inReact('useSvcEmbed tells of the embed and its session, wherever its ref goes', async () => {
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
  });

  inReact('what cannot be mounted goes to onMountFailed and to the hook', async () => {
    const outcome = await inPage(async ({ React, options, render, useSvcEmbed }) => {
      const told = [];
      const Own = ({ baseUrl }) => {
        const onMountFailed = ({ code }) => told.push(code);
        const { ref, error } = useSvcEmbed(options({ baseUrl, onMountFailed }));
        return React.createElement('div', { ref, title: error?.code });
      };
      const titleOf = () => document.querySelector('#target div')?.title ?? '';
      /** Shows it, and waits until its title is another, or for ten seconds. */
      const show = async (baseUrl) => {
        const before = titleOf();
        render(React.createElement(Own, { baseUrl }));
        for (let times = 0; times < 100 && titleOf() === before; times++)
          await new Promise((done) => setTimeout(done, 100));
        return titleOf();
      };
      return [await show('nowhere'), await show(options().baseUrl), told];
    });
    assert.deepEqual(outcome, ['invalid-base-url', '', ['invalid-base-url']]);
    await heard('ready');
  });

  inReact('what is no filter has an error that names its place, at once and later', async () => {
    const show = (key, wrong) =>
      inPage(
        ({ React, SvcEmbed, embed, options, parse, render, said }, key, wrong) => {
          const filters = parse('[{ "member": "orders.region", "value": "Europe" }]');
          if (wrong) filters.push({ null: null, undefined, false: false }[wrong]);
          const onMountFailed = ({ code, message }) => said.push(`${code}: ${message}`);
          render(
            React.createElement(SvcEmbed, options({ key, ref: embed, filters, onMountFailed })),
          );
        },
        key,
        wrong,
      );
    const named = (count) =>
      waitFor(`${count} errors`, async () => {
        const texts = await inPage(({ said, complaints }) => [...said, ...complaints]);
        if (texts.length === count) return texts;
        throw new Error(texts.join());
      });
    await inPage((page) => {
      page.said = page.parse('[]');
    });
    for (const [index, wrong] of ['null', 'undefined', 'false'].entries()) {
      await show(wrong, wrong);
      const texts = await named(index + 1);
      assert.match(texts.at(-1), /filters\[1\]: (null|undefined|boolean) is no filter\./);
    }
    await show('running');
    await heard('ready');
    await show('running', 'null');
    const texts = await named(4);
    assert.match(texts.at(-1), /filters\[1\]: null is no filter\./);
    assert.equal(await inPage(() => document.querySelectorAll('iframe').length), 1);
  });

  inReact(
    'every way to no dashboard goes to onMountFailed, to the hook and to errorFallback',
    async () => {
      const outcomes = await inPage(
        async ({ React, SvcEmbed, getSession, options, parse, render }) => {
          const { SignedOutError } = await import('/dist/index.js');
          const { createElement: h } = React;
          const outcome = async (key, more) => {
            const told = [];
            const failed = new Promise((done) => {
              const onMountFailed = (error) => (told.push(error.code), done());
              const errorFallback = ({ error, retry }) =>
                h('button', { onClick: retry }, `${error.code}: try again`);
              const props = { key, onMountFailed, errorFallback, fallback: 'wait', logger: false };
              render(h(SvcEmbed, options({ ...props, ...more })));
            });
            await failed;
            await new Promise((done) => setTimeout(done, 50));
            return [key, told, document.querySelector('#target').textContent];
          };
          const renewal = (more) =>
            parse(JSON.stringify({ retryMinMs: 1, retryMaxMs: 1, ...more }));
          const down = () => Promise.reject(new Error('down'));
          return [
            await outcome('option', { baseUrl: 'nowhere' }),
            await outcome('signed out', { getSession: () => Promise.reject(new SignedOutError()) }),
            await outcome('mint', { getSession: down, renewal: renewal({ maxAttempts: 2 }) }),
            await outcome('ready', {
              readyTimeoutMs: 100,
              getSession: () => new Promise(() => {}),
            }),
          ];
        },
      );
      const codes = ['invalid-base-url', 'signed-out', 'mint-failed', 'ready-timeout'];
      assert.deepEqual(
        outcomes.map(([, told, shown]) => [told, shown]),
        codes.map((code) => [[code], `${code}: try again`]),
      );
    },
  );

  inReact('fallback covers the iframe until it is ready', async () => {
    await control('faults', { backend: { mode: 'slow', delayMs: 3_000, times: 1 } });
    await inPage(({ React, SvcEmbed, embed, options, render }) => {
      const fallback = React.createElement('p', { id: 'wait', style: { margin: 0 } }, 'wait');
      const props = { fallback, className: 'sales', style: { height: 400 }, ref: embed };
      render(React.createElement(SvcEmbed, options(props)));
    });
    await waitFor('the iframe', () => inPage(({ embed }) => embed.current !== null));
    await settle(50);
    const seen = await inPage(({ embed }) => {
      const around = document.querySelector('.sales').getBoundingClientRect();
      const cover = document.querySelector('#wait').parentElement.getBoundingClientRect();
      const same = ['x', 'y', 'width', 'height'].map((side) => cover[side] === around[side]);
      const { iframe } = embed.current;
      return [same, getComputedStyle(iframe).opacity, iframe.inert];
    });
    assert.deepEqual(seen, [Array(4).fill(true), '0', true]);
    await heard('ready');
    await oneEmbed();
    const after = await inPage(({ embed }) => [
      document.querySelector('#wait'),
      getComputedStyle(embed.current.iframe).opacity,
      embed.current.iframe.inert,
    ]);
    assert.deepEqual(after, [null, '1', false]);
  });

  inReact('the cover gives the iframe back the looks that the page gave it', async () => {
    await inPage(({ React, SvcEmbed, embed, options, render }) => {
      const props = {
        attributes: { style: 'opacity: 0.5', inert: '' },
        fallback: 'wait',
        ref: embed,
      };
      render(React.createElement(SvcEmbed, options(props)));
    });
    await heard('ready');
    await oneEmbed();
    const looks = await inPage(({ embed: { current } }) => [
      getComputedStyle(current.iframe).opacity,
      current.iframe.inert,
    ]);
    assert.deepEqual(looks, ['0.5', true]);
  });

  inReact('an iframe under a fallback has animation frames', async () => {
    await inPage(({ React, SvcEmbed, embed, options, render }) => {
      const getSession = () => new Promise(() => {});
      const props = { getSession, fallback: 'wait', style: { height: 400 }, ref: embed };
      render(React.createElement(SvcEmbed, options(props)));
    });
    await waitFor('the iframe', () => inPage(({ embed }) => embed.current !== null));
    await inPage(async ({ embed, options }) => {
      const { iframe } = embed.current;
      const loaded = new Promise((done) => iframe.addEventListener('load', done, { once: true }));
      iframe.src = `${options().baseUrl}/a-page-that-never-says-ready`;
      await loaded;
    });
    const hasFrames = await inEmbed(
      () =>
        new Promise((done) => {
          requestAnimationFrame(() => done(true));
          setTimeout(() => done(false), 5_000);
        }),
    );
    assert.equal(hasFrames, true);
  });

  inReact('a failure passes: by a retry, and by the embed itself', async () => {
    const show = (more) =>
      inPage(({ React, embed, options, parse, render, useSvcEmbed, ...page }, more) => {
        window.failures = 1;
        const App = () => {
          const renewal = { spreadMs: 0, retryMinMs: 1, retryMaxMs: 1, maxAttempts: 1, ...more };
          const getSession = (request) => {
            if (window.failures-- > 0) throw new Error('down');
            return page.getSession(request);
          };
          const all = { getSession, renewal: parse(JSON.stringify(renewal)), logger: false };
          const { ref, retry, ...state } = useSvcEmbed(options(all));
          Object.assign(embed, { current: state.embed, state, retry });
          return React.createElement('div', { ref });
        };
        render(React.createElement(App));
      }, more);
    const failedWith = (code) =>
      waitFor(`the error ${code}`, () =>
        inPage(({ embed }, code) => (embed.state.error?.code ?? null) === code, code),
      );
    await show({ retryStoppedMs: false });
    await failedWith('mint-failed');
    await inPage(({ embed }) => (window.first = embed.current));
    await inPage(({ embed }) => (embed.retry(), embed.retry()));
    await heard('ready');
    await failedWith(null);
    assert.ok(await inPage(({ embed }) => embed.current !== window.first && embed.state.isReady));
    // Without an error there is nothing to try again.
    await inPage(({ embed }) => (window.second = embed.current));
    await inPage(({ embed }) => embed.retry());
    await oneEmbed();
    assert.ok(await inPage(({ embed }) => embed.current === window.second));

    await show({ retryStoppedMs: 2_000 });
    await failedWith('mint-failed');
    await inPage(({ embed }) => (window.first = embed.current));
    await heard('ready', 2);
    await failedWith(null);
    assert.ok(await inPage(({ embed }) => embed.current === window.first));
    await oneEmbed({ minted: 2 });
  });

  inReact(
    'a filter that is taken away is cleared, or with the option costs a new embed',
    async () => {
      const show = (filters, more) =>
        inPage(
          ({ React, SvcEmbed, embed, options, parse, render }, filters, more) => {
            render(
              React.createElement(
                SvcEmbed,
                options({ ref: embed, filters: filters && parse(filters), ...more }),
              ),
            );
          },
          filters && JSON.stringify(filters),
          more,
        );
      const filterCount = (count) =>
        waitFor(`${count} filters`, async () => {
          const filters = await inEmbed(() => document.documentElement.dataset.filters);
          if (JSON.parse(filters).length === count) return true;
          throw new Error(filters);
        });
      const region = { member: 'orders.region', value: 'Europe' };
      const status = { member: 'orders.status', value: 'completed' };
      await show([region, status]);
      await heard('dashboard-loaded');
      await filterCount(2);
      await inPage(({ embed }) => (window.first = embed.current));
      await show([region]);
      await filterCount(1);
      await show(undefined);
      await filterCount(0);
      assert.ok(await inPage(({ embed }) => embed.current === window.first));
      await oneEmbed();
      await show([status], { removedFilters: 'reload' });
      await filterCount(1);
      await oneEmbed();
      await show([], { removedFilters: 'reload' });
      await heard('ready', 2);
      await filterCount(0);
      await oneEmbed({ minted: 2 });
      assert.ok(await inPage(({ embed }) => embed.current !== window.first));
    },
  );

  inReact('a misspelt option is warned of, and what is none is not', async () => {
    const warned = await inPage(async ({ React, SvcEmbed, embed, options, render }) => {
      const warned = [];
      const logger = { warn: (text) => warned.push(text), debug() {} };
      const own = { id: 'sales', 'data-testid': 'it', style: {}, removedFilters: 'clear' };
      const more = { fallback: 'wait', onView() {}, colorscheme: 'dark', logger, ref: embed };
      render(React.createElement(SvcEmbed, options({ ...own, ...more })));
      while (warned.length === 0) await new Promise((done) => setTimeout(done, 20));
      return warned;
    });
    const hint = 'Did you mean colorScheme?';
    assert.deepEqual(warned, [`svc-embed: There is no option colorscheme. ${hint}`]);
    await heard('ready');
    await oneEmbed();
  });

  inReact('id, role, aria-* and data-* are of its element', async () => {
    await inPage(({ React, SvcEmbed, embed, options, render }) => {
      const own = { id: 'sales', role: 'region', 'aria-label': 'Sales', 'data-testid': 'it' };
      render(React.createElement(SvcEmbed, options({ ...own, ref: embed })));
    });
    await heard('ready');
    const found = await inPage(({ embed }) => {
      const element = document.querySelector('[data-testid=it]');
      const { iframe } = embed.current;
      return [...['id', 'role', 'aria-label'].map((name) => element.getAttribute(name)), iframe.id];
    });
    assert.deepEqual(found, ['sales', 'region', 'Sales', '']);
    await oneEmbed();
  });

  inReact('a getSession that throws at once is reported', async () => {
    const told = await inPage(async ({ React, options, render, useSvcEmbed }) => {
      const { SignedOutError } = await import('/dist/index.js');
      const states = [];
      const getSession = () => {
        throw new SignedOutError();
      };
      const onSession = ({ lastError }) => states.push(lastError.code);
      const App = () => {
        const { ref, session } = useSvcEmbed(options({ getSession, onSession }));
        const isSignedOut = session?.lastError?.code === 'signed-out';
        return React.createElement('div', { ref }, isSignedOut && 'Please sign in');
      };
      render(React.createElement(App));
      while (states.length === 0) await new Promise((done) => setTimeout(done, 20));
      await new Promise((done) => setTimeout(done, 100));
      return [states, document.querySelector('#target').textContent];
    });
    assert.deepEqual(told, [['signed-out'], 'Please sign in']);
  });

  inReact('Suspense that hides it does not end it', async () => {
    await inPage(({ React, SvcEmbed, embed, options, render }) => {
      let release;
      const waiting = new Promise((resolve) => (release = resolve));
      let suspended = false;
      const Late = () => {
        if (suspended) throw waiting;
        return null;
      };
      const { createElement: h, Suspense } = React;
      const show = () =>
        render(
          h(
            Suspense,
            { fallback: h('p', null, 'wait') },
            h(SvcEmbed, options({ ref: embed })),
            h(Late),
          ),
        );
      window.suspend = (state) => {
        suspended = state;
        if (state) show();
        else release();
      };
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
  });

  inReact('an Activity that hides it ends it, and shown again it mounts', async (t) => {
    if (!(await inPage(({ React }) => 'Activity' in React))) {
      return t.skip('this version has none');
    }
    await inPage(({ React, SvcEmbed, embed, options, render }) => {
      const { createElement: h, Activity } = React;
      window.show = (mode) => render(h(Activity, { mode }, h(SvcEmbed, options({ ref: embed }))));
      window.show('visible');
    });
    await heard('ready');
    await inPage(({ embed }) => (window.first = embed.current));
    await inPage(() => window.show('hidden'));
    await waitFor('the end', () => inPage(() => window.first.session.status === 'stopped'));
    assert.equal(await inPage(() => document.querySelectorAll('iframe').length), 0);
    await inPage(() => window.show('visible'));
    await heard('ready', 2);
    await oneEmbed({ minted: 2 });
  });

  inReact('fast refresh keeps the embed, with the new handlers', async () => {
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
      render(React.createElement(define('first')));
    });
    await heard('dashboard-loaded');
    assert.equal(await inPage(() => window.edit()), 1);
    await settle();
    assert.equal(await inPage(() => window.effects), 2, 'React ran the effects again');
    await say('drilldown', { member: 'orders.count' });
    await heard('drilldown');
    assert.deepEqual(await inPage(() => window.calls), ['second']);
    await oneEmbed();
  });

  inReact('the server renders the place for it, and hydration agrees', async () => {
    const place = { className: 'sales', style: { height: 300 } };
    const options = { baseUrl: sandbox.tenant, surface: { kind: 'chat' } };
    const html = renderToString(createElement(SvcEmbed, { ...options, ...place }));
    assert.equal(html, '<div class="sales" style="height:300px"></div>');
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
        hydrateRoot(target, app, { onRecoverableError: ({ message }) => errors.push(message) });
        await new Promise((done) => setTimeout(done, 500));
        return [errors, target.firstChild === div];
      },
      html,
      place,
    );
    assert.deepEqual(recovered, [[], true]);
    await heard('ready');
    await oneEmbed();
  });

  inReact(
    'a list that React sorts anew keeps the embed, though the browser loads its iframe',
    async () => {
      await inPage(({ React, SvcEmbed, embed, options, render }) => {
        const { createElement: h } = React;
        const item = (key) =>
          h('li', { key }, key === 'sales' ? h(SvcEmbed, options({ ref: embed })) : key);
        window.show = (...keys) => render(h('ul', null, keys.map(item)));
        window.show('sales', 'other');
      });
      await heard('ready');
      await inPage(({ embed }) => {
        window.first = embed.current;
        embed.current.setColorScheme('dark');
        window.show('other', 'sales');
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
    },
  );
}

test("the guide's component runs", async () => {
  const example = guideExample('react.md', 'tsx', 'useRef').replace(
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

test('an embed whose list was out of the page when its id came is back with the list', async () => {
  await openReact('19');
  await control('faults', { strict: true });
  await inPage((page) => {
    const { React, SvcEmbed, embed, options, render } = page;
    const { createElement: h } = React;
    const mint = page.getSession;
    page.gate = Promise.resolve();
    page.getSession = (request) => page.gate.then(() => mint(request));
    const item = (key) =>
      h('li', { key }, key === 'sales' ? h(SvcEmbed, options({ ref: embed })) : key);
    window.show = (...keys) => render(h('ul', null, keys.map(item)));
    window.show('sales', 'other');
  });
  await heard('ready');
  const isRequested = () => inPage(({ requests }) => requests.length);
  await inPage((page) => {
    page.gate = new Promise((open) => (page.open = open));
    // As in a handler of a click, React then runs its effects at once.
    page.flushSync(() => window.show('other', 'sales'));
  });
  await inPage(async (page) => {
    page.list = page.target.firstChild;
    page.list.remove();
    page.open();
    await new Promise((done) => setTimeout(done, 300));
  });
  await waitFor('the id', async () => (await isRequested()) === 2);
  await inPage(({ target, list }) => target.append(list));
  await heard('ready', 2);
  await showsThat({ sessionState: 'active' });
});

/** Ten times each. At night four hundred. */
const PARTS = isNightly ? 40 : 8;

test('twenty embeds that are reordered again and again are all there at the end', async () => {
  await openReact('19');
  await control('faults', { strict: true });
  await inPage((page) => {
    page.states = new Map();
    // One function for each embed, so that each notes its own state.
    page.props = Array.from({ length: 20 }, (_, key) => ({
      ...page.options({ renewal: undefined }),
      key,
      onSession: (state) => page.states.set(key, state.status),
    }));
  });
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
    'twenty embeds in the page',
    async () => {
      const [states, embeds, iframes] = await inPage(({ states, props, target }) => [
        [...states.values()],
        props.length,
        target.querySelectorAll('iframe').length,
      ]);
      const areActive = states.length === 20 && states.every((status) => status === 'active');
      if (areActive && embeds === 20 && iframes === 20) return true;
      throw new Error(`${states.join()}; ${iframes} iframes`);
    },
    { timeoutMs: 60_000 },
  );
  const { mintRequests, rejectedExchanges } = await counts();
  assert.ok(mintRequests < PARTS * 20, `${mintRequests} mints`);
  // A browser that loads each moved iframe again would do so with its spent id.
  assert.equal(rejectedExchanges, 0);
});
