// The fixtures of svc-embed/testing/playwright, in Playwright's own runner. apps/ has a browser use them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const runner = createRequire(import.meta.url).resolve('@playwright/test/cli');
const config = fileURLToPath(new URL('fixtures/playwright.config.mjs', import.meta.url));
const { NODE_TEST_CONTEXT, ...inherited } = process.env;

test("each of Playwright's tests has a sandbox of its own", () => {
  const program = process.env.SVC_SANDBOX ?? resolve('target/debug/svc-sandbox');
  const args = [runner, 'test', '--config', config, '--reporter=line'];
  const env = { ...inherited, SVC_SANDBOX: program, NO_COLOR: '1' };
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /\b2 passed/);
});
