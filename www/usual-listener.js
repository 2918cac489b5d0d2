// The usual listener: what most pages write by hand for an embed. The tour plays it beside svc-embed.

const iframe = document.querySelector('iframe');

async function mint() {
  const response = await fetch('/api/embed-session', {
    method: 'POST',
    headers: { 'x-svc-embed': '1' },
  });
  const { sessionId } = await response.json();
  return sessionId;
}

window.addEventListener('message', async (event) => {
  const { type } = event.data;
  if (type === 'svc:event:session-expiring' || type === 'svc:event:session-expired') {
    const sessionId = await mint();
    iframe.contentWindow.postMessage(
      {
        source: 'svc-embed',
        direction: 'action',
        type: 'svc:action:set-session',
        payload: { sessionId },
        timestamp: Date.now(),
      },
      '*',
    );
  }
});

const { tenant } = await (await fetch('/api/config')).json();
const scheme = location.hash.slice(1);
iframe.src = `${tenant}/embed/dashboard/sales-overview?allowExport=true&colorScheme=${scheme}&session=${await mint()}`;
