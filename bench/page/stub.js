// The embed's side of the bench, in the iframe: speaks the contender's protocol, and does what the
// page's harness asks for on a port that the contender does not see.

/** Sends as fast as the platform takes messages. */
function burst(emit, { payloads, count }) {
  for (let sent = 0; sent < count; sent++) emit(payloads[sent % payloads.length], 'navigate');
}

export function serve({ connect, emit, expire, takeSession }) {
  // The server wrote the page's origin into the document.
  const connected = connect(document.documentElement.dataset.host);
  addEventListener('message', async ({ data, ports: [port] }) => {
    if (data?.bench !== 'hello') return;
    const renewed = () => port.postMessage('renewed');
    port.onmessage = ({ data: order }) => {
      if (order.emit) order.emit.forEach((payload) => emit(payload, order.kind));
      if (order.burst) burst(emit, order.burst);
      if (order.expire) expire(renewed);
      if (order.takeSession) takeSession(renewed);
      if (order.armed) port.postMessage('armed');
    };
    await connected;
    port.postMessage('connected');
  });
}
