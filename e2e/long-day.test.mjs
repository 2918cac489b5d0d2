// Thirty days on one page with eight embeds: the service's clock jumps from one expiry to the next, and the
// page's backend and the service fail in many ways. LONG_DAY_SEED draws other faults.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { runLongDay } from './support/long-day/run.mjs';
import { driver, sandbox } from './support/world.mjs';

test('a month with eight embeds: no session is lost', { timeout: 900_000 }, async (t) => {
  // The seed is fixed: a correct change must not fail by chance.
  const seed = Number(process.env.LONG_DAY_SEED ?? 1);
  t.diagnostic(`seed ${seed}`);
  assert.deepEqual(await runLongDay({ driver, sandbox, days: 30, embeds: 8, seed }), []);
});
