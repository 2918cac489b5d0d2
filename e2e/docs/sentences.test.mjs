// The page of symptoms has every sentence that the console says of an embed without a picture.
// `e2e/why-*.test.mjs` have shown each of them in a browser.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PLACES, SENTENCES } from '../support/causes.mjs';

const page = readFileSync(new URL('../../docs/guide/troubleshooting.md', import.meta.url), 'utf8');
const rows = page
  .slice(page.indexOf('## What the console says'), page.indexOf('## It is 150 px high'))
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').at(-2).trim().replaceAll('\\<', '<'))
  // The heads of the tables.
  .filter((text) => text !== 'sentence' && !/^-+$/.test(text));

test('the page of symptoms has each sentence of the console once, and no other', () => {
  assert.deepEqual([...rows].sort(), [...SENTENCES].sort());
});

test('the page of symptoms has each sentence about the place of an embed', () => {
  for (const sentence of Object.values(PLACES)) {
    const wanted = sentence.replace('<target>', '#dashboard');
    assert.ok(page.replaceAll('\\<', '<').includes(wanted), wanted);
  }
});
