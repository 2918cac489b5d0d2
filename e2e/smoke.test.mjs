import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { evaluate } from './support/page.mjs';
import { driver, sandbox } from './support/world.mjs';

test('the package loads its WebAssembly in a page', async () => {
  // Any page of the host's origin will do.
  await driver.get(`${sandbox.host}/dist/index.js`);
  const names = await evaluate(driver, async () => {
    const bridge = await import('/dist/index.js');
    await bridge.init();
    return Object.keys(bridge);
  });
  assert.ok(names.includes('mount'), `exports: ${names.join(', ')}`);
});
