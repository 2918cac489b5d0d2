// Two servers on loopback: one for the pages, and one for the service's iframes, over TLS because
// some peers accept nothing else. Each contender's iframes have a host of their own. Browsers resolve
// `*.localhost` to loopback by themselves.

import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { brotliCompressSync, constants } from 'node:zlib';
import { generate } from 'selfsigned';
import {
  contenders,
  FRAME,
  NAMES,
  OURS,
  SAME_SITE,
  SAME_SITE_WITHOUT,
  WITHOUT_PRECONNECT,
} from '../contenders/index.mjs';
import { delayed } from './delay.mjs';

/** The host that serves a contender's embeds. */
const hostOf = (name) => contenders[name]?.host ?? `${name}.tenant.localhost`;

/** A host that the contender's page does not name. */
const elsewhereOf = (name) => `${name}.elsewhere.localhost`;

const TYPES = { js: 'text/javascript', html: 'text/html' };

/**
 * Serves `bundles` (bytes by file name). Resolves to the origin of the pages (`host`), that of a
 * contender's embeds (`tenant(name)`), another origin of the same pages (`elsewhere(name)`), the `spki` by which the browser recognises the certificate,
 * `requests`, `mute` and `close()`.
 */
export async function startServers(bundles) {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  let mute = false;
  const requests = [];
  const files = new Map([...bundles].map(([name, bytes]) => [`/bundles/${name}`, packed(bytes)]));

  const secure = createSecureServer({ key, cert }, (request, response) => {
    if (mute) return;
    const [hostname] = request.headers.host.split(':');
    const name = NAMES.find((name) => [hostOf(name), elsewhereOf(name)].includes(hostname));
    if (send(response, files.get(request.url), request.url)) return;
    requests.push({ url: `https://${request.headers.host}${request.url}`, at: now() });
    page(response, stubPage(name, host()));
  });
  let far;
  const answer = (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const [, kind, name] = pathname.match(/^\/(page|start|far)\/(.+)$/) ?? [];
    if (pathname === '/mint')
      response.writeHead(200, { 'cache-control': 'no-store' }).end('session-1');
    else if (kind === 'far') page(response, farPage(name, far.tenant(name)));
    else if (kind === 'page') page(response, hostPage(name));
    else if (kind) page(response, startPage(name, tenant(name)));
    else send(response, files.get(pathname), pathname) || response.writeHead(404).end();
  };
  const plain = createServer(answer);
  const secureHost = createSecureServer({ key, cert }, answer);
  await Promise.all(
    [secure, secureHost, plain].map((server) => once(server.listen(0, '127.0.0.1'), 'listening')),
  );
  const host = () => `http://host.localhost:${plain.address().port}`;
  const at = (hostname) => `https://${hostname}:${secure.address().port}`;
  const tenant = (name) => at(hostOf(name));

  return {
    host: host(),
    tenant,
    elsewhere: (name) => at(elsewhereOf(name)),
    spki: spkiOf(cert),
    /** The iframes' requests for a page, with the epoch milliseconds at which each came. */
    requests,
    /**
     * Puts a network before both servers, over TLS. Resolves to their origins behind it, to `hangUp`, which
     * ends every connection, and to `close`.
     */
    async startFar(rttMs) {
      const [ofHost, ofTenant] = await Promise.all(
        [secureHost, secure].map((server) => delayed(server.address().port, rttMs)),
      );
      far = {
        host: (name) =>
          `https://${isSameSite(name) ? 'app.tenant' : 'host'}.localhost:${ofHost.port}`,
        tenant: (name) => `https://${hostOf(name)}:${ofTenant.port}`,
        hangUp() {
          for (const server of [secureHost, secure]) server.closeAllConnections();
        },
        close() {
          for (const proxy of [ofHost, ofTenant]) proxy.close();
        },
      };
      return far;
    },
    /** While true, the iframes' requests get no answer. */
    mute: (isMute) => void (mute = isMute),
    close() {
      for (const server of [secure, secureHost, plain]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

/** When the request for the embed's page came, in epoch milliseconds. */
export async function requestFor(world, host) {
  for (let waited = 0; waited < 20_000; waited += 5) {
    // QuickSight makes a second iframe, only for messages.
    const isPage = ({ url }) => new URL(url).host === host && !url.includes('/embedControl');
    const request = world.requests.find(isPage);
    if (request) return request.at;
    await new Promise((done) => setTimeout(done, 5));
  }
  throw new Error(`Nobody asked ${host} for a page, but for ${JSON.stringify(world.requests)}`);
}

const now = () => performance.timeOrigin + performance.now();

/** The hash that Chromium's `--ignore-certificate-errors-spki-list` takes. */
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

/** The page of measurement 5. */
const startPage = (name, origin) =>
  document(
    ` data-origin="${origin}"`,
    `<script>window.asked = performance.now()</script><main></main>${script(`${name}.start`)}`,
  );

const isSameSite = (name) => [SAME_SITE, SAME_SITE_WITHOUT].includes(name);

/** The page of measurement 10. */
function farPage(name, origin) {
  const head = ` data-origin="${origin}" data-mint="/mint"`;
  const src = `${origin}/embed/dashboard/sales-overview?session=session-1`;
  if (name === FRAME) return document(head, `<main><iframe src="${src}"></iframe></main>`);
  // Nothing is appended to the head but the link by which the browser is asked to connect.
  const isWithout = [WITHOUT_PRECONNECT, SAME_SITE_WITHOUT].includes(name);
  const patch = isWithout ? '<script>HTMLHeadElement.prototype.append = () => {}</script>' : '';
  return document(
    head,
    `${patch}<main></main>${script(`${isWithout || isSameSite(name) ? OURS : name}.start`)}`,
  );
}

/** Any path on a contender's host gets the contender's stub; other hosts get an empty document. */
const stubPage = (name, host) =>
  document(` data-host="${host}"`, name ? script(`${name}.embed`) : '');
