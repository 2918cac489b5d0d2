// The three forms of the bridge: its WebAssembly as a file, as text in the JavaScript, and
// translated to JavaScript. One behaviour, under the policies that each needs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  advance,
  clickInEmbed,
  counts,
  event,
  freshPage,
  mountEmbed,
  sessionIs,
  showsThat,
  withEmbed,
} from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { servePage } from './support/policy.mjs';
import { driver } from './support/world.mjs';

const WITHOUT_WASM =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src <tenant>; require-trusted-types-for 'script'";
const WITH_WASM = WITHOUT_WASM.replace("'self'", "'self' 'wasm-unsafe-eval'");

/** From `mount` to `destroy`, with a renewal between. */
async function life(entry) {
  await mountEmbed({ locale: 'de' }, 'embed', entry);
  assert.equal((await event('ready')).payload.mode, 'signed');
  await event('dashboard-loaded');
  await showsThat({ locale: 'de' });

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
  ['index', WITH_WASM],
  ['inline', WITH_WASM],
  ['no-wasm', WITHOUT_WASM],
]) {
  test(`under a content security policy and Trusted Types: ${entry}`, async (t) => {
    await freshPage(await servePage(t, policy));
    await life(entry);
    assert.deepEqual(await evaluate(driver, () => refused), []);
  });
}
