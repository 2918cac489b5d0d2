const { tenant } = await (await fetch('/api/config')).json();
const iframe = document.querySelector('iframe');

async function mint() {
  const response = await fetch('/api/embed-session', {
    method: 'POST',
    headers: { 'x-svc-embed': '1' },
  });
  return (await response.json()).sessionId;
}

function act(type, payload) {
  const message = { source: 'svc-embed', direction: 'action', type: `svc:action:${type}`, payload };
  iframe.contentWindow.postMessage({ ...message, timestamp: Date.now() }, '*');
}

window.addEventListener('message', async (event) => {
  if (event.origin !== tenant) return;
  switch (event.data.type) {
    case 'svc:event:drilldown':
      document.querySelector('output').textContent = event.data.payload.member;
      break;
    case 'svc:event:session-expiring':
    case 'svc:event:session-expired':
      act('set-session', { sessionId: await mint() });
      break;
  }
});

iframe.src = `${tenant}/embed/dashboard/sales-overview?session=${await mint()}`;
act('set-filter', { filterUrlParameter: 'f_orders.status={"value":"completed"}' });
