// Builds the sandbox (the local stand-in for the service) and other programs of the workspace.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cargoPaths, LINTED } from './cargo.mjs';
import { node, output, run, say } from './run.mjs';

/** Bundles the pages that the sandbox serves into iframes. */
export async function buildSandboxPages() {
  say("Bundling the sandbox's embed pages");
  await node('sandbox/ui/build.mjs');
}

let built;

/** Builds what the sandbox depends on; itself only if its pages are there. The next build says what has failed. */
export async function buildSandboxDependencies() {
  const env = { SVC_NEEDS_PAGES: '1' };
  await run('cargo', ['build', '--keep-going', '-p', 'svc-sandbox'], { env }).catch(() => {});
}

/** How many crates `name` is built of. */
export async function cratesOf(name) {
  const tree = await output('cargo', [
    'tree',
    '-p',
    name,
    '-e',
    'normal,build',
    '--prefix',
    'none',
  ]);
  return new Set(tree?.split('\n').map((line) => line.replace(/ \(\*\)$/, ''))).size;
}

/**
 * Builds the sandbox's pages and program, once. Resolves to the program's path.
 *
 * Uses the dev profile: it builds in half the time of the release profile, which optimises the whole
 * program at once, and it shares its dependencies with `cargo test`. The program still starts in a
 * tenth of a second.
 */
export function buildSandbox() {
  built ??= (workspace ?? buildSandboxPages()).then(() => {
    say('Building the sandbox');
    return buildProgram('svc-sandbox');
  });
  return built;
}

let workspace;

/**
 * Builds every program and every test of the workspace, except the proof, or some of them. `buildProgram`
 * builds nothing afterwards. Cargo compiles a dependency with the features that the selected packages ask
 * for: if each program were built by itself, many dependencies would be compiled several times.
 */
export function buildWorkspace(targets = ['--bins', '--tests']) {
  workspace ??= buildSandboxPages().then(() =>
    run('cargo', ['build', ...WORKSPACE, ...targets], { env: LINTED }),
  );
  return workspace;
}

/**
 * All but the proof, which has its own profile, and the bridge, of which only the compiled documentation is native:
 * js-sys and web-sys would be compiled once more than for the browsers.
 */
export const WORKSPACE = ['--no-default-features'];

/** Builds the workspace member `name`. Resolves to the path of its program. */
export async function buildProgram(name) {
  await (workspace ?? run('cargo', ['build', '-p', name]));
  const { targetDir } = await cargoPaths();
  return join(targetDir, 'debug', process.platform === 'win32' ? `${name}.exe` : name);
}

/** Starts `program` on free ports for as long as `work` takes, which gets its two origins and its `pid`. */
export async function withSandbox(program, work) {
  const args = ['--json', '--host-port', '0', '--tenant-port', '0'];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const gone = once(child, 'exit');
  try {
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
    await work({ ...JSON.parse(value), pid: child.pid });
  } finally {
    child.kill();
    await gone;
  }
}
