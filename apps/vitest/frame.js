// Plays the embed's part: jsdom and happy-dom load no page into an iframe.

const BASE_URL = 'https://acme.example.com';

// happy-dom has no window for an iframe whose page it does not load, jsdom none in a shadow tree.
const windows = new WeakMap();
const { get } = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow');
Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
  get() {
    if (!windows.has(this)) windows.set(this, {});
    return get.call(this) ?? windows.get(this);
  },
});

let count = 0;

/** Options of `mount` for a test. */
export function options(more) {
  return {
    baseUrl: BASE_URL,
    surface: { kind: 'dashboard', publicId: 'sales-overview' },
    getSession: async () => `id-${++count}`,
    ...more,
  };
}

/** Keeps the actions that an iframe receives. */
export function actionsOf(iframe) {
  const actions = [];
  iframe.contentWindow.postMessage = ({ type, payload }, origin) =>
    actions.push([type, payload, origin]);
  return actions;
}

/** Sends an event of the embed to the page. */
export function say(iframe, type, payload) {
  const data = {
    source: 'svc-embed',
    direction: 'event',
    type: `svc:event:${type}`,
    payload,
    timestamp: Date.now(),
    surface: 'dashboard',
  };
  const event = new MessageEvent('message', { data, origin: BASE_URL });
  Object.defineProperty(event, 'source', { value: iframe.contentWindow });
  dispatchEvent(event);
}

/** What an embed says first. */
export const READY = {
  embedTenant: null,
  deploymentId: 7,
  mode: 'signed',
  surface: 'dashboard',
};

/** Waits until `found` returns something. */
export async function until(found) {
  for (;;) {
    const value = found();
    if (value) return value;
    await new Promise((done) => setTimeout(done, 5));
  }
}
