// A network with latency: a TCP proxy on loopback that holds back each byte. The handshake of a
// connection takes a round trip, too, as it would over a real network; that of TLS follows from the bytes.

import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Resolves to the port of a proxy before `port`, with `rttMs` to there and back, and to its `close()`. */
export async function delayed(port, rttMs) {
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    const opened = performance.now();
    // The first byte of the client waits for the handshake.
    hold(near, far, () => Math.max(opened + rttMs - performance.now(), 0) + rttMs / 2);
    hold(far, near, () => rttMs / 2);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: server.address().port, close: () => server.close() };
}

/** Passes on what `from` gets, each piece after `delay()` milliseconds and in order. */
function hold(from, to, delay) {
  from.setNoDelay(true);
  let last = 0;
  const after = (call) => {
    const at = Math.max(performance.now() + delay(), last);
    last = at;
    setTimeout(call, at - performance.now());
  };
  from.on('data', (bytes) => after(() => to.writable && to.write(bytes)));
  from.on('end', () => after(() => to.end()));
  from.on('error', () => to.destroy());
  from.on('close', () => after(() => to.destroy()));
}
