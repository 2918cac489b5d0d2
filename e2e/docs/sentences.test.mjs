// Troubleshooting has a row for each line of the console. `e2e/why.test.mjs` has shown each in a browser.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ANSWERS, BACKEND, LINES, POLICIES } from '../support/causes.mjs';

const page = readFileSync(new URL('../../docs/guide/troubleshooting.md', import.meta.url), 'utf8');
const rows = page
  .slice(page.indexOf('| The line says'), page.indexOf('## It is 150 px high'))
  .split('\n')
  .slice(2)
  .map((line) => line.split('|')[1]?.trim())
  .filter(Boolean);

const lines = [
  ...Object.values(LINES).map((line) => (typeof line === 'string' ? line : line())),
  ...[...ANSWERS, ...BACKEND, ...POLICIES.filter(({ entry }) => !entry)].map(({ said }) => said),
].filter(Boolean);

test('each line of the console has a row', () => {
  for (const line of lines)
    assert.ok(
      rows.some((row) => line.includes(row)),
      line,
    );
});

test('each row is a line of the console', () => {
  // Played elsewhere: `e2e/page/diagnostics.test.ts`, `e2e/page/session.test.ts`.
  const others = ['rejected', 'no ready'];
  for (const row of rows)
    assert.ok(
      lines.some((line) => line.includes(row)) || others.some((text) => row.includes(text)),
      row,
    );
});
