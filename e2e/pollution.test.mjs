// A library of the page may put any property on `Object.prototype`. What the page hands to the bridge is
// read by own properties only, so nothing changes, whichever name it is. The names are those of the
// package's types, and of what the bridge hands to the browser.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from './support/test.mjs';
import { build } from 'esbuild';
import ts from 'typescript-5.0';
import { evaluate } from './support/page.mjs';
import { embedPage, html, json, servePages } from './support/pages-server.mjs';
import { driver } from './support/world.mjs';

/** The names of the properties in a file of types, or in some of its interfaces. */
function namesIn(url, interfaces) {
  const names = new Set();
  const text = readFileSync(url, 'utf8');
  const collect = (node) => {
    if (ts.isPropertySignature(node)) names.add(node.name.text ?? node.name.getText());
    ts.forEachChild(node, collect);
  };
  ts.createSourceFile('x.d.ts', text, ts.ScriptTarget.Latest, true).forEachChild((node) => {
    if (!interfaces || interfaces.includes(node.name?.text)) collect(node);
  });
  return [...names];
}

const dist = (name) => new URL(`../dist/types/${name}.d.ts`, import.meta.url);
const lib = (name) =>
  new URL(`../node_modules/typescript-5.0/lib/lib.${name}.d.ts`, import.meta.url);
const NAMES = [
  ...['types', 'component/controller', 'element/types', 'react/types', 'core/protocol'].flatMap(
    (name) => namesIn(dist(name)),
  ),
  ...['keep', 'link', 'telemetry', 'export'].flatMap((name) => namesIn(dist(name))),
  ...namesIn(lib('dom'), [
    ...['RequestInit', 'ShadowRootInit', 'EventInit', 'CustomEventInit'],
    ...['AddEventListenerOptions', 'EventListenerOptions', 'FocusOptions'],
    ...['FilePropertyBag', 'BlobPropertyBag', 'PerformanceMeasureOptions'],
    ...['IntersectionObserverInit', 'ResizeObserverOptions'],
  ]),
  ...namesIn(lib('es5'), ['PropertyDescriptor']),
  // What the backend answers, and what an action carries.
  ...['sessionId', 'scheme', 'filterUrlParameter'],
].filter((name, index, all) => /^\w/.test(name) && all.indexOf(name) === index);

/** An embed that is ready, and says which actions it is given. */
const EMBED = embedPage(`
  addEventListener('message', ({ data }) => say('of-tomorrow', { type: data.type, given: data.payload }));
  say('view', { surface: 'dashboard', path: '/' });
  ready();`);

let ids = 0;

/** React and the component, for a page. */
const react = build({
  stdin: {
    contents: `
      import * as React from 'react';
      import { createRoot } from 'react-dom/client';
      import { SvcEmbed, useSvcEmbed } from 'svc-embed/react';
      window.page = { React, createRoot, SvcEmbed, useSvcEmbed };`,
    resolveDir: fileURLToPath(new URL('.', import.meta.url)),
  },
  bundle: true,
  format: 'esm',
  write: false,
  define: { 'process.env.NODE_ENV': '"production"' },
}).then(({ outputFiles }) => outputFiles[0].contents);

