// The JavaScript of the pages and of the iframes, as a bundler hands it to them.

import { cpSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../scripts/lib/run.mjs';
import { NAMES } from '../contenders/index.mjs';

const bench = join(root, 'bench');
export const bundlesDir = join(root, 'target/bench/bundles');

const WASM = ['svc_embed_bg.wasm'];

/** One entry point of a few lines: a harness, and the contender's part. */
const entries = (name) => [
  [`${name}.page`, `import { use } from './page/harness.js'; ${contender(name, 'page', 'use')}`],
  [`${name}.embed`, `import { serve } from './page/stub.js'; ${contender(name, 'embed', 'serve')}`],
];

const contender = (name, side, call) =>
  `import * as contender from './contenders/${name}.${side}.js'; ${call}(contender);`;

/** Bundles what `only`, names of contenders, need. */
export async function buildBundles(only = NAMES) {
  await Promise.all(
    only.flatMap(entries).map(([name, contents]) =>
      build({
        stdin: { contents, resolveDir: bench, sourcefile: `${name}.js` },
        outfile: join(bundlesDir, `${name}.js`),
        bundle: true,
        minify: true,
        format: 'esm',
        target: 'es2022',
        logLevel: 'error',
        define: { 'process.env.NODE_ENV': '"production"' },
        alias: { 'svc-embed': join(root, 'dist/index.js') },
      }),
    ),
  );
  // The package asks for it beside its own module.
  for (const name of WASM) cpSync(join(root, 'dist', name), join(bundlesDir, name));
}

/** Every bundle by its name. */
export const readBundles = () =>
  new Map(readdirSync(bundlesDir).map((name) => [name, readFileSync(join(bundlesDir, name))]));
