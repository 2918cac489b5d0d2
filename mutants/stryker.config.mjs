// How Stryker changes the TypeScript of the npm package. `scripts/mutants-npm.mjs` runs it, once for each
// file, because each has its own tests.

import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Nothing of these is needed to play the tests. */
const UNUSED = ['target', '.tools', '.git', 'dist', 'apps', 'bench', 'docs', 'examples', 'fuzz'];

export default {
  mutate: process.env.MUTANTS_OF?.split(','),
  testRunner: 'command',
  commandRunner: { command: 'node mutants/play.mjs' },
  // All mutants are compiled once, in one file; a number says which of them is active.
  buildCommand: `node mutants/build.mjs ${root}`,
  plugins: [],
  // The changed sources have no types any more: esbuild compiles them.
  disableTypeChecks: 'npm/src/**/*.ts',
  // What is thrown, and not how it is worded, is the behaviour; docs/guide/errors.md has the words.
  mutator: { excludedMutations: [] },
  ignorePatterns: [...UNUSED.map((name) => `/${name}`), '/proof', '/src'],
  tempDirName: 'target/stryker',
  // One browser and one sandbox at a time are enough for two processors.
  concurrency: 1,
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 20,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: process.env.MUTANTS_REPORT ?? 'target/mutants/npm.json' },
  clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
  thresholds: { high: 100, low: 100, break: null },
};
