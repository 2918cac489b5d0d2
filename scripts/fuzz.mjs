// `npm run fuzz`: gives each target of `fuzz/` to libFuzzer for a minute, one after another, and prints
// how many executions it made. Fails at the first input that makes a target panic, and says where the
// input is.
//
// `-- --seconds 600` fuzzes longer, `-- --only page,url` only some targets. What a run finds is kept in
// `target/fuzz/corpus`, for the next run.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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
  const rows = [];
  for (const target of targets) {
    say(`${target}…`);
    rows.push(await fuzz(target, program(target), seconds));
  }
  report(rows);
});

function choose(only) {
  const all = readdirSync(join(folder, 'bin')).map((name) => name.replace('.rs', ''));
  const names = only === undefined ? all : only.split(',');
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined)
    throw new Failure(`There is no target "${unknown}". Choose from: ${all.join(', ')}.`);
  return names;
}

/** Fuzzes one target. Resolves to what libFuzzer counted. */
async function fuzz(target, program, seconds) {
  const found = join(work, 'corpus', target);
  const kept = join(folder, 'corpus', target);
  const artifacts = join(work, 'artifacts', target);
  for (const path of [found, artifacts]) mkdirSync(path, { recursive: true });
  const args = [
    ...[found, kept],
    `-dict=${dictionary(target)}`,
    `-max_total_time=${seconds}`,
    `-max_len=${LONGEST}`,
    '-timeout=10',
    '-rss_limit_mb=1024',
    '-print_final_stats=1',
    `-artifact_prefix=${artifacts}/`,
  ];
  const { code, lines } = await listen(program, args);
  const stat = (name) =>
    Number(lines.map((line) => line.match(`^stat::${name}: +(\\d+)`)?.[1]).find(Boolean));
  const executions = stat('number_of_executed_units');
  if (code !== 0 || !(executions > 0)) {
    console.error(lines.slice(-60).join('\n'));
    const input = lines.join('\n').match(/Test unit written to (\S+)/)?.[1];
    throw new Failure(
      `${target} failed. ` +
        (input
          ? `To see it again: ${program} ${input}. Mend it, and copy the input to fuzz/corpus/${target}.`
          : 'libFuzzer wrote no input: see above.'),
    );
  }
  return { target, executions, perSecond: stat('average_exec_per_sec') };
}

/** Writes a dictionary of the protocol's words and those of the target. Returns its path. */
function dictionary(target) {
  const paths = ['protocol', target].map((name) => join(folder, 'dict', `${name}.dict`));
  const to = join(work, `${target}.dict`);
  writeFileSync(
    to,
    paths
      .filter(existsSync)
      .map((path) => readFileSync(path))
      .join('\n'),
  );
  return to;
}

/** Runs a program. Resolves to its exit code and the lines that it wrote to standard error. */
function listen(program, args) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const lines = [];
  createInterface(child.stderr).on('line', (line) => {
    // A long run reports every new input. The end is what is read.
    if (lines.push(line) > 2_000) lines.splice(0, 1_000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Failure(`${program} could not be started: ${error.message}`)),
    );
    child.once('close', (code) => resolve({ code, lines }));
  });
}

function report(rows) {
  const sum = rows.reduce((total, { executions }) => total + executions, 0);
  const line = (...cells) =>
    console.log(cells.map((cell, n) => (n === 0 ? cell.padEnd(14) : cell.padStart(14))).join(''));
  line('target', 'executions', 'a second');
  for (const { target, executions, perSecond } of rows)
    line(target, executions.toLocaleString('en'), perSecond.toLocaleString('en'));
  line('all', sum.toLocaleString('en'), '');
}
