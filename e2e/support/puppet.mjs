// A service that does what a test wants where the description leaves it open. It is as strict as the
// description allows: an id is spent as soon as a page is asked for with it.

import { once } from 'node:events';
import { createServer } from 'node:http';

/** The embed. Runs in the iframe; `options` are those of `startPuppet`. */
function embed(options) {
  const report = (name, payload) =>
    parent.postMessage(
      {
        source: 'svc-embed',
        direction: 'event',
        type: `svc:event:${name}`,
        payload,
        timestamp: Date.now(),
        surface: 'dashboard',
      },
      '*',
    );
  const ready = () =>
    report('ready', { embedTenant: null, deploymentId: 1, mode: 'signed', surface: 'dashboard' });
  const rejected = () =>
    report('error', {
      message: 'The session id was refused.',
      name: 'EmbedSessionExchangeError',
      context: 'session-renewal',
    });
  if (options.isRefused) return void setTimeout(rejected, 50);
  window.received = [];
  addEventListener('message', async ({ data }) => {
    if (data?.direction !== 'action') return;
    const name = data.type.replace('svc:action:', '');
    received.push(name);
    if (name === 'set-locale' && options.remounts) setTimeout(ready, 10);
    if (name !== 'set-session') return;
    const { ok } = await fetch(`/redeem?session=${data.payload.sessionId}`);
    if (!ok) rejected();
    else if (options.readyEachSession) ready();
  });
  setTimeout(ready, options.readyAfterMs ?? 0);
}

/**
 * Starts a service for the test `t`. Options:
 * - `answerAfterMs`: how long each page takes to arrive;
 * - `readyAfterMs`: how long after that its `ready` comes;
 * - `readyEachSession`: `ready` also follows each `set-session`;
 * - `remounts`: `ready` also follows each `set-locale`;
 * - `isSilent`: a page that is asked for with a spent id is an error page that reports nothing, and
 *   no embed that reports the rejection.
 *
 * `POST /mint` answers an id, and `loads` has the ids of all pages that were asked for.
 */
export async function startPuppet(t, options = {}) {
  const minted = new Set();
  const puppet = { mints: 0, loads: [], spentLoads: 0 };
  const spend = (url) => minted.delete(url.searchParams.get('session'));
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cache-control', 'no-store');
    if (url.pathname === '/mint') {
      const id = `id-${++puppet.mints}-${Math.random()}`;
      minted.add(id);
      return response.end(id);
    }
    if (url.pathname === '/redeem') return response.writeHead(spend(url) ? 200 : 410).end();
    if (!url.pathname.startsWith('/embed/')) return response.writeHead(404).end();
    const isGood = spend(url);
    puppet.loads.push(url.searchParams.get('session'));
    if (!isGood) puppet.spentLoads++;
    if (options.answerAfterMs) {
      await new Promise((resolve) => setTimeout(resolve, options.answerAfterMs));
    }
    response.setHeader('content-type', 'text/html');
    if (!isGood && options.isSilent) return response.writeHead(410).end('Gone.');
    const own = JSON.stringify({ ...options, isRefused: !isGood });
    response.end(`<!doctype html><title>Puppet</title><script>(${embed})(${own})</script>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return Object.assign(puppet, { origin: `http://127.0.0.1:${server.address().port}` });
}
