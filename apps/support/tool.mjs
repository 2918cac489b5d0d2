// Running the tools that the apps are built with.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '../../e2e/support/page.mjs';
import { appsDir } from '../../scripts/lib/run.mjs';

/** No tool takes nearly as long: one that hangs is ended. */
const LIMIT_MS = 240_000;

const env = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: '1',
  // The lockfile is ours to look after.
  NEXT_IGNORE_INCORRECT_LOCKFILE: '1',
  // What npm and the test runner have set is not what a person's shell has.
  NODE_ENV: undefined,
  NODE_TEST_CONTEXT: undefined,
};

// A signal would end only this process. Its children end when the process exits by itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

/** Runs a tool in an app's folder to its end: resolves to what it printed, and rejects with it. */
export async function runTool(app, [tool, ...args], more = {}) {
  const child = start(app, tool, args, more);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${tool} failed (${code}):\n${child.printed}`);
  return child.printed;
}

/**
 * Starts a tool's server: resolves to `stop()` when it answers at `origin`. That resolves to what
 * the server printed.
 */
export async function startTool(app, [tool, ...args], origin, more = {}) {
  const child = start(app, tool, args, more);
  const closed = once(child, 'close');
  const stop = async () => {
    endGroup(child);
    await closed;
    return child.printed;
  };
  try {
    const ended = closed.then(([code]) => {
      throw new Error(`${tool} ended (${code})`);
    });
    await Promise.race([ended, answering(origin)]);
  } catch (error) {
    await stop();
    throw new Error(`${tool} does not serve:\n${child.printed}`, { cause: error });
  }
  return stop;
}

function answering(origin) {
  const timeoutMs = 60_000;
  return waitFor(`an answer of ${origin}`, async () => (await fetch(origin)).ok, { timeoutMs });
}

/** In a process group of its own, since these tools start processes of theirs. */
function start(app, tool, args, more) {
  const child = spawn(process.execPath, [...scriptOf(tool), ...args], {
    cwd: join(appsDir, app),
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  child.printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (child.printed += text));
  }
  const end = () => endGroup(child);
  const limit = setTimeout(end, LIMIT_MS);
  process.once('exit', end);
  child.once('close', () => {
    clearTimeout(limit);
    process.off('exit', end);
  });
  return child;
}

/** The script of a package: the one with the package's name, else the first. Node itself has none. */
function scriptOf(tool) {
  if (tool === 'node') return [];
  const folder = join(appsDir, 'node_modules', tool);
  const { name, bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return [join(folder, typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0]))];
}

function endGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended already.
  }
}
