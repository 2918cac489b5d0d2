// The frame that comes with the page: one request for one id, nothing that a cache may keep, and
// nothing that a text could break out of.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { runInNewContext } from 'node:vm';
import { ManagementClient } from 'svc-embed/management';
import { embedFrame } from 'svc-embed/server';
import { startSandbox } from '../support/sandbox.mjs';
import { after, before, test } from '../support/test.mjs';
import { fake as client } from './support/endpoint.mjs';

let sandbox;
before(async () => (sandbox = await startSandbox()));
after(() => sandbox.stop());

const control = (route, body) =>
  fetch(`${sandbox.host}/control/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

function options(change = {}) {
  return {
    client: new ManagementClient({
      baseUrl: sandbox.tenant,
      apiKey: 'sandbox-admin-key',
      logger: false,
    }),
    baseUrl: sandbox.tenant,
    surface: { kind: 'dashboard', publicId: 'sales-overview' },
    session: { embedTenantProfile: { displayName: 'Acme Retail' } },
    response: new Headers(),
    ...change,
  };
}

test('the iframe asks for the dashboard with an id that works once', async () => {
  await control('faults', { strict: true });
  const response = new Headers();
  const { attributes, html } = await embedFrame(options({ response }));
  assert.equal(response.get('cache-control'), 'private, no-store');
  assert.match(
    html,
    /^<script>[^<]+<\/script><iframe src="http[^"<>]+" title="Dashboard" sandbox="[^"]+" referrerpolicy="[^"]+" width="100%" height="100%" frameborder="0"><\/iframe>$/,
  );
  const { pathname, searchParams } = new URL(attributes.src);
  assert.equal(pathname, '/embed/dashboard/sales-overview');
  assert.ok(searchParams.get('session'));
  const first = await fetch(attributes.src);
  assert.equal(first.status, 200);
  await first.text();
  await control('reset', {});
});

test('no text breaks out of its attribute', async () => {
  const title = `"><script>alert("1")</script>&'`;
  const { html, attributes, script } = await embedFrame(
    options({
      title,
      attributes: { class: title },
      params: { a: title },
      filters: [],
      nonce: title,
    }),
  );
  assert.equal(attributes.title, title);
  const [ofScript, ofFrame] = html.split(`>${script}</script><iframe `);
  assert.match(ofScript, /^<script nonce="[^"<>]+"$/);
  assert.doesNotMatch(ofFrame.slice(0, -'></iframe>'.length), /[<>]/);
  assert.match(ofFrame, /&#60;\/script&#62;&amp;'"/);
  assert.equal(ofFrame.match(/"/g).length, 2 * Object.keys(attributes).length);
});

test('what is undefined is left out, as by mount. A title that is no text costs no id', async () => {
  const { attributes, html } = await embedFrame(
    options({
      client,
      params: { allowExport: true, page: undefined },
      attributes: { id: 'sales', class: undefined },
      title: 7,
    }),
  );
  const { searchParams } = new URL(attributes.src);
  assert.deepEqual([...searchParams.keys()], ['session', 'allowExport']);
  assert.deepEqual([attributes.id, 'class' in attributes], ['sales', false]);
  assert.match(html, / title="7" /);
});

test('the script is always the same, so that a policy can allow it by its hash', async () => {
  const scripts = [];
  for (const publicId of ['sales-overview', 'fulfilment'])
    scripts.push(
      (await embedFrame(options({ client, surface: { kind: 'dashboard', publicId } }))).script,
    );
  const [script] = scripts;
  assert.deepEqual(scripts, [script, script]);
  assert.doesNotMatch(script, /</);
  const hash = createHash('sha256').update(script).digest('base64');
  const guide = readFileSync(new URL('../../docs/guide/first-picture.md', import.meta.url), 'utf8');
  assert.ok(guide.includes(`'sha256-${hash}'`), `the guide names 'sha256-${hash}'`);
});

test('a page that cannot be kept from caches is refused before anything is minted', async () => {
  let minted = 0;
  const client = { embedSessions: { generate: async () => (minted++, { sessionId: 'id' }) } };
  process.env.NEXT_PHASE = 'phase-production-build';
  await assert.rejects(embedFrame(options({ client, response: 'uncached' })), /A build must/);
  delete process.env.NEXT_PHASE;
  const sent = { headersSent: true, setHeader() {} };
  const { headers: immutable } = Response.redirect('https://acme.example.com');
  const taken = { set: (name) => assert.fail(`"${name}" is already set.`) };
  for (const response of [sent, immutable, taken])
    await assert.rejects(embedFrame(options({ client, response })), {
      name: 'TypeError',
      message:
        /^embedFrame cannot set the headers that forbid caches: \w+Error.*: .+\. Call it before /,
    });
  // Hono's `set` is another one, and Koa's is silent once the head was sent.
  const context = { set() {}, req: {} };
  for (const response of [undefined, null, {}, 'cached', context])
    await assert.rejects(embedFrame(options({ client, response })), /response must be/);
  assert.equal(minted, 0);
  await embedFrame(options({ client, response: 'uncached' }));
  assert.equal(minted, 1);
});

/** What a page or a middleware may have set, and what it becomes. */
const CACHED = [
  ['cache-control', 'public, max-age=60', 'private, no-store'],
  ['cdn-cache-control', 'max-age=600', 'no-store'],
  ['akamai-cache-control', 'max-age=600', 'no-store'],
  ['cloudflare-cdn-cache-control', 'max-age=600', 'no-store'],
  ['deno-cdn-cache-control', 'max-age=600', 'no-store'],
  ['netlify-cdn-cache-control', 'public, s-maxage=31536000', 'no-store'],
  ['vercel-cdn-cache-control', 'max-age=600', 'no-store'],
  ['surrogate-control', 'max-age=600', 'no-store'],
  ['edge-control', '!no-store, max-age=600', 'no-store'],
  ['x-litespeed-cache-control', 'public, max-age=600', 'no-store'],
  ['x-accel-expires', '60', '0'],
];

test('each header that a cache obeys forbids it, whatever the page has set', async () => {
  const wanted = CACHED.map(([name, , value]) => [name, value]).sort();
  const before = CACHED.map(([name, value]) => [name, value]);
  const node = new ServerResponse({ method: 'GET' });
  const express = new ServerResponse({ method: 'GET' });
  // Express's response has both.
  express.set = () => assert.fail('setHeader is enough.');
  for (const [name, value] of before) node.setHeader(name, value);
  for (const response of [new Headers(), new Headers(before), node, express]) {
    await embedFrame(options({ client, response }));
    assert.deepEqual(
      Object.entries(response.getHeaders?.() ?? Object.fromEntries(response)).sort(),
      wanted,
    );
  }
});

test('the script keeps a million characters of a window at most, and nothing that has no text', async () => {
  const { script } = await embedFrame(options({ client }));
  const listeners = [];
  const page = { addEventListener: (_, listener) => listeners.push(listener), Map, JSON };
  Object.assign(page, { window: page, customElements: { define() {} }, HTMLElement: Object });
  runInNewContext(script, page);
  const kept = page.svcEmbedEarly;
  const say = (source, data) => listeners.forEach((hear) => hear({ source, origin: 'o', data }));
  const plain = (value) => JSON.parse(JSON.stringify(value));
  const [quiet, loud, odd, taken] = [{}, {}, {}, {}];
  const event = { source: 'svc-embed', payload: { path: '/' } };
  say(quiet, event);
  assert.deepEqual(plain(kept.get(quiet)), [{ source: {}, origin: 'o', data: event }]);
  for (let turn = 0; turn < 50; turn++) say(loud, { text: 'x'.repeat(50_000) });
  assert.ok(JSON.stringify(kept.get(loud)).length < 1_100_000);
  for (let turn = 0; turn < 20_000; turn++) say(taken, 1);
  assert.ok(kept.get(taken).length <= 10_000);
  const cyclic = { ...event };
  cyclic.payload = cyclic;
  const file = new ArrayBuffer(100_000_000);
  for (const data of [undefined, 7n, cyclic, { file }]) say(odd, data);
  assert.deepEqual(plain(kept.get(odd)), [{ source: {}, origin: 'o', data: { file: {} } }]);
  kept.set(taken, 0);
  say(taken, event);
  odd.closed = true;
  say(quiet, event);
  assert.equal(kept.has(odd), false);
  say(null, event);
  assert.equal(kept.get(taken), 0);
});

test('a polluted Object.prototype changes no frame', async () => {
  const wanted = await embedFrame(options({ client }));
  const names = [
    ...['client', 'session', 'baseUrl', 'surface', 'response', 'params', 'filters', 'title'],
    ...['attributes', 'signal', 'timeoutMs', 'path', 'kind', 'deploymentId', 'setHeader'],
    ...['getHeader', 'headersSent', 'src', 'sandbox', 'referrerpolicy', 'class', 'sessionId'],
  ];
  for (const name of names)
    for (const value of ['stolen', { stolen: 1 }, ['stolen']]) {
      const given = options({ client });
      Object.prototype[name] = value;
      try {
        assert.deepEqual(await embedFrame(given), wanted, name);
      } finally {
        delete Object.prototype[name];
      }
    }
  // Nor is it an answer of the service.
  Object.prototype.sessionId = 'stolen';
  try {
    const without = options({ client: { embedSessions: { generate: async () => ({}) } } });
    await assert.rejects(embedFrame(without), /without a session id/);
  } finally {
    delete Object.prototype.sessionId;
  }
});

test('the call of the service has a time limit, and ends with the signal', async () => {
  const calls = [];
  const generate = async (session, how) => (calls.push(how), { sessionId: 'id' });
  const client = { embedSessions: { generate } };
  const { signal } = new AbortController();
  await embedFrame(options({ client }));
  await embedFrame(options({ client, signal, timeoutMs: 5 }));
  assert.deepEqual(calls, [
    { signal: undefined, timeoutMs: 10_000 },
    { signal, timeoutMs: 5 },
  ]);
});

test('wrong options and an answer without an id are refused', async () => {
  const code = (error) => error.code;
  const wrong = async (change) => embedFrame(options(change)).then(() => 'none', code);
  assert.equal(await wrong({ baseUrl: 'http://acme.example.com' }), 'invalid-base-url');
  assert.equal(await wrong({ surface: { kind: 'dashboard' } }), 'invalid-option');
  assert.equal(await wrong({ params: { session: 'x' } }), 'invalid-option');
  for (const name of ['src', 'srcdoc', 'srcDoc', 'onload', 'ONLOAD', 'a b', 'x"'])
    await assert.rejects(embedFrame(options({ attributes: { [name]: 'x' } })), {
      name: 'TypeError',
      message: `attributes must not have ${JSON.stringify(name)}.`,
    });
  for (const answer of [{}, null, { sessionId: '' }, { sessionId: 7 }]) {
    const client = { embedSessions: { generate: async () => answer } };
    await assert.rejects(embedFrame(options({ client })), /without a session id/);
  }
});