async function open(t) {
  const script = await react;
  const evil = await servePages(t, { '/embed/dashboard/sales': EMBED });
  const tenant = await servePages(t, { '/embed/dashboard/sales': EMBED, '/go': EMBED });
  const page = await servePages(t, {
    '/': html('<title>A page</title><main></main>'),
    '/react.js': (_, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script),
    '/api/embed-session': (request, response) =>
      json({ sessionId: `id-${++ids}` })(request, response),
    '/api/evil': (request, response) => json({ sessionId: `id-${++ids}` })(request, response),
    '/api/empty': (request, response) => json({})(request, response),
    '/api/v1/users/me': (request, response) => json({ email: 'ada' })(request, response),
    '/api/export': (_, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
  });
  await driver.get(`${page.origin}/`);
  await evaluate(driver, setUp, tenant.origin, evil.origin);
  return { evil, tenant, page };
}

/** Runs in the page: its ways to an embed, and what a library may leave on the prototype. */
async function setUp(tenant, evil) {
  const bridge = await import('/dist/index.js');
  const { SvcEmbedElement } = await import('/dist/element.js');
  const { keep } = await import('/dist/keep.js');
  const { link } = await import('/dist/link.js');
  const { telemetry } = await import('/dist/telemetry.js');
  const { exportDashboard } = await import('/dist/export.js');
  const { ManagementClient } = await import('/dist/management/index.js');
  await import('/react.js');
  const { React, createRoot, SvcEmbed, useSvcEmbed } = window.page;
  SvcEmbedElement.allow({ baseUrl: tenant, sessionUrl: '/api/embed-session' });
  SvcEmbedElement.allow({ baseUrl: tenant, sessionUrl: '/api/empty' });
  await bridge.init();
  window.problems = [];
  addEventListener('error', ({ message }) => problems.push(message));
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));

  let mints = 0;
  const getSession = async () => `page-${++mints}`;
  const surface = { kind: 'dashboard', publicId: 'sales' };
  const options = () => ({ baseUrl: tenant, surface, getSession });
  const place = () => document.querySelector('main').appendChild(document.createElement('section'));
  const inReact = (Component, props) =>
    new Promise((resolve) => {
      const root = createRoot(place());
      const ref = (embed) => embed && resolve([embed, () => root.unmount()]);
      root.render(React.createElement(Component, { ...props, ref }));
    });
  const Hooked = React.forwardRef(function Hooked(props, ref) {
    const { ref: target, embed } = useSvcEmbed(props);
    React.useImperativeHandle(ref, () => embed, [embed]);
    return React.createElement('div', { ref: target });
  });
  const withElement = (element) => {
    place().append(element);
    return [element, () => element.remove()];
  };

  /** Each way resolves to an embed, and to what ends it. */
  window.ways = {
    async mount() {
      const embed = await bridge.mount(place(), options());
      return [embed, () => embed.destroy()];
    },
    async connect() {
      const iframe = place().appendChild(document.createElement('iframe'));
      iframe.src = `${tenant}/embed/dashboard/sales?session=own-${++mints}`;
      const embed = await bridge.connect(iframe, { baseUrl: tenant, getSession });
      return [embed, () => (embed.destroy(), iframe.remove())];
    },
    async kept() {
      const kept = keep('sales', options());
      await kept.show(place());
      kept.hide();
      // The options of the one that is kept are compared with these.
      const embed = await keep('sales', options()).show(place());
      return [embed, () => kept.destroy()];
    },
    async linked() {
      const embed = await bridge.mount(place(), options());
      const linked = link(embed, { filters: ['orders.status'] });
      const address = () => new URL(location.href).searchParams.get('f_orders.status');
      const end = () => {
        linked.end();
        embed.destroy();
        history.replaceState(null, '', '/');
      };
      return [embed, end, address];
    },
    async measured() {
      const { mint, watch } = telemetry();
      const embed = await bridge.mount(place(), { ...options(), getSession: mint(getSession) });
      const measures = () =>
        performance
          .getEntriesByType('measure')
          .map(({ name, detail }) => `${name} ${detail?.outcome}`)
          // What comes later may or may not have come.
          .filter((text) => /mint|load/.test(text))
          .sort();
      const end = () => {
        embed.destroy();
        performance.clearMeasures();
      };
      return [watch(embed), end, measures];
    },
    async lazy() {
      const embed = await bridge.mount(place(), { ...options(), loading: 'lazy' });
      return [embed, () => embed.destroy()];
    },
    async early() {
      const iframe = place().appendChild(document.createElement('iframe'));
      // As the script of `embedFrame` does, which is read at the call and once the core is there.
      const kept = (globalThis.svcEmbedEarly = new Map());
      const keep = ({ source, origin, data }) => {
        const before = kept.get(source) ?? [];
        if (source === iframe.contentWindow && Array.isArray(before))
          kept.set(source, [...before, { source, origin, data }]);
      };
      addEventListener('message', keep);
      iframe.src = `${tenant}/embed/dashboard/sales?session=own-${++mints}`;
      const embed = await bridge.connect(iframe, { baseUrl: tenant, getSession });
      removeEventListener('message', keep);
      delete globalThis.svcEmbedEarly;
      return [embed, () => (embed.destroy(), iframe.remove())];
    },
    component: () => inReact(SvcEmbed, options()),
    hook: () => inReact(Hooked, options()),
    async attributes() {
      const element = document.createElement('svc-embed');
      element.setAttribute('base-url', tenant);
      element.setAttribute('public-id', 'sales');
      element.setAttribute('session-url', '/api/embed-session');
      return withElement(element);
    },
    async properties() {
      const { baseUrl, getSession } = options();
      const element = document.createElement('svc-embed');
      element.baseUrl = baseUrl;
      element.publicId = 'sales';
      element.getSession = getSession;
      return withElement(element);
    },
  };

  /** What an embed is and is told, until it is given an action of the page. */
  window.seen = async (way) => {
    const [embed, end, further = () => null] = await ways[way]();
    const heard = [];
    const isDone = new Promise((done) => {
      embed.on('unknown', ({ payload }) => {
        heard.push([payload.type, payload.given]);
        if (payload.type.endsWith('set-filter')) done();
      });
    });
    await embed.ready;
    embed.send('set-locale', { locale: 'de' });
    embed.setFilter({ member: 'orders.status', value: 1 });
    await isDone;
    const { iframe } = embed;
    const attributes = iframe.getAttributeNames().map((name) => [name, iframe.getAttribute(name)]);
    const text = JSON.stringify({ heard, attributes: attributes.sort(), further: further() });
    end();
    return text.replace(/\b(page|own|id)-\d+/g, 'an-id');
  };

  /** The file that the page's backend exports. */
  window.exported = async () => {
    const file = await exportDashboard('/api/export', { publicId: 'sales' });
    const { name, type, size, lastModified } = file;
    return JSON.stringify([name, type, size, Math.abs(Date.now() - lastModified) < 60_000]);
  };

  const client = new ManagementClient({
    baseUrl: location.origin,
    accessToken: 't',
    logger: false,
  });
  /** An answer of the service. */
  window.called = async () => JSON.stringify(await client.users.me({ maxRetries: 0 }));

  const stolen = { kind: 'dashboard', path: '/go?to=evil' };
  const values = {
    ...{ baseUrl: evil, sessionUrl: '/api/evil', path: '/go?to=evil', surface: stolen },
    ...{ publicId: 'stolen', deploymentId: 7, params: { stolen: 1 }, title: 'stolen' },
    ...{ attributes: { class: 'stolen' }, frameAttributes: { class: 'stolen' } },
    ...{ filters: [{ member: 'a.b', value: 1 }], theme: { stolen: 1 }, colorScheme: 'dark' },
    ...{ locale: 'fr', timezone: 'Europe/Berlin', renewal: { maxAttempts: 1 }, once: true },
    ...{
      signal: AbortSignal.abort(),
      logger: false,
      readyTimeoutMs: 1,
      method: 'DELETE',
      body: 'x',
    },
    ...{ headers: { stolen: '1' }, slotAssignment: 'manual', delegatesFocus: true, kind: 'chat' },
    ...{ sessionId: 'stolen', key: undefined, lastModified: 7, duration: 7, end: 7, start: 7 },
  };
  let calls = 0;
  values.getSession = async () => `stolen-${++calls}`;
  const valueOf = (name, others) => {
    if (Object.hasOwn(others, name)) return others[name];
    if (Object.hasOwn(values, name)) return values[name];
    return /^on[A-Z]/.test(name) ? () => calls++ : 'stolen';
  };
  /** Runs `body` while the prototype has these names, some of them with `others` as their values. */
  window.polluted = async (names, body, others = {}) => {
    const given = names.map((name) => [name, valueOf(name, others)]);
    const before = calls;
    for (const [name, value] of given) Object.prototype[name] = value;
    try {
      return await body();
    } finally {
      for (const name of names) delete Object.prototype[name];
      if (calls > before) problems.push(`something inherited was called: ${names}`);
    }
  };
}

