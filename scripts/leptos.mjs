// `npm run leptos`: builds the Leptos example, `examples/leptos`. Then
// `npm start -- --www examples/leptos/site` serves it instead of the demo page.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cargoPaths } from './lib/cargo.mjs';
import { isMain, main, root, run } from './lib/run.mjs';
import { buildProgram } from './lib/sandbox.mjs';
import { setup } from './setup.mjs';

const TARGET = 'wasm32-unknown-unknown';
const example = join(root, 'examples/leptos');

/** Builds the example into `examples/leptos/site/pkg`, in cargo's dev profile. */
export async function buildLeptos() {
  const { targetDir } = await cargoPaths();
  const ownDir = join(targetDir, 'leptos');
  const manifest = join(example, 'Cargo.toml');
  await run('cargo', [
    ...['build', '--locked', '--manifest-path', manifest],
    ...['--target', TARGET, '--target-dir', ownDir],
  ]);
  const site = join(example, 'site/pkg');
  rmSync(site, { recursive: true, force: true });
  const program = join(ownDir, TARGET, 'debug/svc-embed-leptos.wasm');
  await run(await buildProgram('svc-bindgen'), [program, site, 'app']);
}

if (isMain(import.meta)) {
  await main(async () => {
    await setup();
    await buildLeptos();
  });
}
