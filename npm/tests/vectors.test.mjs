// The vectors of tests/fixtures/vectors.json in Node. tests/native/vectors.rs runs them natively,
// tests/browser/vectors.rs and e2e/vectors.test.mjs in a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, vectors } from '../../scripts/lib/vectors.mjs';

test('every vector has a name of its own', () => {
  assert.ok(vectors.length >= 400, `only ${vectors.length} vectors`);
  assert.equal(new Set(vectors.map(({ name }) => name)).size, vectors.length);
});

test('every vector', async () => {
  const { failuresOf } = await load();
  assert.deepEqual(failuresOf(vectors), []);
});
