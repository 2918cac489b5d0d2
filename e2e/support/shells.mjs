// The two shells of the bridge, for tests that attack both. The one in Rust is built by
// `node scripts/rust-shell.mjs`.

import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from './test.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The folder that the Rust shell is built into. Pages load it from `/dist/rust/`. */
export const rustShell = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'rust-shell');

let folder;

/** A folder with both: the package as it is published, and the Rust shell in `rust/`, if it is built. */
export function packageFolder() {
  if (folder) return folder;
  folder = mkdtempSync(join(tmpdir(), 'svc-embed-dist-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(root, 'dist'), folder, { recursive: true });
  // A page has no environment: `npm run planted` chooses a mistake there, too.
  const { SVC_PLANT } = process.env;
  const scripts = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
  for (const path of SVC_PLANT ? scripts.map((name) => join(folder, name)) : [])
    writeFileSync(path, `globalThis.SVC_PLANT = '${SVC_PLANT}';${readFileSync(path, 'utf8')}`);
  if (existsSync(rustShell)) cpSync(rustShell, join(folder, 'rust'), { recursive: true });
  return folder;
}

/** Each with the entry point that pages load. */
const SHELLS = [
  { name: 'npm', entry: 'index' },
  { name: 'Rust', entry: 'rust/index' },
];

/** The entry points of the shells that are tested: E2E_SHELL names the only one. */
export const shells = () =>
  SHELLS.filter(({ name }) => [undefined, name].includes(process.env.E2E_SHELL)).map(
    ({ entry }) => entry,
  );

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
