// Why there is no picture: each cause is told apart from the others, in the console, in `lastError` and
// by the promise `ready`.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { html, servePages } from './support/pages-server.mjs';
import { testShells } from './support/shells.mjs';
import { driver, engine } from './support/world.mjs';

const PAGE = '<meta charset="utf-8"><title>Why</title><div id="target" style="height:20rem"></div>';
const SECRET = 'secret-session-id';
/** Far below the five seconds after which silence is told, also beside busy processes. */
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
  return servePages(t, {
    '/embed/good': ready(),
    '/embed/late': ready(6_500),
    '/embed/silent': page('Nothing to say'),
    '/embed/ancestors': page('No', { 'content-security-policy': "frame-ancestors 'none'" }),
    '/embed/options': page('No', { 'x-frame-options': 'DENY' }),
    '/embed/error': (_, response) => response.writeHead(500).end('<p>No'),
    '/embed/elsewhere': to(elsewhere.origin),
    '/embed/talks': to(talks.origin),
    '/embed/never': () => {},
  });
}

/** Serves a host page with `headers`, opens it, and mounts the page `path` of the tenant. */
async function mount(t, path, { headers = {}, options = '{}', style, entry = 'index' } = {}) {
  const tenant = await serveTenant(t);
  const given = Object.entries(headers).map(([name, value]) => [
    name,
    value.replaceAll('<tenant>', tenant.origin),
  ]);
  const text = style === undefined ? PAGE : PAGE.replace('height:20rem', style);
  const host = await servePages(t, { '/': html(text, Object.fromEntries(given)) });
  // Another site than the tenant's, as it is for users.
  await driver.get(`${host.origin.replace('127.0.0.1', 'localhost')}/`);
  await evaluate(
    driver,
    async (baseUrl, path, secret, options, entry) => {
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
    assert.match(text, /^svc-embed: The content security policy of this page does not let it show/);
    assert.ok(text.includes(`its ${directive} does not allow ${origin}. `), text);
    assert.ok(text.endsWith('/errors.md#frame-blocked'), text);
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
  assert.match((await own()).lastError, /^The content security policy of this page/);
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
  assert.match(text, /isolated by its Cross-Origin-Embedder-Policy/);
  assert.match(text, /attributes: \{ credentialless: true \}/);
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

const SILENT = [
  ['silent', /A page has loaded, but has sent no message in five seconds: http/],
  ['error', /A page has loaded, but has sent no message in five seconds: http/],
  ['options', /X-Frame-Options/],
  ['talks', /The iframe shows a page of another origin, http:/],
];

for (const [path, sentence] of SILENT) {
  test(`a frame that loads and says nothing is one warning within ten seconds: ${path}`, async (t) => {
    await mount(t, path, { options: '{ readyTimeoutMs: 8000 }' });
    const { text, at } = await line();
    assert.match(text, sentence);
    assert.ok(at > 5_000 && at < 10_000, `after ${at} ms`);
    assert.equal((await own()).ready, null, 'it was not called failed');
    const ready = await waitFor('the end of the wait', async () => (await own()).ready);
    assert.equal(ready.code, 'ready-timeout');
    assert.equal(ready.causeCode, 'frame-silent');
    assert.ok(text.includes(ready.cause), ready.cause);
    hasNoId(await own());
  });
}

test('a tenant that does not let the page show it', async (t) => {
  const origin = await mount(t, 'ancestors');
  const { text, at } = await line();
  if (engine !== 'chromium') return assert.match(text, /frame-ancestors/);
  assert.match(text, /The tenant does not let this page show the embed: frame-ancestors 'none'/);
  assert.ok(at < AT_ONCE_MS, `after ${at} ms`);
  assert.equal((await own()).ready.code, 'frame-blocked');
  assert.ok(origin);
});

test('a sandbox that takes the embed its rights is named', async (t) => {
  await mount(t, 'good', { options: '{ attributes: { sandbox: "allow-forms" } }' });
  const { text } = await line();
  assert.match(text, /sandbox attribute of the iframe lacks allow-scripts and allow-same-origin,/);
});

test('a server that never answers is no warning, and the cause of the end', async (t) => {
  const origin = await mount(t, 'never', { options: '{ readyTimeoutMs: 12000 }' });
  const { text, at } = await line('info', 12_000);
  assert.ok(text.includes(`The embed's page has not been answered: ${origin}.`), text);
  assert.ok(at < 12_000, `after ${at} ms`);
  const ready = await waitFor('the end of the wait', async () => (await own()).ready);
  assert.equal(ready.code, 'ready-timeout');
  assert.match(ready.cause, /has not been answered/);
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
});

const HIDDEN = [
  ['height:0', /it is \d+ × 0 pixels\. Give its target \(#target\) a height/],
  ['display:none', /is not displayed \(display: none\)/],
  ['', /The embed is 150 pixels high/],
];

for (const [style, sentence] of HIDDEN) {
  test(`an embed that nobody can see says so once: ${style || 'no height'}`, async (t) => {
    await mount(t, 'good', { style });
    await waitFor('ready', async () => (await own()).ready);
    assert.match((await line()).text, sentence);
    assert.equal((await own()).lines.length, 1);
  });
}

const BACKEND = [
  ["throw new Error('The backend answered 404.')", /answered 404: the backend has nothing at this/],
  ["throw new Error('The backend answered 405.')", /answered 405: .* does not take this method/],
  ["throw new Error('The backend answered 401.')", /answered 401: .* nobody is signed in/],
  ["throw new Error('The backend answered 403.')", /answered 403: the backend refuses/],
  ["throw new Error('The backend answered 500.')", /answered 500: the backend itself has failed/],
  ["return JSON.parse('<!doctype html>" + SECRET + "')", /no JSON, such as the HTML of a sign-in/],
  ["await fetch('http://127.0.0.1:9/')", /cannot be reached/],
];

for (const [body, sentence] of BACKEND) {
  test(`what the backend has answered is one sentence: ${body}`, async (t) => {
    await mount(t, 'good', { options: `{ getSession: async () => { ${body} } }` });
    const { text, at } = await line();
    assert.match(text, sentence);
    assert.match(text, /\/errors\.md#mint-failed$/);
    assert.ok(at < AT_ONCE_MS, `after ${at} ms`);
    const { lastError, lines } = await own();
    assert.match(lastError, sentence);
    hasNoId({ lines, lastError });
  });
}
