// Serves a host page with a content security policy. The package and a backend have its origin.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { extname } from 'node:path';
import { sandbox } from './world.mjs';

/** The strictest policy that an embed works with. `<tenant>` is replaced by the tenant's origin. */
export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-src <tenant>; require-trusted-types-for 'script'";

/** The same policy without WebAssembly. */
export const POLICY_WITHOUT_WASM = POLICY.replace(" 'wasm-unsafe-eval'", '');

const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

const PAGE = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>A page under a policy</title>
  <script src="/page.js"></script>
  <main id="target"></main>
</html>`;

/**
 * The page's script. It imports the package, because Firefox does not apply the policy to modules
 * that the driver imports. `refused` lists the requests that the policy has refused.
 */
const SCRIPT = `window.load = (entry) => import('/dist/' + entry + '.js');
window.refused = [];
addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
  // The browser requests this by itself.
  if (blockedURI.endsWith('/favicon.ico')) return;
  refused.push([effectiveDirective, blockedURI, sample].join(' '));
});`;

/**
 * Serves the page with `policy` as its Content-Security-Policy until the test `t` ends. Also serves
 * `files`, an object from names to texts; an `index.html` replaces the page. Answers the paths in
 * `missing` with 404. Resolves to the page's URL.
 */
export async function servePage(t, policy, files = {}, missing = new Set()) {
  const server = createServer((request, response) => {
    answer(request, files, missing).then(
      ({ status = 200, type, body }) => {
        response.writeHead(status, {
          'content-type': type,
          'cache-control': 'no-store',
          'content-security-policy': policy.replace('<tenant>', sandbox.tenant),
        });
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${server.address().port}/`;
}

async function answer({ method, url }, files, missing) {
  if (missing.has(url)) throw new Error('not served');
  const name = url === '/' ? 'index.html' : url.slice(1);
  if (files[name]) return { type: TYPES[extname(name)], body: files[name] };
  if (url === '/') return { type: 'text/html', body: PAGE };
  if (url === '/page.js') return { type: TYPES['.js'], body: SCRIPT };
  if (method === 'POST' && url === '/api/embed-session') {
    const minted = await fetch(sandbox.host + url, { method });
    return { status: minted.status, type: 'application/json', body: await minted.text() };
  }
  // The guide serves the package as `/svc-embed/`.
  const path = url.replace(/^\/svc-embed\//, '/dist/');
  if (!/^\/dist\/[\w/.-]+$/.test(path) || path.includes('..')) throw new Error('not served');
  const body = await readFile(new URL(`../..${path}`, import.meta.url));
  return { type: TYPES[extname(url)], body };
}
