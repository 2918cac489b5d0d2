// What `attributes.allow` gives the embed: the tenant's origin gets a permission, whether or not the
// page names the origin.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { inEmbed, openEmbed } from './support/embed.mjs';
import { engine, sandbox } from './support/world.mjs';

/** No other engine tells a document what it may do. */
const isToldByTheEngine = engine === 'chromium';

const allowed = (feature) =>
  inEmbed((feature) => document.featurePolicy.allowsFeature(feature), [feature]);

const permissions = isToldByTheEngine ? test : () => {};

permissions('without `allow`, the embed gets no permission', async () => {
  await openEmbed();
  assert.equal(await allowed('clipboard-write'), false);
});

for (const [value, allow] of Object.entries({
  'without an origin': () => ' clipboard-write;fullscreen ; ',
  'with the origin': () => `clipboard-write ${sandbox.tenant}; fullscreen ${sandbox.tenant}`,
})) {
  permissions(`with \`allow\`, ${value}`, async () => {
    await openEmbed({ attributes: { allow: allow() } });
    assert.equal(await allowed('clipboard-write'), true);
    assert.equal(await allowed('fullscreen'), true);
    assert.equal(await allowed('camera'), false);
  });
}

permissions('another origin that the page names does not give it to the tenant', async () => {
  await openEmbed({ attributes: { allow: 'clipboard-write https://files.example.com' } });
  assert.equal(await allowed('clipboard-write'), false);
});
