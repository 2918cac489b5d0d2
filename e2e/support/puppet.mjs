// A service of which only an id and its page are left: it is as strict as the description allows, and an id
// is spent as soon as a page is asked for with it.

import { embedPage, servePages } from './pages-server.mjs';

/** By these an embed refuses its id, or one that it is given later. */
const REJECT = `const reject = () => say('error', {
  message: 'The session id was refused.',
  name: 'EmbedSessionExchangeError',
  context: 'session-renewal',
});`;

const TAKEN = embedPage(`${REJECT}
  addEventListener('message', async ({ data }) => {
    if (data?.type !== 'svc:action:set-session') return;
    const { ok } = await fetch('/redeem?session=' + data.payload.sessionId);
    if (!ok) reject();
  });
  ready();`);
const REFUSED = embedPage(`${REJECT} setTimeout(reject, 50);`);

/**
 * Starts a service for the test `t`. With `isSilent`, a page that is asked for with a spent id is an error
 * page that reports nothing, and no embed that reports the rejection.
 *
 * `POST /mint` answers an id, `answers` has the answers of further paths, and `loads` has the ids of all pages that were asked for.
 */
export async function startPuppet(t, { isSilent }, answers = {}) {
  const minted = new Set();
  const puppet = { mints: 0, loads: [] };
  const idOf = ({ url }) => new URL(url, 'http://localhost').searchParams.get('session');
  const { origin } = await servePages(t, {
    '/mint': (_, response) => {
      const id = `id-${++puppet.mints}-${Math.random()}`;
      minted.add(id);
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end(id);
    },
    '/redeem': (request, response) =>
      response.writeHead(minted.delete(idOf(request)) ? 200 : 410).end(),
    '/embed/dashboard/sales': (request, response) => {
      const id = idOf(request);
      puppet.loads.push(id);
      response.setHeader('cache-control', 'no-store');
      if (minted.delete(id)) return TAKEN(request, response);
      if (isSilent) return response.writeHead(410).end('Gone.');
      return REFUSED(request, response);
    },
    ...answers,
  });
  return Object.assign(puppet, { origin });
}
