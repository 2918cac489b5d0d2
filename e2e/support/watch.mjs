// Watches where secrets pass: in the page (`watch/page.js`), in the requests that the test's servers get,
// and, in Chromium, in every request that the browser makes, to whomever, by the browser's own protocol.
// The drivers of Firefox and WebKit do not show the bodies of requests. There, what the page asks of a
// stranger is seen where the page asks for it: `fetch`, a beacon, a form, a picture and so on.

import { readFileSync } from 'node:fs';
import { inPage } from './hostile.mjs';
import { driver, engine } from './world.mjs';

/** The script of a page that is watched. It must be the page's first. */
export const WATCHING = `<script>${readFileSync(new URL('watch/page.js', import.meta.url), 'utf8')}</script>`;

const SECRET = /secret-[\w-]*/g;

/**
 * Watches until the test `t` ends. `servers` has a name for each server of `servePages`. Call it
 * before the driver opens the page.
 *
 * Resolves to a function that looks around in the page, and resolves to the `sightings`, each with the
 * `secret` and the place (`where`), and to the `ways` that were used, with a secret or without.
 */
export async function watchSecrets(t, servers) {
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
    [...text.matchAll(SECRET)].map(([secret]) => ({ where: `${method} ${who}, ${part}`, secret })),
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
