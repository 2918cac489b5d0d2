// Plays the tests of MUTANTS_TESTS with one mutant, in Stryker's copy of the repository. The first failure
// ends it: every test after it fails at once.

import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach } from 'node:test';
import { pathToFileURL } from 'node:url';

const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
const active =
  mutant === undefined ? '' : `globalThis.__stryker__ = { activeMutant: '${mutant}' };\n`;
writeFileSync('dist/active-mutant.js', active);

let hasFailed = false;
beforeEach(() => {
  if (hasFailed) throw new Error('An earlier test has noticed this mutant.');
});
afterEach((t) => {
  hasFailed ||= !t.passed;
});

const files = process.env.MUTANTS_TESTS.split(',');
// The browser starts first (`e2e/all.mjs`).
if (files.some((file) => file.split('/').length === 2)) await import('../e2e/support/world.mjs');
for (const file of files) await import(pathToFileURL(file).href);
