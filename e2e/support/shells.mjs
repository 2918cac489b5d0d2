// The two shells of the bridge, for tests that attack both. The one in Rust is built by
// `node scripts/rust-shell.mjs`.

import { join } from 'node:path';
import { test } from './test.mjs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The folder that the Rust shell is built into. Pages load it from `/dist/rust/`. */
export const rustShell = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'rust-shell');

/** Each with the entry point that pages load. */
const SHELLS = [
  { name: 'npm', entry: 'index' },
  { name: 'Rust', entry: 'rust/index' },
];

/**
 * A test of both shells, each with a test of its own inside: `body(t, shell)`. E2E_SHELL names the only
 * shell that is tested: for mutants of the npm package, which the Rust shell knows nothing of.
 */
export function testShells(name, body, options = {}) {
  const { E2E_SHELL: only } = process.env;
  return test(name, options, async (t) => {
    for (const shell of SHELLS) {
      if (only === undefined || shell.name === only)
        await t.test(shell.name, (t) => body(t, shell));
    }
  });
}
