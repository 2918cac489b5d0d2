// A head start: the rest of the package comes late or never. Whatever happens meanwhile, an embed ends in the
// state in which it would be if the rest had been there. e2e/scenes-late.test.mjs plays every scene with a late core.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { isPlayed } from '../scripts/lib/suites.mjs';
import { inPage } from './support/hostile.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { embedPage, html, servePages } from './support/pages-server.mjs';
import { test } from './support/test.mjs';
import { driver } from './support/world.mjs';

/** The page's script: how a row begins, and what is known afterwards. */
const SCRIPT = `
  const calls = [];
  const heard = [];
  const failures = [];
  const other = [];
  let entries;
  let embed;
  let open = 0;
  let most = 0;
  /** How often an embed's page has said all that it says first. */
  let loads = 0;
  addEventListener('message', ({ data }) => (loads += data.payload?.path === '/2'));
  const task = () => new Promise((done) => setTimeout(done, 20));
  const loaded = async (times = 1) => {
    while (loads < times) await task();
  };
  const optionsOf = (answer, given) => ({
    baseUrl: tenant,
    surface: { kind: 'dashboard', publicId: 'sales' },
    // A failed attempt is repeated after the test.
    renewal: { retryMinMs: 60_000 },
    logger: false,
    getSession: async ({ reason, attempt, signal }) => {
      const call = { reason, attempt, signal };
      calls.push(call);
      most = Math.max(most, ++open);
      try {
        return await answer('id-' + calls.length, call);
      } finally {
        open--;
      }
    },
    ...given,
  });
  const mounts = [];
  function follow(promise) {
    mounts.push(
      promise.then(
        (made) => {
          embed = made;
          embed.on('*', ({ type, payload }) => heard.push(type.slice(10) + (payload.path ?? '')));
          window.onMade?.();
        },
        ({ name, code }) => failures.push(name === 'EmbedError' ? code : name),
      ),
    );
  }
  /** Resolves once the embed has begun. */
  async function start({ target = 'main', ...given } = {}, answer = async (id) => (await task(), id)) {
    const { mount } = await import('/dist/index.js');
    entries ??= history.length;
    follow(mount(target, optionsOf(answer, given)));
    await task();
  }
  const iframe = () => document.querySelector('iframe');
  const set = (owner, name, value) => Object.defineProperty(owner, name, { value, configurable: true });
  const outcome = () => {
    const { status, renewal, attempt, renewals, lastError, mode, nextAttemptAt } = embed?.session ?? {};
    return {
      calls: calls.map(({ reason, attempt, signal }) => [reason, attempt, signal.aborted].join(' ')),
      heard: window.isUnordered ? heard.sort() : heard,
      failures,
      other,
      isMany: most > 4,
      session: [status, renewal, attempt, renewals, mode, lastError?.code].join(' '),
      next: window.hasClock && nextAttemptAt,
      iframes: document.querySelectorAll('iframe').length,
      entries: history.length - entries,
    };
  };`;

/** What the embed's page does: its events come before the rest is there. */
const EMBED = embedPage(`
  const talk = () => { ready(); say('navigate', { path: '/1' }); say('navigate', { path: '/2' }); };
  talk();
  addEventListener('message', ({ data }) => data === 'again' && location.reload());`);

const heard = (times) => `heard.length === ${times}`;
const fails = (code) => `embed?.session.lastError?.code === '${code}'`;
const rejects = (code) => `failures[0] === '${code}'`;
const CALLED = 'calls.length === 1';

