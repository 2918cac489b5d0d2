// The JavaScript of the pages and of the iframes, as a bundler makes it for production.

import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../scripts/lib/run.mjs';
import { NAMES, STARTERS } from '../contenders/index.mjs';

const outdir = join(root, 'target/bench/bundles');

/** The entry points: each joins a part of `page/` with the contender's. */
const entries = () => [
  ...NAMES.map((name) => entry(name, 'page', 'page', 'harness', 'use')),
  ...NAMES.map((name) => entry(name, 'embed', 'embed', 'stub', 'serve')),
  ...STARTERS.map((name) => entry(name, 'start', 'page', 'start', 'start', '{ open }')),
];

/**
 * Bundles everything that the pages and the iframes load. Resolves to the bytes by file name (`bundles`), and
 * to the names of the files that an entry point loads at once (`atOnce`).
 */
export async function buildBundles() {
  rmSync(outdir, { recursive: true, force: true });
  const built = await Promise.all(
    entries().map(({ name, contents }) =>
      build({
        stdin: { contents, resolveDir: join(root, 'bench'), sourcefile: `${name}.js` },
        outdir,
        entryNames: name,
        chunkNames: `${name}.[hash]`,
        // Without it, what a library imports on demand would be in its first file.
        splitting: true,
        bundle: true,
        minify: true,
        format: 'esm',
        target: 'es2022',
        logLevel: 'error',
        metafile: true,
        define: { 'process.env.NODE_ENV': '"production"' },
        alias: { 'svc-embed': join(root, 'dist/index.js') },
      }),
    ),
  );
  const bundles = new Map(
    readdirSync(outdir).map((name) => [name, readFileSync(join(outdir, name))]),
  );
  const outputs = Object.assign({}, ...built.map(({ metafile }) => metafile.outputs));
  const imports = new Map(
    Object.entries(outputs).map(([path, { imports }]) => [
      basename(path),
      imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path)),
    ]),
  );
  const atOnce = (file, seen = new Set()) => {
    if (seen.has(file)) return seen;
    seen.add(file);
    for (const next of imports.get(file)) atOnce(next, seen);
    return seen;
  };
  return { bundles, atOnce };
}

function entry(name, kind, side, part, call, names = '* as contender') {
  const given = names.startsWith('*') ? 'contender' : names;
  return {
    name: `${name}.${kind}`,
    contents:
      `import { ${call} } from './page/${part}.js';` +
      `import ${names} from './contenders/${name}.${side}.js'; ${call}(${given});`,
  };
}
