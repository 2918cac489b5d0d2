let host;

export function connect(origin) {
  host = origin;
}

export function emit(data) {
  parent.postMessage({ type: 'ROUTE_CHANGE', data, status: 'end' }, host);
}

export function expire(renewed) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => renewed();
  const message = { type: 'ThoughtspotAuthExpired', data: {}, status: 'end' };
  parent.postMessage(message, host, [port2]);
}
