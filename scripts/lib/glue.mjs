// Short names between the glue and the WebAssembly. wasm-bindgen gives each import a name with a
// hash, in both files: bytes that no compression takes back.

/** The pass of wasm-opt that gives short names, and prints them. */
export const SHORT_NAMES = '--minify-imports-and-exports-and-modules';

/** `glue`, which wasm-bindgen wrote, with the names of `printed`. */
export function withShortNames(glue, printed) {
  const { imports, exports } = JSON.parse(printed);
  let text = glue.replace(/"\.\/\w+_bg\.js": import0/, 'a: import0');
  if (text === glue) throw new Error('The glue does not import by one module.');
  for (const [module, name, short] of imports) {
    text = module.endsWith('_bg.js')
      ? rename(text, `${name}: function`, `${short}: function`)
      : withDirectImport(text, module, name, short);
  }
  for (const [name, short] of exports) {
    // Some serve the embedders of other targets.
    if (text.includes(`wasm.${name}`)) text = rename(text, `wasm.${name}`, `wasm.${short}`);
  }
  return text.replace(/^import \* as import\d+ from .*$|^ *".*": import\d+,$/gm, '');
}

/**
 * A function of another module that needs no adaptation is imported as it is, by way of that whole
 * module, of which a bundler could then leave out nothing. By itself it costs its name alone.
 */
function withDirectImport(glue, module, name, short) {
  const local = `direct_${name}`;
  const text = glue.replace('const import0 = {', `$&\n        ${short}: ${local},`);
  return `import { ${name} as ${local} } from '${module}';\n${text}`;
}

/** `text` with `to` for `from` wherever it stands by itself. */
function rename(text, from, to) {
  const literal = from.replace(/[.$]/g, '\\$&');
  const parts = text.split(new RegExp(`(?<![\\w$])${literal}(?!\\w)`));
  if (parts.length === 1) throw new Error(`The glue has no ${from}.`);
  return parts.join(to);
}
