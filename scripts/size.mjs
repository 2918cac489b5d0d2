// `npm run size`: what each entry point costs a page, against its limit in size-budgets.json. A limit can only
// be lowered: `npm run size -- --write` lowers each to the present size.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from './build.mjs';
import { Failure, main, output, root } from './lib/run.mjs';
import { setup } from './setup.mjs';

const FILE = 'size-budgets.json';

await main(async () => {
  await setup();
  await build();
  const budgets = JSON.parse(readFileSync(join(root, FILE), 'utf8'));
  await refuseRaised(budgets);
  const over = [];
  console.log(`\n${row('entry point', 'raw', 'gzip', 'brotli', 'limit')}`);
  for (const [entry, { brotli: limit, rest, ...what }] of Object.entries(budgets)) {
    const first = measure(await script(what));
    const other = rest && measure(await script({ entry: rest, over: what.entry }));
    const sizes = first.map((size, index) => size + (other?.[index] ?? 0));
    console.log(row(entry, ...sizes, limit));
    if (sizes[2] > limit) over.push(`${entry} by ${sizes[2] - limit} bytes`);
    else if (process.argv.includes('--write')) lower(entry, Math.ceil(sizes[2] / 10) * 10);
  }
  if (over.length > 0)
    throw new Failure(`Over the limit: ${over.join(', ')}. Limits can only be lowered.`);
});

/** Fails if a limit is higher than in an earlier commit, as far back as this clone has the file. */
async function refuseRaised(budgets) {
  const commits = (await output('git', ['log', '--format=%H', '--', FILE]))?.split('\n') ?? [];
  for (const commit of commits) {
    const text = await output('git', ['show', `${commit}:${FILE}`]);
    // Limits that had a reason beside them could be raised.
    if (!text || text.includes('"why"')) return;
    for (const [entry, { brotli }] of Object.entries(JSON.parse(text)))
      if (budgets[entry]?.brotli > brotli)
        throw new Failure(
          `${FILE}: the limit of ${entry} was ${brotli}. Limits can only be lowered.`,
        );
  }
}

/** Writes the limit of an entry point, unless the present one is lower. */
function lower(entry, limit) {
  const text = readFileSync(join(root, FILE), 'utf8');
  const limits = new RegExp(`("${entry}": \\{[^}]*"brotli": )(\\d+)`);
  const lowered = text.replace(limits, (_, start, old) => start + Math.min(limit, Number(old)));
  writeFileSync(join(root, FILE), lowered);
}

/**
 * What an app's build makes of a file: one file. What is loaded later stays outside, and so does what a page has
 * that imports `over`, too.
 */
async function script({ entry, over }) {
  const { build: bundle } = await import('esbuild');
  const { outputFiles } = await bundle({
    entryPoints: [join(root, entry)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    outdir: 'dist',
    logLevel: 'warning',
    packages: 'external',
    external: over ? [join(root, over)] : [],
    plugins: [{ name: 'one file', setup: ({ onResolve }) => onResolve({ filter: /./ }, ofLater) }],
  });
  return outputFiles[0].contents;
}

function ofLater({ kind, path }) {
  return kind === 'dynamic-import' ? { path, external: true } : undefined;
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
