// Finds a free port for a test's server, and waits until the server answers.

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The ports to choose from. Linux gives those from 32,768 on to clients, and other systems higher ones:
 * a client would take the port before the server has it.
 */
const PORTS = { from: 20_000, to: 32_000 };

/** A port of the loopback interface that no server uses. */
export async function freePort() {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch (error) {
      if (error.code === 'EADDRINUSE') continue;
      throw error;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
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
