// Writes docs/size.md: the size of each entry point, and which modules and functions make it up.

const LARGEST = 30;

/** The text of the page. `contents` are the results of `breakdown` for the WebAssembly files. */
export function sizePage(entries, contents) {
  return `${[
    '# Size',
    'Written by `npm run size -- --write`. What a page downloads for each entry point, in bytes: JavaScript bundled and minified by esbuild. The WebAssembly of `svc-embed` is inside it. Brotli is at quality 11. `/element` and `/react` come on top of `svc-embed`. [Performance](performance.md) tells how it became so.',
    entryTable(entries),
    ...entries.filter(({ why }) => why).map(({ entry, why }) => `\`${entry}\`: ${why}.`),
    '## JavaScript',
    'What each module has in the minified file, before compression.',
    moduleTable(entries.filter(({ entry }) => /^svc-embed(\/management)?$/.test(entry))),
    ...contents.flatMap(section),
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

function section({ title, functions, code, data }) {
  const crates = new Map();
  for (const [name, size] of functions) {
    const [bytes, count] = crates.get(crateOf(name)) ?? [0, 0];
    crates.set(crateOf(name), [bytes + size, count + 1]);
  }
  const sums = [...crates].map(([crate, [bytes, count]]) => [crate, count, bytes]);
  return [
    `## ${title}`,
    `${number(code)} bytes of code in ${functions.length} functions, and ${number(data)} of data, before compression. A function with only one caller is part of that caller.`,
    table(['crate, module', 'functions', 'bytes'], largestFirst(sums)),
    `The ${LARGEST} largest functions:`,
    table(
      ['function', 'bytes'],
      functions.slice(0, LARGEST).map(([name, size]) => [`\`${readable(name)}\``, size]),
    ),
  ];
}

/** The crate of a function; for functions of this crate, the crate and the module. */
function crateOf(name) {
  if (isExport(name)) return 'the exports and the runtime of wasm-bindgen';
  const [, crate] = /\b([a-z]\w*)::/.exec(name);
  const [, module] = /svc_embed::(\w+)/.exec(name) ?? [];
  // A generic function of the standard library counts as the library's, even for a type of ours.
  const isOurs = module && !/^<?(core|alloc)::/.test(readable(name));
  return isOurs ? `svc_embed::${module}` : crate;
}

/** wasm-bindgen puts the body of each export into a separate function, `maybe_catch_unwind`. */
const isExport = (name) => !name.includes('::') || name.includes('maybe_catch_unwind');

/** A function's name without the hashes of symbols. */
const readable = (name) =>
  name
    .replace(/::h[0-9a-f]{16}$/, '')
    .replace(/\[[0-9a-f]{16}\]/g, '')
    .replace('wasm_bindgen::__rt::maybe_catch_unwind', 'the body of an export');

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
