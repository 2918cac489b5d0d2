// The backends of the guide, with the packed package. Each signs a user in, mints only for that user,
// and keeps the key secret.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { after, describe, test } from '../e2e/support/test.mjs';
import { control } from '../e2e/support/embed.mjs';
import { evaluate, waitFor } from '../e2e/support/page.mjs';
import { driver, sandbox } from '../e2e/support/world.mjs';
import { freePort } from '../scripts/lib/server.mjs';
import { post, signIn } from './support/backend.mjs';
import { root } from '../scripts/lib/run.mjs';
import { prepare } from './support/project.mjs';
import { startServer } from './support/tool.mjs';

await prepare();

const all = {
  Express: { app: 'express', command: () => ['node', 'main.mjs'] },
  FastAPI: {
    app: 'fastapi',
    command: (port) => [
      join(given('APPS_PYTHON'), 'uvicorn'),
      ...['main:app', '--host', 'localhost', '--port', port],
    ],
  },
  axum: { app: 'axum', command: () => [given('APPS_AXUM')], exports: true },
};

/** APPS_BACKENDS names those that are tested. */
const backends = Object.fromEntries(
  given('APPS_BACKENDS')
    .split(',')
    .map((name) => [name, all[name]]),
);

function given(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: \`npm test -- --only apps\` sets it.`);
  return value;
}

/** The key of an administrator in the sandbox's demonstration data. */
const API_KEY = 'sandbox-admin-key';

/** Starts a backend that mints at a service, with more variables in its environment. */
async function startBackend({ app, command }, SVC_BASE_URL, more) {
  const PORT = String(await freePort());
  const ORIGIN = `http://localhost:${PORT}`;
  const own = { SVC_BASE_URL, SVC_API_KEY: API_KEY, PORT, ORIGIN, ...more };
  return startServer(app, command(PORT), ORIGIN, own);
}

/** Resets the sandbox. Closes the page of the previous test first, because it could request ids. */
async function freshSandbox() {
  await driver.get('about:blank');
  await control('reset', {});
}

/** Exchanges a session id, as the embed page does with the id in its URL. */
const exchange = (sessionId) =>
  post(`${sandbox.tenant}/embed/api/session`, { body: { surface: 'dashboard', sessionId } });

/** What `svc-embed check-endpoint` says of an endpoint. */
async function examine(url, args) {
  const program = join(root, 'dist/cli/index.js');
  // Its exit code is 1 if something falls short.
  const command = [program, 'check-endpoint', url, ...args];
  const env = { ...process.env, SVC_API_KEY: API_KEY };
  const { stdout } = await promisify(execFile)(process.execPath, command, { env }).catch(
    (error) => error,
  );
  return JSON.parse(stdout);
}

