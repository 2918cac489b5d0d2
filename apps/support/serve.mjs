// A web server for what a tool has built, and the page's own backend behind it.

import { createReadStream, statSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
};

/**
 * Serves folders, each under its own path: `{ '/': folder, … }`. The backend answers what is under
 * `/api/`. Every answer has the content security policy `policy`, if there is one. Resolves to its
 * `origin` and `stop()`.
 */
export async function serve(folders, backend, policy) {
  const mounts = Object.entries(folders).sort(([a], [b]) => b.length - a.length);
  const server = createServer(async (request, response) => {
    if (policy) response.setHeader('content-security-policy', policy);
    try {
      const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
      if (path.startsWith('/api/')) return await forward(request, response, backend + path);
      const [start, folder] = mounts.find(([start]) => path.startsWith(start));
      const rest = path.slice(start.length);
      await answer(
        response,
        join(folder, rest.endsWith('/') || !rest ? `${rest}index.html` : rest),
      );
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${server.address().port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function forward({ method }, response, url) {
  const answered = await fetch(url, { method });
  response.writeHead(answered.status, { 'content-type': answered.headers.get('content-type') });
  response.end(await answered.text());
}

async function answer(response, file) {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    response.writeHead(404, { 'content-type': TYPES['.html'] }).end('<h1>Not found</h1>');
    return;
  }
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
  await pipeline(createReadStream(file), response);
}
