// Runs the tests that the guide shows for pages without a browser.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from '../support/test.mjs';
import { promisify } from 'node:util';
import { root } from './support/pages.mjs';

const exec = promisify(execFile);
const { NODE_TEST_CONTEXT, ...inherited } = process.env;

test('the tests with a fake embed', async () => {
  const file = 'docs/guide/testing/fake.test.mjs';
  const options = { cwd: root, env: inherited };
  const { stdout } = await exec(process.execPath, ['--test', file], options);
  assert.match(stdout, /# pass 3\n# fail 0/);
});
