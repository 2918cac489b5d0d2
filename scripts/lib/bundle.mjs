// Bundles the sources of the npm package into the files that are published: a file for each entry point, and
// one for each part that is loaded later.

import { readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { root, stageDir } from './run.mjs';

const sources = join(root, 'npm/src');
const angular = join(root, 'npm/angular/compiled');
const dist = join(root, 'dist');
/** The sources that `npm run build` makes of the WebAssembly. */
export const BUILT = ['core/wasm.js', 'core/translated.js'];

/**
 * The published files, each with its source. A source that is a file of its own is imported from that file
 * by all others. Blockers of trackers also judge a script by its name.
 */
const FILES = {
  index: 'index.ts',
  rest: 'rest.ts',
  'no-wasm': 'no-wasm.ts',
  'no-wasm-rest': 'no-wasm-rest.ts',
  translated: 'core/translated.js',
  later: 'shell/later.ts',
  early: 'shell/early.ts',
  mistakes: 'diagnose/mistakes.ts',
  diagnostics: 'diagnose/diagnostics.ts',
  pool: 'keep/pool.ts',
  element: 'element.ts',
  react: 'react.ts',
  angular: 'angular.js',
  keep: 'keep.ts',
  link: 'link.ts',
  inspector: 'inspector.ts',
  export: 'export.ts',
  telemetry: 'telemetry.ts',
  'management/index': 'management/index.ts',
  'management/names': 'management/names.ts',
  'server/index': 'server/index.ts',
  'testing/index': 'testing/index.ts',
  'testing/playwright': 'testing/playwright.ts',
  'testing/vitest': 'testing/vitest.ts',
  'cli/index': 'cli/index.js',
};

/** The commands have their libraries inside already. */
const COMMANDS = 'cli/index';

/** The files whose page or program need not have `index.js`: they have copies of what is in it. */
const ALONE =
  /^(rest|no-wasm-rest|export|telemetry|translated|mistakes|management\/.*|server\/.*|cli\/.*|testing\/[pv].*)$/;

/** The modules that are made: what `index.js` exports, what it lends a file, and each source of that file with it. */
const [MADE, LENT] = ['made', 'lent'];
const SHARED = 'index';

/** What a developer runs is published as it is written, and what Angular's compiler has yet to read. */
const READABLE = /^(angular|cli\/.*|testing\/.*)$/;

/**
 * Bundles all files. Resolves to their texts, and those of their source maps, by their names. `stage`: the folder
 * that has the core. The demo needs no commands.
 */
export async function bundleFiles({ stage = stageDir, isDemo = false } = {}) {
  const names = Object.keys(FILES).filter((name) => !isDemo || name !== COMMANDS);
  const bundled = await Promise.all(names.map((name) => bundle(name, stage, isDemo)));
  return new Map(bundled.flat());
}

async function bundle(name, stage, isDemo) {
  const all = name === SHARED || ALONE.test(name) ? [] : lent();
  const [{ text }] = await esbuild({ name, needed: all, stage });
  // esbuild keeps each name of an import, also one that nothing uses.
  const needed = all.filter(({ short }) => {
    const [, local = short] = new RegExp(`\\b${short}\\b(?: as (\\w+))?`).exec(text) ?? [];
    return [...text.matchAll(new RegExp(`\\b${local}\\b`, 'g'))].length > 1;
  });
  const minify = !READABLE.test(name);
  const files = await esbuild({ name, needed, stage }, { minify, sourcemap: true });
  const texts = files.map(({ path, text }) => [relative(dist, path).replaceAll('\\', '/'), text]);
  return SMALLER.test(name) && !isDemo ? smaller(texts) : texts;
}

/**
 * The files of which swc makes less than esbuild does, also for a page whose own bundler is esbuild: with the
 * others, that bundler makes more of what swc has written.
 */
const SMALLER = /^(index|no-wasm.*|translated|element|react|link|export|telemetry|server\/.*)$/;

async function smaller([[mapName, content], [name, text]]) {
  // Not before `npm ci`.
  const { minify } = await import('@swc/core');
  const { code, map } = await minify(text, {
    module: true,
    sourceMap: { content },
    inlineSourcesContent: true,
    compress: { ecma: 2022, passes: 3 },
    mangle: true,
  });
  return [
    [mapName, map],
    [name, `${code}\n//# sourceMappingURL=${posix.basename(mapName)}\n`],
  ];
}

async function esbuild(file, options) {
  const { name } = file;
  // Not before `npm ci`.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [{ in: name, out: name }],
    outdir: dist,
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    // Metro, the bundler of React Native, cannot read them.
    supported: { 'class-static-blocks': false },
    charset: 'utf8',
    absWorkingDir: root,
    logLevel: 'warning',
    packages: 'external',
    plugins: [plugin(file)],
    // Not the one beside a source.
    tsconfigRaw: {},
    ...options,
  });
  return outputFiles;
}

