// The npm package of the sandbox, as npm installs it: the launcher, and the program of this platform.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, test } from 'node:test';
import { startSandbox } from 'svc-embed/testing';
import { rejection } from '../management/support/service.mjs';
import { waitFor } from '../support/page.mjs';

const program = process.env.SVC_SANDBOX ?? resolve('target/debug/svc-sandbox');
const launcher = resolve('sandbox/npm');
const here = process.cwd();
const { PATH } = process.env;
const platform = `${process.platform}-${process.arch}`;
let folder, installed;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-embed-'));
  installed = join(folder, 'node_modules/svc-sandbox');
  cpSync(launcher, installed, { recursive: true });
});
afterEach(() => {
  process.chdir(here);
  Object.assign(process.env, { PATH, SVC_SANDBOX: program });
  rmSync(folder, { recursive: true });
});

/** Installs the package of this platform. */
function withProgram() {
  const own = join(folder, `node_modules/svc-sandbox-${platform}`);
  mkdirSync(own);
  writeFileSync(join(own, 'package.json'), JSON.stringify({ name: `svc-sandbox-${platform}` }));
  symlinkSync(program, join(own, 'svc-sandbox'));
}

/** Starts the launcher. */
function launch(...args) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  return spawn(process.execPath, [join(installed, 'bin.js'), ...args], { stdio, cwd: folder });
}

/** How long a process of Node takes from its start to its end on this machine, as busy as it is now. */
async function emptyRunMs() {
  const began = performance.now();
  await once(spawn(process.execPath, ['-e', '']), 'exit');
  return performance.now() - began;
}

test('npx svc-sandbox answers within two seconds, and ends with its launcher', async (t) => {
  withProgram();
  const began = performance.now();
  const child = launch('--json', '--host-port', '0', '--tenant-port', '0');
  // Otherwise a failure would leave it, and the file would wait for it.
  t.after(() => child.kill());
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { host } = JSON.parse(line);
  assert.equal((await fetch(`${host}/control/state`)).status, 200);
  const took = performance.now() - began;
  // The launcher is such a process, too. A machine on which that takes longer than usual may take longer for this.
  const limit = Math.max(2_000, 20 * (await emptyRunMs()));
  assert.ok(took < limit, `it took ${took} ms, and may take ${limit} ms`);
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  await assert.rejects(fetch(`${host}/control/state`));
});

test('what npx has started ends with it, though npx passes on no signal', async () => {
  withProgram();
  const args = [join(installed, 'bin.js'), '--json', '--host-port', '0', '--tenant-port', '0'];
  const start = `require('child_process').spawn(process.execPath, ${JSON.stringify(args)}, { stdio: 'inherit' })`;
  const npx = spawn(process.execPath, ['-e', start], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_command: 'exec' },
  });
  const [line] = await once(createInterface({ input: npx.stdout }), 'line');
  const { host } = JSON.parse(line);
  assert.equal((await fetch(`${host}/control/state`)).status, 200);
  npx.kill('SIGKILL');
  await waitFor('the end of the sandbox', () =>
    fetch(`${host}/control/state`).then(
      () => false,
      () => true,
    ),
  );
});

test('the launcher passes on the options and the status of the program', async () => {
  withProgram();
  const child = launch('--www', '/nowhere');
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  const [code] = await once(child, 'close');
  assert.equal(code, 1);
  assert.match(text, /there is no directory \/nowhere/);
});

test('without a program, it says what is missing and how to build it', async () => {
  const said = async () => {
    const child = launch();
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    const [code] = await once(child, 'close');
    assert.equal(code, 1);
    assert.match(text, /cargo install --path sandbox/);
    return text;
  };
  assert.match(await said(), new RegExp(`svc-sandbox-${platform} is not installed`));
  const path = join(installed, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  delete manifest.optionalDependencies[`svc-sandbox-${platform}`];
  writeFileSync(path, JSON.stringify(manifest));
  assert.match(await said(), new RegExp(`no program for ${platform}, only for .*win32-x64`));
});

test('startSandbox finds the package before PATH', async () => {
  delete process.env.SVC_SANDBOX;
  process.env.PATH = '/nowhere';
  process.chdir(folder);
  const missing = await rejection(startSandbox());
  assert.match(missing.message, /is not installed/);
  withProgram();
  await (await startSandbox()).stop();
});
