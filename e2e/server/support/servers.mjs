// The two kinds of servers in which an endpoint can be.

import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
  exportEndpoint,
  nodeExportEndpoint,
  nodeSessionEndpoint,
  sessionEndpoint,
} from 'svc-embed/server';
import { SAME_ORIGIN } from './endpoint.mjs';

/** Sends a request as it is. `fetch` would join the values of a header that is sent twice. */
async function sent(url, { signal, ...init }) {
  const asked = request(url, init);
  signal?.addEventListener('abort', () => asked.destroy(signal.reason), { once: true });
  asked.end();
  const [answer] = await once(asked, 'response');
  const headers = new Headers(answer.headers);
  return new Response(await buffer(answer), { status: answer.statusCode, headers });
}

/** Serves with a handler of Node until `ask`, which gets the origin, has ended. */
export async function serving(handler, ask) {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await ask(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Each kind of server: calls `ask` with a function that sends a request to an endpoint. */
const kinds = (ofFetch, ofNode) => ({
  'a handler of the fetch API': async (given, ask) => {
    const endpoint = ofFetch(given);
    await ask((given = SAME_ORIGIN, init = {}, query = '') => {
      const headers = new Headers();
      for (const [name, values] of Object.entries({ host: 'app.example.com', ...given }))
        for (const value of [values].flat()) headers.append(name, value);
      const url = `http://app.example.com/api/embed-session?${query}`;
      return endpoint(new Request(url, { method: 'POST', ...init, headers }));
    });
  },
  "a handler of Node's http": (given, ask) =>
    serving(ofNode(given), (origin) =>
      ask((headers = SAME_ORIGIN, init = {}, query = '') =>
        sent(`${origin}/api/embed-session?${query}`, { method: 'POST', ...init, headers }),
      ),
    ),
});

/** Servers with the endpoint that mints, and with the one that exports. */
export const servers = kinds(sessionEndpoint, nodeSessionEndpoint);
export const exporters = kinds(exportEndpoint, nodeExportEndpoint);
