// Checks the guide's pages on testing: their tests pass, and the sandbox accepts the seed.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from '../support/test.mjs';
import { promisify } from 'node:util';
import { browserPaths } from '../../scripts/lib/browser.mjs';
import { block, root } from './support/pages.mjs';

const page = 'docs/guide/testing.md';

/** Runs a file of tests from the guide. `count` tests must pass, and none may fail. */
async function passes(name, count, own = {}) {
  const { NODE_TEST_CONTEXT, ...inherited } = process.env;
  const options = { cwd: root, env: { ...inherited, ...own } };
  const file = `docs/guide/testing/${name}.test.mjs`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', file], options);
  assert.match(stdout, new RegExp(`# pass ${count}\\n# fail 0`));
}

test('the tests with a fake embed', () => passes('fake', 3));

test('the whole test', () => {
  const { chrome: CHROME, chromedriver: CHROMEDRIVER } = browserPaths();
  const page = { PAGE: 'docs/guide/testing/page', DIST: 'dist' };
  return passes('renewal', 2, { ...page, CHROME, CHROMEDRIVER });
});

test('the seed fills the API', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-embed-docs-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const seed = join(folder, 'seed.json');
  writeFileSync(seed, block(page, 'json'));
  const ports = ['--host-port', '0', '--tenant-port', '0'];
  const sandbox = spawn(process.env.SVC_SANDBOX, ['--json', ...ports, '--seed', seed], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => sandbox.kill());
  const [line] = await once(createInterface(sandbox.stdout), 'line');
  const { tenant } = JSON.parse(line);
  const headers = { authorization: 'Bearer my-key' };
  const answer = await fetch(`${tenant}/api/v1/deployments`, { headers });
  const { data } = await answer.json();
  assert.deepEqual(
    data.deployments.map(({ name }) => name),
    ['Shop'],
  );
});
