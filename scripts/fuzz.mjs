// `npm run fuzz`: gives each target of `fuzz/` to libFuzzer for a minute, one after another, and prints
// how many executions it made. Fails at the first input that makes a target panic, and says where the
// input is.
//
// `-- --seconds 600` fuzzes longer, `-- --only page,url` only some targets. What a run finds is kept in
// `target/fuzz/corpus`, for the next run.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, main, output, root, run, say } from './lib/run.mjs';
import { buildSandboxPages } from './lib/sandbox.mjs';
import { setupFuzzing } from './setup.mjs';

const folder = join(root, 'fuzz');
const work = join(root, 'target', 'fuzz');

/**
 * The longest input, in bytes. libFuzzer begins with short inputs, which run more often and are easier to
 * read, and makes them longer as they find nothing new.
 */
const LONGEST = 65_536;

await main(async () => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      only: { type: 'string' },
    },
  });
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Failure('--seconds is a number above 0.');
  const targets = choose(values.only);
  await setupFuzzing();
  await buildSandboxPages();
  // Without a sanitizer: the code under test has no `unsafe`, and the targets run twice as often. It also
  // needs no nightly toolchain.
  await run('cargo', ['fuzz', 'build', '--sanitizer', 'none', '--target-dir', work], {
    cwd: folder,
  });
  const host = (await output('rustc', ['-vV'])).match(/^host: (.+)$/m)[1];
  const program = (target) => join(work, host, 'release', target);
  // Others use this machine too.
  setPriority(19);
  for (const target of targets) {
    say(`${target}…`);
    await fuzz(target, program(target), seconds);
  }
});

function choose(only) {
  const all = readdirSync(join(folder, 'bin')).map((name) => name.replace('.rs', ''));
  const names = only === undefined ? all : only.split(',');
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined)
    throw new Failure(`There is no target "${unknown}". Choose from: ${all.join(', ')}.`);
  return names;
}

/** Fuzzes one target. libFuzzer prints how many executions it made. */
async function fuzz(target, program, seconds) {
  const found = join(work, 'corpus', target);
  const kept = join(folder, 'corpus', target);
  const artifacts = join(work, 'artifacts', target);
  for (const path of [found, artifacts]) mkdirSync(path, { recursive: true });
  try {
    await run(program, [
      ...[found, kept],
      `-dict=${dictionary(target)}`,
      `-max_total_time=${seconds}`,
      `-max_len=${LONGEST}`,
      ...['-timeout=10', '-rss_limit_mb=1024', '-verbosity=0', '-print_final_stats=1'],
      `-artifact_prefix=${artifacts}/`,
    ]);
  } catch {
    throw new Failure(
      `${target} failed. To see it again, give ${program} the input that is named above. Mend it, and copy the ` +
        `input to fuzz/corpus/${target}.`,
    );
  }
}

/** Writes a dictionary, as tests/native/fuzz.rs has one: what is between the quotes of a fixture. Returns its path. */
function dictionary(target) {
  const ofSandbox = 'sandbox/tests/fixtures/happy_path.json';
  const file = target === 'sandbox_body' ? ofSandbox : 'tests/fixtures/vectors.json';
  const all = readFileSync(join(root, file), 'utf8').split('"');
  const words = new Set(all.filter((word) => word.length > 0 && word.length <= 24));
  // As libFuzzer reads it: each byte as two digits.
  const escaped = (word) => Buffer.from(word).toString('hex').replace(/../g, '\\x$&');
  const lines = [...words].flatMap((word) => [word, `"${word}"`]).map(escaped);
  const to = join(work, `${target}.dict`);
  writeFileSync(to, lines.map((line) => `"${line}"\n`).join(''));
  return to;
}
