// Watches where secrets pass: in the page (`watch/page.js`), in the requests that the test's servers get,
// and, in Chromium, in every request that the browser makes, to whomever, by the browser's own protocol.
// The drivers of Firefox and WebKit do not show the bodies of requests. There, what the page asks of a
// stranger is seen where the page asks for it: `fetch`, a beacon, a form, a picture and so on.

import { readFileSync } from 'node:fs';
import { inPage, readHostile } from './hostile.mjs';
import { html, json, servePages } from './pages-server.mjs';
import { driver, engine } from './world.mjs';

/** What every id of this page contains. */
export const SECRET = 'secret-';

/** The script of a page that is watched. It must be the page's first. */
const WATCHING = `<script>${readFileSync(new URL('watch/page.js', import.meta.url), 'utf8')}</script>`;

/**
 * Watches until the test `t` ends. `servers` has a name for each server of `servePages`. Call it
 * before the driver opens the page.
 *
 * Resolves to a function that looks around in the page, and resolves to the `sightings`, each with the
 * `secret` and the place (`where`), and to the `ways` that were used, with a secret or without.
 */
async function watchSecrets(t, servers) {
  const traffic = await watchTraffic(t);
  return async () => {
    const { sightings, ways } = await inPage(() => watched.lookAround());
    const asked = Object.values(servers).flatMap(({ origin, requests }) =>
      requests.map(({ url, ...rest }) => ({ ...rest, url: origin + url, by: 'a server' })),
    );
    const heard = await traffic();
    return {
      sightings: [...sightings, ...[...asked, ...heard].flatMap((one) => seenIn(one, servers))],
      ways: [...ways, ...new Set(heard.map(({ by }) => by))],
    };
  };
}

/** The secrets in a request, each with a place such as `GET tenant/own, url`. */
function seenIn({ method, url, headers, body }, servers) {
  const known = Object.entries(servers).find(([, { origin }]) => url.startsWith(`${origin}/`));
  const { pathname } = new URL(url);
  const who = known ? known[0] + pathname : url.replace(/[?#].*/s, '');
  const parts = { url, headers: JSON.stringify(headers ?? {}), body: body ?? '' };
  return Object.entries(parts).flatMap(([part, text]) =>
    [...text.matchAll(/secret-[\w-]*/g)].map(([secret]) => ({
      where: `${method} ${who}, ${part}`,
      secret,
    })),
  );
}

/** Watches by the browser's protocol. Resolves to a function that resolves to the requests so far. */
async function watchTraffic(t) {
  if (engine !== 'chromium') return async () => [];
  const connection = await driver.createCDPConnection('page');
  const socket = connection._wsConnection;
  const requests = [];
  const bodies = [];
  const listen = (data) => {
    const { method, params } = JSON.parse(data);
    const add = (request) => requests.push({ by: 'the browser’s protocol', ...request });
    if (method === 'Network.requestWillBeSent') {
      const { url, method, headers, postData, hasPostData } = params.request;
      const place = requests.length;
      if (/^(https?|wss?):/.test(url)) add({ method, url, headers, body: postData });
      if (hasPostData && postData === undefined)
        bodies.push(
          connection
            .send('Network.getRequestPostData', { requestId: params.requestId })
            .then(({ result }) => Object.assign(requests[place], { body: result?.postData })),
        );
    }
    if (method === 'Network.requestWillBeSentExtraInfo')
      add({ method: 'a request', url: 'http://headers/', headers: params.headers });
    if (method === 'Network.webSocketCreated') add({ method: 'WebSocket', url: params.url });
    if (method === 'Network.webSocketFrameSent')
      add({ method: 'WebSocket', url: 'http://frame/', body: params.response.payloadData });
  };
  socket.on('message', listen);
  await connection.send('Network.enable', { maxPostDataSize: 1_000_000 });
  t.after(() => socket.close());
  return async () => {
    // The events of all that was sent before have come when this is answered.
    await connection.send('Network.getCookies');
    await Promise.all(bodies);
    return requests;
  };
}

/** The places of some sightings, each once. */
export const placesOf = (sightings) => [...new Set(sightings.map(({ where }) => where))].sort();

/** Serves a page that is watched, with `headers`, its backend, and a tenant whose page shows a stranger's picture. */
export async function openWatched(t, { headers = {} } = {}) {
  let minted = 0;
  const id = () => `${SECRET}${++minted}`;
  const puppet = readHostile('puppet.html');
  const stranger = await servePages(t, { '/pixel': json({}), '/puppet': html(puppet) });
  const embed = html(`${puppet}<img src="${stranger.origin}/pixel" alt="" />`);
  const tenant = await servePages(t, {
    '/embed/dashboard/sales': embed,
    '/own': embed,
    '/puppet': html(puppet),
  });
  const broken = (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"sessionId":"${id()}"`);
  const helpers = `<script>const ENTRY = '/dist/index.js';${readHostile('page.js')}</script>`;
  const page = await servePages(t, {
    '/': html(`<meta charset="utf-8" />${WATCHING}<main></main>${helpers}`, headers),
    '/puppet': html(puppet),
    '/api/id': (request, response) => json({ sessionId: id() })(request, response),
    '/api/broken': broken,
    '/api/text': (request, response) => json(id(), 'text/plain')(request, response),
    '/api/failed': (_, response) => response.writeHead(500).end(id()),
  });
  const lookAround = await watchSecrets(t, { page, tenant, stranger });
  await driver.get(`${page.origin}/`);
  return { page, tenant, stranger, lookAround, minted: () => minted };
}
