// Serves a folder of files on the loopback interface, as any host of static files would.

import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * Serves `folder` below the path `base`, with `headers` in each answer. Resolves to its `origin` and
 * `stop()`.
 */
export async function serveFolder(folder, { base = '/', port = 0, headers = {} } = {}) {
  const server = createServer((request, response) => {
    const file = fileOf(folder, base, request.url);
    // What a static host answers for an unknown path: the folder's own page for it, if it has one.
    const found = file ?? fileOf(folder, base, `${base}404.html`);
    if (!found) return response.writeHead(404).end();
    const type = TYPES[extname(found)] ?? 'application/octet-stream';
    response.writeHead(file ? 200 : 404, { ...headers, 'content-type': type });
    createReadStream(found).pipe(response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin, stop };
}

function fileOf(folder, base, url) {
  // `new URL` resolves each `..`, so no path leads out of the folder.
  const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  if (!path.startsWith(base) || path.split('/').includes('..')) return undefined;
  const file = join(folder, path.slice(base.length));
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile()) return file;
  const index = join(file, 'index.html');
  return found && statSync(index, { throwIfNoEntry: false }) ? index : undefined;
}
