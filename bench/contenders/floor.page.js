// The least that a page has to write itself: it compares the window and the origin, looks at the
// envelope, and finds the handler in a table.

import { EVENTS } from '../page/events.js';

export async function open({ target, origin, onEvent, getSession }) {
  const iframe = document.createElement('iframe');
  const renew = async () => {
    const payload = { sessionId: await getSession() };
    const message = { source: 'svc-embed', direction: 'action', type: 'svc:action:set-session' };
    iframe.contentWindow.postMessage({ ...message, payload, timestamp: Date.now() }, origin);
  };
  // One renewal for each session, whichever of its two events comes first.
  let renewedFor;
  const renewOnce = (expiry) => {
    if (expiry === renewedFor) return;
    renewedFor = expiry;
    renew();
  };
  const handlers = {
    ...Object.fromEntries(EVENTS.map((name) => [`svc:event:${name}`, onEvent])),
    'svc:event:session-expiring': (data) => {
      onEvent(data);
      renewOnce(data.payload.expiresAt);
    },
    'svc:event:session-expired': (data) => {
      onEvent(data);
      renewOnce(data.payload.expiredAt);
    },
  };
  const listener = (event) => {
    if (event.source !== iframe.contentWindow || event.origin !== origin) return;
    const { data } = event;
    if (data?.source !== 'svc-embed' || data.direction !== 'event') return;
    handlers[data.type]?.(data);
  };
  window.addEventListener('message', listener);
  iframe.src = `${origin}/embed/dashboard/sales-overview?session=${await getSession()}`;
  target.append(iframe);
  return () => {
    window.removeEventListener('message', listener);
    iframe.remove();
  };
}
