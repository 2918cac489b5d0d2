// What cargo knows about the workspace.

import { dirname, join } from 'node:path';
import { Failure, output, root } from './run.mjs';

/**
 * The target directory, and the compiler flags that keep this machine's paths (which stand in the
 * messages of panics) out of what is published.
 */
export async function cargoPaths() {
  const [text, sysroot] = await Promise.all([
    output('cargo', ['metadata', '--format-version', '1']),
    output('rustc', ['--print', 'sysroot']),
  ]);
  if (text === undefined || sysroot === undefined) {
    throw new Failure('cargo cannot read the workspace: `cargo metadata` says why.');
  }
  const { target_directory: targetDir, packages } = JSON.parse(text);
  const crates = packages
    .filter(({ source }) => source !== null)
    .map((crate) => dirname(dirname(crate.manifest_path)));
  const prefixes = [
    [root, '.'],
    ...[...new Set(crates)].map((dir) => [dir, 'crates']),
    [join(sysroot, 'lib/rustlib/src/rust'), 'rust'],
  ];
  return { targetDir, remap: prefixes.map(([from, to]) => `--remap-path-prefix=${from}=${to}`) };
}
