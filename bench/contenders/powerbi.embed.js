let host;

export function connect(origin) {
  host = origin;
  // The page sends its report, and waits for an answer.
  addEventListener('message', ({ data: { method, headers } }) => {
    if (!method) return;
    parent.postMessage({ statusCode: 200, headers: { id: headers?.id }, body: {} }, host);
  });
}

const uid = new URLSearchParams(location.search).get('uid');

export function emit(body) {
  const message = { method: 'POST', url: `/reports/${uid}/events/dataSelected`, headers: {}, body };
  parent.postMessage(message, host);
}
