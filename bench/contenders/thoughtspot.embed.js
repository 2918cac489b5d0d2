let host;

export function connect(origin) {
  host = origin;
}

export function emit(data) {
  parent.postMessage({ type: 'ROUTE_CHANGE', data, status: 'end' }, host);
}
