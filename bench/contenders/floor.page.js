// What a page would write by itself: the window, the origin, the envelope, a table of handlers.

export async function open({ target, origin, onEvent, getSession }) {
  const handlers = { 'svc:event:navigate': onEvent };
  const iframe = document.createElement('iframe');
  window.addEventListener('message', (event) => {
    if (event.source !== iframe.contentWindow || event.origin !== origin) return;
    const { data } = event;
    if (data?.source !== 'svc-embed' || data.direction !== 'event') return;
    handlers[data.type]?.(data);
  });
  iframe.src = `${origin}/embed/dashboard/sales-overview?session=${await getSession()}`;
  target.append(iframe);
}
