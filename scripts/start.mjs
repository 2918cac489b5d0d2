// `npm start`: installs and builds everything, then runs the sandbox, which also serves the demo
// page. `npm start -- --help` shows the sandbox's options.

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
 * Runs a program until it ends, and takes over its exit code. Passes on signals that stop this
 * process, so that the program can end properly first.
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
