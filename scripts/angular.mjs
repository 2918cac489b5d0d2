// `npm run angular`: compiles `svc-embed/angular` as Angular's libraries are published: partially, so that
// each app's own compiler links it. The result is kept in the repository, because Angular's compiler has
// hundreds of megabytes of its own, which only the apps of the nightly run install.

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appsDir, isMain, main, root, run } from './lib/run.mjs';
import { setupApps } from './setup.mjs';

const folder = join(root, 'npm/angular');
const source = join(folder, 'angular.ts');

/** What is kept, each with the first line that names its source. */
export const COMPILED = ['angular.js', 'angular.d.ts'].map((name) =>
  join(folder, 'compiled', name),
);

/** The first line of what was compiled: it changes with the source. */
export function firstLine() {
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16);
  return `// Compiled by scripts/angular.mjs from npm/angular/angular.ts (${hash}). Do not edit.\n`;
}

/** Compiles the component. Resolves to the text of each file of `COMPILED`. */
export async function compileAngular() {
  const project = join(appsDir, 'angular-package');
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  cpSync(join(root, 'npm/src'), join(project, 'src'), { recursive: true });
  cpSync(join(root, 'tsconfig.base.json'), join(project, 'base.json'));
  cpSync(join(folder, 'tsconfig.json'), join(project, 'tsconfig.json'));
  // It is published beside the others.
  const text = readFileSync(source, 'utf8').replaceAll(`'../src/`, `'./`);
  writeFileSync(join(project, 'src/angular.ts'), text);
  const compiler = join(appsDir, 'node_modules/@angular/compiler-cli/bundles/src/bin/ngc.js');
  await run(process.execPath, [compiler, '-p', 'tsconfig.json'], { cwd: project });
  return COMPILED.map((path) => {
    const name = path.slice(join(folder, 'compiled/').length);
    return firstLine() + readFileSync(join(project, 'out', name), 'utf8');
  });
}

if (isMain(import.meta)) {
  await main(async () => {
    await setupApps({ hasAllTools: true });
    const texts = await compileAngular();
    mkdirSync(join(folder, 'compiled'), { recursive: true });
    for (const [index, path] of COMPILED.entries()) writeFileSync(path, texts[index]);
  });
}
