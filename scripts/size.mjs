// `npm run size`: what each entry point costs a page, against its budget in size-budgets.json.
// `npm run size -- --functions` shows besides what the bridge's WebAssembly consists of.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from './build.mjs';
import { breakdown } from './lib/breakdown.mjs';
import { Failure, main, root, stageDir } from './lib/run.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  await setup();
  await build();
  const budgets = JSON.parse(readFileSync(join(root, 'size-budgets.json'), 'utf8'));

  console.log(`\n${row('entry point', 'raw', 'gzip', 'brotli', 'budget')}`);
  const over = [];
  for (const [entry, { js, wasm, over: base, external, brotli: budget }] of Object.entries(
    budgets,
  )) {
    const parts = [['JavaScript', measure(await bundled(js, base, external))]];
    if (wasm) parts.push(['WebAssembly', measure(readFileSync(join(root, wasm)))]);
    const total = parts
      .map(([, sizes]) => sizes)
      .reduce((sum, sizes) => sum.map((bytes, i) => bytes + sizes[i]));

    console.log(row(entry, ...total, budget));
    if (parts.length > 1)
      parts.forEach(([name, sizes]) => console.log(row(`  ${name}`, ...sizes, '')));
    if (total[2] > budget) over.push(`${entry} by ${total[2] - budget} bytes`);
  }
  if (process.argv.includes('--functions')) showFunctions();
  if (over.length > 0) throw new Failure(`Over budget: ${over.join(', ')}.`);
});

/** The largest functions, by their names: those before wasm-opt, which takes the names away. */
function showFunctions() {
  const file = join(stageDir, 'svc_embed/bindgen/svc_embed_bg.wasm');
  const { functions, code, data } = breakdown(readFileSync(file));
  console.log(`\nBefore wasm-opt: ${code} bytes of code, ${data} of data. The largest functions:`);
  for (const [name, size] of functions.slice(0, 40)) {
    console.log(`${String(size).padStart(7)}  ${name.replace(/::h[0-9a-f]{16}$/, '')}`);
  }
}

/**
 * An entry point with all it imports, as a bundler hands it to a page; without `base`, a module
 * that another entry point has paid for, and without the packages that are the page's own.
 */
async function bundled(entry, base, external = []) {
  const { build: bundle } = await import('esbuild');
  const { outputFiles } = await bundle({
    entryPoints: [join(root, entry)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'warning',
    external: [...external, ...(base ? [join(root, base)] : [])],
  });
  return outputFiles[0].contents;
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
