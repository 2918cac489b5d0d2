// Finds and ends processes with everything that they have started. A browser outlives a driver that is
// killed, and a sandbox outlives a test that is.

import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The environment variable that names a run of the tests. Every process of the run inherits it. */
const RUN = 'SVC_TEST_RUN';

/**
 * However this process ends: what it starts from now on, and what that starts, ends with it. Does nothing
 * in a process that belongs to a run already.
 */
export function leaveNothingBehind() {
  if (process.env[RUN]) return;
  const name = randomUUID();
  const reaper = fileURLToPath(new URL('reaper.mjs', import.meta.url));
  // Not with the name in its environment: it would end itself.
  const child = spawn(process.execPath, [reaper, name], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  child.stdin.unref();
  process.env[RUN] = name;
}

/** Ends a process and all its descendants at once, even if they are stopped. */
export function endTree(pid) {
  endAll(() => [pid, ...descendantsOf(pid)]);
}

/** Ends the processes of the run of this name, except the present one. */
export function endRun(name) {
  const isOfRun = ({ pid, environment }) =>
    environment.includes(`${RUN}=${name}`) && pid !== process.pid;
  endAll(() =>
    processes()
      .filter(isOfRun)
      .map(({ pid }) => pid),
  );
}

/** The processes that `pid` has started, and those that they have started. */
function descendantsOf(pid) {
  const all = processes();
  const descendants = [pid];
  // Grows while it is read.
  for (const ancestor of descendants)
    descendants.push(...all.filter(({ parent }) => parent === ancestor).map(({ pid }) => pid));
  return descendants.slice(1);
}

/**
 * Ends all processes that `find` finds. They are stopped first, until it finds no others: one that is still
 * running could start another one after it was found, which nobody would find once it has ended.
 */
function endAll(find) {
  const found = new Set();
  for (let others = find(); others.length > 0; others = find().filter((pid) => !found.has(pid))) {
    send('SIGSTOP', others);
    for (const pid of others) found.add(pid);
  }
  send('SIGKILL', found);
}

function send(signal, pids) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}

/** Every process of this machine with its parent and its environment. None on Windows. */
function processes() {
  return process.platform === 'linux' ? processesOfLinux() : processesOfPs();
}

// Not by `ps`, which a small image of Debian does not have.
function processesOfLinux() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      // `12 (a name, perhaps with a parenthesis) S 1 …`: the parent comes after the state.
      const [, parent] = textOf(`/proc/${name}/stat`).split(') ').at(-1).split(' ');
      const environment = textOf(`/proc/${name}/environ`).split('\0');
      return { pid: Number(name), parent: Number(parent), environment };
    });
}

function processesOfPs() {
  const { stdout } = spawnSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,ppid=,command='], {
    encoding: 'utf8',
  });
  return (stdout ?? '').split('\n').map((line) => {
    const [pid, parent, ...environment] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), environment };
  });
}

/** The text of a file; empty if the process has ended meanwhile or is another user's. */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
