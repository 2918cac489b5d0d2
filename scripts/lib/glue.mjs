// The glue that wasm-bindgen writes, made small: with short names between it and the WebAssembly (it
// gives each import a name with a hash, in both files), and without what serves other users.

/** The pass of wasm-opt that gives short names, and prints them. */
export const SHORT_NAMES = '--minify-imports-and-exports-and-modules';

/** `glue`, which wasm-bindgen wrote for a part of the package, with the names of `printed`. */
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
  return trimmed(text.replace(/^import \* as import\d+ from .*$|^ *".*": import\d+,$/gm, ''));
}

/** How the WebAssembly is loaded: compiled as it arrives, where the server names its type. */
const LOADING = `
async function __wbg_load(source, imports) {
    let code = await source;
    if (code instanceof Response) {
        if (!code.ok) throw new Error(code.url + ' was answered with ' + code.status);
        if (code.headers.get('content-type') === 'application/wasm')
            return (await WebAssembly.instantiateStreaming(code, imports)).instance;
        code = await code.arrayBuffer();
    }
    const result = await WebAssembly.instantiate(code, imports);
    return result.instance ?? result;
}

export default async function __wbg_init({ module_or_path: source }) {
    return __wbg_finalize_init(await __wbg_load(source, __wbg_get_imports()));
}
`;

/**
 * `glue` without freeing (the one object there is lasts as long as the page), old engines, loading
 * in steps and at once, and warnings.
 */
function trimmed(glue) {
  return [
    [/\n    (__destroy_into_raw|free)\(\) \{[^]*?\n    \}/g, ''],
    [/\n *\w+Finalization\.register\(.*\);/g, ''],
    [/\nif \(Symbol\.dispose\).*/g, ''],
    [/\nconst \w+Finalization = [^]*?;\n/g, '\n'],
    // Where no string comes in, few go out.
    ...(glue.includes('passString') ? [] : [[/\nlet cachedTextDecoder[^]*?\n\}\n/, DECODING]]),
    ...(hasOnlyConstants(glue) ? [[/\nfunction getStringFromWasm0\([^]*?\n\}\n/, CONSTANTS]] : []),
    [/\nif \(!\('encodeInto' in cachedTextEncoder\)\) \{[^]*?\n\}\n/, '\n'],
    [/\nlet wasmModule, wasmInstance, wasm;/, '\nlet wasm;'],
    [/function __wbg_finalize_init\(instance, module\)/, 'function __wbg_finalize_init(instance)'],
    [/\n    wasmInstance = instance;|\n    wasmModule = module;|\n    return wasm;(?=\n\})/g, ''],
    [/\nasync function __wbg_load\([^]*$/, () => LOADING],
  ].reduce((text, [what, by]) => text.replace(what, by), glue);
}

const DECODING = `
const textDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
const decodeText = (bytes) => textDecoder.decode(bytes);
`;

/**
 * Whether all strings that the WebAssembly hands out are constants of the program: those of the
 * management client are, as the types of its `Text` and `Data` say.
 */
const hasOnlyConstants = (glue) => glue.includes("from './platform.js'");

/** A constant stays where it is: it is decoded once. */
const CONSTANTS = `
const constants = new Map();
function getStringFromWasm0(ptr, len) {
    let text = constants.get(ptr);
    if (text?.length !== len) {
        text = decodeText(getUint8ArrayMemory0().subarray(ptr, ptr + len));
        constants.set(ptr, text);
    }
    return text;
}
`;

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
