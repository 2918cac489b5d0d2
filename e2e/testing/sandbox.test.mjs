// What starts a sandbox from a test: where it finds the program, what it serves, and its levers.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
import { startSandbox } from 'svc-embed/testing';
import { rejection } from '../management/support/service.mjs';

const program = process.env.SVC_SANDBOX ?? resolve('target/debug/svc-sandbox');
const { PATH } = process.env;
let folder;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'svc-embed-'))));
afterEach(() => {
  Object.assign(process.env, { SVC_SANDBOX: program, PATH });
  delete process.env.CARGO_HOME;
  rmSync(folder, { recursive: true });
});

const mint = ({ host }) => fetch(`${host}/api/embed-session`, { method: 'POST' });

describe('a sandbox', () => {
  test('mints, and its levers work', async () => {
    const sandbox = await startSandbox({ program });
    try {
      assert.match(sandbox.host, /^http:\/\/localhost:\d+$/);
      assert.match(sandbox.tenant, /^http:\/\/127\.0\.0\.1:\d+$/);
      assert.equal((await mint(sandbox)).status, 200);
      assert.equal((await sandbox.state()).counts.mints, 1);

      await sandbox.fault({ backend: { mode: 'down', times: 1 } });
      assert.equal((await mint(sandbox)).status, 503);
      assert.equal((await mint(sandbox)).status, 200);

      assert.equal((await sandbox.clock.advance(3_600_000)).offsetMs, 3_600_000);
      const { offsetMs, counts } = await sandbox.reset();
      assert.deepEqual({ offsetMs, mints: counts.mints }, { offsetMs: 0, mints: 0 });
      const wrong = await rejection(sandbox.fault({ backend: { mode: 'sleepy' } }));
      assert.match(wrong.message, /^The sandbox answered 4\d\d: /);
    } finally {
      await sandbox.stop();
    }
    await assert.rejects(sandbox.state());
    await sandbox.stop();
  });

  test('gives its key to a backend of your own', async () => {
    const { tenant, apiKey, stop } = await startSandbox({ program });
    try {
      const client = new ManagementClient({ baseUrl: tenant, apiKey });
      assert.ok((await client.embedSessions.generate({})).sessionId);
    } finally {
      await stop();
    }
  });

  test('serves a page, is strict, and takes data', async () => {
    writeFileSync(join(folder, 'index.html'), '<title>Mine</title>');
    const seed = join(folder, 'seed.json');
    const users = [{ id: 1, email: 'me@example.com', role: 'Administrator' }];
    writeFileSync(seed, JSON.stringify({ users, deployments: [{ id: 9, name: 'Shop' }] }));
    const options = { program, www: folder, dist: folder, seed, strict: true };
    const sandbox = await startSandbox(options);
    try {
      for (const path of ['/', '/dist/index.html']) {
        assert.match(await (await fetch(sandbox.host + path)).text(), /Mine/);
      }
      assert.equal((await (await fetch(`${sandbox.host}/api/config`)).json()).deploymentId, 9);
      assert.equal((await sandbox.state()).faults.strict, true);
    } finally {
      await sandbox.stop();
    }
  });
});

describe('the program', () => {
  test('is one file, which starts anywhere', async () => {
    const copy = join(folder, 'svc-sandbox');
    copyFileSync(program, copy);
    const args = ['--json', '--host-port', '0', '--tenant-port', '0'];
    const child = spawn(copy, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = await once(createInterface({ input: child.stdout }), 'line');
      const { host, tenant } = JSON.parse(line);
      assert.match(await (await fetch(`${host}/`)).text(), /The sandbox is running/);
      const page = await (await fetch(`${tenant}/embed/dashboard/sales-overview`)).text();
      for (const [, asset] of page.matchAll(/(?:src|href)="(\/embed\/[^"]+)"/g)) {
        const url = tenant + asset;
        const response = await fetch(url);
        assert.equal(response.status, 200, asset);
        assert.match(response.headers.get('content-type'), /^text\/(javascript|css)/);
        const headers = { 'if-none-match': response.headers.get('etag') };
        assert.equal((await fetch(url, { headers })).status, 304, asset);
      }
      assert.equal((await fetch(`${tenant}/embed/assets/missing.js`)).status, 404);
    } finally {
      child.kill();
    }
  });

  test('is the one that SVC_SANDBOX names', async () => {
    process.env.SVC_SANDBOX = program;
    process.env.PATH = folder;
    await (await startSandbox()).stop();
    process.env.SVC_SANDBOX = join(folder, 'missing');
    const error = await rejection(startSandbox());
    assert.match(error.message, /^The sandbox could not be started: .*missing$/);
  });

  test('is the one on PATH, or the one that cargo has installed', async () => {
    delete process.env.SVC_SANDBOX;
    symlinkSync(program, join(folder, 'svc-sandbox'));
    process.env.PATH = `/nowhere:${folder}`;
    await (await startSandbox()).stop();

    process.env.PATH = '/nowhere';
    process.env.CARGO_HOME = join(folder, 'cargo');
    const error = await rejection(startSandbox());
    assert.match(error.message, /cargo install --path sandbox/);
    assert.match(error.message, /Nothing is downloaded/);
    symlinkSync(dirname(program), join(folder, 'bin'));
    process.env.CARGO_HOME = folder;
    await (await startSandbox()).stop();
  });

  test('that ends at once is an error', async () => {
    const taken = await startSandbox({ program });
    try {
      const hostPort = Number(new URL(taken.host).port);
      const error = await rejection(startSandbox({ program, hostPort }));
      assert.match(error.message, /^The sandbox ended at once \(1\)/);
    } finally {
      await taken.stop();
    }
  });
});
