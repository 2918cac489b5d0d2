// Two servers on loopback: one for the pages, and one for the service's iframes, over TLS because
// some peers accept nothing else. Each contender's iframes have a host of their own.

import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { generate } from 'selfsigned';
import { hostOf, NAMES } from '../contenders/index.mjs';

/** As a server sends it. */
export const packed = (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });

/**
 * Serves `bundles` (bytes by file name); `atOnce` names the files that one of them imports. Resolves to the origin of the pages (`host`), that of a contender's
 * embeds (`tenant(name)`), the `spki` by which the browser recognises the certificate, `asked(name, task)`
 * and `close()`.
 */
export async function startServers({ bundles, atOnce }) {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  const files = new Map([...bundles].map(([name, bytes]) => [`/bundles/${name}`, packed(bytes)]));
  let requests = [];
  // As bundlers write it into a page: what the script imports is asked for together with it.
  const script = (name) => {
    const [own, ...others] = [...atOnce(`${name}.js`)].map((file) => `/bundles/${file}`);
    const preloads = others.map((href) => `<link rel="modulepreload" href="${href}">`);
    return `${preloads.join('')}<script type="module" src="${own}"></script>`;
  };
  const secure = createSecureServer({ key, cert }, ({ headers, url }, response) => {
    if (sent(response, files.get(url))) return;
    const [hostname] = headers.host.split(':');
    requests.push({ hostname, url, at: performance.timeOrigin + performance.now() });
    const name = NAMES.find((name) => hostOf(name) === hostname);
    // An unknown host gets an empty document.
    page(response, ` data-host="${host()}"`, name && script(`${name}.embed`));
  });
  const plain = createServer(({ url }, response) => {
    const [, kind, name] = /^\/(page|start)\/([^?]+)/.exec(url) ?? [];
    if (kind === 'page') page(response, '', script(`${name}.page`));
    else if (kind === 'start')
      page(
        response,
        ` data-origin="${tenant(name)}"`,
        `<script>window.asked = performance.now()</script><main></main>${script(`${name}.start`)}`,
      );
    else if (!sent(response, files.get(url)))
      response.writeHead(url === '/session' ? 204 : 404).end();
  });
  await Promise.all(
    [secure, plain].map((server) => once(server.listen(0, '127.0.0.1'), 'listening')),
  );
  const host = () => `http://host.localhost:${plain.address().port}`;
  const tenant = (name) => `https://${hostOf(name)}:${secure.address().port}`;
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });

  return {
    host: host(),
    tenant,
    spki: createHash('sha256').update(spki).digest('base64'),
    /** Resolves to when the embed of a contender was asked for after `task`, in epoch milliseconds. */
    async asked(name, task) {
      requests = [];
      await task();
      for (const end = performance.now() + 20_000; performance.now() < end; await sleep(5)) {
        // QuickSight makes a second iframe, only for messages.
        const found = requests.find(
          ({ hostname, url }) => hostname === hostOf(name) && !url.includes('/embedControl'),
        );
        if (found) return found.at;
      }
      throw new Error(`${name} asked for no embed, but for ${JSON.stringify(requests)}`);
    },
    close() {
      for (const server of [secure, plain]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

function page(response, attributes, body = '') {
  const head = `<meta charset="utf-8"><title>bench</title><link rel="icon" href="data:,">`;
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"${attributes}>${head}<body>${body}`);
}

function sent(response, bytes) {
  if (!bytes) return false;
  response.writeHead(200, {
    'content-type': 'text/javascript',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  response.end(bytes);
  return true;
}
