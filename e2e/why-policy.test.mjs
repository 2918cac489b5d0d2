// Why there is no picture: a policy of the page, its isolation or the tenant keeps the embed out of the iframe.

import assert from 'node:assert/strict';
import { BLOCKED_CAUSES } from './support/causes.mjs';
import { testShells } from './support/shells.mjs';
import { nightlyTest, test } from './support/test.mjs';
import {
  ANY_ID,
  AT_ONCE_MS,
  LINK,
  hasNoId,
  line,
  openPage,
  pageOf,
  pause,
  provoke,
  readyOf,
  written,
} from './support/why.mjs';
import { engine } from './support/world.mjs';

/** Opens a page with these headers, with the embed whose page is `path`. Resolves to the tenant's origin. */
async function open(t, path, headers, entry) {
  const tenant = await openPage(t, headers);
  await provoke('embed', tenant, pageOf(path), { body: ANY_ID, entry });
  return tenant;
}

const policyOf = (text) => ({ 'content-security-policy': text });

const POLICIES = {
  'frame-src': "frame-src 'self'",
  'child-src': "child-src 'self'",
  'default-src': "default-src 'self' 'unsafe-inline' 'unsafe-eval' data:",
};

for (const [directive, policy] of Object.entries(POLICIES)) {
  // By day the fallback that is nearest, and the last one.
  const testOf = directive === 'child-src' ? nightlyTest : test;
  testOf(
    `a policy's ${directive} rejects ready at once, and is named with the origin`,
    async (t) => {
      const scripts = "script-src * 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'";
      const origin = await open(t, 'good', policyOf(`${policy}; ${scripts}`));
      const { text, at } = await line('embed');
      const sentence = BLOCKED_CAUSES.directive(directive).replace('<tenant>', origin);
      assert.equal(text, `svc-embed: [frame-blocked] ${sentence} ${LINK}frame-blocked`);
      assert.ok(at < AT_ONCE_MS, `after ${at} ms`);
      const ready = await readyOf('embed');
      assert.equal(ready.code, 'frame-blocked');
      assert.ok(ready.at < AT_ONCE_MS, `after ${ready.at} ms`);
      assert.ok(text.includes(ready.message));
      // It is not called silent afterwards.
      if (directive === 'frame-src') await pause(6_500);
      const { lastError, lines, states } = await written('embed');
      assert.equal(lastError, ready.message);
      assert.ok(states.includes('frame-blocked'));
      assert.equal(lines.length, 1, JSON.stringify(lines));
      hasNoId({ ready, lines });
    },
  );
}

testShells('a policy that forbids the frame rejects ready at once', async (t, { name, entry }) => {
  // The npm package has this above.
  if (name === 'npm') return;
  await open(t, 'good', policyOf("frame-src 'self'"), entry);
  const ready = await readyOf('embed');
  assert.equal(ready.code, 'frame-blocked');
  assert.ok(ready.at < AT_ONCE_MS, `after ${ready.at} ms`);
  assert.match((await written('embed')).lastError, /The content security policy of this page/);
});

test('a frame of another origin that is blocked says nothing of the embed', async (t) => {
  const tenant = await openPage(t, policyOf('frame-src <tenant>'));
  // While the embed is being loaded.
  const then = `document.body.append(
  Object.assign(document.createElement('iframe'), { src: 'http://elsewhere.localhost/' }))`;
  await provoke('embed', tenant, pageOf('soon'), { body: ANY_ID, then });
  assert.equal((await readyOf('embed')).code, undefined);
  assert.deepEqual((await written('embed')).lines, []);
});

test('a policy that only reports stops nothing, and is no reason', async (t) => {
  await open(t, 'good', { 'content-security-policy-report-only': "frame-src 'self'" });
  assert.equal((await readyOf('embed')).code, undefined);
  assert.deepEqual((await written('embed')).lines, []);
});

test('a policy that allows one path of the tenant is told as that', async (t) => {
  const origin = await open(t, 'good', policyOf('frame-src <tenant>/embed'));
  const { text } = await line('embed');
  assert.ok(
    text.includes(`: its frame-src allows ${origin}/embed, and not all of ${origin}. Add`),
    text,
  );
});

test('a policy that lets the tenant redirect nowhere is told apart from one without the tenant', async (t) => {
  await open(t, 'elsewhere', policyOf('frame-src <tenant>'));
  // WebKit does not end the load of a frame that a policy forbids.
  const { text } = await line('embed', engine === 'webkit' ? 'info' : 'warn');
  assert.match(text, /redirects to an origin that the content security policy/);
  hasNoId(text);
});

test('a page that is isolated is told the attribute that lets the embed in', async (t) => {
  const origin = await open(t, 'good', {
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
  });
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

test('a tenant that does not let the page show it', async (t) => {
  await open(t, 'ancestors');
  const { text, at } = await line('embed');
  if (engine !== 'chromium') return assert.match(text, /frame-ancestors/);
  assert.ok(text.includes(BLOCKED_CAUSES.refused), text);
  assert.ok(at < AT_ONCE_MS, `after ${at} ms`);
  assert.equal((await readyOf('embed')).code, 'frame-blocked');
});

test('a page may not ask the tenant where its policy forbids that, and is told no more', async (t) => {
  await open(t, 'silent', policyOf("connect-src 'self'"));
  assert.match((await line('embed')).text, /A page has loaded, but has sent no message/);
});
