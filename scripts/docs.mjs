// `npm run docs`: builds the documentation as one static site, in `target/docs/`. TypeDoc builds the
// README, the guide, the other pages and the TypeScript reference; rustdoc's pages go to `rust/`.

import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { cargoPaths } from './lib/cargo.mjs';
import { isMain, main, node, root, run, say } from './lib/run.mjs';
import { ensureDocs, setup } from './setup.mjs';

/** The folder of the built site. */
export const site = join(root, 'target', 'docs');

/** Builds the site. The package must have been built. A warning of either tool is an error. */
export async function buildDocs() {
  say('Building the pages and the TypeScript reference with TypeDoc');
  rmSync(site, { recursive: true, force: true });
  await node('docs/node_modules/typedoc/bin/typedoc', ['--options', 'docs/typedoc.json']);

  say('Building the Rust reference with rustdoc');
  const { targetDir } = await cargoPaths();
  const rust = join(targetDir, 'doc');
  // The folder may hold the pages of other crates, from earlier runs of `cargo doc`.
  rmSync(rust, { recursive: true, force: true });
  const crate = ['-p', 'svc-embed', '--features', 'axum,fetch'];
  const env = { RUSTDOCFLAGS: '-D warnings' };
  await run('cargo', ['doc', '--quiet', '--no-deps', ...crate], { env });
  cpSync(rust, join(site, 'rust'), { recursive: true });
  // rustdoc's pages link to an index of all crates, which rustdoc does not write.
  const forward =
    '<!doctype html><meta http-equiv="refresh" content="0; url=svc_embed/index.html">';
  writeFileSync(join(site, 'rust', 'index.html'), forward);
}

if (isMain(import.meta)) {
  await main(async () => {
    await setup();
    await ensureDocs();
    await build();
    await buildDocs();
    say(`The documentation is at ${join(site, 'index.html')}`);
  });
}
