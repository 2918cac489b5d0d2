// The embed's side of the bench, in the iframe: speaks the contender's protocol, and does what the
// page's harness asks for on a port of their own.

const CHUNK = 200;

async function emitAll(emit, { payloads, count }) {
  for (let sent = 0; sent < count;) {
    const end = Math.min(count, sent + CHUNK);
    for (; sent < end; sent++) emit(payloads[sent % payloads.length]);
    await new Promise((done) => setTimeout(done));
  }
}

export function serve({ connect, emit }) {
  // The server wrote it into the page.
  const connected = connect(document.documentElement.dataset.host);
  addEventListener('message', async ({ data, ports: [port] }) => {
    if (data?.bench !== 'hello') return;
    port.onmessage = ({ data: order }) => {
      if (order.emit) order.emit.forEach(emit);
      if (order.burst) emitAll(emit, order.burst);
    };
    await connected;
    port.postMessage('connected');
  });
}
