// The iframe that comes with the page (`embedFrame`): whoever takes it over, with however late a script,
// loads nothing again. The service is strict: an id is spent when its page is asked for.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { ManagementClient } from 'svc-embed/management';
import { SvcEmbed } from 'svc-embed/react';
import { embedFrame } from 'svc-embed/server';
import { advance, control, counts, pageLoads } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { servePages } from './support/pages-server.mjs';
import { test, testIn } from './support/test.mjs';
import { driver, sandbox } from './support/world.mjs';

const client = new ManagementClient({
  baseUrl: sandbox.tenant,
  apiKey: 'sandbox-admin-key',
  logger: false,
});
const session = { embedTenantProfile: { displayName: 'Acme Retail' } };
const surface = { kind: 'dashboard', publicId: 'sales-overview' };

const frameFor = (response, more = {}) =>
  embedFrame({ client, baseUrl: sandbox.tenant, surface, session, response, ...more });

/** What every page has before its own script: how it mints, and what it hears. */
const PRELUDE = `
  import { connect } from '/dist/index.js';
  window.seen = [];
  window.mints = 0;
  window.complaints = [];
  for (const level of ['error', 'warn'])
    console[level] = (...words) => complaints.push(words.map(String).join(' '));
  addEventListener('error', ({ message }) => complaints.push(message));
  window.connect = connect;
  window.options = {
    baseUrl: '${sandbox.tenant}',
    renewal: { spreadMs: 0, confirmMs: 600, retryMinMs: 100, retryMaxMs: 200 },
    getSession: async () => {
      mints++;
      return (await fetch('/mint', { method: 'POST' })).text();
    },
  };
  window.note = (embed) => {
    window.embed = embed;
    embed.on('*', ({ type }) => seen.push(type));
    window.states = [];
    embed.on('session', ({ status }) => states.push(status));
    embed.ready.then(() => seen.push('the promise'));
  };`;

