// Running the tools that the apps are built with, and the servers of the apps.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { answering } from '../../scripts/lib/server.mjs';
import { endTree } from '../../scripts/lib/processes.mjs';
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

/** Runs a tool in an app's folder to its end: resolves to what it printed, and rejects with it. */
export async function runTool(app, [tool, ...args], more = {}) {
  const child = start(app, tool, args, more);
  const limit = setTimeout(() => endTree(child.pid), LIMIT_MS);
  const [code] = await once(child, 'close').finally(() => clearTimeout(limit));
  if (code !== 0) throw new Error(`${tool} failed (${code}):\n${child.printed}`);
  return child.printed;
}

/**
 * Starts a server in an app's folder. When it answers at `origin`, resolves to `printed()`, which returns its output
 * so far, and `stop()`.
 */
export async function startServer(app, [tool, ...args], origin, more = {}) {
  const child = start(app, tool, args, more);
  const closed = once(child, 'close');
  const stop = async () => {
    endTree(child.pid);
    await closed;
  };
  try {
    await answering(origin, child, { timeoutMs: 60_000 });
  } catch (error) {
    await stop();
    throw new Error(`${tool} does not serve:\n${child.printed}`, { cause: error });
  }
  return { origin, printed: () => child.printed, stop };
}

/** What still runs when this process ends, however that is, ends with it: see e2e/support/world.mjs. */
function start(app, tool, args, more) {
  const [program, ...first] = programOf(tool);
  const child = spawn(program, [...first, ...args], {
    cwd: join(appsDir, app),
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (child.printed += text));
  }
  return child;
}

/** A program by its path, Node, or the script of a package: the one with the package's name, else the first. */
function programOf(tool) {
  if (isAbsolute(tool)) return [tool];
  if (tool === 'node') return [process.execPath];
  const folder = join(appsDir, 'node_modules', tool);
  const { name, bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script = typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0]);
  return [process.execPath, join(folder, script)];
}
