// Tests of several files in one process.

import { test } from 'node:test';

/** Resolves once each file has been imported or has failed. A test of its own then fails with the cause. */
export async function whenLoaded(imports) {
  const ended = Promise.allSettled(imports);
  // If all tests so far have ended while other files are still being imported, the runner ends the run.
  test('every file of tests is there', () => ended.then(() => Promise.all(imports)));
  await ended;
}
