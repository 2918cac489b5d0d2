// Sends the policies of the guide with a page, and runs svc-embed under them.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from '../support/test.mjs';
import { promisify } from 'node:util';
import { freshPage } from '../support/embed.mjs';
import { evaluate, waitFor } from '../support/page.mjs';
import { POLICY, POLICY_WITHOUT_WASM, servePage } from '../support/policy.mjs';
import { driver, sandbox } from '../support/world.mjs';
import { forTenant, iframeShows, shownFilters } from './support/host-page.mjs';
import { block, blocksOf, root } from './support/pages.mjs';

const page = 'docs/guide/csp.md';
const [withWasm, withoutWasm] = blocksOf(page)
  .filter(({ language }) => language === 'http')
  .map(({ text }) => forTenant(text.trim().replace('Content-Security-Policy: ', '')));

const refused = () => evaluate(driver, () => window.refused);

// `e2e/forms.test.mjs` runs svc-embed under them.
test('they are the policies of the other tests', () => {
  const policies = [POLICY, POLICY_WITHOUT_WASM].map((policy) =>
    policy.replace('<tenant>', sandbox.tenant),
  );
  assert.deepEqual([withWasm, withoutWasm], policies);
});

/** Opens a page under the second policy, whose `../example` is a block of the guide. */
async function openExample(t, language, more = '') {
  const code = forTenant(block(page, language)).replace(/'svc-embed\/([\w-]+)'/g, "'/dist/$1.js'");
  await freshPage(await servePage(t, withoutWasm, { 'example.js': `${code}\n${more}` }));
}

test('under the second policy the example of svc-embed/no-wasm runs', async (t) => {
  await openExample(t, 'js', 'export { embed };');
  const ready = await evaluate(driver, async () => {
    document.querySelector('main').id = 'dashboard';
    const { embed } = await load('../example');
    return embed.ready;
  });
  assert.equal(ready.payload.mode, 'signed');
  assert.deepEqual(await refused(), []);
});

test('under the second policy the element runs with svc-embed/no-wasm', async (t) => {
  await openExample(t, 'ts');
  const mode = await evaluate(
    driver,
    async (tenant) => {
      const element = document.createElement('svc-embed');
      const sessionUrl = '/api/embed-session';
      Object.assign(element, { baseUrl: tenant, publicId: 'sales-overview', sessionUrl });
      document.querySelector('#target').append(element);
      await load('../example');
      return (await element.ready).payload.mode;
    },
    sandbox.tenant,
  );
  assert.equal(mode, 'signed');
  assert.deepEqual(await refused(), []);
});

describe('the page with an import map, under its policy', () => {
  const policyOfPage = block('docs/guide/html.md', 'http').trim().split(': ').slice(1).join(': ');
  const read = (name) => readFileSync(join(root, 'docs/guide/html', name), 'utf8');
  const files = {
    'index.html': forTenant(read('index.html')),
    'sales.js': forTenant(read('sales.js')),
    'sales.css': read('sales.css'),
  };

  test('names the hash that the guide computes', async () => {
    const folder = join(root, 'docs/guide/html');
    const { stdout } = await promisify(execFile)(process.execPath, ['hash.mjs', 'index.html'], {
      cwd: folder,
    });
    assert.ok(policyOfPage.includes(stdout.trim()));
  });

  test('shows the dashboard, with its style and its filter', async (t) => {
    await freshPage(await servePage(t, forTenant(policyOfPage), files));
    await iframeShows({ sessionState: 'active' });
    await waitFor('the filter', async () => (await shownFilters())['orders.status'] !== undefined);
    const height = await evaluate(
      driver,
      () => document.querySelector('svc-embed').iframe.getBoundingClientRect().height,
    );
    assert.equal(height, 640);
  });
});
