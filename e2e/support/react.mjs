// A host page with React, of either version that the package supports.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { freshPage } from './embed.mjs';
import { evaluate } from './page.mjs';
import { driver, sandbox } from './world.mjs';

/** The packages that stand for `react` and `react-dom`, by React's version. */
const packages = {
  18: { react: 'react-18', 'react-dom': 'react-dom-18' },
  19: {},
};
export const versions = Object.keys(packages);

const page = { entryPoints: [fileURLToPath(new URL('react-page.mjs', import.meta.url))] };
const bundles = new Map();

/**
 * A fresh page with React in `window.page`, which knows how to make an app's options (`options`),
 * what is said (`seen`, `requests`), and what React complains of (`complaints`).
 */
export async function openReact(version) {
  if (!bundles.has(version)) bundles.set(version, await bundle(page, packages[version]));
  // The page before it must not ask for ids while they are counted anew.
  await driver.get('about:blank');
  await freshPage();
  await evaluate(
    driver,
    async (code, tenant) => {
      const complaints = [];
      for (const level of ['error', 'warn']) {
        console[level] = (...words) => complaints.push(words.map(String).join(' '));
      }
      addEventListener('error', ({ message }) => complaints.push(message));
      addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)));
      await import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
      // The page's own rules for iframes would go before the component's.
      document.querySelector('style').remove();
      const { page } = window;
      const target = document.querySelector('#target');
      Object.assign(page, { complaints, target, seen: [], requests: [] });
      page.getSession = async ({ reason, signal }) => {
        page.requests.push({ reason, signal });
        const response = await fetch('/api/embed-session', { method: 'POST', signal });
        return (await response.json()).sessionId;
      };
      // New objects at each call, as in a component that writes them inline.
      page.options = (more = {}) => ({
        baseUrl: tenant,
        surface: { kind: 'dashboard', publicId: 'sales-overview' },
        renewal: { spreadMs: 0, confirmMs: 600, retryMinMs: 100, retryMaxMs: 200 },
        getSession: (request) => page.getSession(request),
        onEvent: (event) => page.seen.push(event.type.replace('svc:event:', '')),
        ...more,
      });
      page.embed = { current: null };
      page.render = (element) => (page.root ??= page.createRoot(target)).render(element);
    },
    bundles.get(version),
    sandbox.tenant,
  );
}

/** Bundled as a module in TypeScript and JSX that a page's project might hold, with the package's own name. */
export function bundleModule(contents) {
  const resolveDir = fileURLToPath(new URL('.', import.meta.url));
  return bundle({ stdin: { contents, resolveDir, loader: 'tsx' }, jsx: 'automatic' });
}

/** Bundled in React's development mode, but for the bridge, which stays where its .wasm file is. */
async function bundle(input, alias = {}) {
  const bridge = {
    name: 'bridge',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/index\.js$/ }, ({ importer }) =>
        /[\\/]dist[\\/]\w+\.js$/.test(importer) && !importer.includes('node_modules')
          ? { path: `${sandbox.host}/dist/index.js`, external: true }
          : undefined,
      );
    },
  };
  const { outputFiles } = await build({
    ...input,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"development"' },
    alias,
    plugins: [bridge],
    write: false,
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}
