// What a run of the tests starts ends with it, even if the run itself is killed.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
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
  let pid;
  const endless = () =>
    run(process.execPath, ['-e', PARENT], { onLine: (line) => (pid = Number(line)) });
  await assert.rejects(within(1 / 30, endless), /its suite has a limit of/);
  assert.ok(pid > 0);
  await ended(pid);
});
