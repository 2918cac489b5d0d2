// Tests of several files in one process.

import { test } from 'node:test';

/** Resolves once all files have been imported, or have failed: a test says of which one that is. */
export async function whenLoaded(imports) {
  const ended = Promise.allSettled(imports);
  // The run is over for the runner if all tests so far have ended while other files are still being imported.
  test('every file of tests is there', () => ended.then(() => Promise.all(imports)));
  await ended;
}
