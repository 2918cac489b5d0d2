// What waits for a page that does not read it: bounded by number and by size, whatever an embed sends.

import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/lib/run.mjs';

const bundle = await build({
  entryPoints: [join(root, 'npm/src/unread.ts')],
  bundle: true,
  format: 'esm',
  write: false,
});
const text = Buffer.from(bundle.outputFiles[0].contents).toString('base64');
const { Unread } = await import(`data:text/javascript;base64,${text}`);

/** What is left of `all`, each added with itself as its data. */
function kept(unread, all) {
  for (const each of all) unread.add(each, each);
  const left = [];
  for (let each; (each = unread.take()) !== undefined;) left.push(each);
  return left;
}

test('the oldest go if there are too many', () => {
  assert.deepEqual(kept(new Unread(3, 1e6), ['1', '2', '3', '4', '5']), ['3', '4', '5']);
});

test('the oldest go if they are too large together', () => {
  const all = ['a', 'b', 'c'].map((letter) => letter.repeat(400));
  assert.deepEqual(kept(new Unread(10, 1_000), all), all.slice(1));
});

test('what was taken no longer counts', () => {
  const unread = new Unread(10, 1_000);
  for (let round = 0; round < 100; round++) {
    const text = 'x'.repeat(900);
    unread.add(text, text);
    assert.equal(unread.take(), text);
  }
  unread.add('again', 'again');
  unread.clear();
  assert.equal(unread.take(), undefined);
});

test('one that is too large by itself is not kept, and leaves the others', () => {
  const large = { payload: { query: 'x'.repeat(2_000) } };
  assert.deepEqual(kept(new Unread(10, 1_000), ['before', large, 'after']), ['before', 'after']);
});

test('names count as their texts do', () => {
  const large = { ['x'.repeat(2_000)]: 1 };
  assert.deepEqual(kept(new Unread(10, 1_000), [large]), []);
});

test('nothing without an end is walked, and nothing but plain data is kept', () => {
  const cycle = { name: 'round' };
  cycle.self = cycle;
  let deep = {};
  for (let level = 0; level < 100_000; level++) deep = { deep };
  const odd = [new Map(), new Uint8Array(8), new Blob(['x']), 10n ** 100n];
  assert.deepEqual(
    kept(new Unread(10, 1_000), [cycle, deep, ...odd.map((value) => ({ value }))]),
    [],
  );
  const plain = { list: [1, null, true], at: new Date(0) };
  assert.deepEqual(kept(new Unread(10, 1_000), [plain]), [plain]);
});