/** The requests of an embed or a backend, without the ids. */
const asked = ({ requests }) =>
  requests
    .filter(({ url }) => !/^\/($|dist\/|favicon|react)/.test(url))
    .map(({ method, url, headers }) => `${method} ${url} ${headers['x-svc-embed'] ?? ''}`)
    .map((line) => line.replace(/\b(page|own|id)-\d+/g, 'an-id'));

const inTens = (names) =>
  names.flatMap((_, place) => (place % 10 === 0 ? [names.slice(place, place + 10)] : []));

async function changesNothing(servers) {
  assert.ok(NAMES.length > 100 && NAMES.includes('removedFilters') && NAMES.includes('integrity'));
  const ways = await evaluate(driver, () => [...Object.keys(window.ways), 'export', 'client']);
  const run = async (names, others = {}) => {
    for (const { requests } of Object.values(servers)) requests.length = 0;
    const found = await evaluate(
      driver,
      async (names, others) => {
        const attempt = () => {
          const late = new Promise((done) => setTimeout(done, 20_000, 'nothing within 20 s'));
          const all = Object.keys(window.ways).map((way) =>
            Promise.race([seen(way), late]).catch((error) => `${error.name}: ${error.message}`),
          );
          return Promise.all([...all, exported().catch(String), called().catch(String)]);
        };
        const result = await polluted(names, attempt, others);
        return [result, problems.splice(0)];
      },
      names,
      others,
    );
    const lists = Object.values(servers).map((server) => asked(server).sort());
    return {
      seen: Object.fromEntries(found[0].map((text, at) => [ways[at], text])),
      problems: found[1],
      lists,
    };
  };
  const wanted = await run([]);
  assert.deepEqual(wanted.problems, []);
  assert.equal(wanted.seen.export, '["export.pdf","application/pdf",4,true]');
  assert.match(wanted.seen.client, /"email":"ada"/);
  for (const way of ways) assert.match(wanted.seen[way], /set-filter|export|email/, way);
  assert.match(wanted.seen.linked, /"further":"{/);
  assert.match(wanted.seen.measured, /"further":\["svc-embed.load ok","svc-embed.mint ok"/);
  const wrong = {};
  const attempt = async (names, title = String(names)) => {
    const found = await run(names);
    try {
      assert.deepEqual(found, wanted);
    } catch ({ message }) {
      wrong[title] = message.slice(0, 1_500);
    }
    return wrong[title] === undefined;
  };
  // All at once. If that changes something, ten by ten, and of those each by itself, so that a failure names it.
  if (!(await attempt(NAMES, 'all')))
    for (const ten of inTens(NAMES))
      if (!(await attempt(ten))) for (const name of ten) await attempt([name]);
  assert.deepEqual(wrong, {});
  // The browser throws if an option of a listener or of an observer is of another kind. React has such
  // listeners of its own.
  const { component, hook, ...others } = wanted.seen;
  const kinds = ['signal', 'root', 'threshold', 'delay', 'trackVisibility'];
  const { seen, problems } = await run(kinds, { signal: 'stolen' });
  for (const way of Object.keys(others)) assert.equal(seen[way], others[way], way);
  assert.deepEqual(problems, []);
}

async function addsNothing(servers) {
  for (const { requests } of Object.values(servers)) requests.length = 0;
  const found = await evaluate(
    driver,
    (names) =>
      polluted(names, async () => {
        const { mount, connect } = await import('/dist/index.js');
        const place = document.querySelector('main');
        const codes = [];
        const code = (promise) => promise.then(String, ({ code }) => codes.push(code));
        await code(mount(place, {}));
        await code(mount(place));
        await code(connect(place.appendChild(document.createElement('iframe')), {}));
        place.append(document.createElement('svc-embed'));
        const { React, createRoot, SvcEmbed } = window.page;
        createRoot(place.appendChild(document.createElement('section'))).render(
          React.createElement(SvcEmbed, { onMountFailed: ({ code }) => codes.push(code) }),
        );
        const end = performance.now() + 30_000;
        while (codes.length < 4 && performance.now() < end)
          await new Promise(requestAnimationFrame);
        await new Promise((done) => setTimeout(done, 300));
        const iframes = [...document.querySelectorAll('iframe')].map(({ src }) => src);
        return [codes, iframes, problems];
      }),
    // React itself takes an inherited `ref` for the component's own.
    NAMES.filter((name) => !['get', 'set', 'ref'].includes(name)),
  );
  assert.deepEqual(found, [Array(4).fill('invalid-base-url'), [''], []]);
  assert.deepEqual(Object.values(servers).map(asked), [[], [], []]);
}

async function answersWithItsOwn(servers) {
  const { tenant, page } = servers;
  for (const { requests } of Object.values(servers)) requests.length = 0;
  const code = await evaluate(
    driver,
    (baseUrl) =>
      polluted(['sessionId'], async () => {
        const element = document.createElement('svc-embed');
        Object.assign(element, { baseUrl, publicId: 'sales', sessionUrl: '/api/empty' });
        element.renewal = { maxAttempts: 1, retryMinMs: 0 };
        document.body.append(element);
        return element.ready.then(String, ({ code }) => code);
      }),
    tenant.origin,
  );
  assert.equal(code, 'mint-invalid');
  assert.deepEqual(asked(page), ['POST /api/empty 1']);
  assert.deepEqual(asked(tenant), []);
}

test('a polluted Object.prototype', async (t) => {
  const servers = await open(t);
  await t.test(
    'a polluted Object.prototype changes no embed, by whichever name and whichever way',
    () => changesNothing(servers),
  );
  await t.test('an answer of the backend has an id of its own, or none', () =>
    answersWithItsOwn(servers),
  );
  await t.test(
    'what a page has not said is not there: nothing is minted, and no iframe goes anywhere',
    () => addsNothing(servers),
  );
});

test('a name that another one of the polluted names would hide', async (t) => {
  await open(t);
  const ended = await evaluate(driver, async () => {
    Object.prototype.embed = 'stolen';
    try {
      const [embed, end] = await ways.kept();
      await embed.ready;
      end();
      return 'ready';
    } finally {
      delete Object.prototype.embed;
    }
  });
  assert.equal(ended, 'ready');
});
