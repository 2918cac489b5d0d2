// The vectors of the protocol, and the TypeScript interpreter that runs them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { root } from './run.mjs';

/** The vectors that both interpreters run. */
export const vectors = JSON.parse(
  readFileSync(join(root, 'tests', 'fixtures', 'vectors.json'), 'utf8'),
);

/** `npm/tests/vectors.mjs` with the sources that it imports, as the text of one module. */
export async function bundle() {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(root, 'npm', 'tests', 'vectors.mjs')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0].text;
}

/** The same as a module of this process. */
export async function load() {
  const text = Buffer.from(await bundle()).toString('base64');
  return import(`data:text/javascript;base64,${text}`);
}
