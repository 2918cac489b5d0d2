// A page of `embedFrame` behind a real nginx that caches.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { embedFrame } from 'svc-embed/server';
import { after, test } from '../support/test.mjs';

const frame = (response) =>
  embedFrame({
    client: { embedSessions: { generate: async () => ({ sessionId: String(Math.random()) }) } },
    session: { deploymentId: 1 },
    baseUrl: 'https://acme.example.com',
    surface: { kind: 'dashboard', publicId: 'sales' },
    response,
  });

test('nginx asks for the page for each viewer', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-embed-nginx-'));
  const page = createServer(async ({ url }, response) => {
    response.setHeader('x-accel-expires', '60');
    response.end(url === '/cached' ? String(Math.random()) : (await frame(response)).html);
  });
  await new Promise((resolve) => page.listen(join(folder, 'page'), resolve));
  const ofFolder = (name) => `${name}_temp_path ${name};`;
  writeFileSync(
    join(folder, 'conf'),
    `daemon off; master_process off; pid pid; error_log stderr; events {}
    http {
      access_log off; proxy_cache_path cache keys_zone=pages:1m;
      ${['client_body', 'fastcgi', 'proxy', 'scgi', 'uwsgi'].map(ofFolder).join(' ')}
      server {
        listen unix:${folder}/nginx;
        location / { proxy_pass http://unix:${folder}/page:; proxy_cache pages; }
      }
    }`,
  );
  const args = ['-p', folder, '-c', 'conf', '-e', 'stderr'];
  const nginx = spawn(process.env.NGINX_PROGRAM ?? 'nginx', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  t.after(async () => {
    nginx.kill();
    await once(nginx, 'exit');
    page.close();
    rmSync(folder, { recursive: true });
  });
  const get = (path) =>
    new Promise((resolve, reject) => {
      const socketPath = join(folder, 'nginx');
      request({ socketPath, path }, async (answer) =>
        resolve(Buffer.concat(await answer.toArray()).toString()),
      )
        .on('error', reject)
        .end();
    });
  while (!existsSync(join(folder, 'nginx'))) await setTimeout(10);
  const pages = async (path) => new Set([await get(path), await get(path), await get(path)]).size;
  assert.equal(await pages('/cached'), 1);
  assert.equal(await pages('/'), 3);
});
