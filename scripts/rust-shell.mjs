// Builds `e2e/rust-shell`, the module with which the tests attack the Rust shell in a page.
// `node scripts/rust-shell.mjs`, before a single file of those tests.

import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cargoPaths, FOR_PAGES, LINTED } from './lib/cargo.mjs';
import { isMain, main, root, run, say } from './lib/run.mjs';
import { buildProgram } from './lib/sandbox.mjs';
import { FILES, FOR_BROWSERS } from './lib/wasm-tests.mjs';

const TARGET = 'wasm32-unknown-unknown';

/** Builds the module into `rust-shell` of cargo's target directory. */
export async function buildRustShell() {
  const { targetDir } = await cargoPaths();
  say('Building the Rust shell for the pages of the tests');
  const env = { ...FOR_PAGES, ...LINTED };
  const files = FILES.flatMap((file) => ['--test', file]);
  await run('cargo', ['build', ...FOR_BROWSERS, '--lib', ...files], { env });
  const folder = join(targetDir, 'rust-shell');
  rmSync(folder, { recursive: true, force: true });
  const program = join(targetDir, TARGET, 'debug/svc_rust_shell.wasm');
  await run(await buildProgram('svc-bindgen'), [program, folder, 'page']);
  copyFileSync(join(root, 'e2e/rust-shell/index.js'), join(folder, 'index.js'));
}

if (isMain(import.meta)) await main(buildRustShell);
