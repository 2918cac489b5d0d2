// Compiles the sources that Stryker has changed, in its copy of the repository: `dist/` there is the built
// package with the changed modules. The argument is the repository, whose `dist/` has the others.

import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { transform } from 'esbuild';

const [repository] = process.argv.slice(2);
cpSync(join(repository, 'dist'), 'dist', { recursive: true });
const compilerOptions = { target: 'ES2022', verbatimModuleSyntax: true };

for (const name of readdirSync('npm/src', { recursive: true })) {
  if (!name.endsWith('.ts')) continue;
  const source = readFileSync(join('npm/src', name), 'utf8');
  if (!source.includes('stryMutAct')) continue;
  const { code } = await transform(source, { loader: 'ts', tsconfigRaw: { compilerOptions } });
  const up = relative(dirname(name), '.') || '.';
  // `play.mjs` writes this module, which says which mutant is active.
  writeFileSync(
    join('dist', name.replace(/\.ts$/, '.js')),
    `import '${up}/active-mutant.js';\n${code}`,
  );
}
writeFileSync('dist/active-mutant.js', '');
