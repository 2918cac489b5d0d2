// The short form of `npm run long-day`.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { runLongDay } from './support/long-day/run.mjs';
import { driver, sandbox } from './support/world.mjs';

test('two days with eight embeds: no session is lost', async (t) => {
  // The seed is fixed: a correct change must not fail by chance.
  const seed = Number(process.env.LONG_DAY_SEED ?? 1);
  t.diagnostic(`seed ${seed}; LONG_DAY_SEED draws other faults`);
  const { failures } = await runLongDay({ driver, sandbox, days: 2, embeds: 8, seed });
  assert.deepEqual(failures, [], `with seed ${seed}`);
});
