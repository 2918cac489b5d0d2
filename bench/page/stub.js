// The embed's side, in the iframe: it speaks the contender's protocol, and sends an event for each payload
// that the page's harness posts on a port that the contender does not see.

export function serve({ connect, emit }) {
  // The server wrote the page's origin into the document.
  const connected = connect(document.documentElement.dataset.host);
  addEventListener('message', async ({ data, ports: [port] }) => {
    if (data?.bench !== 'hello') return;
    port.onmessage = ({ data: payload }) => emit(payload);
    await connected;
    port.postMessage('connected');
  });
}
