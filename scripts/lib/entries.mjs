// The entry points of the installed package, as a server imports them and a bundler takes them in.

import { Failure, output } from './run.mjs';

/** Which entry points do something when they are imported. */
const ACTIVE = ['./element'];

/** The forms of the bridge. */
const FORMS = ['.', './inline', './no-wasm'];

/** Imports each of `names` in Node, from `project`: rejects unless that works in silence. */
export async function importsInNode(names, project) {
  for (const name of names) {
    const printed = await inNode(`import '${name}'`, project);
    if (printed !== '')
      throw new Failure(`Importing ${name} in Node ${printed ? 'prints something' : 'fails'}.`);
  }
  for (const name of FORMS.map((entry) => nameOf(entry))) {
    const code = await inNode(
      `import { mount } from '${name}'; mount('#a', {}).catch(({ code }) => console.log(code))`,
      project,
    );
    if (code !== 'not-a-browser') throw new Failure(`mount of ${name} in Node: ${code}.`);
  }
}

function inNode(code, cwd) {
  return output(process.execPath, ['--input-type=module', '-e', code], { cwd });
}

/**
 * Bundles what a page might import from `entries`, the keys of the exports; rejects unless the bundle
 * has nothing that the page did not ask for.
 */
export async function bundlesLittle(entries, project) {
  for (const entry of entries.filter((entry) => !ACTIVE.includes(entry))) {
    const text = await bundled(`import '${nameOf(entry)}'`, project);
    if (text !== '') throw new Failure(`Importing ${nameOf(entry)} has side effects.`);
  }
  for (const entry of FORMS) {
    const name = nameOf(entry);
    const guard = await bundled(`import { isEmbedError } from '${name}'; isEmbedError()`, project);
    if (guard.length > 1000) throw new Failure(`isEmbedError of ${name} brings the bridge along.`);
    const bridge = await bundled(`import { mount } from '${name}'; mount()`, project);
    if (/\.wasm\b/.test(bridge) !== (entry === '.'))
      throw new Failure(`${name} refers to a file of WebAssembly, or svc-embed to none.`);
    if (/\bWebAssembly\./.test(bridge) === (entry === './no-wasm'))
      throw new Failure(`${name} uses WebAssembly, or another form does not.`);
  }
}

/** In a format that knows no top-level await. */
async function bundled(contents, resolveDir) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'error',
    logOverride: { 'empty-import-meta': 'silent' },
    external: ['react'],
  });
  // The frame of the format alone counts as nothing.
  return outputFiles[0].text.trim().replace(/^(\(\(\)=>\{\}\)\(\);|"use strict";)+$/, '');
}

/** An entry point as it is imported. */
export function nameOf(entry) {
  return entry.replace('.', 'svc-embed');
}
