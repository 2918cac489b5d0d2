// The bridge as JavaScript, for `svc-embed/no-wasm`: WebAssembly of the first version, which
// Binaryen's wasm2js turns into JavaScript.

/** Makes rustc leave out what came after the first version. The standard library has it all the same. */
export const MVP_FLAGS = ['-C', 'target-cpu=mvp'];

/**
 * By this section the standard library tells wasm-bindgen of reference types, which the program
 * goes without.
 */
export const WITHOUT_FEATURES = ['-g', '--strip-target-features'];

/** What the standard library's code uses, which the options of wasm-opt and wasm2js must name. */
export const FEATURES = [
  ...['--enable-bulk-memory', '--enable-sign-ext'],
  ...['--enable-nontrapping-float-to-int', '--enable-mutable-globals'],
];

/** The passes of wasm-opt that replace it by what wasm2js knows. */
export const LOWERING = [
  ...['--llvm-nontrapping-fptoint-lowering', '--llvm-memory-copy-fill-lowering'],
  '--signext-lowering',
];

/**
 * What wasm2js wrote as a module whose `instantiate(imports)` gives the exports, and which does
 * nothing before it is called.
 */
export async function lazyModule(js) {
  // Not before `npm ci`.
  const { transform } = await import('esbuild');
  const body = replaced(js, /^import [^]*?;\n/, '', 'import').replace(
    /\nvar retasmFunc = [^]*$/,
    '\nreturn asmFunc(imports);\n',
  );
  const { code } = await transform(`export function instantiate(imports) {\n${withTexts(body)}}`, {
    minify: true,
    target: 'es2022',
  });
  return code;
}

/** Data as text instead of base64, which compresses badly. */
function withTexts(js) {
  const decoder = /\n  var base64ReverseLookup[^]*?(?=\nfunction initActiveSegments)/;
  const writer = `
function write(offset, text) {
  for (var i = 0; i < text.length; i++) bufferView[offset + i] = text.charCodeAt(i);
}`;
  return replaced(js, decoder, writer, 'decoder of base64').replace(
    /base64DecodeToExistingUint8Array\(bufferView, (\d+), "(.*?)"\)/g,
    (_, offset, data) =>
      `write(${offset}, ${JSON.stringify(Buffer.from(data, 'base64').toString('latin1'))})`,
  );
}

/** The glue, with `start(instantiate)` instead of what loads WebAssembly. */
export function glueWithoutLoading(glue) {
  const start = `
/** Starts what \`instantiate\` makes, and gives its functions. */
export function start(instantiate) {
  return __wbg_finalize_init({ exports: instantiate(__wbg_get_imports()) });
}
`;
  return replaced(glue, /\nasync function __wbg_load\([^]*$/, start, 'loading');
}

/** `text` with `by`, a text or a function, for what is to be there. */
function replaced(text, pattern, by, what) {
  const result = text.replace(pattern, typeof by === 'string' ? () => by : by);
  if (result === text) throw new Error(`There is no ${what} in the generated code.`);
  return result;
}
