// Finds a free port for a test's server, and waits until the server answers.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A port of the loopback interface that no server uses. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Resolves when `url` answers with any status. Rejects if the process `child` has ended. */
export async function answering(url, child, { timeoutMs = 20_000 } = {}) {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await sleep(100)) {
    if (child && child.exitCode !== null) throw new Error(`The server of ${url} ended.`);
    const answered = await fetch(url).catch(() => undefined);
    if (answered) return;
  }
  throw new Error(`No server answers at ${url}.`);
}
