// Why there is no picture: each cause is told apart from the others, in the console, in `lastError` and
// by the promise `ready`.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import {
  ANSWERS,
  BACKEND_CAUSES,
  BLOCKED_CAUSES,
  OTHER_MINTS,
  PAGE_CAUSES,
  PLACES,
  SLOW_CAUSES,
} from './support/causes.mjs';
import { control, freshPage } from './support/embed.mjs';
import { test } from './support/test.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { html, servePages } from './support/pages-server.mjs';
import { testShells } from './support/shells.mjs';
import { driver, engine, sandbox } from './support/world.mjs';

const PAGE = '<meta charset="utf-8"><title>Why</title><div id="target" style="height:20rem"></div>';
const SECRET = 'secret-session-id';
const LINK = 'https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#';
/** Far below the five seconds after which a silent embed is reported, also on a busy machine. */
const AT_ONCE_MS = 4_000;

/** A page that reports `ready` after the given time, as the service's does. */
const ready = (delayMs = 0) =>
  html(`<script>setTimeout(() => parent.postMessage({
    source: 'svc-embed', direction: 'event', type: 'svc:event:ready', surface: 'dashboard',
    timestamp: Date.now(), payload: { embedTenant: null, deploymentId: 1, mode: 'signed', surface: 'dashboard' },
  }, '*'), ${delayMs})</script>`);

/** The tenant: a page for each way to answer. `path` of the surface picks one. */
async function serveTenant(t) {
  const elsewhere = await servePages(t, { '/': html('Sign in') });
  const talks = await servePages(t, { '/': html('<script>parent.postMessage({}, "*")</script>') });
  const page = (text, headers) => html(text, headers);
  const to = (origin) => (_, response) => response.writeHead(302, { location: `${origin}/` }).end();
  let asked = 0;
  const tenant = await servePages(t, {
    '/embed/good': ready(),
    '/embed/late': ready(6_500),
    // After its load, as an embed that signs in first.
    '/embed/soon': ready(300),
    '/embed/once': (request, response) => {
      const isFirst = ++asked === 1;
      return (isFirst ? ready() : page('Nothing to say'))(request, response);
    },
    '/embed/silent': page('Nothing to say', { 'set-cookie': 'viewer=ada; Path=/' }),
    '/embed/ancestors': page('No', { 'content-security-policy': "frame-ancestors 'none'" }),
    '/embed/options': page('No', { 'x-frame-options': 'DENY' }),
    '/embed/error': (_, response) => response.writeHead(500).end('<p>No'),
    '/embed/elsewhere': to(elsewhere.origin),
    '/embed/talks': to(talks.origin),
    '/embed/never': () => {},
  });
  served.set(tenant.origin, tenant);
  return tenant;
}

/** The tenants of the tests, with what was asked of them. */
const served = new Map();

/** Serves a host page with `headers`, opens it, and mounts the page `path` of the tenant. */
async function mount(
  t,
  path,
  { headers = {}, options = '{}', style, body, entry = 'index', then = '' } = {},
) {
  const tenant = await serveTenant(t);
  const given = Object.entries(headers).map(([name, value]) => [
    name,
    value.replaceAll('<tenant>', tenant.origin),
  ]);
  const text = style === undefined ? (body ?? PAGE) : PAGE.replace('height:20rem', style);
  const host = await servePages(t, { '/': html(text, Object.fromEntries(given)) });
  // Another site than the tenant's, as it is for users.
  await driver.get(`${host.origin.replace('127.0.0.1', 'localhost')}/`);
  await evaluate(
    driver,
    async (baseUrl, path, secret, options, entry, then) => {
      const own = (window.own = { lines: [], states: [], ready: undefined });
      const start = performance.now();
      const at = () => performance.now() - start;
      for (const level of ['info', 'warn'])
        console[level] = (text) => own.lines.push({ level, text, at: at() });
      const { mount } = await import(`/dist/${entry}.js`);
      let count = 0;
      own.embed = await mount('#target', {
        baseUrl,
        // The Rust shell of the tests knows a surface by its id only.
        surface: { kind: 'dashboard', publicId: 'sales', path },
        getSession: async () => secret + count++,
        ...new Function(`return ${options}`)(),
      });
      new Function(then)();
      own.embed.on('session', (state) => own.states.push(state.lastError?.code ?? null));
      own.embed.ready.then(
        () => (own.ready = { at: at() }),
        ({ code, message, cause }) =>
          (own.ready = { at: at(), code, message, cause: cause?.message, causeCode: cause?.code }),
      );
    },
    tenant.origin,
    `/embed/${path}?session={session}`,
    SECRET,
    options,
    entry,
    then,
  );
  return tenant.origin;
}

