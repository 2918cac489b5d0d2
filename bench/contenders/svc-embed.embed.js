const surface = 'dashboard';
let host;

function post(type, payload) {
  const envelope = { source: 'svc-embed', direction: 'event', type: `svc:event:${type}` };
  parent.postMessage({ ...envelope, payload, timestamp: Date.now(), surface }, host);
}

export function connect(origin) {
  host = origin;
  const publicId = 'sales-overview';
  post('ready', { embedTenant: 'acme', deploymentId: 7, mode: 'signed', surface, publicId });
}

export const emit = (payload) => post('navigate', payload);
