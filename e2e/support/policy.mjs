// A host page under a content security policy, with the package and a backend on its origin.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { extname } from 'node:path';
import { sandbox } from './world.mjs';

const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

const PAGE = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>A page under a policy</title>
  <script src="/violations.js"></script>
  <main id="target"></main>
</html>`;

/** Keeps what the policy has refused: of the document in \`refused\`. */
const VIOLATIONS = `window.refused = [];
addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
  refused.push([effectiveDirective, blockedURI, sample].join(' '));
});`;

/**
 * Serves the page with \`policy\` as its Content-Security-Policy until the test \`t\` is over;
 * resolves to the page's URL. In the policy \`<tenant>\` stands for the tenant's origin.
 */
export async function servePage(t, policy) {
  const server = createServer((request, response) => {
    answer(request).then(
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

async function answer({ method, url }) {
  if (url === '/') return { type: 'text/html', body: PAGE };
  if (url === '/violations.js') return { type: TYPES['.js'], body: VIOLATIONS };
  if (method === 'POST' && url === '/api/embed-session') {
    const minted = await fetch(sandbox.host + url, { method });
    return { status: minted.status, type: 'application/json', body: await minted.text() };
  }
  if (!/^\/dist\/[\w/.-]+$/.test(url) || url.includes('..')) throw new Error('not served');
  const body = await readFile(new URL(`../..${url}`, import.meta.url));
  return { type: TYPES[extname(url)], body };
}
