// Opens a host page with React.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { freshPage } from './embed.mjs';
import { evaluate } from './page.mjs';
import { driver, sandbox } from './world.mjs';

let bundled;

/**
 * Opens a fresh page with React in `window.page`. It also has a function for an app's options
 * (`options`), the embed's events (`seen`), the requests for an id (`requests`) and React's errors
 * and warnings (`complaints`).
 */
export async function openReact() {
  bundled ??= await bundle();
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
      // The page's style sheet has rules for iframes, which would override the component's.
      document.querySelector('style').textContent = '#target div:has(> iframe) { height: 300px }';
      const { page } = window;
      const target = document.querySelector('#target');
      Object.assign(page, { complaints, target, seen: [], requests: [] });
      page.getSession = async ({ reason, signal }) => {
        page.requests.push({ reason, signal });
        const response = await fetch('/api/embed-session', { method: 'POST', signal });
        return (await response.json()).sessionId;
      };
      // Returns new objects at each call, like a component that writes its options inline.
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
    bundled,
    sandbox.tenant,
  );
}

/** Bundles in React's development mode. The bridge is not bundled, because it loads a .wasm file. */
async function bundle() {
  const bridge = {
    name: 'bridge',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\/index\.js$/ }, ({ importer }) =>
        /[\\/]dist[\\/](keep[\\/])?\w+\.js$/.test(importer) && !importer.includes('node_modules')
          ? { path: `${sandbox.host}/dist/index.js`, external: true }
          : undefined,
      );
    },
  };
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('react-page.mjs', import.meta.url))],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [bridge],
    write: false,
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}
