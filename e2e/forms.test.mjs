// The three forms of the bridge: its WebAssembly as a file, as text in the JavaScript, and
// translated to JavaScript. One behaviour, under the policies that each needs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  advance,
  counts,
  event,
  freshPage,
  mountEmbed,
  sessionIs,
  showsThat,
  withEmbed,
} from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { POLICY, POLICY_WITHOUT_WASM, servePage } from './support/policy.mjs';
import { readmeExample } from './support/readme.mjs';
import { driver, engine, sandbox } from './support/world.mjs';

/** From `mount` to `destroy`, with a renewal between. */
async function life(entry) {
  await mountEmbed({ locale: 'de' }, 'embed', entry);
  assert.equal((await event('ready')).payload.mode, 'signed');
  await event('dashboard-loaded');
  await showsThat({ locale: 'de' });

  // More than the bridge's memory holds at first: it grows.
  await withEmbed((own) => own.embed.send('of-tomorrow-'.padEnd(3_000_000, 'x'), {}));
  await withEmbed((own) => own.embed.setTimezone('Asia/Tokyo'));
  await showsThat({ timezone: 'Asia/Tokyo' });

  const src = await withEmbed((own) => own.embed.iframe.src);
  await advance({ hours: 22, minutes: 31 });
  await event('session-expiring');
  await sessionIs({ status: 'active', renewal: 'idle', renewals: 1 });
  assert.equal(await withEmbed((own) => own.embed.iframe.src), src);
  const { mints, exchanges } = await counts();
  assert.deepEqual([mints, exchanges], [2, 2]);

  await withEmbed((own) => own.embed.destroy());
  assert.equal(await evaluate(driver, () => document.querySelector('iframe')), null);
}

for (const entry of ['index', 'inline', 'no-wasm']) {
  test(`an embed lives through a renewal: ${entry}`, async () => {
    await freshPage();
    await life(entry);
  });
}

for (const [entry, policy] of [
  ['index', POLICY],
  ['inline', POLICY],
  ['no-wasm', POLICY_WITHOUT_WASM],
]) {
  test(`under a content security policy and Trusted Types: ${entry}`, async (t) => {
    await freshPage(await servePage(t, policy));
    await life(entry);
    assert.deepEqual(await evaluate(driver, () => refused), []);
  });
}

test('without wasm-unsafe-eval svc-embed fails, and says what to do', async (t) => {
  await freshPage(await servePage(t, POLICY_WITHOUT_WASM));
  for (const entry of ['index', 'inline']) {
    const failure = await evaluate(
      driver,
      async (entry, tenant) => {
        const { mount, isEmbedError } = await load(entry);
        const surface = { kind: 'dashboard', publicId: 'sales-overview' };
        const error = await mount('#target', { baseUrl: tenant, surface }).catch((error) => error);
        const { code, message, cause } = error;
        return { code, message, cause: String(cause), isEmbedError: isEmbedError(error) };
      },
      entry,
      sandbox.tenant,
    );
    assert.equal(failure.code, 'wasm-unavailable');
    assert.ok(failure.isEmbedError);
    assert.match(failure.message, /'wasm-unsafe-eval'.* svc-embed\/no-wasm/);
    assert.match(failure.cause, /CompileError|WebAssembly|wasm/i);
  }
  assert.equal(await evaluate(driver, () => document.querySelector('iframe')), null);
});

test('the policy is in force: what it forbids is refused, and kept', async (t) => {
  await freshPage(await servePage(t, POLICY));
  const { hasTrustedTypes, isHtmlRefused } = await evaluate(driver, () => {
    document.body.setAttribute('style', 'color: red');
    const hasTrustedTypes = 'trustedTypes' in window;
    try {
      document.createElement('div').innerHTML = '<b>text</b>';
      return { hasTrustedTypes, isHtmlRefused: false };
    } catch {
      return { hasTrustedTypes, isHtmlRefused: true };
    }
  });
  t.diagnostic(`${engine} ${hasTrustedTypes ? 'has' : 'lacks'} Trusted Types`);
  assert.equal(isHtmlRefused, hasTrustedTypes);
  const wanted = ['style-src', ...(hasTrustedTypes ? ['require-trusted-types-for'] : [])];
  for (const directive of wanted) {
    await waitFor(`a report of ${directive}`, () =>
      evaluate(
        driver,
        (directive) => refused.some((text) => text.startsWith(directive)),
        directive,
      ),
    );
  }
});

/** An example of the README as a file of this page. */
function exampleFile(heading) {
  return readmeExample(heading, 'js')
    .replace(/'svc-embed\/([\w-]+)'/g, "'/dist/$1.js'")
    .replace('https://acme.example.com', sandbox.tenant);
}

test("the README's policy is the one that is tested, and its example runs without WebAssembly", async (t) => {
  const heading = 'Under a content security policy';
  assert.equal(
    readmeExample(heading, 'http'),
    `Content-Security-Policy: ${POLICY.replace('<tenant>', 'https://acme.example.com')}`,
  );
  await freshPage(
    await servePage(t, POLICY_WITHOUT_WASM, {
      'dashboard.js': `document.querySelector('main').id = 'dashboard';`,
      'example.js': `import './dashboard.js';\n${exampleFile(heading)}\nexport { embed };`,
    }),
  );
  const ready = await evaluate(driver, async () => {
    const { embed } = await load('../example');
    return embed.ready;
  });
  assert.equal(ready.payload.mode, 'signed');
  assert.deepEqual(await evaluate(driver, () => refused), []);
});

for (const [entry, policy] of [
  ['inline', POLICY],
  ['no-wasm', POLICY_WITHOUT_WASM],
]) {
  test(`the README's way to an element with ${entry}`, async (t) => {
    const example = exampleFile('Three forms of the bridge').replace('inline', entry);
    await freshPage(await servePage(t, policy, { 'example.js': example }));
    await evaluate(
      driver,
      async (tenant) => {
        // It is in the page before its class is known.
        const element = document.createElement('svc-embed');
        element.setAttribute('base-url', tenant);
        element.setAttribute('public-id', 'sales-overview');
        element.setAttribute('session-url', '/api/embed-session');
        document.body.append(element);
        await load('../example');
        await element.ready;
      },
      sandbox.tenant,
    );
    assert.deepEqual(await evaluate(driver, () => refused), []);
    // The file is what svc-embed would have loaded.
    const loaded = await evaluate(driver, () =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    assert.deepEqual(
      loaded.filter((name) => name.endsWith('.wasm')),
      [],
    );
  });
}
