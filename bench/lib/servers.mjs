// Two origins on loopback: the page's, and over TLS (some peers know nothing else) the service's,
// on a host for each contender. Browsers take `*.localhost` for loopback by themselves.

import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { brotliCompressSync, constants } from 'node:zlib';
import { generate } from 'selfsigned';
import { contenders, NAMES } from '../contenders/index.mjs';

/** The host that a contender's embeds come from. */
const hostOf = (name) => contenders[name]?.host ?? `${name}.tenant.localhost`;

const TYPES = { js: 'text/javascript', wasm: 'application/wasm', html: 'text/html' };

/**
 * Serves `bundles` (bytes by name). Resolves to the page's origin `host`, `tenant(name)` for a
 * contender's, the `spki` by which the browser knows the certificate, and `close()`.
 */
export async function startServers(bundles) {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  const files = new Map([...bundles].map(([name, bytes]) => [`/bundles/${name}`, packed(bytes)]));

  const secure = createSecureServer({ key, cert }, (request, response) => {
    const [hostname] = request.headers.host.split(':');
    const name = NAMES.find((name) => hostOf(name) === hostname);
    send(response, files.get(request.url), request.url) || page(response, stubPage(name, host()));
  });
  const plain = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const name = pathname.match(/^\/page\/(.+)$/)?.[1];
    if (name) page(response, hostPage(name));
    else send(response, files.get(pathname), pathname) || response.writeHead(404).end();
  });
  await Promise.all(
    [secure, plain].map((server) => once(server.listen(0, '127.0.0.1'), 'listening')),
  );
  const host = () => `http://host.localhost:${plain.address().port}`;

  return {
    host: host(),
    tenant: (name) => `https://${hostOf(name)}:${secure.address().port}`,
    spki: spkiOf(cert),
    close() {
      for (const server of [secure, plain]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

/** What Chromium's --ignore-certificate-errors-spki-list takes. */
function spkiOf(cert) {
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('base64');
}

const packed = (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });

function send(response, body, path) {
  if (!body) return false;
  response.writeHead(200, {
    'content-type': TYPES[path.split('.').pop()],
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  response.end(body);
  return true;
}

function page(response, html) {
  response.writeHead(200, { 'content-type': `${TYPES.html}; charset=utf-8` }).end(html);
}

const document = (attributes, body) =>
  `<!doctype html><html lang="en"${attributes}><meta charset="utf-8"><title>bench</title>` +
  `<link rel="icon" href="data:,"><body>${body}`;

const script = (name) => `<script type="module" src="/bundles/${name}.js"></script>`;

const hostPage = (name) => document('', script(`${name}.page`));

/** Whatever path a contender asks for, its host is answered with its stub; others with nothing. */
const stubPage = (name, host) =>
  document(` data-host="${host}"`, name ? script(`${name}.embed`) : '');