/** What a page does while the rest is not there, and what is true in the end. */
const ROWS = {
  'an embed that works': [heard(3), () => start().then(() => loaded())],
  'a private one': [
    heard(3),
    async () => {
      await start({ getSession: undefined, mode: 'private' });
      await loaded();
    },
  ],
  'params, filters, attributes, actions': [
    heard(3),
    async () => {
      const filters = [{ member: 'orders.status', value: "it's" }];
      const attributes = { allow: 'fullscreen', class: 'x' };
      const surface = { kind: 'app', deploymentId: 7 };
      await start({
        surface,
        params: { tg: 'week' },
        filters,
        attributes,
        locale: 'de',
        theme: {},
      });
      await loaded();
    },
  ],
  'a chat with renewal and a path': [
    heard(3),
    async () => {
      const renewal = { retryMinMs: 1, retryMaxMs: 2, maxAttempts: 1, lifetimeMs: 1e9 };
      await start({ surface: { kind: 'chat', path: '/talk?id={session}' }, renewal });
      await loaded();
    },
  ],
  'one that is destroyed as soon as it is there, and whose end is heard': [
    heard(1),
    async () => {
      window.onMade = () => {
        embed.on('session', ({ status }) => heard.push(status));
        embed.destroy();
      };
      await start({}, () => new Promise(() => {}));
    },
  ],
  'a lazy one': [heard(3), () => start({ loading: 'lazy' }).then(() => loaded())],
  'a lazy one that is destroyed': [
    `embed.session.status === 'stopped'`,
    async () => {
      await start({ loading: 'lazy' });
      await loaded();
      embed.destroy();
      // Nothing is heard any more, also of what came before.
      heard.length = 0;
    },
  ],
  'loads one after the other': [
    heard(6),
    async () => {
      await Promise.race([(await import('/dist/index.js')).init({ loadsAtOnce: 1 }), task()]);
      window.isUnordered = true;
      await start();
      await start();
      await loaded();
    },
  ],
  'getSession rejects': [
    fails('mint-failed'),
    async () => {
      window.hasClock = true;
      Date.now = () => 1e12 + (window.later ?? 0);
      await start({}, () => Promise.reject(new Error('503')));
      // The pause begins when the call failed, not when the core learned of it.
      window.later = 5_000;
    },
  ],
  'getSession throws': [
    fails('mint-failed'),
    async () =>
      start({
        getSession: () => {
          calls.push({ reason: 'mount', signal: {} });
          throw new Error('no');
        },
      }),
  ],
  'getSession hangs': [CALLED, () => start({}, () => new Promise(() => {}))],
  'getSession returns junk': [fails('mint-invalid'), () => start({}, () => ({}))],
  'the user is signed out': [
    fails('signed-out'),
    () => start({}, () => Promise.reject(Object.assign(new Error(), { name: 'SignedOutError' }))),
  ],
  'an id that another embed has used': [
    fails('mint-repeated'),
    async () => {
      await start({}, () => 'id');
      await loaded();
      await start({}, () => 'id');
    },
  ],
  'ten embeds': [
    heard(30),
    async () => {
      window.isUnordered = true;
      const all = Array.from({ length: 10 }, () => start());
      await Promise.all(all);
      await loaded(4);
    },
  ],
  'getSession aborts': [
    rejects('AbortError'),
    async () => {
      const controller = new AbortController();
      await start({ signal: controller.signal }, () => controller.abort());
    },
  ],
  'the target goes': [
    heard(3),
    async () => {
      await start();
      await loaded();
      document.querySelector('main').remove();
    },
  ],
  'the frame is moved': [
    heard(6),
    async () => {
      await start();
      await loaded();
      document.body.append(iframe());
    },
  ],
  'the frame is moved before the id is there': [
    heard(3),
    async () => {
      let answer;
      await start({}, () => new Promise((resolve) => (answer = resolve)));
      document.body.append(document.querySelector('main'));
      answer('id');
      await loaded();
    },
  ],
  'the target comes later': [
    heard(3),
    async () => {
      const target = document.createElement('div');
      await start({ target });
      document.body.append(target);
      await task();
    },
  ],
  'the frame loads another document': [
    // The second one is unknown until its first event, and is then the same embed.
    `heard.length >= 6`,
    async () => {
      await start();
      await loaded();
      iframe().contentWindow.postMessage('again', '*');
      await loaded(2);
    },
  ],
  'nobody sees the page': [
    heard(3),
    async () => {
      set(document, 'hidden', true);
      await start();
      await loaded();
      delete document.hidden;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  ],
  'the page is offline': [
    heard(3),
    async () => {
      set(navigator, 'onLine', false);
      await start();
      await loaded();
      delete navigator.onLine;
      window.dispatchEvent(new Event('online'));
    },
  ],
  'the page comes back from the back/forward cache': [
    heard(3),
    async () => {
      await start();
      await loaded();
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    },
  ],
  'the page is prerendered': [
    heard(3),
    async () => {
      set(document, 'prerendering', true);
      await start();
      delete document.prerendering;
      document.dispatchEvent(new Event('prerenderingchange'));
    },
  ],
  'another copy of the package': [
    heard(3),
    async () => {
      await start();
      await loaded();
      const { connect } = await import('/copy/index.js');
      await connect(
        iframe(),
        optionsOf((id) => id),
      ).catch(({ code }) => other.push(code));
    },
  ],
  "an iframe of the page's own": [
    heard(3),
    async () => {
      const { connect } = await import('/dist/index.js');
      const own = document.createElement('iframe');
      own.src = tenant + '/embed/dashboard/sales?session=own';
      document.querySelector('main').append(own);
      follow(
        connect(
          own,
          optionsOf((id) => id),
        ),
      );
      await loaded();
    },
  ],
  'a wrong option': [rejects('invalid-option'), () => start({ locale: 'not a locale!' })],
  'a wrong renewal': [
    rejects('invalid-option'),
    () => start({ renewal: { retryMinMs: 2, retryMaxMs: 1 } }),
  ],
  'no attempt': [rejects('invalid-option'), () => start({ renewal: { maxAttempts: 0.5 } })],
  'a wrong target': [rejects('invalid-target'), () => start({ target: '#none' })],
};

/** Rows that say for themselves how `mount` ends, whether the rest comes or not. */
const WITHOUT_FILE = /lazy|one after|aborts|wrong option|wrong target|own|no attempt|wrong renewal/;

const script = (tenant) => `const tenant = '${tenant}';${SCRIPT}`;
const BODY = '<title>A page</title><style>main { height: 200px }</style><main></main>';

/** Opens a page. `when`: `early` if the rest is there from the start, `late`, or `never`. */
async function open(t, when, headers) {
  let come;
  let fail;
  const there = new Promise((resolve, reject) => ([come, fail] = [resolve, reject]));
  there.catch(() => {});
  const late = (path) => (path === '/dist/rest.js' && when !== 'early' ? there : undefined);
  const tenant = await servePages(t, { '*': EMBED });
  const text = `${BODY}<script>${script(tenant.origin)}</script>`;
  const page = await servePages(t, { '/': html(text, headers) }, { late });
  await driver.get(`${page.origin}/`);
  if (when === 'early') await inPage(async () => (await import('/dist/index.js')).init());
  const requests = () =>
    tenant.requests.map(({ url }) => url).filter((url) => /session|embed/.test(url));
  return { release: when === 'never' ? () => fail(new Error('gone')) : come, requests };
}

/** Plays a row. */
async function play(t, [end, act], when, headers) {
  const { release, requests } = await open(t, when, headers);
  await inPage(act);
  const before = requests().length;
  release();
  await inPage(() => Promise.all(mounts));
  if (when !== 'never') await waitFor(end, () => inPage(`() => !!(${end})`));
  // What is held, and what the core does at once.
  await inPage(() => task().then(task));
  return { before, requests: requests().sort(), ...(await inPage(() => outcome())) };
}

for (const [name, row] of Object.entries(ROWS)) {
  if (!isPlayed('start', name)) continue;
  test(`the rest is late: ${name}`, async (t) => {
    const { before: _, ...expected } = await play(t, row, 'early');
    const { before, ...late } = await play(t, row, 'late');
    assert.deepEqual(late, expected);
    t.diagnostic(`asked for before the rest was there: ${before} of ${late.requests.length}`);
  });

  if (!WITHOUT_FILE.test(name))
    test(`the rest never comes: ${name}`, async (t) => {
      const { failures, iframes } = await play(t, row, 'never');
      assert.deepEqual([new Set(failures), iframes], [new Set(['file-unavailable']), 0]);
    });
}

test('the page aborts before the rest is there', async (t) => {
  for (const when of ['late', 'never']) {
    const { release, requests } = await open(t, when);
    await inPage(async () => {
      const controller = new AbortController();
      await start({ signal: controller.signal }, async (id, { signal }) => {
        setTimeout(() => controller.abort());
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return id;
      });
    });
    await waitFor('the end of the frame', () => inPage(() => !iframe()));
    release();
    await inPage(() => Promise.all(mounts));
    const { failures, calls, iframes } = await inPage(() => outcome());
    const failure = when === 'late' ? 'AbortError' : 'file-unavailable';
    assert.deepEqual([failures.map(String), calls, iframes], [[failure], ['mount 1 true'], 0]);
    assert.deepEqual(requests(), []);
  }
});

test('embeds that have ended before the rest is there leave their turns to others', async (t) => {
  const { release } = await open(t, 'late');
  const count = await inPage(async () => {
    const forever = () => new Promise(() => {});
    for (let mount = 0; mount < 4; mount++) {
      const controller = new AbortController();
      await start({ signal: controller.signal }, forever);
      controller.abort();
    }
    await start({}, forever);
    return calls.length;
  });
  assert.equal(count, 5);
  release();
});

test('a frame that the policy blocks before the rest is there is explained', async (t) => {
  const headers = { 'content-security-policy': "frame-src 'none'" };
  const row = [fails('frame-blocked'), () => start()];
  const { before: _, ...expected } = await play(t, row, 'early', headers);
  const { before, ...late } = await play(t, row, 'late', headers);
  assert.deepEqual(late, expected);
});

test('an error names the file that did not come, and a later mount does not wait for it', async (t) => {
  const { release } = await open(t, 'never');
  await inPage(() => void start());
  release();
  const message = await inPage(async () => {
    const { mount } = await import('/dist/index.js');
    return mount(
      'main',
      optionsOf((id) => id, {}),
    ).catch((error) => error.message);
  });
  assert.match(message, /^\[file-unavailable\] svc-embed could not load rest\.js: .*\. Serve all/);
});

/** A policy, and what of the page it forbids: WebAssembly. */
const POLICIES = [
  [`script-src 'nonce-n' 'wasm-unsafe-eval'`, []],
  [`script-src 'nonce-n' 'strict-dynamic' 'wasm-unsafe-eval'`, []],
  [`script-src 'self' 'HASH' 'wasm-unsafe-eval'`, []],
  [`script-src 'self' 'HASH'; require-trusted-types-for 'script'`, ['wasm-eval']],
  [`script-src 'nonce-n'`, ['wasm-eval']],
];

for (const [policy, expected] of POLICIES) {
  test(`the rest is late under the policy ${policy}`, async (t) => {
    let come;
    const there = new Promise((resolve) => (come = resolve));
    const late = (path) => (path === '/dist/rest.js' ? there : undefined);
    const tenant = await servePages(t, { '*': EMBED });
    const text = `${script(tenant.origin)}
      window.refused = [];
      document.addEventListener('securitypolicyviolation', (event) => refused.push(event.blockedURI));
      // In Firefox, the page is not loaded before what it imports meanwhile.
      addEventListener('load', () => setTimeout(start));
      window.heardAll = () => heard.length;`;
    const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`;
    const headers = { 'content-security-policy': policy.replace('HASH', hash) };
    const page = html(`${BODY}<script nonce="n" type="module">${text}</script>`, headers);
    await driver.get(`${(await servePages(t, { '/': page }, { late })).origin}/`);
    await waitFor('the head start', async () => tenant.requests.length > 0);
    come();
    await waitFor('the events', async () => (await evaluate(driver, () => heardAll())) === 3);
    const refused = await evaluate(driver, () => window.refused);
    assert.deepEqual(
      refused.filter((uri) => !expected.includes(uri)),
      [],
    );
  });
}

test("React's component begins without the rest, unless it has a fallback to cover the embed with", async (t) => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('support/react-page.mjs', import.meta.url))],
    ...{
      bundle: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      outdir: '/',
      write: false,
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const tenant = await servePages(t, { '*': EMBED });
  const answers = outputFiles.map(({ path, text }) => [
    path,
    // The rest never comes.
    (_, response) =>
      text.includes('new WebAssembly.Module')
        ? undefined
        : response.writeHead(200, { 'content-type': 'text/javascript' }).end(text),
  ]);
  const page = `${BODY}<script>${script(tenant.origin)}</script>
    <script type="module" src="/react-page.js"></script>`;
  const { origin } = await servePages(t, { '/': html(page), ...Object.fromEntries(answers) });
  await driver.get(origin);
  await waitFor('React', () => inPage(() => window.page !== undefined));
  const show = (fallback) =>
    inPage(async (fallback) => {
      const { React, SvcEmbed, createRoot } = window.page;
      const props = { ...optionsOf((id) => id, {}), fallback };
      createRoot(document.querySelector('main')).render(React.createElement(SvcEmbed, props));
      await task().then(task);
    }, fallback);
  await show('Loading');
  assert.equal(await inPage(() => calls.length), 0);
  await show(null);
  await waitFor('the mint', () => inPage(() => calls.length === 1));
});
