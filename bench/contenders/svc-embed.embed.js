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

const ready = () =>
  post('ready', {
    embedTenant: null,
    deploymentId: 7,
    mode: 'signed',
    surface: 'dashboard',
    publicId: 'sales-overview',
  });

export function connect(origin) {
  host = origin;
  ready();
}

export const emit = (payload) => post('navigate', payload);

export function expire(renewed) {
  addEventListener('message', function listener({ data }) {
    if (data?.type !== 'svc:action:set-session') return;
    removeEventListener('message', listener);
    ready();
    renewed();
  });
  post('session-expired', { expiredAt: Date.now() });
}
