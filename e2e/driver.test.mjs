// A driver that stops answering in the middle of a suite: the test fails by the command's name, the next one
// has a new browser, and nothing is left running.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processesWith } from '../scripts/lib/processes.mjs';
import { test } from './support/test.mjs';
import { engine } from './support/world.mjs';

const SUITE = fileURLToPath(new URL('support/stopped/suite.mjs', import.meta.url));
/** In place of a minute, for the command that meets the stopped driver. */
const COMMAND_MS = 6_000;

// Linux tells whether a process has stopped.
const skip = process.platform !== 'linux';

test('a suite goes on when its driver has stopped, and leaves nothing', { skip }, async () => {
  const mark = randomUUID();
  const own = {
    E2E_ENGINE: engine,
    E2E_COMMAND_MS: String(COMMAND_MS),
    E2E_MARK: mark,
  };
  const child = spawn(process.execPath, ['--test-reporter=tap', SUITE], {
    env: { ...process.env, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  const [code] = await once(child, 'close');
  assert.equal(code, 1, text);
  const results = [...text.matchAll(/^(ok|not ok) \d+ - (\w+)/gm)].map(([, ...found]) => found);
  const expected = [
    ['ok', 'before'],
    ['not ok', 'meanwhile'],
    ['ok', 'after'],
  ];
  assert.deepEqual(results, expected, text);
  const said = `The browser did not answer the command "getTitle" within ${COMMAND_MS / 1_000} s. It was started again.`;
  assert.ok(text.includes(said), text);
  assert.deepEqual(processesWith(`E2E_MARK=${mark}`), []);
});
