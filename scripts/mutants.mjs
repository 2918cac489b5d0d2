// `npm run mutants`: makes hundreds of small changes to `src/session`, `src/page`, `src/protocol`,
// `src/management` and `src/server`, one at a time, and checks that a native test fails for each. Fails if a change
// survives that `.cargo/mutants.toml` does not explain. Passes options on to cargo-mutants:
// `npm run mutants -- --re 'filter|turn'`.
//
// `npm run mutants -- --bridge` changes `src/bridge` instead, by `.cargo/mutants-bridge.toml`: its tests
// are those in a browser, so each mutant takes half a minute. `-- --proof` tries the machine by the explorations
// of the proof.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runInBrowser } from './lib/wasm-tests.mjs';
import { Failure, main, output, root, run, say } from './lib/run.mjs';

/** For speed. 24 cases are enough to catch a mutant, and nobody reads the failing case. */
const env = {
  PROPTEST_CASES: '24',
  PROPTEST_MAX_SHRINK_ITERS: '0',
  RUST_BACKTRACE: '0',
  CARGO_PROFILE_DEV_DEBUG: '0',
  CARGO_PROFILE_TEST_DEBUG: '0',
};

const results = join(root, 'target', 'mutants', 'mutants.out');

const given = process.argv.slice(2);
const isBridge = given.includes('--bridge');
const other = ['--bridge', '--proof'].find((option) => given.includes(option));
const config = other ? ['--config', `.cargo/mutants-${other.slice(2)}.toml`] : [];
const options = [...config, ...given.filter((option) => option !== other)];

await main(async () => {
  if ((await output('cargo', ['mutants', '--version'])) === undefined) {
    throw new Failure('This needs cargo-mutants: `cargo install cargo-mutants --locked`.');
  }
  rmSync(results, { recursive: true, force: true });
  if (isBridge) Object.assign(env, runInBrowser());
  if (!other) say('Trying about fifteen hundred mutants, a few seconds each…');
  // cargo-mutants exits with an error if a mutant survived, and also if it could not run. Only the
  // results file says which.
  const failure = await run('cargo', ['mutants', ...options], { env }).catch((error) => error);
  const found = readResults();
  if (found === undefined) throw failure ?? new Failure('cargo-mutants found no code to change.');
  const { total_mutants: total, caught, missed, timeout, unviable } = found;
  say(
    `${total} mutants: ${caught} caught, ${timeout} looped forever, ${unviable} did not compile, ${missed} survived.`,
  );
  if (missed > 0) {
    throw new Failure(
      'Each survivor needs a test that fails on it, or a reason in .cargo/mutants.toml.',
    );
  }
});

/** The counts; `undefined` unless every mutant was tried. */
function readResults() {
  const file = join(results, 'outcomes.json');
  if (!existsSync(file)) return undefined;
  const found = JSON.parse(readFileSync(file, 'utf8'));
  const tried = found.caught + found.missed + found.timeout + found.unviable;
  return tried > 0 && tried === found.total_mutants ? found : undefined;
}
