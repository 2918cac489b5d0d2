// What a run of the tests starts ends with it, even if the run itself is killed.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { endTree } from '../../scripts/lib/processes.mjs';
import { run, within } from '../../scripts/lib/run.mjs';
import { waitFor } from '../support/page.mjs';

/** A program that starts another one, in a group of its own, prints its id, and never ends. */
const PARENT = `
  const { spawn } = require('node:child_process');
  const options = { detached: true, stdio: 'ignore' };
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], options);
  console.log(child.pid);
  setInterval(() => {}, 1000);`;

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const ended = (pid) => waitFor(`the end of ${pid}`, () => !isRunning(pid));

test('the processes of a run that is killed end', async () => {
  const library = new URL('../../scripts/lib/processes.mjs', import.meta.url);
  const script = `import('${library}').then(({ leaveNothingBehind }) => {
    leaveNothingBehind();${PARENT}
  });`;
  const { SVC_TEST_RUN: _, ...env } = process.env;
  const stdio = ['ignore', 'pipe', 'inherit'];
  const started = spawn(process.execPath, ['-e', script], { env, stdio });
  const [text] = await once(started.stdout, 'data');
  const pid = Number(text);
  assert.ok(isRunning(pid));
  started.kill('SIGKILL');
  await ended(pid);
});

test('a program that does not end within its limit is ended with what it has started', async () => {
  const pids = [];
  const endless = () =>
    run(process.execPath, ['-e', PARENT], { onLine: (line) => pids.push(Number(line)) });
  // On a slow machine, the limit may pass before the program has started the other one.
  for (let minutes = 1 / 30; pids.length === 0; minutes *= 2)
    await assert.rejects(within(minutes, endless), /its suite has a limit of/);
  await ended(pids[0]);
});

test('a program that goes on starting others is ended with all of them', async () => {
  const script = `
    const { spawn } = require('node:child_process');
    setInterval(() => {
      const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
      require('node:fs').writeSync(1, child.pid + '\\n');
    }, 2);`;
  const stdio = ['ignore', 'pipe', 'inherit'];
  const started = spawn(process.execPath, ['-e', script], { stdio });
  let text = '';
  started.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  await waitFor('some others', () => text.split('\n').length > 20);
  const closed = once(started, 'close');
  endTree(started.pid);
  await closed;
  const pids = text.trim().split('\n').map(Number);
  try {
    for (const pid of pids) await ended(pid);
  } finally {
    for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL');
  }
});
