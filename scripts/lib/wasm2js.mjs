// The core as JavaScript, which Binaryen's wasm2js writes from its WebAssembly.

/** The features of WebAssembly that the core uses, by the options of wasm-opt and wasm2js. */
export const FEATURES = [
  ...['--enable-bulk-memory', '--enable-sign-ext'],
  ...['--enable-nontrapping-float-to-int', '--enable-mutable-globals'],
];

/** The passes of wasm-opt that replace these features, which wasm2js does not know. */
export const LOWERING = [
  ...['--llvm-nontrapping-fptoint-lowering', '--llvm-memory-copy-fill-lowering'],
  '--signext-lowering',
];

/**
 * The output of wasm2js as a module whose `instantiate()` returns the exports. As wasm2js writes
 * it, the module would take memory as soon as it is imported.
 */
export async function translatedModule(js) {
  // Not before `npm ci`.
  const { transform } = await import('esbuild');
  const [body, start] = js.split('\nvar retasmFunc = ');
  if (!start?.startsWith('asmFunc({')) throw new Error('wasm2js has written another form.');
  const module = `export function instantiate() {\n${withoutGrowth(body)}\nreturn asmFunc({});\n}\n`;
  const { code } = await transform(module, { minify: true, target: 'es2022' });
  return code;
}

/** The core never asks for more memory, so its memory is one buffer. */
function withoutGrowth(body) {
  const parts = [
    [/ function __wasm_memory_grow\(\w+\) \{\n[^]*?\n \}\n/, ''],
    [/"memory": Object\.create\([^]*?\}\),/, '"memory": { buffer },'],
  ];
  const [text, found] = parts.reduce(
    ([text, found], [part, replacement]) => [
      text.replace(part, replacement),
      found && part.test(text),
    ],
    [body, true],
  );
  if (!found || text.includes('__wasm_memory_grow'))
    throw new Error('wasm2js has written another form of the memory.');
  return text;
}
