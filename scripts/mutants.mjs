// `npm run mutants`: changes `src/session` and `src/protocol` in hundreds of small ways and looks
// whether a native test notices each. Fails where one survives that `.cargo/mutants.toml` does not
// explain. Options are handed on: `npm run mutants -- --re 'filter|turns'`.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, main, output, root, run, say } from './lib/run.mjs';

/** Enough to notice; a history that fails need not be made short. */
const env = {
  PROPTEST_CASES: '24',
  PROPTEST_MAX_SHRINK_ITERS: '0',
  RUST_BACKTRACE: '0',
  CARGO_PROFILE_DEV_DEBUG: '0',
  CARGO_PROFILE_TEST_DEBUG: '0',
};

const results = join(root, 'target', 'mutants', 'mutants.out');

await main(async () => {
  if ((await output('cargo', ['mutants', '--version'])) === undefined) {
    throw new Failure('This needs cargo-mutants: `cargo install cargo-mutants --locked`.');
  }
  rmSync(results, { recursive: true, force: true });
  say('Some seconds for each of about five hundred mutants…');
  // It fails where it found something, and where it could not look: what it wrote tells which.
  const failure = await run('cargo', ['mutants', ...process.argv.slice(2)], { env }).catch(
    (error) => error,
  );
  const found = readResults();
  if (found === undefined) throw failure ?? new Failure('cargo-mutants found nothing to change.');
  const { total_mutants: total, caught, missed, timeout, unviable } = found;
  say(
    `${total} mutants: ${caught} caught, ${timeout} in endless loops, ${unviable} do not compile, ${missed} survived.`,
  );
  if (missed > 0) {
    throw new Failure(
      'Each survivor needs a test that notices it, or its reason in .cargo/mutants.toml and docs/mutants.md.',
    );
  }
});

/** The counts, where every mutant was tried. */
function readResults() {
  const file = join(results, 'outcomes.json');
  if (!existsSync(file)) return undefined;
  const found = JSON.parse(readFileSync(file, 'utf8'));
  const tried = found.caught + found.missed + found.timeout + found.unviable;
  return tried > 0 && tried === found.total_mutants ? found : undefined;
}
