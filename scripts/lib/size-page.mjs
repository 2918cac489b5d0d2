// Writes docs/size.md: the size of each entry point, and which modules make it up.

/** The text of the page. */
export function sizePage(entries) {
  return `${[
    '# Size',
    'Written by `npm run size -- --write`. What a page downloads for each entry point, in bytes: JavaScript bundled and minified by esbuild. The WebAssembly of `svc-embed` is inside it. Brotli is at quality 11. `/element` and `/react` come on top of `svc-embed`. [Performance](performance.md) tells how it became so.',
    entryTable(entries),
    ...entries.filter(({ why }) => why).map(({ entry, why }) => `\`${entry}\`: ${why}.`),
    '## JavaScript',
    'What each module has in the minified file, before compression.',
    moduleTable(entries.filter(({ entry }) => /^svc-embed(\/management)?$/.test(entry))),
    '[twiggy](https://github.com/rustwasm/twiggy) lists the functions of the WebAssembly, before wasm-opt makes it smaller: `twiggy top target/npm/core/bindgen/svc_embed_bg.wasm`.',
  ].join('\n\n')}\n`;
}

function entryTable(entries) {
  return table(
    ['entry point', 'raw', 'gzip', 'brotli', 'budget', ''],
    entries.map(({ entry, budget, sizes }) => [
      ...[`\`${entry}\``, ...sizes, budget, sizes[2] > budget ? 'over' : 'kept'],
    ]),
  );
}

function moduleTable(entries) {
  const rows = entries.flatMap(({ entry, modules }) =>
    largestFirst(modules).map(([path, bytes]) => [`\`${entry}\``, `\`${path}\``, bytes]),
  );
  return table(['entry point', 'module', 'bytes'], rows);
}

const largestFirst = (rows) => rows.sort((a, b) => b.at(-1) - a.at(-1));
const number = (value) => (typeof value === 'number' ? value.toLocaleString('en') : value);

/** A Markdown table, formatted as Prettier formats it. */
function table(head, rows) {
  const cells = [head, ...rows].map((row) =>
    row.map((cell) => number(cell).replaceAll('|', '\\|')),
  );
  const isRight = head.map((_, i) => rows.some((row) => typeof row[i] === 'number'));
  const widths = head.map((_, i) => Math.max(3, ...cells.map((row) => row[i].length)));
  const line = (row) =>
    `| ${row.map((cell, i) => (isRight[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join(' | ')} |`;
  const rule = line(
    widths.map((width, i) => (isRight[i] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))),
  );
  return [line(cells[0]), rule, ...cells.slice(1).map(line)].join('\n');
}
