// The embed's side of the bench, in the iframe: speaks the contender's protocol, and does what the
// page's harness asks for on a port of their own.

/** As fast as the platform takes them. */
function burst(emit, { payloads, count }) {
  for (let sent = 0; sent < count; sent++) emit(payloads[sent % payloads.length]);
}

export function serve({ connect, emit, expire }) {
  // The server wrote it into the page.
  const connected = connect(document.documentElement.dataset.host);
  addEventListener('message', async ({ data, ports: [port] }) => {
    if (data?.bench !== 'hello') return;
    port.onmessage = ({ data: order }) => {
      if (order.emit) order.emit.forEach(emit);
      if (order.burst) burst(emit, order.burst);
      if (order.expire) expire(() => port.postMessage('renewed'));
      if (order.armed) port.postMessage('armed');
    };
    await connected;
    port.postMessage('connected');
  });
}
