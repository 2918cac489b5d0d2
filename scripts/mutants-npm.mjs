// `npm run mutants:npm`: Stryker makes small changes to the built JavaScript in `dist/`, one at a time,
// and the tests of each part must fail for every change. Fails if a change survives that the part does
// not explain. Needs a built `dist/` and sandbox. `npm run mutants:npm -- server` tries only this part.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { Failure, main, root, say } from './lib/run.mjs';

/**
 * The parts: the files that are changed, the files of tests that must notice, how many of their runs
 * are made at once, and what no test can tell from the original, as a pattern for the text
 * `file.js: the original → the change`, with the reason.
 */
const PARTS = {
  server: {
    files: ['dist/server/*.js'],
    tests: ['e2e/server/endpoint.test.mjs'],
    atOnce: 2,
    explained: [],
  },
};

/** In milliseconds. What takes longer is an endless loop. */
const LIMIT_MS = 60_000;

const [first, ...others] = process.argv.slice(2);
if (first === '--test') failAtOnce(others);
else await main(() => tryParts(first ? [first, ...others] : Object.keys(PARTS)));

/** Runs files of tests, and ends at the first test that fails: one is enough for a mutant. */
function failAtOnce(files) {
  const args = ['--test', '--test-reporter=tap', ...files];
  // A group of its own, so that what the tests have started ends with them.
  const tests = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const end = (status) => {
    try {
      process.kill(-tests.pid, 'SIGTERM');
    } catch {
      // All have ended.
    }
    process.exit(status);
  };
  let line = '';
  tests.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (line + text).split('\n');
    line = lines.pop();
    const failed = lines.find((line) => /^\s*not ok /.test(line));
    if (failed) console.log(failed);
    if (failed) end(1);
  });
  tests.on('close', (status) => end(status ?? 1));
  process.on('SIGTERM', () => end(1));
}

async function tryParts(names) {
  const survivors = [];
  for (const name of names) {
    if (!Object.hasOwn(PARTS, name)) throw new Failure(`There is no part "${name}".`);
    survivors.push(...(await tryPart(PARTS[name])));
  }
  for (const survivor of survivors) console.log(`survived: ${survivor}`);
  if (survivors.length > 0)
    throw new Failure('Each survivor needs a test that fails on it, or a reason in this script.');
}

async function tryPart({ files, tests, atOnce, explained }) {
  const script = join(root, 'scripts/mutants-npm.mjs');
  const stryker = new Stryker({
    mutate: files,
    // Only these are copied; `node_modules` is linked.
    ignorePatterns: [
      '**',
      '!package.json',
      '!dist/**',
      '!e2e/**',
      '!scripts/**',
      '!tests/fixtures/**',
    ],
    testRunner: 'command',
    commandRunner: { command: `"${process.execPath}" "${script}" --test ${tests.join(' ')}` },
    // Messages are prose.
    mutator: { excludedMutations: [] },
    concurrency: atOnce,
    timeoutMS: LIMIT_MS,
    disableTypeChecks: false,
    checkers: [],
    reporters: ['clear-text'],
    clearTextReporter: { reportTests: false, logTests: false, allowColor: false },
    tempDirName: 'target/stryker',
    allowConsoleColors: false,
  });
  const results = await stryker.runMutationTest();
  const counts = {};
  const survivors = [];
  for (const { fileName, status, location, replacement, mutatorName } of results) {
    const { start } = location;
    const file = fileName.slice(fileName.indexOf('dist/'));
    const text = `${file}:${start.line + 1}:${start.column + 1} ${mutatorName} → ${replacement}`;
    const isExplained = explained.some(({ pattern }) => pattern.test(text));
    const counted = isExplained && status !== 'Killed' ? 'explained' : status;
    counts[file] ??= {};
    counts[file][counted] = (counts[file][counted] ?? 0) + 1;
    if (['Survived', 'NoCoverage'].includes(counted)) survivors.push(text);
  }
  for (const [file, found] of Object.entries(counts))
    say(
      `${file}: ${Object.entries(found)
        .map(([status, count]) => `${count} ${status}`)
        .join(', ')}`,
    );
  return survivors;
}