const own = () =>
  evaluate(driver, () => ({
    lines: window.own.lines,
    ready: window.own.ready,
    states: window.own.states,
    lastError: window.own.embed.session.lastError?.message,
  }));

/** The first line of a level. */
const line = (level = 'warn', withinMs = 10_000) =>
  waitFor(
    `a line of ${level}`,
    async () => (await own()).lines.find((line) => line.level === level),
    { timeoutMs: withinMs + 2_000 },
  );

function hasNoId(value) {
  assert.doesNotMatch(JSON.stringify(value), new RegExp(SECRET));
}

const POLICIES = [
  ['frame-src', "frame-src 'self'"],
  ['child-src', "child-src 'self'"],
  ['default-src', "default-src 'self' 'unsafe-inline' 'unsafe-eval' data:"],
];

for (const [directive, policy] of POLICIES) {
  test(`a policy's ${directive} rejects ready at once, and is named with the origin`, async (t) => {
    const headers = {
      'content-security-policy': `${policy}; script-src * 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'`,
    };
    const origin = await mount(t, 'good', { headers });
    const { text, at } = await line();
    const sentence = BLOCKED_CAUSES.directive(directive).replace('<tenant>', origin);
    assert.equal(text, `svc-embed: [frame-blocked] ${sentence} ${LINK}frame-blocked`);
    assert.ok(at < AT_ONCE_MS, `after ${at} ms`);
    const { ready, lastError, lines, states } = await own();
    assert.equal(ready.code, 'frame-blocked');
    assert.ok(ready.at < AT_ONCE_MS, `after ${ready.at} ms`);
    assert.ok(text.includes(ready.message));
    assert.equal(lastError, ready.message);
    assert.ok(states.includes('frame-blocked'));
    assert.equal(lines.filter(({ level }) => level === 'warn').length, 1, JSON.stringify(lines));
    hasNoId({ ready, lines });
  });
}

testShells('a policy that forbids the frame rejects ready at once', async (t, { entry }) => {
  await mount(t, 'good', { entry, headers: { 'content-security-policy': "frame-src 'self'" } });
  const ready = await waitFor('the rejection', async () => (await own()).ready);
  assert.equal(ready.code, 'frame-blocked');
  assert.ok(ready.at < AT_ONCE_MS, `after ${ready.at} ms`);
  assert.match((await own()).lastError, /The content security policy of this page/);
});

test('a policy that only reports stops nothing, and is no reason', async (t) => {
  await mount(t, 'good', {
    headers: { 'content-security-policy-report-only': "frame-src 'self'" },
  });
  await waitFor('ready', async () => (await own()).ready);
  const { ready, lines } = await own();
  assert.equal(ready.code, undefined);
  assert.deepEqual(lines, []);
});

test('a policy that lets the tenant redirect nowhere is told apart from one without the tenant', async (t) => {
  await mount(t, 'elsewhere', { headers: { 'content-security-policy': 'frame-src <tenant>' } });
  // WebKit does not end the load of a frame that a policy forbids.
  const { text } = await line(engine === 'webkit' ? 'info' : 'warn');
  assert.match(text, /redirects to an origin that the content security policy/);
  hasNoId(text);
});

test('a page that is isolated is told the attribute that lets the embed in', async (t) => {
  const headers = {
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
  };
  await mount(t, 'good', { headers });
  // Firefox tells a page nothing about it, and does not end the load.
  const { text, at } = await line(engine === 'firefox' ? 'info' : 'warn');
  assert.ok(text.includes(BLOCKED_CAUSES.isolated), text);
  const { ready, lines } = await own();
  hasNoId({ ready, lines });
  if (engine === 'firefox') return;
  assert.ok(at < AT_ONCE_MS, `after ${at} ms`);
  assert.equal(ready.code, 'frame-blocked');
});

test('what the sentence says lets the embed in', { skip: engine !== 'chromium' }, async (t) => {
  const headers = {
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
  };
  await mount(t, 'good', { headers, options: '{ attributes: { credentialless: true } }' });
  await waitFor('ready', async () => (await own()).ready);
  assert.equal((await own()).ready.code, undefined);
  assert.deepEqual((await own()).lines, []);
});

/** An origin at which nobody listens. */
async function closedOrigin() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return `http://127.0.0.1:${port}`;
}

