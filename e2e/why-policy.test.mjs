// Why there is no picture: a policy of the page, its isolation or the tenant keeps the embed out of the iframe.

import assert from 'node:assert/strict';
import { BLOCKED_CAUSES, unreachable } from './support/causes.mjs';
import { test } from './support/test.mjs';
import {
  ANY_ID,
  AT_ONCE_MS,
  LINK,
  hasNoId,
  line,
  openPage,
  openPages,
  pageOf,
  provoke,
  readyOf,
  written,
} from './support/why.mjs';
import { engine } from './support/world.mjs';

const policyOf = (text) => ({ 'content-security-policy': text });

const SCRIPTS = "script-src * 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'";

/** A policy of the page in whose `directive` the tenant is missing. */
const missing = (directive, policy) => ({
  headers: policyOf(`${policy}; ${SCRIPTS}`),
  async check({ tenant }) {
    const { text, at } = await line('embed');
    const sentence = BLOCKED_CAUSES.directive(directive).replace('<tenant>', tenant);
    assert.equal(text, `svc-embed: [frame-blocked] ${sentence} ${LINK}frame-blocked`);
    assert.ok(at < AT_ONCE_MS, `after ${at} ms`);
    const ready = await readyOf('embed');
    assert.equal(ready.code, 'frame-blocked');
    assert.ok(ready.at < AT_ONCE_MS, `after ${ready.at} ms`);
    assert.ok(text.includes(ready.message));
    const { lastError, lines, states } = await written('embed');
    assert.equal(lastError, ready.message);
    assert.ok(states.includes('frame-blocked'));
    assert.equal(lines.length, 1, JSON.stringify(lines));
    hasNoId({ ready, lines });
  },
});

const isReadyInSilence = async () => {
  assert.equal((await readyOf('embed')).code, undefined);
  assert.deepEqual((await written('embed')).lines, []);
};

/** The headers of a page, the page of its embed (`path`), and what is said of it. Those that say it late come last. */
const CASES = {
  'a policy that forbids the frame rejects ready at once, in the Rust shell': {
    headers: policyOf("frame-src 'self'"),
    entry: 'rust/index',
    async check() {
      const ready = await readyOf('embed');
      assert.equal(ready.code, 'frame-blocked');
      assert.ok(ready.at < AT_ONCE_MS, `after ${ready.at} ms`);
      const { lastError } = await written('embed');
      assert.match(lastError, /The content security policy of this page/);
    },
  },

  'a frame of another origin that is blocked says nothing of the embed': {
    headers: policyOf('frame-src <tenant>'),
    path: 'soon',
    // While the embed is being loaded.
    then: `document.body.append(
      Object.assign(document.createElement('iframe'), { src: 'http://elsewhere.localhost/' }))`,
    check: isReadyInSilence,
  },

  'a policy that only reports stops nothing, and is no reason': {
    headers: { 'content-security-policy-report-only': "frame-src 'self'" },
    check: isReadyInSilence,
  },

  'a policy that allows one path of the tenant is told as that': {
    headers: policyOf('frame-src <tenant>/embed'),
    async check({ tenant }) {
      const { text } = await line('embed');
      const sentence = `: its frame-src allows ${tenant}/embed, and not all of ${tenant}. Add`;
      assert.ok(text.includes(sentence), text);
    },
  },

  'a tenant that does not let the page show it': {
    headers: {},
    path: 'ancestors',
    async check() {
      const { text, at } = await line('embed');
      if (engine !== 'chromium') return assert.match(text, /frame-ancestors/);
      assert.ok(text.includes(BLOCKED_CAUSES.refused), text);
      assert.ok(at < AT_ONCE_MS, `after ${at} ms`);
      assert.equal((await readyOf('embed')).code, 'frame-blocked');
    },
  },

  'a policy that lets the tenant redirect nowhere is told apart from one without the tenant': {
    headers: policyOf('frame-src <tenant>'),
    path: 'elsewhere',
    async check() {
      // WebKit does not end the load of a frame that a policy forbids.
      const { text } = await line('embed', engine === 'webkit' ? 'info' : 'warn');
      assert.match(text, /redirects to an origin that the content security policy/);
      hasNoId(text);
    },
  },

  'a page may not ask the tenant where its policy forbids that, and is told no more': {
    headers: policyOf("connect-src 'self'"),
    path: 'silent',
    async check() {
      assert.match((await line('embed')).text, /has loaded, but has sent no message/);
    },
  },

  "a policy's default-src rejects ready at once, and is named with the origin": missing(
    'default-src',
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' data:",
  ),

  // It is not called silent afterwards, which the cases before it have waited for.
  "a policy's frame-src rejects ready at once, and is named with the origin": missing(
    'frame-src',
    "frame-src 'self'",
  ),

  // With this policy the page counts as one of the internet, and the tenant is on this device.
  'a more private network, for which Chromium asks a permission': {
    headers: policyOf('treat-as-public-address'),
    async check({ tenant }) {
      if (engine !== 'chromium') return isReadyInSilence();
      const { text } = await line('embed');
      assert.equal(text, `svc-embed: [frame-silent] ${unreachable(tenant)} ${LINK}frame-silent`);
    },
  },
};

CASES["a policy's child-src rejects ready at once, and is named with the origin"] = missing(
  'child-src',
  "child-src 'self'",
);

test('what a policy forbids is named at once, and what it does not forbid is no reason', async (t) => {
  const cases = Object.entries(CASES);
  const { tenant, inside } = await openPages(
    t,
    cases.map(([, { headers }]) => headers),
  );
  for (const [at, [, { path = 'good', entry, then }]] of cases.entries())
    await inside(at, () => provoke('embed', tenant, pageOf(path), { body: ANY_ID, entry, then }));
  for (const [at, [name, { check }]] of cases.entries())
    await t.test(name, () => inside(at, () => check({ tenant })));
});

test('a page that is isolated is told the attribute that lets the embed in', async (t) => {
  const origin = await openPage(t, {
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
  });
  await provoke('embed', origin, pageOf('good'), { body: ANY_ID });
  // Firefox tells a page nothing about it, and does not end the load.
  const { text, at } = await line('embed', engine === 'firefox' ? 'info' : 'warn');
  assert.ok(text.includes(BLOCKED_CAUSES.isolated), text);
  const { ready, lines } = await written('embed');
  hasNoId({ ready, lines });
  if (engine !== 'firefox') {
    assert.ok(at < AT_ONCE_MS, `after ${at} ms`);
    assert.equal(ready.code, 'frame-blocked');
  }
  if (engine !== 'chromium') return;
  const attributes = { credentialless: true };
  await provoke('let in', origin, { ...pageOf('good'), attributes }, { body: ANY_ID });
  assert.equal((await readyOf('let in')).code, undefined);
  assert.deepEqual((await written('let in')).lines, []);
});
