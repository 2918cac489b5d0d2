// A suite whose driver is stopped in its middle: `e2e/driver.test.mjs` runs it, and reads what it prints.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { withCommandLimit } from '../browser.mjs';
import { waitFor } from '../page.mjs';
import { test } from '../test.mjs';
import { driver, pid } from '../world.mjs';

const page = (title) => `data:text/html,<title>${title}</title>`;
let first;

test('before', async () => {
  first = pid();
  await driver.get(page('Before'));
  assert.equal(await driver.getTitle(), 'Before');
});

test('meanwhile', async () => {
  process.kill(first, 'SIGSTOP');
  await waitFor('a driver that is stopped', () => hasStopped(first));
  await withCommandLimit(Number(process.env.E2E_COMMAND_MS), () => driver.getTitle());
});

test('after', async () => {
  assert.notEqual(pid(), first);
  assert.throws(() => process.kill(first, 0), { code: 'ESRCH' });
  await driver.get(page('After'));
  assert.equal(await driver.getTitle(), 'After');
});

/** Whether each thread has stopped. On a busy machine one may still answer after the signal. */
function hasStopped(pid) {
  const tasks = `/proc/${pid}/task`;
  const stateOf = (task) => readFileSync(`${tasks}/${task}/stat`, 'utf8').split(') ').at(-1)[0];
  return readdirSync(tasks).every((task) => stateOf(task) === 'T');
}
