// A service that is nothing but a private chat, whose embed says when it is ready.

import { once } from 'node:events';
import { createServer } from 'node:http';

const page = (say) => `<script>
  const payload = { embedTenant: null, deploymentId: null, mode: 'private', surface: 'chat' };
  const message = { source: 'svc-embed', direction: 'event', type: 'svc:event:ready', payload };
  const ready = () => parent.postMessage({ ...message, timestamp: 1, surface: 'chat' }, '*');
  ${say}
</script>`;

const AT_ONCE = page('ready();');
const WHEN_TOLD = page(
  `addEventListener('message', ({ data }) => data === 'be ready' && ready());`,
);

/**
 * Starts it for the test `t`. Its embed is ready at once, or if `isTold` when the page posts `be ready` to it.
 * Resolves to its `origin` and `loads`, the number of requests so far.
 */
export async function startPrivateChat(t, { port = 0, isTold = false } = {}) {
  const service = { loads: 0 };
  const server = createServer((_, response) => {
    service.loads++;
    response.setHeader('content-type', 'text/html');
    response.end(isTold ? WHEN_TOLD : AT_ONCE);
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  service.origin = `http://localhost:${server.address().port}`;
  return service;
}
