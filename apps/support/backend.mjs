// Runs one of the backends as a process.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { answering, freePort } from '../../scripts/lib/server.mjs';
import { appsDir } from '../../scripts/lib/run.mjs';

/** The key of an administrator in the sandbox's demonstration data. */
export const API_KEY = 'sandbox-admin-key';

/**
 * Runs a backend, in the folder of its app, that mints at a service, with more variables in its environment.
 * Resolves to its `origin`, `printed()`, which returns its output so far, and `stop()`.
 */
export async function startBackend({ app, command }, { baseUrl, apiKey = API_KEY, ...more }) {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const [program, ...args] = typeof command === 'function' ? command(port) : command;
  const own = { SVC_BASE_URL: baseUrl, SVC_API_KEY: apiKey, PORT: String(port), ORIGIN: origin };
  const child = spawn(program, args, {
    cwd: join(appsDir, app),
    env: { ...process.env, ...own, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const kill = () => child.kill();
  process.once('exit', kill);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  }
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await exited;
  };
  try {
    await answering(origin, child);
  } catch (error) {
    await stop();
    throw new Error(`${error.message}: ${text}`);
  }
  return { origin, printed: () => text, stop };
}
