// Runs the tests that the guide shows for pages without a browser, and for Playwright.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { browserPaths } from '../../scripts/lib/browser.mjs';
import { root } from './support/pages.mjs';

const exec = promisify(execFile);
const { NODE_TEST_CONTEXT, ...inherited } = process.env;

test('the tests with a fake embed', async () => {
  const file = 'docs/guide/testing/fake.test.mjs';
  const options = { cwd: root, env: inherited };
  const { stdout } = await exec(process.execPath, ['--test', file], options);
  assert.match(stdout, /# pass 3\n# fail 0/);
});

test('the tests of Playwright', async () => {
  const cwd = join(root, 'docs/guide/testing/playwright');
  const require = createRequire(join(cwd, 'day.spec.mjs'));
  const program = join(dirname(require.resolve('@playwright/test/package.json')), 'cli.js');
  const { chrome } = browserPaths();
  const env = { ...inherited, CHROME: chrome, DIST: join(root, 'dist') };
  const results = join(root, 'target/playwright');
  const args = [program, 'test', '--reporter=line', '--output', results];
  const { stdout } = await exec(process.execPath, args, { cwd, env });
  assert.match(stdout, /\b2 passed/);
});