for (const [name, described] of Object.entries(backends)) {
  describe(name, async () => {
    let backend;
    after(() => backend?.stop());

    test('mints with what it knows of the user who is signed in, and prints no secret', async () => {
      await freshSandbox();
      backend = await startBackend(described, sandbox.tenant);
      const { origin } = backend;
      const cookie = await signIn(`${origin}/login`);
      const { sessionId } = await (await post(`${origin}/api/embed-session`, { cookie })).json();
      const exchanged = await exchange(sessionId);
      assert.equal(exchanged.status, 200);
      const { mode, embedTenant, settings } = await exchanged.json();
      const expected = { embedTenant: 'Acme Retail', settings: { timezone: 'Europe/Berlin' } };
      assert.deepEqual({ mode, embedTenant, settings }, { mode: 'signed', ...expected });
      for (const secret of [API_KEY, sessionId]) assert.ok(!backend.printed().includes(secret));
    });

    if (described.exports)
      test('exports a dashboard of the user, and no other', async () => {
        await freshSandbox();
        const { origin } = backend;
        const cookie = await signIn(`${origin}/login`);
        const ask = (query, more = { cookie }) => post(`${origin}/api/export?${query}`, more);
        const answer = await ask('publicId=sales-overview&format=pdf');
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get('content-type'), 'application/pdf');
        assert.equal(answer.headers.get('cache-control'), 'no-store');
        assert.match((await answer.text()).slice(0, 5), /^%PDF-$/);
        assert.equal((await ask('publicId=fulfilment')).status, 403);
        assert.equal((await ask('publicId=sales-overview', {})).status, 401);
        const evil = { cookie, headers: { origin: 'https://evil.example.com' } };
        assert.equal((await ask('publicId=sales-overview', evil)).status, 403);
      });

    test('has nothing that check-endpoint would name', async () => {
      await freshSandbox();
      const { origin } = backend;
      const cookie = await signIn(`${origin}/login`);
      const refused = await startBackend(described, sandbox.tenant, {
        SVC_API_KEY: 'sandbox-expired-key',
      });
      // Nothing listens there.
      const down = await startBackend(described, 'http://127.0.0.1:9');
      try {
        const address = (of) => `${of}/api/embed-session`;
        const args = ['--cookie', cookie, '--json'];
        // Each has a sign-in of its own.
        for (const [{ origin }, status] of [
          [refused, 502],
          [down, 503],
        ]) {
          const user = { cookie: await signIn(`${origin}/login`) };
          const answer = await post(address(origin), user);
          assert.equal(answer.status, status);
          assert.equal(answer.headers.get('cache-control'), 'no-store');
        }
        assert.match(refused.printed(), /No (embed session|session was minted)/);
        assert.ok(!refused.printed().includes('sandbox-expired-key'));
        const { checks } = await examine(address(origin), args);
        assert.ok(checks.length > 15);
        assert.deepEqual(
          checks.filter(({ problem }) => problem !== null),
          [],
        );
      } finally {
        await refused.stop();
        await down.stop();
      }
    });
  });
}

if (backends.FastAPI)
  test('FastAPI asks through a proxy, and reads a small answer that comes in time', async () => {
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
    const backend = await startBackend(backends.FastAPI, 'http://acme.example.com', {
      SVC_SESSION_PATH: '/another/path',
      HTTP_PROXY: `http://127.0.0.1:${proxy.address().port}`,
      NO_PROXY: '',
    });
    try {
      const cookie = await signIn(`${backend.origin}/login`);
      const ask = () => post(`${backend.origin}/api/embed-session`, { cookie });
      for (let round = 0; round < 2; round++) {
        const answer = await ask();
        assert.deepEqual([answer.status, await answer.json()], [200, { sessionId: 'an-id' }]);
      }
      const url = 'http://acme.example.com/another/path';
      assert.deepEqual(asked, Array(2).fill({ url, encoding: 'identity', cookie: undefined }));
      behaviour = 'endless';
      assert.equal((await ask()).status, 502);
      behaviour = 'slow';
      assert.equal((await ask()).status, 503);
    } finally {
      await backend.stop();
      proxy.closeAllConnections();
      proxy.close();
    }
  });

test('the page of the Express backend shows the dashboard', async () => {
  await freshSandbox();
  const backend = await startBackend(backends.Express, sandbox.tenant);
  try {
    await driver.get(`${backend.origin}/`);
    await waitFor('an embed that stops for a user who is signed out', () =>
      evaluate(
        driver,
        () => document.querySelector('svc-embed').session.lastError.code === 'signed-out',
      ),
    );
    const { status, mode } = await evaluate(driver, async () => {
      const headers = { 'content-type': 'application/json' };
      await fetch('/login', { method: 'POST', headers, body: '{"user":"ada"}' });
      // After the sign-in, the element has to mount again.
      const element = document.querySelector('svc-embed');
      element.remove();
      await 0;
      document.body.append(element);
      await element.ready;
      return element.session;
    });
    assert.deepEqual({ status, mode }, { status: 'active', mode: 'signed' });
  } finally {
    await driver.get('about:blank');
    await backend.stop();
  }
});
