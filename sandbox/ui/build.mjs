// Bundles the embed pages into ui/dist, from where they are compiled into the sandbox. A file that
// stays the same is not written again: cargo would compile the sandbox again. `--watch` bundles at
// each change; start the sandbox with `--ui sandbox/ui/dist` to see it.
import { context, build } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const dist = here('dist');

const options = {
  entryPoints: [here('src/embed.ts'), here('src/embed.css')],
  outdir: dist,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  logLevel: 'warning',
};

if (process.argv.includes('--watch')) {
  await (await context({ ...options, minify: false, logLevel: 'info' })).watch();
} else {
  const { outputFiles } = await build({ ...options, write: false });
  mkdirSync(dist, { recursive: true });
  const names = outputFiles.map(({ path }) => basename(path));
  for (const name of readdirSync(dist)) if (!names.includes(name)) rmSync(join(dist, name));
  for (const { path, contents } of outputFiles) {
    const isSame = existsSync(path) && readFileSync(path).equals(contents);
    if (!isSame) writeFileSync(path, contents);
  }
}
