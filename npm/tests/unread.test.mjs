// What waits for a page that does not read it: bounded by number and by size, whatever an embed sends.

import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/lib/run.mjs';

const bundle = await build({
  entryPoints: [join(root, 'npm/src/shell/unread.ts')],
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

test('a huge list is dropped by its length, before any of its members is looked at', () => {
  for (const [members, most] of [
    [1e9, 1_000],
    // Its bound is as many as it has members.
    [1e7, 1e7],
  ]) {
    let reads = 0;
    const list = new Proxy(new Array(members), {
      ownKeys: () => assert.fail('No list of so many names may be made.'),
      get(target, name) {
        if (name !== 'length') reads++;
        return Reflect.get(target, name);
      },
    });
    assert.deepEqual(kept(new Unread(10, most), [{ payload: { list } }]), []);
    // Symbol.toStringTag, by which the kind of the value is known.
    assert.ok(reads <= 1, `${reads} reads`);
  }
});

test('the members of a huge object are looked at only until it is too large', () => {
  let reads = 0;
  const members = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`n${at}`, at]));
  const huge = new Proxy(members, {
    getOwnPropertyDescriptor: (target, name) => (
      (reads += 1),
      Reflect.getOwnPropertyDescriptor(target, name)
    ),
  });
  assert.deepEqual(kept(new Unread(10, 1_000), [{ payload: huge }]), []);
  assert.ok(reads < 200, `${reads} reads`);
});

test('the members of a list and the own members of an object count, and no inherited ones', () => {
  const text = 'x'.repeat(600);
  assert.deepEqual(kept(new Unread(10, 1_000), [[text, text]]), []);
  assert.deepEqual(kept(new Unread(10, 1_000), [{ a: text, b: text }]), []);
  // A list with a name of its own: structured clones keep it.
  const named = Object.assign([1], { name: 'x'.repeat(2_000) });
  assert.deepEqual(kept(new Unread(10, 1_000), [named]), []);
  Object.prototype.polluted = 'x'.repeat(2_000);
  try {
    const plain = { list: [1], at: 1 };
    assert.deepEqual(kept(new Unread(10, 1_000), [plain]), [plain]);
  } finally {
    delete Object.prototype.polluted;
  }
});
