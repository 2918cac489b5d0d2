// Serves pages of a test's own, with the package, and notes each request.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rustShell } from './shells.mjs';

const RUST = '/dist/rust/';
export const TYPES = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.wasm': 'application/wasm',
};

/**
 * Serves until the test `t` ends. `answers` has a function for each path, whatever its query, or one under `*`
 * for all; it is called with the request and the response. `/dist/` is the package, `/copy/` and `/svc-embed/`
 * are it once more, and `/dist/rust/` is the Rust shell. The paths in `missing` answer 404;
 * one for which `late` returns a promise, once that is fulfilled, or 404 if it rejects.
 *
 * Resolves to the server's `origin`, and to `requests`: each with its method, path, headers and body.
 */
export async function servePages(t, answers, { missing, late } = {}) {
  const requests = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const noted = { method, url, headers, body: '' };
    requests.push(noted);
    request.on('data', (chunk) => (noted.body += chunk));
    const answer = answers[url.split('?')[0]] ?? answers['*'];
    if (answer) return answer(request, response);
    const isServed = /^\/(dist|copy|svc-embed)\/[\w/.-]+$/.test(url) && !url.includes('..');
    if (!isServed || missing?.has(url)) {
      return response.writeHead(404).end();
    }
    const file = fileOf(url);
    const served = Promise.resolve(late?.(url)).then(() => readFile(file));
    served.then(
      (body) =>
        response
          // Also for a page in a sandbox, whose origin is none.
          .writeHead(200, {
            'content-type': TYPES[extname(url)],
            'access-control-allow-origin': '*',
          })
          .end(body),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${server.address().port}`, requests };
}

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

function fileOf(url) {
  if (url.startsWith(RUST)) return join(rustShell, url.slice(RUST.length));
  return join(dist, url.replace(/^\/[\w-]+\//, ''));
}

/** An answer of HTML. */
export const html =
  (text, headers = {}) =>
  (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', ...headers })
      .end(`<!doctype html>${text}`);

/** The page of an embed. `script` runs in it, with `say(name, payload)` and `ready()`. */
export const embedPage = (script = 'ready();', { mode = 'signed', surface = 'dashboard' } = {}) =>
  html(`<script>
    const say = (name, payload) =>
      parent.postMessage({
        ...{ source: 'svc-embed', direction: 'event', type: 'svc:event:' + name, payload },
        ...{ timestamp: Date.now(), surface: '${surface}' },
      }, '*');
    const of = { embedTenant: null, deploymentId: 1, mode: '${mode}', surface: '${surface}' };
    const ready = () => say('ready', of);
    ${script}
  </script>`);

/** An answer of JSON, or what is said to be. */
export const json =
  (value, type = 'application/json') =>
  (_, response) =>
    response.writeHead(200, { 'content-type': type }).end(JSON.stringify(value));
