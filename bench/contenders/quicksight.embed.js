const given = new URLSearchParams(location.search);
const eventTarget = {
  experienceType: 'DASHBOARD',
  dashboardId: '1',
  contextId: given.get('contextId'),
  discriminator: Number(given.get('discriminator')),
};
let host;

export function connect(origin) {
  host = origin;
}

export function emit(message) {
  const eventName = 'PARAMETERS_CHANGED';
  parent.postMessage({ eventTarget, eventName, message, timestamp: Date.now() }, host);
}
