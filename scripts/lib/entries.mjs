// Checks the entry points of the installed package in Node and in a bundler.

import { Failure, output } from './run.mjs';

/** The entry points that do something when they are imported: define an element, extend a `test`. */
const ACTIVE = ['./element', './testing/playwright'];

/** The entry point that only Angular's compiler can read: it links what the package has compiled partially. */
export const LINKED = './angular';

/** The entry points with `mount` and `connect`. */
const BRIDGES = ['.', './no-wasm'];

/**
 * Imports each of `names` in Node, from `project`. Rejects if an import fails or prints something,
 * or if a call that needs a page does not fail with `not-a-browser`.
 */
export async function importsInNode(names, project) {
  for (const name of names) {
    const printed = await inNode(`import '${name}'`, project);
    if (printed !== '')
      throw new Failure(`Importing ${name} in Node ${printed ? 'prints something' : 'fails'}.`);
  }
  const calls = BRIDGES.map((entry) => [nameOf(entry), "(await import(name)).mount('#a', {})"]);
  calls.push(['svc-embed/inspector', '(await import(name)).inspect({})']);
  for (const [name, call] of calls) {
    const body = `const name = '${name}'; try { await ${call} } catch ({ code }) { console.log(code) }`;
    const code = await inNode(body, project);
    if (code !== 'not-a-browser') throw new Failure(`A call of ${name} in Node gives: ${code}.`);
  }
}

function inNode(code, cwd) {
  return output(process.execPath, ['--input-type=module', '-e', code], { cwd });
}

/**
 * Bundles typical imports from `entries`, the keys of the package's `exports`. Rejects if a bundle
 * contains code that the page did not import.
 */
export async function bundlesLittle(entries, project) {
  for (const entry of entries.filter((entry) => !ACTIVE.includes(entry))) {
    const text = await bundled(`import '${nameOf(entry)}'`, project);
    if (text !== '') throw new Failure(`Importing ${nameOf(entry)} has side effects.`);
  }
  for (const entry of BRIDGES) {
    const name = nameOf(entry);
    const guard = await bundled(`import { isEmbedError } from '${name}'; isEmbedError()`, project);
    if (guard.length > 1000)
      throw new Failure(`A bundle of isEmbedError from ${name} contains the bridge.`);
    const bridge = await bundled(`import { mount } from '${name}'; mount()`, project);
    if (/\.wasm\b|import\.meta/.test(bridge))
      throw new Failure(`${name} refers to a file that a bundler would have to find.`);
    const usesWasm = /\bWebAssembly\./.test(bridge);
    if (usesWasm !== (entry === '.'))
      throw new Failure(`${name} ${usesWasm ? 'uses' : 'does not use'} WebAssembly.`);
  }
}

/** Bundles as an IIFE, a format without top-level await, so that a top-level await is an error. */
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
  // An empty bundle still has the wrapper of its format.
  return outputFiles[0].text.trim().replace(/^(\(\(\)=>\{\}\)\(\);|"use strict";)+$/, '');
}

/** The name that imports an entry point: `svc-embed/react` for `./react`. */
export function nameOf(entry) {
  return entry.replace('.', 'svc-embed');
}
