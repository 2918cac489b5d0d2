// Why there is no picture: a policy of the page, its isolation or the tenant keeps the embed out of the iframe.

import assert from 'node:assert/strict';
import { BLOCKED_CAUSES } from './support/causes.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { testShells } from './support/shells.mjs';
import { test } from './support/test.mjs';
import { AT_ONCE_MS, LINK, hasNoId, line, mount, own } from './support/why.mjs';
import { driver, engine } from './support/world.mjs';

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

test('a policy that allows one path of the tenant is told as that', async (t) => {
  const origin = await open(t, 'good', policyOf('frame-src <tenant>/embed'));
  const { text } = await line('embed');
  assert.ok(text.includes(`: its frame-src allows only ${origin}/embed. Add`), text);
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

test('a tenant that does not let the page show it', async (t) => {
  const origin = await mount(t, 'ancestors');
  const { text, at } = await line();
  if (engine !== 'chromium') return assert.match(text, /frame-ancestors/);
  assert.ok(text.includes(BLOCKED_CAUSES.refused), text);
  assert.ok(at < AT_ONCE_MS, `after ${at} ms`);
  assert.equal((await own()).ready.code, 'frame-blocked');
  assert.ok(origin);
});

test('a frame that the policy blocks is not called silent afterwards', async (t) => {
  await mount(t, 'good', { headers: { 'content-security-policy': "frame-src 'self'" } });
  await line();
  await evaluate(driver, (ms) => new Promise((resolve) => setTimeout(resolve, ms)), 6_500);
  const { lines, lastError } = await own();
  assert.equal(lines.length, 1, JSON.stringify(lines));
  assert.match(lastError, /its frame-src does not allow/);
});

test('a page may not ask the tenant where its policy forbids that, and is told no more', async (t) => {
  await mount(t, 'silent', { headers: { 'content-security-policy': "connect-src 'self'" } });
  assert.match((await line()).text, /A page has loaded, but has sent no message/);
});
