// Every test that the threat model names exists, and every attack has one.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './support/pages.mjs';

const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** The tests that a text names: `file: name`, where the file is one of `e2e/`. */
const testsIn = (text) =>
  [...text.matchAll(/`([\w/-]+): ([^`]+)`/g)].map(([, file, name]) => ({ file, name }));

/** The rows of the tables that have a column of tests. */
const rows = page
  .split('\n')
  .filter((line) => /\| (three|Chromium|Node) +\|$/.test(line))
  .map((line) => line.split('|').slice(1, -1));

test('each test that the threat model names exists', () => {
  const named = testsIn(page);
  assert.ok(named.length > 30, `${named.length} tests`);
  for (const { file, name } of named) {
    const path = join(root, `e2e/${file}.test.mjs`);
    assert.ok(existsSync(path), `${path}, for "${name}"`);
    const titles = [...readFileSync(path, 'utf8').matchAll(/^ *test\(\s*(['"`])(.+?)\1,/gms)];
    const isThere = titles.some(([, , title]) => title.replaceAll("\\'", "'").includes(name));
    assert.ok(isThere, `${file} has no test "${name}"`);
  }
});

test('each attack has a test', () => {
  assert.ok(rows.length > 25, `${rows.length} rows`);
  for (const [attack, , cell] of rows) assert.equal(testsIn(cell).length, 1, attack);
});

test('the engines of a row are those in which its file runs', () => {
  for (const [, , cell, engines] of rows) {
    const [{ file }] = testsIn(cell);
    assert.equal(engines.trim() === 'Node', file.includes('/'), file);
  }
});
