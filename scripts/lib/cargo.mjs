// Asks cargo and rustc about the workspace.

import { dirname, join } from 'node:path';
import { Failure, output, root } from './run.mjs';

/**
 * The environment in which cargo compiles the workspace's own crates with clippy's lints, and fails at a
 * warning. `cargo clippy` sets the same variables; unlike it, `cargo build` and `cargo test` also
 * make programs, so that nothing is compiled once for the lints and once more for the tests.
 */
export const LINTED = { RUSTC_WORKSPACE_WRAPPER: 'clippy-driver', CLIPPY_ARGS: '-Dwarnings' };

/**
 * The environment in which cargo compiles the WebAssembly of the tests. It is optimised a little, because a
 * page of the tests has to answer a flood of messages. A cargo profile would do the same, but for each
 * profile cargo compiles every macro again.
 */
export const FOR_PAGES = { CARGO_PROFILE_DEV_OPT_LEVEL: '1', CARGO_PROFILE_DEV_DEBUG: 'false' };

/**
 * Returns the target directory of the workspace in `folder`, and compiler flags that keep this machine's
 * paths out of published files. Panic messages contain the paths of source files.
 */
export function cargoPaths(folder = root) {
  if (!asked.has(folder)) asked.set(folder, askCargo(folder));
  return asked.get(folder);
}

const asked = new Map();

async function askCargo(folder) {
  const [text, sysroot] = await Promise.all([
    output('cargo', ['metadata', '--format-version', '1'], { cwd: folder }),
    output('rustc', ['--print', 'sysroot']),
  ]);
  if (text === undefined || sysroot === undefined) {
    throw new Failure('cargo cannot read the workspace. Run `cargo metadata` to see why.');
  }
  const { target_directory: targetDir, packages } = JSON.parse(text);
  const crates = packages
    .filter(({ source }) => source !== null)
    .map((crate) => dirname(dirname(crate.manifest_path)));
  const prefixes = [
    [folder, '.'],
    ...[...new Set(crates)].map((dir) => [dir, 'crates']),
    [join(sysroot, 'lib/rustlib/src/rust'), 'rust'],
  ];
  return { targetDir, remap: prefixes.map(([from, to]) => `--remap-path-prefix=${from}=${to}`) };
}
