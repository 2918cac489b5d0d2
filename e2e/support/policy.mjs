// Serves a host page with a content security policy. The package and a backend have its origin.

import { extname } from 'node:path';
import { TYPES, servePages } from './pages-server.mjs';
import { sandbox } from './world.mjs';

/** The strictest policy that an embed works with. `<tenant>` is replaced by the tenant's origin. */
export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-src <tenant>; require-trusted-types-for 'script'";

/** The same policy without WebAssembly. */
export const POLICY_WITHOUT_WASM = POLICY.replace(" 'wasm-unsafe-eval'", '');

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
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': policy.replace('<tenant>', sandbox.tenant),
  };
  const all = Object.entries({ 'index.html': PAGE, 'page.js': SCRIPT, ...files });
  const answers = all.map(([name, text]) => [
    name === 'index.html' ? '/' : `/${name}`,
    (_, response) =>
      response.writeHead(200, { 'content-type': TYPES[extname(name)], ...headers }).end(text),
  ]);
  const mint = async ({ url, method }, response) => {
    const minted = await fetch(sandbox.host + url, { method });
    response.writeHead(minted.status, { 'content-type': 'application/json' });
    response.end(await minted.text());
  };
  const { origin } = await servePages(
    t,
    { ...Object.fromEntries(answers), '/api/embed-session': mint },
    { missing },
  );
  return `${origin}/`;
}
