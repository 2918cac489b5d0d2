// The two kinds of servers in which an endpoint that mints can be.

import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { nodeSessionEndpoint, sessionEndpoint } from 'svc-embed/server';
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

/** Each kind of server: calls `ask` with a function that sends a request to an endpoint. */
export const servers = {
  'a handler of the fetch API': async (given, ask) => {
    const endpoint = sessionEndpoint(given);
    const url = 'http://app.example.com/api/embed-session';
    await ask((given = SAME_ORIGIN, init = {}) => {
      const headers = new Headers();
      for (const [name, values] of Object.entries({ host: 'app.example.com', ...given }))
        for (const value of [values].flat()) headers.append(name, value);
      return endpoint(new Request(url, { method: 'POST', ...init, headers }));
    });
  },
  "a handler of Node's http": async (given, ask) => {
    const server = createServer(nodeSessionEndpoint(given)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `http://127.0.0.1:${server.address().port}/api/embed-session`;
      await ask((headers = SAME_ORIGIN, init = {}) =>
        sent(url, { method: 'POST', ...init, headers }),
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
};
