import { messageOf, payloadOf } from '../page/catalog.js';

let host;

const post = (kind, payload) => parent.postMessage(messageOf(kind, payload), host);

export function connect(origin) {
  host = origin;
  post('ready', payloadOf('ready'));
}

export const emit = (payload, kind) => post(kind, payload);

/** Takes the next session id that the page posts, as an embed does: it is ready again. */
export function takeSession(taken) {
  addEventListener('message', function listener({ data }) {
    if (data?.type !== 'svc:action:set-session') return;
    removeEventListener('message', listener);
    post('ready', payloadOf('ready'));
    taken();
  });
}

export function expire(renewed) {
  takeSession(renewed);
  post('session-expired', { expiredAt: Date.now() });
}
