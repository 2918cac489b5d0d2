// The least that a page has to write itself: it compares the window and the origin, looks at the
// envelope, and finds the handler in a table.

import { EVENTS } from '../page/events.js';

export async function open({ target, origin, onEvent, getSession }) {
  const iframe = document.createElement('iframe');
  const handlers = Object.fromEntries(EVENTS.map((name) => [`svc:event:${name}`, onEvent]));
  window.addEventListener('message', (event) => {
    if (event.source !== iframe.contentWindow || event.origin !== origin) return;
    const { data } = event;
    if (data?.source !== 'svc-embed' || data.direction !== 'event') return;
    handlers[data.type]?.(data);
  });
  iframe.src = `${origin}/embed/dashboard/sales-overview?session=${await getSession()}`;
  target.append(iframe);
}
