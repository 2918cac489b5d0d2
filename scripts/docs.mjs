// `npm run docs`: builds the documentation as one static site, in `target/docs/`. VitePress builds the
// README, the guide and the other pages; TypeDoc's reference goes to `reference/`, and rustdoc's pages go
// to `rust/`.
// The site's links start at the root of its host.

import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { cargoPaths } from './lib/cargo.mjs';
import { isMain, main, node, root, run, say } from './lib/run.mjs';
import { site, stage } from './lib/site.mjs';
import { ensureNodeModules, setup } from './setup.mjs';

const VITEPRESS = join(root, 'docs/node_modules/vitepress/bin/vitepress.js');

/** Builds the site. The package must have been built. A warning of a tool is an error. */
export async function buildDocs() {
  say('Building the pages with VitePress');
  stage();
  // In its own folder, which has Vue.
  await run(process.execPath, [VITEPRESS, 'build', '.'], {
    cwd: join(root, 'docs'),
  });

  say('Building the TypeScript reference with TypeDoc');
  await node('docs/node_modules/typedoc/bin/typedoc', ['--options', 'docs/typedoc.json']);
  await buildRustReference();
}

async function buildRustReference() {
  say('Building the Rust reference with rustdoc');
  const { targetDir } = await cargoPaths();
  const rust = join(targetDir, 'doc');
  // The folder may hold the pages of other crates, from earlier runs of `cargo doc`.
  rmSync(rust, { recursive: true, force: true });
  const crate = ['-p', 'svc-embed', '--features', 'axum,fetch'];
  // rustdoc knows no other page of the site.
  const top = join(targetDir, 'rustdoc-top.html');
  writeFileSync(
    top,
    `<nav aria-label="Documentation" style="position:fixed;right:0;bottom:0;z-index:9;padding:.5rem 1rem;background:var(--main-background-color)"><a href="/guide/index.html">Guide</a> · <a href="/reference/index.html">TypeScript</a></nav>`,
  );
  const env = { RUSTDOCFLAGS: `-D warnings --html-before-content ${top}` };
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
    await ensureNodeModules('docs');
    await build();
    await buildDocs();
    say(`The documentation is in ${site}`);
  });
}