/** What a cause wrote, with the times since its mount. */
const written = (name) =>
  evaluate(
    driver,
    (name) => ({
      ...window.causes[name],
      lastError: window.embeds[name].session.lastError?.message ?? null,
    }),
    name,
  );

/** Mounts an embed for a cause into an element of its own, with its lines apart from those of others. */
async function provoke(name, tenant, options, body) {
  await evaluate(
    driver,
    async (name, tenant, options, body) => {
      const { mount } = await import('/dist/index.js');
      const own = ((window.causes ??= {})[name] = { lines: [] });
      const embeds = (window.embeds ??= {});
      const target = document.body.appendChild(document.createElement('div'));
      target.style.cssText = 'height:40px;width:60px;float:left';
      const start = performance.now();
      const write = (level) => (text) =>
        own.lines.push({ level, text, at: performance.now() - start });
      const logger = { warn: write('warn'), info: write('info') };
      const getSession = async () => {
        if (body) return new Function(`return (async () => { ${body} })()`)();
        const response = await fetch('/api/embed-session', { method: 'POST' });
        return (await response.json()).sessionId;
      };
      const embed = await mount(target, {
        baseUrl: tenant,
        surface: { kind: 'dashboard', publicId: 'sales-overview' },
        // Longer than the test: some drivers wait for a frame that never loads.
        readyTimeoutMs: 120_000,
        logger,
        ...options,
        ...('getSession' in options ? {} : { getSession }),
      });
      own.isLoaded = false;
      embed.iframe.addEventListener('load', () => (own.isLoaded = true));
      embeds[name] = embed;
    },
    name,
    tenant,
    options,
    body,
  );
}

test('each cause that shows after a while is one line within ten seconds, and no failure yet', async (t) => {
  await freshPage();
  const closed = await closedOrigin();
  const filled = (text) =>
    text.replaceAll('<tenant>', sandbox.tenant).replaceAll('<closed>', closed);
  for (const { name, fault = {}, options = {} } of SLOW_CAUSES) {
    await control('faults', { embed: { ...fault, times: 1 } });
    const { getSession, ...rest } = JSON.parse(filled(JSON.stringify(options)));
    const isPrivate = 'getSession' in options && options.getSession === undefined;
    const body = getSession && `return ${getSession}`;
    await provoke(name, sandbox.tenant, isPrivate ? { ...rest, getSession: null } : rest, body);
    // The fault is for the next page, and so is the next cause.
    if (!getSession)
      await waitFor('the page', async () => (await written(name)).isLoaded, {
        timeoutMs: 3_000,
      }).catch(() => {});
  }
  for (const { name, level = 'warn', code, sentence } of SLOW_CAUSES) {
    await t.test(name, async () => {
      const { text, at } = await waitFor(
        'a line',
        async () => (await written(name)).lines.find((line) => line.level === level),
        { timeoutMs: 12_000 },
      );
      const wanted = filled(sentence);
      assert.equal(
        text,
        code ? `svc-embed: [${code}] ${wanted} ${LINK}${code}` : `svc-embed: ${wanted}`,
      );
      assert.ok(at < 10_000, `after ${at} ms`);
      const { lines, lastError } = await written(name);
      assert.equal(lines.length, 1, JSON.stringify(lines));
      assert.ok(lastError == null, 'it was not called failed');
    });
  }
});

test('a page of another origin that talks is named with its origin', async (t) => {
  await mount(t, 'talks', { options: '{ readyTimeoutMs: 8000 }' });
  const { text, at } = await line();
  assert.match(text, /The iframe shows a page of another origin, http:/);
  assert.ok(at > 5_000 && at < 10_000, `after ${at} ms`);
  assert.equal((await own()).ready, null, 'it was not called failed');
  const ready = await waitFor('the end of the wait', async () => (await own()).ready);
  assert.equal(ready.code, 'ready-timeout');
  assert.equal(ready.causeCode, 'frame-silent');
  assert.equal(text, `svc-embed: ${ready.cause}`);
  // Whoever shows only the message shows the reason, too.
  const reason = ready.cause.replace(/^\S+ | https:\S+$/g, '').replace(/\.$/, '');
  assert.ok(ready.message.includes(`within 8000 ms: ${reason}. https://`), ready.message);
  hasNoId(await own());
});

