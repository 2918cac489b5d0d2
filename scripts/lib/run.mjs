// Runs other programs and prints progress. This file has no dependencies, because it runs before
// `npm ci`.

import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { homedir, setPriority } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { endTree } from './processes.mjs';

const windows = process.platform === 'win32';

/** The repository's root. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The folder of the tools that the project installs with cargo. */
export const toolsDir = join(root, '.tools');

/** The folder where the apps of `apps/` are built. It also holds their tools. */
export const appsDir = join(root, 'target', 'apps');

/** Intermediate files of the npm package. In `target/`, so that `cargo clean` removes them. */
export const stageDir = join(root, 'target', 'npm');

// The project's tools come first. rustup's folder is added because a shell that was opened before
// rustup was installed does not have it.
process.env.PATH = [
  join(toolsDir, 'bin'),
  join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'bin'),
  process.env.PATH,
].join(delimiter);

/** The longest time for a program that may wait for the network. */
const LONGEST_TRY_MS = 120_000;

/** How much of what a failed program has printed last is kept, in characters. */
const KEPT_OF_FAILED = 4_000;

/** A failure whose message is printed without a stack. `output`: what a program has printed last. */
export class Failure extends Error {
  constructor(message, output = '') {
    super(message);
    this.output = output;
  }
}

/** The texts that `inOnePiece` keeps, for whatever runs inside it. */
const kept = new AsyncLocalStorage();

/** Prints a line, or keeps it inside `inOnePiece`. */
export function print(line) {
  printer()(`${line}\n`);
}

function printer() {
  const texts = kept.getStore();
  return texts ? (text) => void texts.push(text) : (text) => process.stdout.write(text);
}

/**
 * Runs `body`, and prints at its end what was printed during it: the outputs of things that run at the
 * same time would mix.
 */
export async function inOnePiece(title, body) {
  say(`${title} (what it prints is shown at its end)`);
  const texts = [];
  try {
    return await kept.run(texts, body);
  } finally {
    printer()(texts.join(''));
  }
}

/**
 * Runs `body`, and shows instead of what is printed during it one line: the seconds since the beginning, and the
 * current step, with the number of crates that cargo has begun. If `body` fails, all of it is printed. It gets a
 * function that runs a part of it beside others: `lane(name, work)`. Each lane has a step of its own.
 */
export async function quietly(title, body) {
  const texts = [];
  const began = performance.now();
  const steps = new Map();
  const show = () => {
    const seconds = Math.round((performance.now() - began) / 1_000);
    const all = [...steps.values()].map(({ said, crates }) =>
      crates ? `${said}: ${crates} begun` : said,
    );
    const line = `${title}, ${seconds} s: ${all.join(' · ')}`;
    if (process.stdout.isTTY)
      process.stdout.write(`\r\x1b[K${line.slice(0, process.stdout.columns - 1)}`);
    else console.log(line);
  };
  const storeOf = (lane) => ({
    push(text) {
      texts.push(text);
      const [, said] = /^(?:\x1b\[36m)?•(?:\x1b\[0m)? (.+)\n$/.exec(text) ?? [];
      const step = steps.get(lane);
      const crates = text.match(/^ +Compiling /gm)?.length;
      if (crates && step) step.crates += crates;
      if (!said || said === step?.said) return;
      // A step that says more of itself is the same one.
      steps.set(lane, { said, crates: step && said.startsWith(step.said) ? step.crates : 0 });
      show();
    },
  });
  const lane = async (name, work) => {
    steps.delete(undefined);
    const result = await kept.run(storeOf(name), work);
    steps.delete(name);
    if (steps.size > 0) show();
    return result;
  };
  // A terminal shows that time passes. A file has a line for each step.
  const timer = process.stdout.isTTY ? setInterval(show, 1_000) : undefined;
  try {
    return await kept.run(storeOf(undefined), () => body(lane));
  } catch (error) {
    process.stdout.write(`\n${texts.join('')}`);
    throw error;
  } finally {
    clearInterval(timer);
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
  }
}

/** The time at which what runs inside `within` must have ended. */
const deadlines = new AsyncLocalStorage();

/**
 * Runs `body`. A program that `run` has started inside it and that has not ended after `minutes` is ended
 * with everything that it has started, and has failed.
 */
export function within(minutes, body) {
  return deadlines.run({ minutes, end: performance.now() + minutes * 60_000 }, body);
}

/** Prints one line about the current step. */
export function say(message) {
  print(process.stdout.isTTY ? `\x1b[36m•\x1b[0m ${message}` : `• ${message}`);
}

export function headline(message) {
  print(process.stdout.isTTY ? `\n\x1b[1m── ${message}\x1b[0m` : `\n── ${message}`);
}

/**
 * Runs a program and shows its output. Rejects if it fails. `env` is added to the environment, and
 * `onLine` also receives each line of standard output. With a low `priority`, it takes the time that others leave.
 */
export async function run(command, args = [], { env, cwd = root, onLine, priority } = {}) {
  const isKept = kept.getStore() !== undefined;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['inherit', onLine || isKept ? 'pipe' : 'inherit', isKept ? 'pipe' : 'inherit'],
  });
  if (priority && child.pid) setPriority(child.pid, priority);
  const print = printer();
  let last = '';
  const show = (text) => {
    last = (last + text).slice(-KEPT_OF_FAILED);
    print(text);
  };
  child.stdout?.setEncoding('utf8').on('data', show);
  child.stderr?.setEncoding('utf8').on('data', show);
  if (onLine) forEachLine(child.stdout, onLine);
  const stop = endAtDeadline(child);
  const code = await ended(child, command);
  const words = [command, ...args].join(' ');
  if (stop()) {
    const { minutes } = deadlines.getStore();
    throw new Failure(`Ended, because its suite has a limit of ${minutes} minutes: ${words}`, last);
  }
  if (code !== 0) throw new Failure(`Command failed (${code}): ${words}`, last);
}

