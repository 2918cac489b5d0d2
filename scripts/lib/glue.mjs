// Short names between the glue and the WebAssembly. wasm-bindgen gives each import a name with a
// hash, in both files: bytes that no compression takes back.

/** The pass of wasm-opt that gives short names, and prints them. */
export const SHORT_NAMES = '--minify-imports-and-exports-and-modules';

/** `glue`, which wasm-bindgen wrote, with the names of `printed`. */
export function withShortNames(glue, printed) {
  const { imports, exports } = JSON.parse(printed);
  let text = glue.replace(/"\.\/\w+_bg\.js": import0/, 'a: import0');
  if (text === glue) throw new Error('The glue does not import by one module.');
  for (const [, name, short] of imports)
    text = rename(text, `${name}: function`, `${short}: function`);
  for (const [name, short] of exports) {
    // Some serve the embedders of other targets.
    if (text.includes(`wasm.${name}`)) text = rename(text, `wasm.${name}`, `wasm.${short}`);
  }
  return text;
}

/** `text` with `to` for `from` wherever it stands by itself. */
function rename(text, from, to) {
  const literal = from.replace(/[.$]/g, '\\$&');
  const parts = text.split(new RegExp(`(?<![\\w$])${literal}(?!\\w)`));
  if (parts.length === 1) throw new Error(`The glue has no ${from}.`);
  return parts.join(to);
}