/** Serves a page with a frame. `write` puts its HTML together, `headers` are the page's. */
async function serve(t, write, { headers = {}, frame = {}, more = {} } = {}) {
  const { origin } = await servePages(t, {
    '/': async (_, response) => {
      const made = await frameFor(response, frame);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.setHeader('content-type', 'text/html');
      await write(made, response);
    },
    '/prelude.js': (_, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(PRELUDE),
    '/mint': async (_, response) => {
      const { sessionId } = await client.embedSessions.generate(session);
      response.end(sessionId);
    },
    '/session': async (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(await client.embedSessions.generate(session))),
    '/away': (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Away</title>'),
    ...more,
  });
  await driver.get('about:blank');
  await control('reset', {});
  await control('faults', { strict: true });
  return origin;
}

const page = (body, script, more = '') =>
  `<!doctype html><title>Sales</title><link rel="icon" href="data:,">
   <script type="module" src="/prelude.js"></script>${more}
   <main style="height:400px">${body}</main>
   <script type="module">${script}</script>`;

const inPage = (body, ...args) => evaluate(driver, body, ...args);
const heard = (what) => waitFor(what, () => inPage((what) => window.seen?.includes(what), what));
const READY = 'svc:event:ready';

/** The dashboard works, was asked for once, with the id of the page; nothing was minted besides. */
async function cameOnce() {
  await heard('the promise');
  await heard(READY);
  await sleep(700);
  assert.equal(await inPage((type) => seen.filter((each) => each === type).length, READY), 1);
  const { mints, exchanges, rejectedExchanges } = await counts();
  assert.deepEqual([mints, exchanges, rejectedExchanges, await pageLoads()], [1, 1, 0, 1]);
  assert.equal(await inPage(() => window.mints), 0);
  assert.equal(await inPage(() => window.embed.session.status), 'active');
}

/** The session is renewed, and nothing is loaded for it. */
async function renews() {
  await advance({ hours: 22, minutes: 40 });
  await waitFor('a renewal', () => inPage(() => window.embed.session.renewals === 1));
  assert.equal(await pageLoads(), 1);
}

const ADOPT = (wait) => `
  await new Promise((done) => setTimeout(done, ${wait}));
  window.frame = document.querySelector('iframe');
  note(await connect(frame, options));`;

test('connect adopts a frame that is ready; under a strict policy it fills its place, by its nonce', async (t) => {
  const policy =
    "default-src 'none'; script-src 'self' 'nonce-abc' 'wasm-unsafe-eval'; connect-src 'self'; " +
    `frame-src ${sandbox.tenant}; img-src data:; style-src 'nonce-abc'; require-trusted-types-for 'script'`;
  const write = ({ html }, response) =>
    response.end(
      page(html, '', '<style nonce="abc">main { height: 400px }</style>')
        .replace(' style="height:400px"', '')
        .replace(
          '<script type="module"></script>',
          '<script type="module" src="/adopt.js"></script>',
        ),
    );
  const origin = await serve(t, write, {
    headers: { 'content-security-policy': policy },
    frame: { nonce: 'abc' },
    more: {
      '/adopt.js': (_, response) =>
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(ADOPT(2_000)),
    },
  });
  await driver.get(origin);
  await cameOnce();
  // The session had begun before the page had its embed.
  assert.equal(await inPage(() => window.states.at(-1)), 'active');
  await renews();
  assert.deepEqual(await inPage(() => window.complaints), []);
  const { height, width, whole } = await inPage(() => {
    const { height, width } = document.querySelector('iframe').getBoundingClientRect();
    return { height, width, whole: document.querySelector('main').clientWidth };
  });
  assert.deepEqual([height, width], [400, whole]);
});

testIn(
  ['firefox'],
  'no other driver collects all garbage',
  'what the iframe has said outlives a collection of garbage',
  async (t) => {
    const early = `<script>addEventListener('message', () => (window.isEarly = true))</script>`;
    const adopt = `await new Promise((done) => (window.adopt = done)); ${ADOPT(0)}`;
    const origin = await serve(t, ({ html }, response) => response.end(page(html, adopt, early)));
    // Another site than the service's, so that the iframe's window is in another process.
    await driver.get(origin.replace('127.0.0.1', 'localhost'));
    await waitFor('what the iframe says', () => inPage(() => window.isEarly));
    for (let times = 0; times < 3; times++) {
      await inPage(() => void (window.garbage = new WeakRef({})));
      await driver.setContext('chrome');
      await driver.executeScript("Services.obs.notifyObservers(null, 'child-mmu-request')");
      await driver.setContext('content');
      await waitFor('a collection', () => inPage(() => window.garbage.deref() === undefined));
    }
    await inPage(() => window.adopt());
    await cameOnce();
  },
);

test('a viewer who goes away and comes back has a dashboard that works', async (t) => {
  const origin = await serve(t, ({ html }, response) => response.end(page(html, ADOPT(0))));
  await driver.get(origin);
  await cameOnce();
  assert.ok(await inPage(() => window.embed.iframe === window.frame));
  assert.deepEqual(await inPage(() => window.complaints), []);
  for (let turn = 0; turn < 2; turn++) {
    await driver.get(`${origin}/away`);
    await driver.navigate().back();
    await heard(READY);
    await waitFor('an active session', () =>
      inPage(() => window.embed.session.status === 'active' && !window.embed.session.lastError),
    );
    // It is renewed like any other.
    const before = await inPage(() => window.embed.session.renewals);
    await inPage(() => window.embed.renew());
    assert.ok((await inPage(() => window.embed.session.renewals)) > before);
  }
});

const ELEMENT = `
  <svc-embed base-url="${sandbox.tenant}" public-id="sales-overview"
    style="display:block;height:400px">FRAME<p slot="loading">Loading</p></svc-embed>`;
const DEFINE = `
  const { SvcEmbedElement } = await import('/dist/element.js');
  window.element = document.querySelector('svc-embed');
  window.frame = document.querySelector('iframe');
  Object.assign(element, { getSession: options.getSession, renewal: options.renewal });
  element.baseUrl = options.baseUrl;
  element.addEventListener('*', ({ detail }) => seen.push(detail.type));
  element.ready.then(() => { window.embed = element.embed; seen.push('the promise'); });`;

/** The element shows the frame in its whole place, and nothing over it. */
async function showsFrame() {
  const { isAdopted, isSeen, box } = await inPage(() => {
    const { left, top, width, height } = window.element.getBoundingClientRect();
    return {
      isAdopted: window.element.iframe === window.frame && window.frame.isConnected,
      isSeen: document.elementFromPoint(left + width / 2, top + height / 2) === window.frame,
      box: Math.round(window.frame.getBoundingClientRect().height),
    };
  });
  assert.deepEqual({ isAdopted, isSeen, box }, { isAdopted: true, isSeen: true, box: 400 });
}

// In the other engines it adopts what the parser has read late, below.
test('the element adopts the iframe in it, and mounts each next embed itself', async (t) => {
  const write = ({ html }, response) => response.end(page(ELEMENT.replace('FRAME', html), DEFINE));
  const origin = await serve(t, write);
  await driver.get(origin);
  await cameOnce();
  await showsFrame();
  await renews();
  const ownEmbed = (what) =>
    waitFor(what, () =>
      inPage(
        () =>
          window.element.iframe !== null &&
          window.element.iframe !== window.frame &&
          window.element.session.status === 'active',
      ),
    );
  await t.test('an iframe that was shown before is not shown again', async () => {
    const before = await inPage(() => window.mints);
    await inPage(async () => {
      const { src } = window.frame;
      window.element.remove();
      await new Promise((done) => setTimeout(done, 100));
      // As a router does that has kept what the server sent.
      const iframe = Object.assign(document.createElement('iframe'), { src });
      window.element.prepend(iframe);
      document.querySelector('main').append(window.element);
    });
    await ownEmbed('an embed of its own');
    assert.equal(await inPage(() => window.mints), before + 1);
    assert.equal(await inPage(() => window.element.querySelector('iframe')), null);
  });
  await t.test('another dashboard is another embed', async () => {
    await inPage(() => {
      window.frame = window.element.iframe;
      window.element.publicId = 'fulfilment';
    });
    await ownEmbed('another embed');
    assert.equal(await inPage(() => document.querySelectorAll('svc-embed > iframe').length), 0);
  });
  assert.deepEqual(await inPage(() => window.complaints), []);
});

test('the element waits for what the parser has not read yet', async (t) => {
  const whole = page('', '', '<script type="module" async>\n' + DEFINE_EARLY + '</script>');
  const [head, rest] = whole.split('</main>');
  const origin = await serve(t, async ({ html }, response) => {
    const [before, after] = ELEMENT.replace('public-id', 'session-url="/session" public-id').split(
      'FRAME',
    );
    response.write(head);
    await sleep(600);
    response.write(before);
    await sleep(400);
    response.write(html + after);
    await sleep(400);
    response.end(rest);
  });
  await driver.get(origin);
  await cameOnce();
  await showsFrame();
});

const DEFINE_EARLY = `
  await import('/prelude.js');
  const { SvcEmbedElement } = await import('/dist/element.js');
  SvcEmbedElement.allow({ baseUrl: options.baseUrl, sessionUrl: '/session' });
  const found = setInterval(() => {
    window.element = document.querySelector('svc-embed');
    if (!element) return;
    clearInterval(found);
    element.addEventListener('*', ({ detail }) => seen.push(detail.type));
    element.ready.then(() => {
      window.embed = element.embed;
      window.frame = document.querySelector('iframe');
      seen.push('the promise');
    });
  }, 1);`;

/** React's page, whole: it has its own copy of the bridge. */
let bundle;
async function reactPage() {
  bundle ??= build({
    entryPoints: [fileURLToPath(new URL('support/react-page.mjs', import.meta.url))],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"development"' },
    write: false,
    logLevel: 'warning',
  });
  const [{ text }] = (await bundle).outputFiles;
  return (_, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(text);
}

/** The props in the page; those of the server differ in the functions only. */
const PROPS = `({
  ...options,
  surface: ${JSON.stringify(surface)},
  fallback: 'Loading',
  style: { height: '400px' },
  onEvent: ({ type }) => seen.push(type),
  onReady: () => seen.push('the promise'),
  ref: (embed) => { if (embed) window.embed = embed; },
  frame: window.given,
})`;
const given = (frame) => `window.given = ${JSON.stringify(frame).replaceAll('<', '\\u003c')};`;

/** Writes a page that React has rendered with the frame, and hydrates a second and a half later. */
function writeHydrated(frame, response) {
  const props = { baseUrl: sandbox.tenant, surface, frame, fallback: 'Loading' };
  const app = renderToString(createElement(SvcEmbed, { ...props, style: { height: '400px' } }));
  assert.match(
    app,
    /^<div style="height:400px"><slot><script>.*<\/script><svc-frame [^>]*><\/svc-frame><\/slot><\/div>$/,
  );
  const script = `
    import '/react.js';
    ${given(frame)}
    const { page } = window;
    window.frame = document.querySelector('iframe');
    window.errors = [];
    window.moved = 0;
    new MutationObserver((all) => (window.moved += all.filter(({ removedNodes }) => removedNodes.length).length))
      .observe(document.querySelector('main'), { childList: true, subtree: true });
    await new Promise((done) => setTimeout(done, 1_500));
    window.more = {};
    window.app = () => page.React.createElement(page.React.StrictMode, null,
      page.React.createElement(page.SvcEmbed, { ...${PROPS}, ...window.more }));
    window.root = page.hydrateRoot(document.querySelector('main'), app(), {
      onRecoverableError: ({ message }) => errors.push(message),
    });`;
  response.end(page(app, script));
}

test('React renders the frame on the server, and hydration moves nothing', async (t) => {
  const origin = await serve(t, writeHydrated, { more: { '/react.js': await reactPage() } });
  await driver.get(origin);
  await cameOnce();
  assert.deepEqual(await inPage(() => [window.errors, window.complaints, window.moved]), [
    [],
    [],
    0,
  ]);
  assert.ok(await inPage(() => window.embed.iframe === window.frame));
  assert.equal(
    await inPage(() => document.querySelector('main').textContent.includes('Loading')),
    false,
  );
  // Rendered again, it stays; a theme goes to the running embed; another dashboard is another embed.
  await inPage(() => window.root.render(window.app()));
  await inPage(() => {
    window.more = { colorScheme: 'dark' };
    window.root.render(window.app());
  });
  await renews();
  assert.ok(await inPage(() => window.embed.iframe === window.frame && window.frame.isConnected));
  await inPage(() => {
    window.more = { surface: { kind: 'dashboard', publicId: 'fulfilment' } };
    window.root.render(window.app());
  });
  await waitFor('another embed', () =>
    inPage(
      () =>
        window.embed.iframe !== window.frame &&
        window.embed.session.status === 'active' &&
        !window.frame.isConnected,
    ),
  );
  assert.deepEqual(await inPage(() => window.errors.concat(window.complaints)), []);
});

test('React in the browser begins with the id of the frame, and uses it once', async (t) => {
  const write = (frame, response) => {
    const script = `
      import '/react.js';
      ${given(frame)}
      const { page } = window;
      window.show = () => {
        window.root = page.createRoot(document.querySelector('main'));
        window.root.render(page.React.createElement(page.SvcEmbed, ${PROPS}));
      };
      show();`;
    response.end(page('', script));
  };
  const origin = await serve(t, write, {
    more: { '/react.js': await reactPage() },
    headers: { 'content-security-policy': "require-trusted-types-for 'script'" },
  });
  await driver.get(origin);
  await cameOnce();
  await inPage(() => {
    window.root.unmount();
    window.embed = undefined;
    window.seen.length = 0;
    window.show();
  });
  await heard('the promise');
  const { mints, exchanges, rejectedExchanges } = await counts();
  assert.deepEqual([mints, exchanges, rejectedExchanges, await pageLoads()], [2, 2, 0, 2]);
  assert.deepEqual(await inPage(() => window.complaints), []);
});

test('React takes away an iframe of another address, says so once, and mounts its own', async (t) => {
  const origin = await serve(t, writeHydrated, {
    frame: { params: { allowExport: true } },
    more: { '/react.js': await reactPage() },
  });
  await driver.get(origin);
  await heard('the promise');
  assert.deepEqual(await inPage(() => [window.frame.isConnected, window.mints]), [false, 1]);
  const [complaint, ...others] = await inPage(() => window.complaints);
  assert.match(complaint, /The iframe is not adopted/);
  assert.deepEqual(others, []);
});
