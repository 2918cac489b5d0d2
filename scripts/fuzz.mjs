// `npm run fuzz`: gives each target of `fuzz/` to libFuzzer for a minute, one after another, and prints
// how many executions it made. Fails at the first input that makes a target panic, and says where the
// input is.
//
// `-- --seconds 600` fuzzes longer, `-- --only page,url` only some targets. What a run finds is kept in
// `target/fuzz/corpus`, for the next run; `-- --minimise` writes the few that reach most to `fuzz/corpus`.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Failure, main, output, root, run, say } from './lib/run.mjs';
import { buildSandboxPages } from './lib/sandbox.mjs';
import { setupFuzzing } from './setup.mjs';

const folder = join(root, 'fuzz');
const work = join(root, 'target', 'fuzz');

/** The target that asks both interpreters, of which one is a Node process. */
const BOTH = 'interpreters';

/**
 * The longest input, in bytes. libFuzzer begins with short inputs, which run more often and are easier to
 * read, and makes them longer as they find nothing new.
 */
const LONGEST = 65_536;

/** A corpus in the repository has at most so many inputs that libFuzzer has named. */
const MOST_INPUTS = 16;
/** Of those, none is longer, in bytes: `tests/native/fuzz.rs` makes none longer. */
const LONGEST_KEPT = 512;
/** An input that adds fewer edges is left out. */
const LEAST = 3;
/** The name that libFuzzer gives an input: its hash. Others are finds, which stay. */
const HASH = /^[0-9a-f]{40}$/;

await main(async () => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      only: { type: 'string' },
      minimise: { type: 'boolean', default: false },
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
  if (values.minimise) {
    // Of that target, the vectors are the corpus.
    for (const target of targets) if (target !== BOTH) await minimise(target, program(target));
    return;
  }
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
  if (target === BOTH) writeVectors(found);
  const args = [
    ...[found, ...(existsSync(kept) ? [kept] : [])],
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

/** Writes the vectors as inputs of the target that compares the interpreters: fuzz/src/interpreters.rs. */
function writeVectors(to) {
  const vectors = JSON.parse(readFileSync(join(root, 'tests/fixtures/vectors.json'), 'utf8'));
  const kinds = ['event', 'action', 'filter', 'base', 'session-id'];
  for (const [place, { kind, input }] of vectors.entries()) {
    const number = kinds.indexOf(kind);
    const isWhole = !/"\$(repeat|concat|nest)"/.test(JSON.stringify(input));
    if (number < 0 || !isWhole) continue;
    const text = Buffer.from(JSON.stringify(input));
    writeFileSync(join(to, `vector-${place}`), Buffer.concat([Buffer.from([number]), text]));
  }
}

/** Runs a program. Resolves to its exit code and the lines that it wrote to standard error. */
function listen(program, args) {
  const env = { ...process.env, SVC_INTERPRETER: join(root, 'scripts/interpreter.mjs') };
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
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

/**
 * Writes to `fuzz/corpus` the inputs that reach most code: each is the one of all that adds most to those
 * before it. The random changes of these few reach what more inputs would.
 */
async function minimise(target, program) {
  const kept = join(folder, 'corpus', target);
  const found = join(work, 'corpus', target);
  const merged = join(work, 'merged', target);
  const control = join(work, `${target}.merge`);
  for (const path of [merged, control]) rmSync(path, { recursive: true, force: true });
  for (const path of [merged, found]) mkdirSync(path, { recursive: true });
  const options = ['-set_cover_merge=1', '-use_counters=0', `-merge_control_file=${control}`];
  const { code, lines } = await listen(program, [...options, merged, kept, found]);
  if (code !== 0) throw new Failure(`${target}: the merge failed.\n${lines.slice(-20).join('\n')}`);
  const inputs = reached(readFileSync(control, 'utf8'));
  const isNamed = ({ path }) => !HASH.test(basename(path));
  const seen = new Set(inputs.filter(isNamed).flatMap(({ edges }) => edges));
  const rest = inputs.filter((input) => !isNamed(input) && input.bytes.length <= LONGEST_KEPT);
  const adds = ({ edges }) => edges.filter((edge) => !seen.has(edge)).length;
  const chosen = [];
  while (chosen.length < MOST_INPUTS) {
    const best = rest.reduce((one, other) => (adds(other) > adds(one) ? other : one), rest[0]);
    if (!best || adds(best) < LEAST) break;
    for (const edge of best.edges) seen.add(edge);
    chosen.push(best);
  }
  for (const name of readdirSync(kept)) if (HASH.test(name)) rmSync(join(kept, name));
  for (const { path, bytes } of chosen) writeFileSync(join(kept, basename(path)), bytes);
  const all = new Set(inputs.flatMap(({ edges }) => edges));
  say(`${target}: ${readdirSync(kept).length} inputs reach ${seen.size} of ${all.size} edges`);
}

/** What libFuzzer notes of a merge: each input, and the edges that it reaches. The shortest is first. */
function reached(text) {
  const lines = text.split('\n');
  const paths = lines.slice(2, 2 + Number(lines[0]));
  const edges = new Map();
  for (const [, place, list] of text.matchAll(/^FT (\d+)(.*)$/gm))
    edges.set(paths[place], list.trim().split(' '));
  return [...edges]
    .map(([path, edges]) => ({ path, edges, bytes: readFileSync(path) }))
    .sort((one, other) => one.bytes.length - other.bytes.length);
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
