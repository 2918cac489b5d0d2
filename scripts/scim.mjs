// `npm run scim`: the client's SCIM half against a server that others wrote (the PyPI package
// scim2-server), and the same calls against the sandbox. Needs Python 3 with its module venv, so
// it is no part of `npm test`.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from './build.mjs';
import { Failure, main, output, root, run, say } from './lib/run.mjs';
import { buildSandbox } from './lib/sandbox.mjs';
import { setup } from './setup.mjs';

const VERSION = '0.8.3';
const venv = join(root, 'target', 'scim');
const server = join(venv, 'bin', 'scim2-server');

await main(async () => {
  await setup();
  await install();
  await build();
  const program = await buildSandbox();
  const token = randomUUID();
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const child = spawn(server, ['--port', String(port), '--bearer-token', token], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await answering(child, address);
    await run(process.execPath, ['--test', '--test-reporter=spec', 'e2e/scim/'], {
      env: { SCIM_SERVER: address, SCIM_TOKEN: token, SVC_SANDBOX: program },
    });
  } finally {
    child.kill();
  }
});

async function install() {
  const stamp = join(venv, `.${VERSION}`);
  if (existsSync(stamp)) return;
  if ((await output('python3', ['-c', 'import venv, ensurepip'])) === undefined) {
    throw new Failure('This needs Python 3 with its module venv (Debian: python3-venv).');
  }
  say('Installing scim2-server');
  rmSync(venv, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', venv]);
  await run(join(venv, 'bin', 'pip'), ['install', '--quiet', `scim2-server==${VERSION}`]);
  await run('touch', [stamp]);
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

async function answering(child, address) {
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null) throw new Failure('scim2-server ended at once.');
    const answered = await fetch(`${address}/v2/ServiceProviderConfig`).catch(() => undefined);
    if (answered) return;
    await sleep(100);
  }
  throw new Failure('scim2-server does not answer.');
}