/** What `index.js` exports for others, as `shared.ts` says: its name in a source, and the one that it has there, such as `_a`. */
function lent() {
  const text = readFileSync(join(sources, 'shared.ts'), 'utf8');
  const found = text.matchAll(/^export \{([^}]*)\} from '\.\/(.*)\.js';$/gm);
  return [...found]
    .flatMap(([, names, source]) =>
      names.match(/\w+/g).map((own) => ({ source: `${source}.ts`, own })),
    )
    .map((one, index) => ({ ...one, short: `_${index.toString(36)}` }));
}

/** Finds the sources of the file `name`, and imports from other files. `needed`: what it takes of `index.js`. */
const plugin = ({ name, needed, stage }) => ({
  name: 'files',
  setup({ onResolve, onLoad }) {
    const external = (file) => {
      const path = posix.relative(posix.dirname(name), file);
      return { path: `${path.startsWith('.') ? '' : './'}${path}.js`, external: true };
    };
    const pathOf = (source) => {
      if (source === FILES.angular) return join(angular, source);
      if (source === FILES[COMMANDS]) return join(stageDir, 'ts', source);
      return join(BUILT.includes(source) ? stage : sources, source);
    };
    const made = (path) => ({ path, namespace: MADE, sideEffects: false });
    // What a file does not use of a source is left out: no source does anything until it is called.
    const part = (source) => ({ path: pathOf(source), sideEffects: false });
    onResolve({ filter: /.*/ }, ({ kind, path, importer, resolveDir, namespace }) => {
      if (kind === 'entry-point')
        return name === SHARED ? made(SHARED) : { path: pathOf(FILES[name]) };
      if (namespace === MADE && path === SHARED) return external(path);
      if (namespace === MADE) return path === LENT ? made(LENT) : part(path);
      if (!path.startsWith('.') || name === COMMANDS) return undefined;
      const folder = importer.startsWith(angular) ? sources : resolveDir;
      const js = relative(sources, join(folder, path)).replaceAll('\\', '/');
      const source = BUILT.includes(js) ? js : js.replace(/\.js$/, '.ts');
      const [file] = Object.entries(FILES).find(([, of]) => of === source) ?? [];
      const isInside = file === name || (name === 'no-wasm-rest' && file === 'translated');
      // A file that a module of its own loads later would have a function around each module.
      if (file && (!isInside || kind === 'dynamic-import')) return external(file);
      return needed.some((one) => one.source === source) ? made(source) : part(source);
    });
    onLoad({ filter: /.*/, namespace: MADE }, ({ path }) => ({ contents: contentsOf(path) }));
    const contentsOf = (path) => {
      if (path === LENT) return `export { ${needed.map(({ short }) => short)} } from '${SHARED}';`;
      if (path !== SHARED) {
        const ofSource = needed.filter(({ source }) => source === path);
        const names = ofSource.map(({ own, short }) => `${short} as ${own}`);
        return `export { ${names} } from '${LENT}'; export * from '${path}';`;
      }
      const lines = lent().map(
        ({ source, own, short }) => `export { ${own} as ${short} } from '${source}';`,
      );
      return [...lines, `export * from '${FILES[SHARED]}';`].join('\n');
    };
  },
});