test('a tenant that does not let the page show it', async (t) => {
  const origin = await mount(t, 'ancestors');
  const { text, at } = await line();
  if (engine !== 'chromium') return assert.match(text, /frame-ancestors/);
  assert.ok(text.includes(BLOCKED_CAUSES.refused), text);
  assert.ok(at < AT_ONCE_MS, `after ${at} ms`);
  assert.equal((await own()).ready.code, 'frame-blocked');
  assert.ok(origin);
});

test('a sandbox that takes the embed its rights is named', async (t) => {
  await mount(t, 'good', { options: '{ attributes: { sandbox: "allow-forms" } }' });
  const { text } = await line();
  assert.match(
    text,
    /works without allow-scripts and allow-same-origin in the iframe's sandbox attribute/,
  );
});

test('a server that never answers is no warning, and the cause of the end', async (t) => {
  const origin = await mount(t, 'never', { options: '{ readyTimeoutMs: 12000 }' });
  const { text, at } = await line('info', 12_000);
  assert.ok(
    text.includes(`The server has not answered the request for the embed's page: ${origin}.`),
    text,
  );
  assert.ok(at < 12_000, `after ${at} ms`);
  const ready = await waitFor('the end of the wait', async () => (await own()).ready);
  assert.equal(ready.code, 'ready-timeout');
  assert.match(ready.cause, /has not answered the request/);
  assert.match(
    ready.message,
    /within 12000 ms: The server has not answered the request for the embed's page/,
  );
});

test('a page that speaks late was never called failed', async (t) => {
  await mount(t, 'late');
  const ready = await waitFor('ready', async () => (await own()).ready, { timeoutMs: 12_000 });
  assert.equal(ready.code, undefined);
  const { states, lastError } = await own();
  assert.ok(
    states.every((code) => code === null),
    JSON.stringify(states),
  );
  assert.equal(lastError, null);
  // What was said of it is taken back.
  const texts = await waitFor('two lines', async () => {
    const { lines } = await own();
    return lines.length > 1 && lines.map(({ level, text }) => `${level}: ${text}`);
  });
  assert.match(texts[0], /^warn: .*has sent no message.* If it is only slow, all is well\./);
  assert.deepEqual(texts.slice(1), ['info: svc-embed: The embed is ready after all.']);
});

test('the ready of an earlier document takes no warning back', async (t) => {
  await mount(t, 'once');
  await waitFor('ready', async () => (await own()).ready);
  await evaluate(driver, () => void window.own.embed.reload().catch(() => {}));
  const { text } = await line();
  assert.match(text, /has sent no message in five seconds/);
  await evaluate(driver, () => new Promise((resolve) => setTimeout(resolve, 500)));
  assert.equal((await own()).lines.length, 1, JSON.stringify((await own()).lines));
});

/** Longer than svc-embed waits for a server that has not answered. */
const SILENT_MS = 10_500;

test('a silence whose cause is known is no news, and one that is none is named', async () => {
  await freshPage();
  const told = await evaluate(
    driver,
    async (tenant, ms) => {
      const { mount } = await import('/dist/index.js');
      const told = {};
      const start = (name, target, options) => {
        told[name] = [];
        const tell = (text) => told[name].push(text);
        return mount(target, {
          baseUrl: tenant,
          surface: { kind: 'chat' },
          getSession: async () => `id-of-${name}`,
          logger: { info: tell, warn: tell },
          ...options,
        });
      };
      await start('detached', document.createElement('div'), {});
      for (const [name, options] of [
        ['own', { baseUrl: location.origin }],
        ['nothing', { getSession: async () => undefined }],
        ['rejected', {}],
      ]) {
        const target = document.body.appendChild(document.createElement('div'));
        target.style.height = '20rem';
        await start(name, target, options);
      }
      scrollTo(0, document.body.scrollHeight);
      await new Promise((resolve) => setTimeout(resolve, ms));
      return told;
    },
    sandbox.tenant,
    SILENT_MS,
  );
  assert.equal(told.detached.length, 1, told.detached.join());
  assert.match(told.detached[0], /target is in no document, so nothing is loaded/);
  assert.equal(told.own.length, 1, told.own.join());
  const wanted = PAGE_CAUSES.ownOrigin.replace('<page>', sandbox.host);
  assert.equal(told.own[0], `svc-embed: [frame-silent] ${wanted} ${LINK}frame-silent`);
  for (const name of ['nothing', 'rejected']) {
    assert.ok(told[name].length > 0, name);
    assert.doesNotMatch(told[name].join(), /frame-silent/, name);
  }
});