/** A program's standard output, trimmed; `undefined` if the program cannot be started or fails. */
export async function output(command, args = [], { cwd = root } = {}) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  const code = await ended(child, command).catch(() => 1);
  return code === 0 ? text.trim() : undefined;
}

/** Runs a program. Resolves to its exit code and what it wrote, whatever the code is. */
export async function tried(command, args = []) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_TRY_MS,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  return { code: await ended(child, command), text };
}

/** The program and the arguments that run npm: the one that started this script, or else the one on PATH. */
export function npm(...args) {
  const path = process.env.npm_execpath;
  return path?.endsWith('.js') ? [process.execPath, [path, ...args]] : ['npm', args];
}

/** Runs a script with the same Node. Its path is relative to the repository's root. */
export function node(script, args = [], options = {}) {
  return run(process.execPath, [join(root, script), ...args], options);
}

/** The full path of a program on PATH, or `undefined`. */
export function which(program) {
  for (const dir of process.env.PATH.split(delimiter)) {
    const path = join(dir, windows ? `${program}.exe` : program);
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {
      // Try the next folder.
    }
  }
}

/** The files in a folder and in those below it, by their paths from it. */
export function filesIn(dir) {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath ?? entry.path, entry.name)))
    .map((path) => path.replaceAll('\\', '/'));
}

/** True if Node was started with this module. (`import.meta.main` needs Node 24.) */
export function isMain({ url }) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);
}

/**
 * The values of a command line's `options`. `--help` prints `usage` and ends the program, and an option that
 * there is not prints it after the reason.
 */
export function readOptions(options, usage) {
  try {
    const { help, ...values } = parseArgs({ options: { ...options, help: HELP } }).values;
    if (!help) return values;
    console.log(usage);
    process.exit();
  } catch (error) {
    console.error(`✗ ${error.message}\n\n${usage}`);
    process.exit(1);
  }
}

const HELP = { type: 'boolean', short: 'h', default: false };

/** The comment at the top of a script. */
const headOf = (path) =>
  /^(?:\/\/.*\n)+/.exec(readFileSync(path, 'utf8'))[0].replace(/^\/\/ ?/gm, '');

/**
 * Runs a script's main function. Prints the message of a `Failure`, or of an option that there is not, and
 * other errors with the stack. With `--help`, prints what the script's first comment says instead.
 */
export async function main(body, { printsHelp = true } = {}) {
  if (printsHelp && process.argv.some((word) => word === '--help' || word === '-h'))
    return console.log(headOf(process.argv[1]));
  try {
    await body();
  } catch (error) {
    const isClear = error instanceof Failure || error.code?.startsWith('ERR_PARSE_ARGS_');
    console.error(isClear ? `\n✗ ${error.message}` : error);
    process.exitCode = 1;
  }
}

function ended(child, command) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Failure(`${command} could not be started: ${error.message}`)),
    );
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
}

/** Ends `child` at the deadline. The returned function takes that back, and is true if it has happened. */
function endAtDeadline(child) {
  const deadline = deadlines.getStore();
  if (!deadline) return () => false;
  let isOver = false;
  const end = () => {
    isOver = true;
    endTree(child.pid);
  };
  const timer = setTimeout(end, deadline.end - performance.now());
  return () => {
    clearTimeout(timer);
    return isOver;
  };
}

function forEachLine(stream, onLine) {
  let rest = '';
  stream.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    lines.forEach(onLine);
  });
  stream.on('end', () => rest && onLine(rest));
}
