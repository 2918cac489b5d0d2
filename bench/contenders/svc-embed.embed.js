let host;

function post(name, payload) {
  const message = {
    source: 'svc-embed',
    direction: 'event',
    type: `svc:event:${name}`,
    payload,
    timestamp: Date.now(),
    surface: 'dashboard',
  };
  parent.postMessage(message, host);
}

export function connect(origin) {
  host = origin;
  const publicId = 'sales-overview';
  const ready = { embedTenant: null, deploymentId: 7, mode: 'signed', surface: 'dashboard' };
  post('ready', { ...ready, publicId });
}

export const emit = (payload) => post('navigate', payload);
