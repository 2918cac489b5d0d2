let host;
let onToken;

export function connect(origin) {
  host = origin;
  // The page sends its report and later tokens, and waits for an answer to each.
  addEventListener('message', ({ data: { method, url, headers } }) => {
    if (!method) return;
    parent.postMessage({ statusCode: 200, headers: { id: headers?.id }, body: {} }, host);
    if (url === '/report/token') onToken();
  });
}

const uid = new URLSearchParams(location.search).get('uid');

export function emit(body) {
  const message = { method: 'POST', url: `/reports/${uid}/events/dataSelected`, headers: {}, body };
  parent.postMessage(message, host);
}

/** The embed cannot report an expiry: the page has a timer. */
export function expire(renewed) {
  onToken = renewed;
}
