// What a page would write by itself: the window, the origin, the envelope, a table of handlers.

export async function open({ target, origin, onEvent, getSession }) {
  const iframe = document.createElement('iframe');
  const renew = async () => {
    const payload = { sessionId: await getSession() };
    const message = { source: 'svc-embed', direction: 'action', type: 'svc:action:set-session' };
    iframe.contentWindow.postMessage({ ...message, payload, timestamp: Date.now() }, origin);
  };
  const handlers = { 'svc:event:navigate': onEvent, 'svc:event:session-expired': renew };
  window.addEventListener('message', (event) => {
    if (event.source !== iframe.contentWindow || event.origin !== origin) return;
    const { data } = event;
    if (data?.source !== 'svc-embed' || data.direction !== 'event') return;
    handlers[data.type]?.(data);
  });
  iframe.src = `${origin}/embed/dashboard/sales-overview?session=${await getSession()}`;
  target.append(iframe);
}
