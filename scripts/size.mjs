// `npm run size`: what each entry point costs a page, against its budget in size-budgets.json.
// It names what a change has added since docs/size.md was written, and fails only over a budget.
// `npm run size -- --write` writes docs/size.md, with the modules of each file.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from './build.mjs';
import { Failure, main, root } from './lib/run.mjs';
import { changes, sizePage } from './lib/size-page.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  await setup();
  await build();
  const budgets = JSON.parse(readFileSync(join(root, 'size-budgets.json'), 'utf8'));
  const entries = [];
  for (const [entry, { brotli: budget, why, ...files }] of Object.entries(budgets)) {
    entries.push({ entry, budget, why, ...(await measured(files)) });
  }

  console.log(`\n${row('entry point', 'raw', 'gzip', 'brotli', 'budget')}`);
  for (const { entry, budget, sizes } of entries) console.log(row(entry, ...sizes, budget));
  const page = join(root, 'docs/size.md');
  const changed = changes(readFileSync(page, 'utf8'), entries);
  if (changed.length > 0)
    console.log(`\nSince docs/size.md was written:\n  ${changed.join('\n  ')}`);
  if (process.argv.includes('--write')) writeFileSync(page, sizePage(entries));
  const over = entries
    .map(({ entry, budget, sizes }) => [entry, sizes[2] - budget])
    .filter(([, excess]) => excess > 0)
    .map(([entry, excess]) => `${entry} by ${excess} bytes`);
  if (over.length > 0) throw new Failure(`Over budget: ${over.join(', ')}.`);
});

/** The sizes of the script that a page downloads for an entry point, and its modules. */
async function measured({ js, over, external }) {
  // A page with both entry points loads each module once.
  const shared = over ? (await bundled(over)).modules.map(([path]) => path) : [];
  const { bytes, modules } = await bundled(js, [...shared, ...(external ?? [])]);
  return { sizes: measure(bytes), modules };
}

/**
 * Bundles an entry point with everything it imports, except the modules and packages in `external`.
 * Resolves to the bundle, and to the bytes of each module in it.
 */
async function bundled(entry, external = []) {
  const { build: bundle } = await import('esbuild');
  const { outputFiles, metafile } = await bundle({
    entryPoints: [join(root, entry)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    metafile: true,
    outdir: 'out',
    absWorkingDir: root,
    logLevel: 'warning',
    external: external.map((path) => (path.startsWith('dist/') ? join(root, path) : path)),
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  const modules = Object.entries(inputs).map(([path, { bytesInOutput }]) => [path, bytesInOutput]);
  return { bytes: outputFiles[0].contents, modules };
}

/** Bytes as they are, and as a server sends them: each file is compressed by itself. */
function measure(bytes) {
  const brotli = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  return [bytes.length, gzipSync(bytes, { level: 9 }).length, brotli.length];
}

function row(name, ...cells) {
  return name.padEnd(20) + cells.map((cell) => cell.toLocaleString('en').padStart(10)).join('');
}
