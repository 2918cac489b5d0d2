// `npm start`: the sandbox service and the demo page, from nothing. `npm start -- --help` shows the
// sandbox's options.

import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { main, root, say } from './lib/run.mjs';
import { buildSandbox } from './lib/sandbox.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  await setup();
  await build();
  const program = await buildSandbox();
  say('Starting the sandbox');
  await foreground(program, process.argv.slice(2));
});

/**
 * Runs a program until it ends. A signal to stop, for us, is one for it; we end when it has ended.
 */
function foreground(program, args) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      process.exitCode = code ?? 1;
      resolve();
    });
  });
}
