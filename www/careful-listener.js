// A careful listener, written by hand: it does what the service's description asks of a page. It checks
// the sender, has one renewal at a time, tries again, renews when the viewer comes back, stops when nobody
// is signed in, and sends again what the page had set.

const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 8_000;
const CONFIRM_MS = 1_500;
const MINT_TIMEOUT_MS = 6_000;
const MAX_ATTEMPTS = 8;

const { tenant } = await (await fetch('/api/config')).json();
const iframe = document.querySelector('iframe');

/** `active`, `expiring` or `expired`, as the embed reports it; `signed-out` ends all renewals. */
let session = 'starting';
let isReady = false;
let isRenewing = false;
let reject = () => {};
/** The last action of each kind, to be sent at `ready` and after a late renewal. */
const actions = new Map();

class SignedOut extends Error {}

async function mint() {
  const response = await fetch('/api/embed-session', {
    method: 'POST',
    headers: { 'x-svc-embed': '1' },
    signal: AbortSignal.timeout(MINT_TIMEOUT_MS),
  });
  if (response.status === 401) throw new SignedOut();
  if (!response.ok) throw new Error(`The backend answered ${response.status}.`);
  const { sessionId } = await response.json();
  if (typeof sessionId !== 'string') throw new Error('The backend gave no session id.');
  return sessionId;
}

function post(type, payload) {
  const message = { source: 'svc-embed', direction: 'action', type: `svc:action:${type}`, payload };
  iframe.contentWindow.postMessage({ ...message, timestamp: Date.now() }, tenant);
}

/** Sends an action now, or as soon as the embed is ready. */
function act(type, payload) {
  actions.set(type, payload);
  if (isReady) post(type, payload);
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves if the embed reports no refusal in time: it does not report that it has accepted an id. */
function confirmed() {
  return new Promise((resolve, refuse) => {
    const timer = setTimeout(resolve, CONFIRM_MS);
    reject = () => {
      clearTimeout(timer);
      refuse(new Error('The service refused the id.'));
    };
  });
}

async function renew() {
  if (isRenewing || session === 'signed-out') return;
  isRenewing = true;
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const wasExpired = session === 'expired';
      try {
        post('set-session', { sessionId: await mint() });
        await confirmed();
        session = 'active';
        // The embed has lost its view, so it needs what the page had set.
        if (wasExpired) for (const [type, payload] of actions) post(type, payload);
        return;
      } catch (error) {
        if (error instanceof SignedOut) {
          session = 'signed-out';
          document.querySelector('output').textContent = 'Please sign in again.';
          return;
        }
        const longest = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** (attempt + 1));
        await pause(RETRY_MIN_MS + Math.random() * (longest - RETRY_MIN_MS));
      }
    }
  } finally {
    isRenewing = false;
  }
}

window.addEventListener('message', ({ origin, source, data }) => {
  if (origin !== tenant || source !== iframe.contentWindow) return;
  if (data?.source !== 'svc-embed' || data.direction !== 'event') return;
  const { type, payload } = data;
  if (type === 'svc:event:ready') {
    isReady = true;
    session = 'active';
    for (const [name, value] of actions) post(name, value);
  }
  if (type === 'svc:event:drilldown')
    document.querySelector('output').textContent = payload?.member ?? '';
  if (type === 'svc:event:error' && payload?.context === 'session-renewal') reject();
  if (type === 'svc:event:session-expiring' || type === 'svc:event:session-expired') {
    if (session === 'signed-out') return;
    session = type.endsWith('expired') ? 'expired' : 'expiring';
    void renew();
  }
});

/** The viewer or the network is back: a session that needs a renewal gets one. */
function back() {
  if (!document.hidden && (session === 'expiring' || session === 'expired')) void renew();
}
document.addEventListener('visibilitychange', back);
window.addEventListener('online', back);

// The demo sets a filter by this, as a control of the page would.
window.setFilter = (filterUrlParameter) => act('set-filter', { filterUrlParameter });

iframe.src = `${tenant}/embed/dashboard/sales-overview?session=${await mint()}`;
window.setFilter('f_orders.status={"value":"completed"}');
