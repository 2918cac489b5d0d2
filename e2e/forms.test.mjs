// `svc-embed` and `svc-embed/no-wasm` behave the same. `svc-embed` contains its WebAssembly. If a
// content security policy forbids WebAssembly, `svc-embed` imports its translated form.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import {
  advance,
  counts,
  event,
  freshPage,
  inEmbed,
  mountEmbed,
  sessionIs,
  showsThat,
  withEmbed,
} from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { POLICY, POLICY_WITHOUT_WASM, servePage } from './support/policy.mjs';
import { driver, engine, sandbox } from './support/world.mjs';

const TRANSLATED = '/dist/translated.js';

/** Mounts an embed, renews its session and destroys it. */
async function life(entry) {
  await mountEmbed({ locale: 'de' }, 'embed', entry);
  assert.equal((await event('ready')).payload.mode, 'signed');
  await event('dashboard-loaded');
  await showsThat({ locale: 'de' });
  await withEmbed((own) => own.embed.setTimezone('Asia/Tokyo'));
  await showsThat({ timezone: 'Asia/Tokyo' });

  await inEmbed(() => void (window.mark = 'the same document'));
  await advance({ hours: 22, minutes: 31 });
  await event('session-expiring');
  await sessionIs({ status: 'active', renewal: 'idle', renewals: 1 });
  assert.equal(await inEmbed(() => window.mark), 'the same document');
  // A renewal may be confirmed before the embed has exchanged the id.
  await waitFor('the exchange', async () => (await counts()).exchanges === 2);
  assert.equal((await counts()).mints, 2);

  await withEmbed((own) => own.embed.destroy());
  assert.equal(await evaluate(driver, () => document.querySelector('iframe')), null);
}

/** The violations of the policy that the page has recorded. */
const refused = () => evaluate(driver, () => window.refused);

/** The requests of the page for `path` and for files of WebAssembly, as paths. */
async function loaded(path) {
  const paths = await evaluate(driver, () =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  return paths.filter((name) => name === path || name.endsWith('.wasm'));
}

test('under a policy that allows WebAssembly, svc-embed loads no further file', async (t) => {
  await freshPage(await servePage(t, POLICY));
  await life('index');
  assert.deepEqual(await refused(), []);
  assert.deepEqual(await loaded(TRANSLATED), []);

  // The policy is in force: it refuses what it forbids.
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

test('under a policy that forbids WebAssembly, svc-embed/no-wasm violates nothing', async (t) => {
  await freshPage(await servePage(t, POLICY_WITHOUT_WASM));
  await life('no-wasm');
  assert.deepEqual(await refused(), []);
});

test('there, svc-embed loads its translated form, or else mount rejects, and tries again', async (t) => {
  const missing = new Set([TRANSLATED]);
  const url = await servePage(t, POLICY_WITHOUT_WASM, {}, missing);
  await freshPage(url);
  const failure = await evaluate(
    driver,
    async (tenant) => {
      const { mount, isEmbedError } = await load('index');
      const surface = { kind: 'dashboard', publicId: 'sales-overview' };
      const error = await mount('#target', { baseUrl: tenant, surface }).catch((error) => error);
      const { code, message, cause } = error;
      return { code, message, cause: String(cause), isEmbedError: isEmbedError(error) };
    },
    sandbox.tenant,
  );
  assert.equal(failure.code, 'wasm-unavailable');
  assert.ok(failure.isEmbedError);
  assert.match(failure.message, /policy or the browser forbids WebAssembly/);
  // This is the browser's own error. It names the missing module.
  assert.match(failure.cause, /^TypeError: .*(module|script)/i);
  assert.equal(await evaluate(driver, () => document.querySelector('iframe')), null);

  missing.clear();
  // Firefox remembers until the next page load that a module failed.
  if (engine === 'firefox') await freshPage(url);
  await life('index');
  assert.deepEqual([...new Set(await loaded(TRANSLATED))], [TRANSLATED]);
  // The policy has refused one thing, each time: the attempt to compile.
  const violations = await refused();
  t.diagnostic(`${engine} reports ${JSON.stringify(violations)}`);
  // WebKit does not report that violation.
  const all = engine === 'webkit' ? [] : ['script-src wasm-eval '];
  assert.deepEqual([...new Set(violations)], all);
});
