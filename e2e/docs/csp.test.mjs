// The policies of the guide, sent with a page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { event, freshPage, mountEmbed } from '../support/embed.mjs';
import { evaluate, waitFor } from '../support/page.mjs';
import { POLICY, POLICY_WITHOUT_WASM, servePage } from '../support/policy.mjs';
import { driver, sandbox } from '../support/world.mjs';
import { forTenant } from './support/host-page.mjs';
import { block, blocksOf } from './support/pages.mjs';

const page = 'docs/guide/csp.md';
const [withWasm, withoutWasm] = blocksOf(page)
  .filter(({ language }) => language === 'http')
  .map(({ text }) => forTenant(text.trim().replace('Content-Security-Policy: ', '')));

const refused = () => evaluate(driver, () => window.refused);

for (const [entry, policy] of [
  ['index', withWasm],
  ['inline', withWasm],
  ['no-wasm', withWasm],
  ['no-wasm', withoutWasm],
]) {
  const name = policy === withWasm ? 'first' : 'second';
  test(`under the ${name} policy ${entry} runs`, async (t) => {
    await freshPage(await servePage(t, policy));
    await mountEmbed({}, 'embed', entry);
    assert.equal((await event('ready')).payload.mode, 'signed');
    assert.deepEqual(await refused(), []);
  });
}

test('they are the policies that the other tests are under', () => {
  const policies = [POLICY, POLICY_WITHOUT_WASM].map((policy) =>
    policy.replace('<tenant>', sandbox.tenant),
  );
  assert.deepEqual([withWasm, withoutWasm], policies);
});

test('under the second policy the example of svc-embed/no-wasm runs', async (t) => {
  const example = forTenant(block(page, 'js')).replace("'svc-embed/no-wasm'", "'/dist/no-wasm.js'");
  const url = await servePage(t, withoutWasm, {
    'dashboard.js': `document.querySelector('main').id = 'dashboard';`,
    'example.js': `import './dashboard.js';\n${example}\nexport { embed };`,
  });
  await freshPage(url);
  const ready = await evaluate(driver, async () => {
    const { embed } = await load('../example');
    return embed.ready;
  });
  assert.equal(ready.payload.mode, 'signed');
  assert.deepEqual(await refused(), []);
});

test('under the second policy svc-embed says what to do', async (t) => {
  await freshPage(await servePage(t, withoutWasm));
  const { code, message } = await evaluate(driver, async () => {
    const { mount } = await import('/dist/index.js');
    const surface = { kind: 'chat' };
    const error = await mount('#target', { baseUrl: location.origin, surface }).catch((e) => e);
    return { code: error.code, message: error.message };
  });
  assert.equal(code, 'wasm-unavailable');
  assert.match(message, /'wasm-unsafe-eval'.*svc-embed\/no-wasm/);
});

test('under the second policy the element runs by svc-embed/no-wasm', async (t) => {
  await freshPage(await servePage(t, withoutWasm));
  await evaluate(
    driver,
    async (tenant) => {
      const { init } = await import('/dist/no-wasm.js');
      await init();
      await import('/dist/element.js');
      const element = document.createElement('svc-embed');
      const all = { 'base-url': tenant, 'public-id': 'sales-overview' };
      for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
      element.setAttribute('session-url', '/api/embed-session');
      document.querySelector('#target').append(element);
    },
    sandbox.tenant,
  );
  await waitFor('the session', () =>
    evaluate(driver, () => document.querySelector('svc-embed').session?.mode === 'signed'),
  );
  assert.deepEqual(await refused(), []);
});
