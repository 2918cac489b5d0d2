// What `attributes.allow` gives the embed: the tenant's origin gets a permission, whether or not the
// page names the origin.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { event, freshPage, inEmbed, mountEmbed } from './support/embed.mjs';
import { engine, sandbox } from './support/world.mjs';

/** No other engine tells a document what it may do. */
const skip = engine === 'chromium' ? false : 'only Chromium tells a document what it may do';

/** For each value of `allow`, which features the embed has. */
const CASES = {
  nothing: [undefined, { 'clipboard-write': false }],
  bare: [
    ' clipboard-write;fullscreen ; ',
    { 'clipboard-write': true, fullscreen: true, camera: false },
  ],
  tenant: [
    `clipboard-write ${sandbox.tenant}; fullscreen ${sandbox.tenant}`,
    { 'clipboard-write': true, fullscreen: true, camera: false },
  ],
  other: ['clipboard-write https://files.example.com', { 'clipboard-write': false }],
};

test('the embed has the permissions that the page gives it', { skip }, async (t) => {
  await freshPage();
  for (const [name, [allow, wanted]] of Object.entries(CASES))
    await t.test(`allow: ${allow}`, async () => {
      await mountEmbed({ surface: { kind: 'chat' }, attributes: allow ? { allow } : {} }, name);
      await event('ready', 1, name);
      const features = Object.keys(wanted);
      const has = await inEmbed(
        (features) => features.map((feature) => document.featurePolicy.allowsFeature(feature)),
        [features],
        name,
      );
      assert.deepEqual(has, Object.values(wanted));
    });
});
