// The package's sources run the vectors of tests/fixtures/vectors.json in a page, because each
// engine has its own regular expressions, URL parser and time zones.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { bundle, vectors } from '../scripts/lib/vectors.mjs';
import { evaluate } from './support/page.mjs';
import { driver, sandbox } from './support/world.mjs';

test('every vector of the protocol', async () => {
  // Any page of the host's origin will do.
  await driver.get(`${sandbox.host}/dist/index.js`);
  // The results are passed as text: WebDriver interprets some objects.
  const failures = await evaluate(
    driver,
    async (source, vectors) => {
      const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
      const { failuresOf } = await import(url);
      return JSON.stringify(failuresOf(JSON.parse(vectors)));
    },
    await bundle(),
    JSON.stringify(vectors),
  );
  assert.ok(vectors.length >= 400, `only ${vectors.length} vectors`);
  assert.deepEqual(JSON.parse(failures), []);
});
