// Bundles the embed pages into ui/dist. `--watch` bundles again at each change.
import { context, build } from 'esbuild';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const options = {
  entryPoints: [here('src/embed.ts'), here('src/embed.css')],
  outdir: here('dist'),
  bundle: true,
  // The charts are a chunk of their own: the chat surface does not load them.
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  logLevel: 'warning',
};

await rm(here('dist'), { recursive: true, force: true });
if (process.argv.includes('--watch')) {
  await (await context({ ...options, minify: false, logLevel: 'info' })).watch();
} else {
  await build(options);
}
