// The JavaScript of the pages and of the iframes, as a bundler makes it for production.

import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../scripts/lib/run.mjs';
import { NAMES, STARTERS } from '../contenders/index.mjs';

const bench = join(root, 'bench');
export const bundlesDir = join(root, 'target/bench/bundles');

/** The entry points: each joins a harness with the contender's part. */
function entries() {
  return [
    ...NAMES.map((name) => entry(name, 'page', 'harness', 'use')),
    ...NAMES.map((name) => entry(name, 'embed', 'stub', 'serve')),
    ...STARTERS.map((name) => ({
      name: `${name}.start`,
      // By name, as pages import: for a namespace, esbuild writes a helper, which `splitting` puts
      // into a file of its own that would have to be fetched first.
      contents:
        `import { start } from './page/start.js';` +
        `import { open } from './contenders/${name}.page.js'; start({ open });`,
      banner: "performance.mark('script');",
    })),
  ];
}

const entry = (name, side, harness, call) => ({
  name: `${name}.${side}`,
  contents:
    `import { ${call} } from './page/${harness}.js';` +
    `import * as contender from './contenders/${name}.${side}.js'; ${call}(contender);`,
});

/** Bundles everything that the pages and the iframes load. */
export async function buildBundles() {
  rmSync(bundlesDir, { recursive: true, force: true });
  await Promise.all(
    entries().map(({ name, contents, banner = '' }) =>
      build({
        stdin: { contents, resolveDir: bench, sourcefile: `${name}.js` },
        outdir: bundlesDir,
        entryNames: name,
        chunkNames: `${name}.[hash]`,
        // Without it, what a library imports on demand would be in its first file.
        splitting: true,
        banner: { js: banner },
        bundle: true,
        minify: true,
        format: 'esm',
        target: 'es2022',
        logLevel: 'error',
        define: { 'process.env.NODE_ENV': '"production"' },
        alias: {
          'svc-embed': join(root, 'dist/index.js'),
          'svc-embed/no-wasm': join(root, 'dist/no-wasm.js'),
        },
      }),
    ),
  );
}

/** Every bundle by its file name. */
export const readBundles = () =>
  new Map(readdirSync(bundlesDir).map((name) => [name, readFileSync(join(bundlesDir, name))]));
