// `npm run planted`: plants each mistake of `tests/planted/*.json` in a copy of the tree, one at a time, and
// says which test fails first. Fails if no test does, or if what has the mistake cannot be built. `npm run planted -- sandbox --only clone` plants those of one
// area whose file or rule has this word.
//
// A list has an area's commands and its mistakes by file: the text to find, which is there once, what takes its
// place, and the rule that is broken. If the area has a `switch`, one program has all mistakes, and the variable
// SVC_PLANT chooses one: text and replacement are whole expressions then. A mistake with a fourth element, `true`,
// is none, and is built by itself. `links` are folders that git does not know. `tests` are run one after the other
// until one fails. If the fourth element is a word, the tests with this word are run first.

import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { endTree } from './lib/processes.mjs';
import { Failure, main, output, root, say } from './lib/run.mjs';

const LISTS = join(root, 'tests', 'planted');
const work = join(root, 'target', 'planted');
const tree = join(work, 'tree');

/** In milliseconds. A test that takes longer is an endless loop. */
const LIMIT_MS = 300_000;

/** The line of a test that fails: of Rust, of Node, and of a table of exchanges. */
const FAILED = /^(?:test (.+) \.\.\. FAILED|\s*not ok \d+ - (.+)|\s*broken: (.+))$/;

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string', default: '' } },
  });
  const known = readdirSync(LISTS).map((name) => name.replace('.json', ''));
  const faults = [];
  for (const area of positionals.length > 0 ? positionals : known) {
    if (!known.includes(area)) throw new Failure(`There is no area "${area}".`);
    faults.push(...(await tryArea(area, values.only)));
  }
  for (const fault of faults) console.log(fault);
  if (faults.length > 0)
    throw new Failure('Each survivor needs a test that fails on it, and each mistake a build.');
});

async function tryArea(area, only) {
  const list = JSON.parse(readFileSync(join(LISTS, `${area}.json`), 'utf8'));
  const mutants = Object.entries(list.mutants)
    .flatMap(([file, mistakes]) =>
      mistakes.map(([find, plant, rule, more]) => ({
        ...{ file, find, plant, rule },
        alone: more === true || !list.switch,
        first: typeof more === 'string' ? more : '',
      })),
    )
    .map((mutant, n) => ({ ...mutant, n: n + 1 }))
    .filter(({ file, rule }) => `${file} ${rule}`.includes(only));
  const texts = await copyTree();
  for (const name of list.links ?? []) link(name);
  for (const { file, find } of mutants) {
    const found = (texts.get(file) ?? '').split(find).length - 1;
    if (found !== 1) throw new Failure(`${file} has ${found} times: ${find}`);
  }
  const tests = (env, first = '') => {
    const isLater = (command) => Number(!command.includes(first));
    return killersOf(
      list.tests.toSorted((a, b) => isLater(a) - isLater(b)),
      env,
    );
  };
  const switched = mutants.filter(({ alone }) => !alone);
  const changed = new Map();
  for (const { file, find, plant, n } of switched) {
    const planted = list.switch
      .replaceAll('#', n)
      .replace('OLD', () => find)
      .replace('NEW', () => plant);
    changed.set(
      file,
      (changed.get(file) ?? texts.get(file)).replace(find, () => planted),
    );
  }
  for (const [file, text] of Object.entries(list.helper ?? {}))
    changed.set(file, `${changed.get(file) ?? texts.get(file)}\n${text}\n`);
  for (const [file, text] of changed) write(file, text);
  await build(list.build);
  const healthy = await tests({});
  if (healthy.length > 0) throw new Failure(`Tests fail without a mistake: ${healthy.join(', ')}`);
  const faults = [];
  const note = ({ file, rule, n }, outcome, killers = []) => {
    const line = `${outcome} ${n} ${file}: ${rule}`;
    if (killers.length === 0) faults.push(line);
    console.log(line);
    for (const killer of killers) console.log(`           ${killer}`);
  };
  const judge = async (mutant, env) => {
    const killers = await tests(env, mutant.first);
    note(mutant, killers.length > 0 ? 'killed  ' : 'SURVIVED', killers);
  };
  for (const mutant of switched) await judge(mutant, { SVC_PLANT: `${mutant.n}` });
  for (const file of changed.keys()) write(file, texts.get(file));
  for (const mutant of mutants.filter(({ alone }) => alone)) {
    const { file, find, plant } = mutant;
    write(
      file,
      texts.get(file).replace(find, () => plant),
    );
    await build(list.build).then(
      () => judge(mutant, {}),
      () => note(mutant, 'NO BUILD'),
    );
    write(file, texts.get(file));
  }
  say(`${area}: ${mutants.length} mistakes, ${faults.length} survived or were not built.`);
  return faults;
}

/** Copies what git knows. Returns the texts of the files by their paths. */
async function copyTree() {
  const names = (await output('git', ['ls-files', '-co', '--exclude-standard']))
    .split('\n')
    .filter(Boolean);
  const texts = new Map();
  for (const name of names.filter((name) => existsSync(join(root, name)))) {
    const bytes = readFileSync(join(root, name));
    texts.set(name, bytes.toString());
    const copy = join(tree, name);
    mkdirSync(dirname(copy), { recursive: true });
    if (!existsSync(copy) || !readFileSync(copy).equals(bytes))
      copyFileSync(join(root, name), copy);
  }
  return texts;
}

/** What is built or installed, and not in git. */
function link(name) {
  if (!existsSync(join(root, name)))
    throw new Failure(`There is no ${name}: run \`npm run build\` first.`);
  if (existsSync(join(tree, name))) return;
  mkdirSync(dirname(join(tree, name)), { recursive: true });
  symlinkSync(join(root, name), join(tree, name));
}

function write(file, text) {
  if (readFileSync(join(tree, file), 'utf8') !== text) writeFileSync(join(tree, file), text);
}

async function build(commands) {
  for (const command of commands) {
    const { status, text } = await run(command, {}, { limit: 0 });
    if (status !== 0) throw new Failure(`${command} fails:\n${text.slice(-6_000)}`);
  }
}

/** The names of the tests that fail, of the first command that has some. */
async function killersOf(commands, env) {
  for (const command of commands) {
    const { status, text } = await run(command, env, { isEnough: true });
    if (status === 0) continue;
    const failed = text
      .split('\n')
      .flatMap((line) => FAILED.exec(line)?.slice(1).find(Boolean) ?? []);
    return failed.length > 0 ? failed : [`${command}: ${status}`];
  }
  return [];
}

/** Runs a command of a shell in the copy, and ends it at the first failure if that is enough. */
function run(command, env, { isEnough = false, limit = LIMIT_MS }) {
  return new Promise((resolve) => {
    const child = spawn(command, {
      shell: true,
      cwd: tree,
      env: {
        // Not where cargo builds the mistakes.
        SVC_SANDBOX: join(root, 'target/debug/svc-sandbox'),
        ...process.env,
        ...{ CARGO_TARGET_DIR: join(work, 'build'), RUST_BACKTRACE: '0', ...env },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (more) => {
        text += more;
        if (isEnough && text.split('\n').some((line) => FAILED.test(line))) setTimeout(end, 300);
      });
    const end = () => endTree(child.pid);
    const late = limit && setTimeout(end, limit);
    child.on('close', (status) => {
      clearTimeout(late);
      resolve({ status: status ?? 'it was ended', text });
    });
  });
}
