// Starts the sandbox for a test run.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built program: SVC_SANDBOX, which `npm test` sets, else the path where cargo builds it. */
const program =
  process.env.SVC_SANDBOX ??
  join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug', 'svc-sandbox');

/**
 * Starts a sandbox on free ports. Its host origin serves the pages of `www` and the package in
 * `dist`.
 *
 * Resolves to its two origins, `host` (of the page) and `tenant` (of the service), and `stop()`,
 * which resolves when the sandbox has ended.
 */
export async function startSandbox({
  www = 'e2e/pages',
  dist = 'dist',
  isStrict = Boolean(process.env.E2E_STRICT),
} = {}) {
  const free = ['--host-port', '0', '--tenant-port', '0', '--json'];
  if (isStrict) free.push('--strict');
  const child = spawn(program, [...free, '--www', www, '--dist', dist], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  // The sandbox must not outlive this process.
  const kill = () => child.kill();
  process.once('exit', kill);

  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => text),
    exited.then(([code]) => Promise.reject(new Error(`The sandbox ended at once (${code}).`))),
  ]);
  const { host, tenant } = JSON.parse(line);
  return {
    host,
    tenant,
    async stop() {
      process.off('exit', kill);
      kill();
      await exited;
    },
  };
}
