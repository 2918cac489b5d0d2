// Checks the guide's page on testing: its example test passes, and the sandbox accepts its seed.

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

test('the whole test', async () => {
  const { chrome, chromedriver } = browserPaths();
  const { NODE_TEST_CONTEXT, ...inherited } = process.env;
  const env = {
    ...inherited,
    PAGE: 'docs/guide/testing/page',
    DIST: 'dist',
    CHROME: chrome,
    CHROMEDRIVER: chromedriver,
  };
  const file = 'docs/guide/testing/renewal.test.mjs';
  const options = { cwd: root, env };
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', file], options);
  assert.match(stdout, /# pass 2\n# fail 0/);
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
