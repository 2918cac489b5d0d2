// The backend in Python of the guide: it signs a user in, mints only for that user, and keeps the key secret.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { test } from '../e2e/support/test.mjs';
import { control } from '../e2e/support/embed.mjs';
import { driver, sandbox } from '../e2e/support/world.mjs';
import { freePort } from '../scripts/lib/server.mjs';
import { root } from '../scripts/lib/run.mjs';
import { post, signIn } from './support/backend.mjs';
import { prepare } from './support/project.mjs';
import { startServer } from './support/tool.mjs';

await prepare();

/** The key of an administrator in the sandbox's demonstration data. */
const API_KEY = 'sandbox-admin-key';

/** Starts the backend, which mints at a service, and signs in: `ask()` asks it for a session id. */
async function start(t, SVC_BASE_URL, more) {
  const port = String(await freePort());
  const ORIGIN = `http://localhost:${port}`;
  const uvicorn = join(process.env.APPS_PYTHON, 'uvicorn');
  const command = [uvicorn, 'main:app', '--host', 'localhost', '--port', port];
  const backend = await startServer('fastapi', command, ORIGIN, {
    ...{ SVC_BASE_URL, SVC_API_KEY: API_KEY, ORIGIN, ...more },
  });
  t.after(() => backend.stop());
  const cookie = await signIn(`${ORIGIN}/login`);
  const url = `${ORIGIN}/api/embed-session`;
  return { ...backend, url, cookie, ask: () => post(url, { cookie }) };
}

test('FastAPI keeps the rules', async (t) => {
  // The page of the previous test could ask for ids.
  await driver.get('about:blank');
  await control('reset', {});
  const backend = await start(t, sandbox.tenant);
  const { sessionId } = await (await backend.ask()).json();
  const body = { surface: 'dashboard', sessionId };
  const exchanged = await post(`${sandbox.tenant}/embed/api/session`, { body });
  const { mode, embedTenant, settings } = await exchanged.json();
  assert.deepEqual([mode, embedTenant], ['signed', 'Acme Retail']);
  assert.deepEqual(settings, { timezone: 'Europe/Berlin' });
  for (const secret of [API_KEY, sessionId]) assert.ok(!backend.printed().includes(secret));

  const program = join(root, 'dist/cli/index.js');
  const args = ['check-endpoint', backend.url, '--cookie', backend.cookie];
  // Its exit code is 1 if something falls short.
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...process.env, SVC_API_KEY: API_KEY },
  }).catch((error) => error);
  assert.match(stdout, /^19 checks: all passed\.$/m);

  const expired = 'sandbox-expired-key';
  const refused = await start(t, sandbox.tenant, { SVC_API_KEY: expired });
  // Nothing listens there.
  const down = await start(t, 'http://127.0.0.1:9');
  for (const [{ ask }, status] of [
    [refused, 502],
    [down, 503],
  ]) {
    const answer = await ask();
    assert.equal(answer.status, status);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
  assert.match(refused.printed(), /No session was minted/);
  assert.ok(!refused.printed().includes(expired));
});

test('FastAPI asks through a proxy, and reads a small answer that comes in time', async (t) => {
  const asked = [];
  const answers = {
    ok: () => Readable.from([JSON.stringify({ sessionId: 'an-id' })]),
    endless: () =>
      Readable.from(
        (function* () {
          for (;;) yield '['.repeat(10_000);
        })(),
      ),
    async *slow() {
      for (;;) yield await sleep(100, ' ');
    },
  };
  let behaviour = 'ok';
  // A proxy receives whole URLs. This one answers in the place of the service.
  const proxy = createServer(({ url, headers }, response) => {
    asked.push({ url, encoding: headers['accept-encoding'], cookie: headers.cookie });
    response.setHeader('set-cookie', 'service=ada');
    Readable.from(answers[behaviour]()).pipe(response);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const backend = await start(t, 'http://acme.example.com', {
    SVC_SESSION_PATH: '/another/path',
    HTTP_PROXY: `http://127.0.0.1:${proxy.address().port}`,
    NO_PROXY: '',
  });
  for (let round = 0; round < 2; round++) {
    const answer = await backend.ask();
    assert.deepEqual([answer.status, await answer.json()], [200, { sessionId: 'an-id' }]);
  }
  const url = 'http://acme.example.com/another/path';
  assert.deepEqual(asked, Array(2).fill({ url, encoding: 'identity', cookie: undefined }));
  behaviour = 'endless';
  assert.equal((await backend.ask()).status, 502);
  behaviour = 'slow';
  assert.equal((await backend.ask()).status, 503);
});
