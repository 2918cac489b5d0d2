// Serves folders of files on the loopback interface, as any host of static files would.

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
 * Serves folders, each below its own path: `{ '/': folder, … }`. `backend` is the origin that answers what is below
 * `/api/`. Resolves to the server's `origin` and `stop()`.
 */
export async function serveFolders(folders, backend) {
  // The longest path first.
  const mounts = Object.entries(folders).sort(([a], [b]) => b.length - a.length);
  const server = createServer(async ({ url, method }, response) => {
    // `new URL` resolves each `..`, so no path leads out of the folder.
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    if (backend && path.startsWith('/api/')) {
      const answer = await fetch(backend + path, { method });
      const headers = { 'content-type': answer.headers.get('content-type') };
      return response.writeHead(answer.status, headers).end(await answer.text());
    }
    const [start, folder] = mounts.find(([start]) => path.startsWith(start)) ?? [];
    const file = folder && fileOf(join(folder, path.slice(start.length)));
    // What a static host answers for an unknown path: the folder's own page for it, if it has one.
    const found = file ?? (folder && fileOf(join(folder, '404.html')));
    if (!found) return response.writeHead(404).end();
    const type = TYPES[extname(found)] ?? 'application/octet-stream';
    response.writeHead(file ? 200 : 404, { 'content-type': type });
    createReadStream(found).pipe(response);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://localhost:${server.address().port}`, stop };
}

/** The path of a file, or of the index of a folder; undefined if there is none. */
function fileOf(path) {
  if (path.split(/[\\/]/).includes('..')) return undefined;
  return [path, join(path, 'index.html')].find((file) =>
    statSync(file, { throwIfNoEntry: false })?.isFile(),
  );
}