test('a frame that the policy blocks is not called silent afterwards', async (t) => {
  await mount(t, 'good', { headers: { 'content-security-policy': "frame-src 'self'" } });
  await line();
  await evaluate(driver, (ms) => new Promise((resolve) => setTimeout(resolve, ms)), 6_500);
  const { lines, lastError } = await own();
  assert.equal(lines.length, 1, JSON.stringify(lines));
  assert.match(lastError, /its frame-src does not allow/);
});

const HIDDEN = [
  ['height:0', /it is \d+ × 0 pixels\. Give its target \(#target\) a height/],
  ['height:20rem;width:0', /it is 0 × 320 pixels\. Give its target \(#target\) a width/],
  ['display:none', /is not displayed \(display: none\)/],
  ['', /The embed is 150 pixels high, as every iframe/],
  ['display:inline;height:20rem', /\(#target\) is display: inline, and has no height of its own/],
  ['display:contents;height:20rem', /150 pixels high, as every iframe .* its target \(body\) one/],
  ['min-height:20rem', /150 pixels high: its target \(#target\) has only a min-height/],
];

/** Each of them fills what the page has given it, or has the height that the page wants. */
const SEEN = [
  'height:150px',
  'height:100px;width:40px',
  'display:flow-root;height:150px',
  'min-height:20rem;height:150px',
  'display:grid;grid-template-rows:150px;height:150px',
  'position:absolute;inset:0 0 auto 0;height:150px',
];

for (const style of SEEN) {
  test(`an embed of the height that its target has is no mistake: ${style}`, async (t) => {
    await mount(t, 'good', { style });
    await waitFor('ready', async () => (await own()).ready);
    await evaluate(driver, () => new Promise((resolve) => setTimeout(resolve, 400)));
    const { lines } = await own();
    assert.deepEqual(lines, []);
    const left = await evaluate(driver, () => window.own.embed.iframe.style.cssText);
    assert.match(left, /height: 100%/);
  });
}

test('an iframe whose height a style of the page decides is no mistake', async (t) => {
  const rule = '{ attributes: { style: "height: 150px !important" } }';
  await mount(t, 'good', { style: '', options: rule });
  await waitFor('ready', async () => (await own()).ready);
  await evaluate(driver, () => new Promise((resolve) => setTimeout(resolve, 400)));
  assert.deepEqual((await own()).lines, []);
});

/** Longer than an iframe may be away before that is said. */
const AWAY_MS = 6_500;

/** Mounts the page `path` of a tenant for each change of the page, each in an element of its own. */
async function mountEach(t, path, changes) {
  const { origin } = await serveTenant(t);
  const surface = {
    kind: 'dashboard',
    publicId: 'sales',
    path: `/embed/${path}?session={session}`,
  };
  for (const change of changes)
    await provoke(change, origin, { surface }, `return '${SECRET}' + Math.random()`);
}

const isReady = (name) =>
  evaluate(driver, (name) => window.embeds[name].ready.then(() => true), name);

/** Makes the changes, each to its own embed, in a task of the page. */
const make = (changes) =>
  evaluate(
    driver,
    (changes) =>
      new Promise((done) =>
        setTimeout(() => {
          for (const change of changes) {
            const embed = window.embeds[change];
            const target = embed.iframe.parentNode;
            new Function('embed', 'target', change)(embed, target);
          }
          done();
        }),
      ),
    changes,
  );

test('an iframe that the page has thrown away is one warning', async (t) => {
  const rendered = 'target.outerHTML = target.outerHTML';
  const taken = ['target.innerHTML = ""', 'target.remove()'];
  // Before it has said anything.
  const early = 'embed.iframe.remove()';
  await freshPage();
  await mountEach(t, 'good', [rendered, ...taken]);
  for (const change of [rendered, ...taken]) await isReady(change);
  await mountEach(t, 'silent', [early]);
  await evaluate(driver, (name) => (window.embeds[name].iframe.parentNode.id = 'again'), rendered);
  const all = [rendered, ...taken, early];
  await make(all);
  for (const change of all)
    await waitFor('a line', async () => (await written(change)).lines.length > 0, {
      timeoutMs: 12_000,
    });
  await evaluate(driver, (ms) => new Promise((resolve) => setTimeout(resolve, ms)), AWAY_MS);
  for (const change of all) {
    const { lines, lastError } = await written(change);
    const sentence =
      change === rendered
        ? /has rendered #again again, and the/
        : /has taken the iframe of the embed/;
    assert.match(lines[0].text, sentence);
    assert.equal(lines.length, 1, JSON.stringify(lines));
    hasNoId({ lines, lastError });
  }
});

/** The page renders the target's copy after some time, the first one before there is an id. */
for (const delayMs of [0, 300]) {
  test(`a target that is rendered again ${delayMs} ms after mount() is one warning`, async (t) => {
    await mount(t, 'silent', {
      options: `{ getSession: () => new Promise((resolve) => setTimeout(resolve, 100, '${SECRET}' + Math.random())) }`,
      then: `setTimeout(() => (document.body.innerHTML += '<footer>'), ${delayMs})`,
    });
    await line('warn', 14_000);
    await evaluate(driver, (ms) => new Promise((resolve) => setTimeout(resolve, ms)), AWAY_MS);
    const { lines, lastError } = await own();
    assert.equal(lines[0].text, `svc-embed: ${PLACES.rendered.replace('<target>', '#target')}`);
    assert.equal(lines.length, 1, JSON.stringify(lines));
    // The code in `lastError` stays the same; only the console says more.
    if (delayMs === 0) assert.match(lastError ?? '', /^\[invalid-target\]/);
    hasNoId({ lines, lastError });
  });
}

test('a target without an id that is replaced before there is an id is one warning', async (t) => {
  await mount(t, 'silent', {
    options: `{ getSession: () => new Promise((resolve) => setTimeout(resolve, 100, '${SECRET}' + Math.random())) }`,
    then: "document.querySelector('#target').removeAttribute('id'); document.body.innerHTML += '<footer>'",
  });
  const { text } = await line('warn', 14_000);
  assert.equal(text, `svc-embed: ${PLACES.taken}`);
  await evaluate(driver, (ms) => new Promise((resolve) => setTimeout(resolve, ms)), AWAY_MS);
  assert.equal((await own()).lines.length, 1, JSON.stringify((await own()).lines));
});

test('a target that is put back before there is an id is no mistake', async (t) => {
  await mount(t, 'good', {
    options: `{ getSession: () => new Promise((resolve) => setTimeout(resolve, 100, '${SECRET}' + Math.random())) }`,
    then: "const target = document.querySelector('#target'); target.remove(); setTimeout(() => document.body.append(target), 1_000)",
  });
  await waitFor('ready', async () => (await own()).ready);
  await evaluate(driver, (ms) => new Promise((resolve) => setTimeout(resolve, ms)), AWAY_MS);
  // What was said of it before is taken back.
  const texts = (await own()).lines.map(({ text }) => text);
  assert.doesNotMatch(texts.join(), /The page has/);
  assert.ok(texts.length === 0 || /works again/.test(texts.at(-1)), texts.join());
});

test('an iframe that is put back, or whose embed has ended, was not thrown away', async (t) => {
  const changes = [
    'embed.destroy()',
    'embed.iframe.remove(); setTimeout(() => embed.destroy(), 1_000)',
    'const { iframe } = embed; iframe.remove(); setTimeout(() => target.append(iframe), 1_000)',
    'target.remove(); document.body.append(target)',
  ];
  await freshPage();
  await mountEach(t, 'soon', changes);
  for (const change of changes) await isReady(change);
  await make(changes);
  await evaluate(driver, (ms) => new Promise((resolve) => setTimeout(resolve, ms)), AWAY_MS);
  for (const change of changes) assert.deepEqual((await written(change)).lines, [], change);
});

const HEAD = '<!doctype html><meta charset="utf-8"><title>Why</title>';
/** An embed that is 300 pixels wide in a wide page, and whose width the sentence says to give. */
const NARROW = [
  [
    '<body style="display:flex"><aside style="width:100px"></aside><div id="target" style="height:20rem"></div>',
    'its target (#target)',
  ],
  [
    '<body style="display:flex"><main><div id="target" style="height:20rem"></div></main>',
    'the element around its target (main)',
  ],
  ['<body><div id="target" style="height:20rem;float:left"></div>', 'its target (#target)'],
];
/** Its width is that of the page, or there is no more room. */
const WIDE = [
  '<body style="display:flex"><div id="target" style="height:20rem;flex:1"></div>',
  '<body style="display:flex"><div id="target" style="height:20rem;width:300px"></div>',
  '<body style="display:grid;grid-template-columns:300px 1fr"><div id="target" style="height:20rem"></div>',
  '<body><div style="display:flex;width:400px"><div id="target" style="height:20rem"></div></div>',
  '<body style="width:300px;margin:0"><div id="target" style="height:20rem"></div>',
];

for (const [body, place] of NARROW) {
  test(`an embed that nothing gives a width says so once: ${place} in ${body}`, async (t) => {
    await mount(t, 'good', { body: HEAD + body });
    await waitFor('ready', async () => (await own()).ready);
    const { text } = await line();
    const wanted = PLACES.narrow.replace('its target (<target>)', () => place);
    assert.equal(text, `svc-embed: ${wanted}`);
    assert.equal((await own()).lines.length, 1);
    const left = await evaluate(driver, () => window.own.embed.iframe.style.width);
    assert.equal(left, '100%');
  });
}

for (const body of WIDE) {
  test(`an embed of the width that the page gives it is no mistake: ${body}`, async (t) => {
    await mount(t, 'good', { body: HEAD + body });
    await waitFor('ready', async () => (await own()).ready);
    await evaluate(driver, () => new Promise((resolve) => setTimeout(resolve, 400)));
    assert.deepEqual((await own()).lines, []);
  });
}

for (const [style, sentence] of HIDDEN) {
  test(`an embed that nobody can see says so once: ${style || 'no height'}`, async (t) => {
    await mount(t, 'good', { style });
    await waitFor('ready', async () => (await own()).ready);
    // An embed that is not displayed may be in a closed tab, so the console only notes it.
    const { text } = await line(style === 'display:none' ? 'info' : 'warn');
    assert.match(text, sentence);
    assert.equal((await own()).lines.length, 1);
  });
}

for (const { body, code, sentence } of [...BACKEND_CAUSES, ...OTHER_MINTS]) {
  test(`what getSession has done is one sentence: ${body}`, async () => {
    await freshPage();
    const closed = await closedOrigin();
    await provoke(body, sandbox.tenant, {}, body.replace('<closed>', closed));
    const { text, at } = await waitFor('a line', async () => (await written(body)).lines[0]);
    const plain = text.replace(/ Next attempt at [^.]*\./, '');
    assert.equal(plain, `svc-embed: [${code}] ${sentence} ${LINK}${code}`);
    assert.ok(at < AT_ONCE_MS, `after ${at} ms`);
    const { lastError, lines } = await written(body);
    assert.equal(`svc-embed: ${lastError}`, plain);
    hasNoId({ lines, lastError });
  });
}

test('the error of the first session event has the code and the link, and a moment later the whole sentence', async () => {
  await freshPage();
  await evaluate(
    driver,
    async (baseUrl) => {
      const { mount } = await import('/dist/index.js');
      const first = (window.first = {});
      const embed = await mount('#target', {
        baseUrl,
        surface: { kind: 'dashboard', publicId: 'sales' },
        getSession: async () => {
          throw new Error('The backend answered 404.');
        },
      });
      embed.on('session', ({ lastError }) => {
        if (!lastError || first.error) return;
        Object.assign(first, { error: lastError, atOnce: lastError.message });
      });
    },
    sandbox.tenant,
  );
  const began = '[mint-failed] getSession failed: The backend answered 404';
  const ended = `Check the page's own backend. ${LINK}mint-failed`;
  await waitFor('the whole sentence', () =>
    evaluate(driver, () => window.first.error?.message.includes('Look at its path')),
  );
  const { atOnce, message } = await evaluate(driver, () => ({
    atOnce: window.first.atOnce,
    message: window.first.error.message,
  }));
  assert.equal(atOnce, `${began}. ${ended}`);
  const meaning = 'the backend has nothing at this address. Look at its path';
  assert.equal(message, `${began}: ${meaning}. ${ended}`);
});

for (const { body, sentence } of ANSWERS) {
  testShells(`an answer that is no id loads nothing: ${body}`, async (t, { entry }) => {
    const options = `{ getSession: async () => { ${body} }, renewal: { maxAttempts: 1 } }`;
    await mount(t, 'good', { entry, options });
    // The two shells name the function in the way of their language.
    const said = async () =>
      (await own()).lastError?.replaceAll('`', '').replace('get_session', 'getSession');
    await waitFor(sentence, async () => (await said())?.includes(sentence), {
      timeoutMs: 5_000,
    }).catch(async (error) => assert.fail(`${error.message}: ${await said()}`));
    const { requests } = [...served.values()].at(-1);
    assert.deepEqual(requests, []);
    hasNoId(await own());
  });
}

test('an embed below another one in the same element is one warning', async () => {
  await freshPage();
  const lines = await evaluate(
    driver,
    async (tenant) => {
      const { mount } = await import('/dist/index.js');
      const lines = [];
      const options = {
        baseUrl: tenant,
        surface: { kind: 'chat' },
        logger: { warn: (text) => lines.push(text), info() {} },
        getSession: async () =>
          (await (await fetch('/api/embed-session', { method: 'POST' })).json()).sessionId,
      };
      const target = document.querySelector('#target');
      target.style.height = '20rem';
      const first = await mount(target, options);
      await first.ready;
      const second = await mount(target, options);
      await second.ready;
      await new Promise((resolve) => setTimeout(resolve, 500));
      return lines;
    },
    sandbox.tenant,
  );
  assert.deepEqual(lines, [
    'svc-embed: The target of this embed has another embed, so there are two below each other. Was mount() called twice? Destroy the first, or give each embed an element of its own.',
  ]);
});

test('an embed that is mounted again and again is one warning, and many different ones are none', async () => {
  const mounted = async (count, options) => {
    await freshPage();
    return evaluate(
      driver,
      async (tenant, count, options) => {
        const { mount } = await import('/dist/index.js');
        const lines = [];
        const logger = { warn: (text) => lines.push(text), info: (text) => lines.push(text) };
        const getSession = () => new Promise(() => {});
        const { publicId, isKept, values = [''] } = options;
        for (let number = 0; number < count; number++) {
          const surface = { kind: 'dashboard', publicId: publicId.replace('#', number) };
          const target = document.createElement('div');
          document.querySelector('#target').append(target);
          const params = { team: 'north', time: values[number % values.length] };
          const embed = await mount(target, {
            baseUrl: tenant,
            surface,
            params,
            logger,
            getSession,
          });
          embed.ready.catch(() => {});
          if (!isKept) embed.destroy();
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        return lines;
      },
      sandbox.tenant,
      count,
      options,
    );
  };
  const again = await mounted(10, { publicId: 'sales' });
  assert.equal(again.length, 1, again.join());
  assert.match(again[0], /mounts this embed again and again.* defined inside another one/);
  assert.deepEqual(await mounted(10, { publicId: 'sales-#' }), []);
  assert.deepEqual(await mounted(10, { publicId: 'sales', isKept: true }), []);
  assert.deepEqual(await mounted(5, { publicId: 'sales' }), []);
  const values = [...'abcdefghij'];
  const changing = await mounted(10, { publicId: 'sales', values });
  assert.deepEqual(changing, [`svc-embed: ${PAGE_CAUSES.changing}`]);
  assert.deepEqual(await mounted(10, { publicId: 'sales', values, isKept: true }), []);
  assert.deepEqual(await mounted(5, { publicId: 'sales', values }), []);
  // Two embeds of one page, each mounted again and again.
  const inTurn = await mounted(10, { publicId: 'sales', values: ['a', 'b'] });
  assert.equal(inTurn.length, 1, inTurn.join());
  assert.match(inTurn[0], /mounts this embed again and again/);
});

test('the question whether the tenant answers has no cookie, no address of the page and no id', async (t) => {
  const tenant = await mount(t, 'silent');
  await line();
  const { requests } = served.get(tenant);
  const questions = requests.filter(({ url }) => url === '/');
  assert.deepEqual(
    questions.map(({ method, body, headers }) => [method, body, headers.cookie, headers.referer]),
    [['GET', '', undefined, undefined]],
  );
  hasNoId(questions);
  // Whoever sees the request learns no more than from that of the iframe before it.
  const works = await mount(t, 'good');
  await waitFor('ready', async () => (await own()).ready);
  assert.ok(served.get(works).requests.every(({ url }) => url !== '/'));
});

test('an iframe of the page that has no address is named as such', async () => {
  await freshPage();
  await evaluate(
    driver,
    async (baseUrl) => {
      const { connect } = await import('/dist/index.js');
      const own = (window.causes = { own: { lines: [] } }).own;
      const iframe = document.body.appendChild(document.createElement('iframe'));
      const write = (text) => own.lines.push({ text });
      window.embeds = {
        own: await connect(iframe, { baseUrl, logger: { info: write, warn: write } }),
      };
    },
    sandbox.tenant,
  );
  const { text } = await waitFor('a line', async () => (await written('own')).lines[0]);
  assert.match(text, /request for the embed's page: the iframe has no src\./);
});

test('a page may not ask the tenant where its policy forbids that, and is told no more', async (t) => {
  await mount(t, 'silent', { headers: { 'content-security-policy': "connect-src 'self'" } });
  assert.match((await line()).text, /A page has loaded, but has sent no message/);
});
