// `npm run scim`: runs the client's SCIM calls against a third-party server (the PyPI package
// scim2-server) and against the sandbox. Needs Python 3 with its module venv. Not part of
// `npm test`, because a release of that server could break it.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { build } from './build.mjs';
import { venv } from './lib/python.mjs';
import { main, root, run } from './lib/run.mjs';
import { buildSandbox } from './lib/sandbox.mjs';
import { answering, freePort } from './lib/server.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  await setup();
  const programs = await venv('scim', join(root, 'e2e/scim/requirements.txt'));
  await build();
  const program = await buildSandbox();
  const token = randomUUID();
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const args = ['--port', String(port), '--bearer-token', token];
  const child = spawn(join(programs, 'scim2-server'), args, {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await answering(`${address}/v2/ServiceProviderConfig`, child);
    await run(process.execPath, ['--test', '--test-reporter=spec', 'e2e/scim/'], {
      env: { SCIM_SERVER: address, SCIM_TOKEN: token, SVC_SANDBOX: program },
    });
  } finally {
    child.kill();
  }
});
