// Bundles the components of the guide as the tools of their frameworks compile them.

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { sandbox } from '../../support/world.mjs';

// The frameworks are packages of `docs/`.
const require = createRequire(new URL('../../../docs/package.json', import.meta.url));
const { compile: compileSvelte } = require('svelte/compiler');
const { compileScript, parse } = require('vue/compiler-sfc');

const docs = fileURLToPath(new URL('../../../docs/guide/frameworks/', import.meta.url));

/**
 * Bundles `main`, which imports the component as `./component`. Only the package's React entry is
 * bundled. The other entries are imported from the sandbox, so that the page has one copy of them. For a page with
 * zones, all is bundled, and without `async`, which leaves a zone: Angular's tools do the same.
 */
export async function bundle(main, component, language, { hasZones = false } = {}) {
  const { outputFiles } = await build({
    stdin: { contents: main, resolveDir: docs, loader: 'tsx' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    supported: { 'async-await': !hasZones },
    jsx: 'automatic',
    conditions: ['browser', 'development'],
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    plugins: [fromTheGuide(component, language), fromTheSandbox(hasZones)],
    write: false,
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}

/** How each language of a component is compiled. */
export const compilers = {
  ts: (text) => ({ contents: text, loader: 'ts' }),
  tsx: (text) => ({ contents: text, loader: 'tsx' }),
  vue: (text) => {
    // The guide tells readers to set this option.
    const templateParseOptions = { isCustomElement: (tag) => tag === 'svc-embed' };
    const { descriptor, errors } = parse(text, { templateParseOptions });
    if (errors.length > 0) throw errors[0];
    const { content } = compileScript(descriptor, { id: 'guide', inlineTemplate: true });
    return { contents: content, loader: 'js' };
  },
  svelte: (text) => {
    const { js, warnings } = compileSvelte(text, { generate: 'client', css: 'injected' });
    if (warnings.length > 0) throw new Error(warnings.map(String).join('\n'));
    return { contents: js.code, loader: 'js' };
  },
};

const fromTheGuide = (component, language) => ({
  name: 'the guide',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/component$/ }, () => ({ path: 'component', namespace: 'guide' }));
    onLoad({ filter: /.*/, namespace: 'guide' }, () => ({
      ...compilers[language](component),
      resolveDir: docs,
    }));
  },
});

const fromTheSandbox = (isBundled) => ({
  name: 'the sandbox',
  setup(build) {
    const { onResolve } = build;
    // The package's own component is in no folder of `docs/`.
    onResolve({ filter: /^@angular\/(core|common)$/ }, ({ path, pluginData, ...rest }) =>
      pluginData
        ? undefined
        : build.resolve(path, { kind: rest.kind, resolveDir: docs, pluginData: {} }),
    );
    if (isBundled) return;
    onResolve({ filter: /^svc-embed(\/element)?$/ }, ({ path }) => ({
      path: `${sandbox.host}/dist/${path.split('/')[1] ?? 'index'}.js`,
      external: true,
    }));
    onResolve({ filter: /^\.\/index\.js$/ }, ({ importer }) =>
      /[\\/]dist[\\/]\w+\.js$/.test(importer) && !importer.includes('node_modules')
        ? { path: `${sandbox.host}/dist/index.js`, external: true }
        : undefined,
    );
  },
});
