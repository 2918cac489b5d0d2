// docs/size.md: the size of each entry point, which modules make it up, and what a change adds to it.

/**
 * What has changed since `page` was written, a line for each entry point: the bytes that a page downloads,
 * and the modules that make the difference, before compression.
 */
export function changes(page, entries) {
  const known = new Map(
    [...page.matchAll(/^\| `([^`]+)` +\| (.+) \|$/gm)].map(([, name, rest]) => {
      const cells = rest.split('|').map((cell) => cell.replace(/[`\s,]/g, ''));
      // A row of the second table: an entry point, a module, and its bytes.
      return cells.length === 2 ? [`${name} ${cells[0]}`, cells[1]] : [name, cells[2]];
    }),
  );
  return entries.flatMap(({ entry, sizes, modules }) => {
    const difference = sizes[2] - Number(known.get(entry) ?? 0);
    if (difference === 0) return [];
    const ofEntry = [...known.keys()].filter((name) => name.startsWith(`${entry} `));
    const gone = ofEntry.map((name) => [name.slice(entry.length + 1), 0]);
    const grown = [...new Map([...gone, ...modules])]
      .map(([path, bytes]) => [path, bytes - Number(known.get(`${entry} ${path}`) ?? 0)])
      .filter(([, more]) => more !== 0 && ofEntry.length > 0)
      .sort(([, one], [, other]) => Math.abs(other) - Math.abs(one))
      .map(([path, more]) => `${path} ${signed(more)}`);
    return [
      `${entry} ${signed(difference)} brotli${grown.length > 0 ? `: ${grown.join(', ')}` : ''}`,
    ];
  });
}

const signed = (value) => (value > 0 ? '+' : '−') + Math.abs(value).toLocaleString('en');

/** The text of the page. */
export function sizePage(entries) {
  return `${[
    '# Size',
    'Written by `npm run size -- --write`. What a page downloads for each entry point, in bytes: JavaScript bundled and minified by esbuild. The WebAssembly of `svc-embed` is inside it. Brotli is at quality 11. `/element`, `/react` and `/angular` come on top of `svc-embed`. [Performance](performance.md) tells how it became so.',
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
