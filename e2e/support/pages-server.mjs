// Serves pages of a test's own, with the package, and notes each request.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { rustShell } from './shells.mjs';

const RUST = '/dist/rust/';
const TYPES = { '.js': 'text/javascript', '.html': 'text/html', '.wasm': 'application/wasm' };

/**
 * Serves until the test `t` ends. `answers` has a function for each path, whatever its query; it is
 * called with the request and the response. `/copy/` is the package once more, under URLs of its own;
 * `/dist/rust/` is the Rust shell.
 *
 * Resolves to the server's `origin`, and to `requests`: each with its method, path, headers and body.
 */
export async function servePages(t, answers) {
  const requests = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const noted = { method, url, headers, body: '' };
    requests.push(noted);
    request.on('data', (chunk) => (noted.body += chunk));
    const answer = answers[url.split('?')[0]];
    if (answer) return answer(request, response);
    if (!/^\/(dist|copy)\/[\w/.-]+$/.test(url) || url.includes('..')) {
      return response.writeHead(404).end();
    }
    const file = url.startsWith(RUST)
      ? join(rustShell, url.slice(RUST.length))
      : new URL(`../..${url.replace('/copy/', '/dist/')}`, import.meta.url);
    readFile(file).then(
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

/** An answer of HTML. */
export const html =
  (text, headers = {}) =>
  (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', ...headers })
      .end(`<!doctype html>${text}`);

/** An answer of JSON, or what is said to be. */
export const json =
  (value, type = 'application/json') =>
  (_, response) =>
    response.writeHead(200, { 'content-type': type }).end(JSON.stringify(value));
