// The backend of the quick start makes session ids. html.test.mjs opens its page.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from '../support/test.mjs';
import { waitFor } from '../support/page.mjs';
import { sandbox } from '../support/world.mjs';
import { root } from './support/pages.mjs';

/** Inside `docs/`, which has the package. */
const folder = join(root, 'docs/quick-start-test');

test('the backend of the quick start', async (t) => {
  mkdirSync(folder, { recursive: true });
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'backend.mjs');
  copyFileSync(join(root, 'docs/guide/quick-start/backend.mjs'), program);
  const port = await freePort();
  const backend = spawn(process.execPath, [program], {
    env: { ...process.env, SVC_BASE_URL: sandbox.tenant, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  t.after(() => backend.kill());
  const ask = (headers) =>
    fetch(`http://localhost:${port}/api/embed-session`, { method: 'POST', headers });
  const response = await waitFor('the backend', () =>
    ask({ 'x-svc-embed': '1', origin: 'http://localhost:5173' }).catch(() => undefined),
  );
  assert.equal(response.status, 200);
  assert.match((await response.json()).sessionId, /./);
  assert.equal((await ask({ 'x-svc-embed': '1', origin: 'http://evil.example' })).status, 403);
});

/** A port that nobody listens on. */
function freePort() {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, 'localhost', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
