// Servers that are started for a test: where they may listen, and when they do.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A port of the loopback interface that nobody listens on. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Resolves when `url` answers, whatever it says; rejects where the process `child` has ended. */
export async function answering(url, child, { timeoutMs = 20_000 } = {}) {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await sleep(100)) {
    if (child && child.exitCode !== null) throw new Error(`the server of ${url} ended at once`);
    const answered = await fetch(url).catch(() => undefined);
    if (answered) return;
  }
  throw new Error(`nothing answers at ${url}`);
}
