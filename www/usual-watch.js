// Watches the usual listener for the tour: what it asks for, what its embed reports, what it leaves
// uncaught. It changes nothing but the network, which the tour can take away.
{
  /** Without a refusal in this time, an id counts as taken: the service reports only a refusal. */
  const CONFIRM_MS = 1_500;
  const facts = { status: 'starting', requests: 0, ids: 0, views: 0, errors: 0 };
  let confirming;

  window.watch = { facts, isOffline: false };

  const { fetch } = window;
  window.fetch = async (url, options) => {
    if (url !== '/api/embed-session') return fetch(url, options);
    facts.requests += 1;
    if (window.watch.isOffline) throw new TypeError('Failed to fetch');
    const response = await fetch(url, options);
    const { sessionId } = await response
      .clone()
      .json()
      .catch(() => ({}));
    if (typeof sessionId === 'string') {
      facts.ids += 1;
      confirmLater();
    }
    return response;
  };

  addEventListener('unhandledrejection', () => (facts.errors += 1));
  addEventListener('message', ({ source, data }) => {
    // Unlike the listener, the tour is not to believe a forgery.
    if (source !== document.querySelector('iframe').contentWindow) return;
    take(data.type.replace('svc:event:', ''), data.payload);
  });

  function take(name, payload) {
    if (name === 'ready') facts.status = 'active';
    if (name === 'dashboard-loaded') facts.views += 1;
    if (name === 'session-expiring') facts.status = 'expiring';
    if (name === 'session-expired') facts.status = 'expired';
    if (name !== 'error') return;
    facts.errors += 1;
    if (payload.context !== 'session-renewal') return;
    clearTimeout(confirming);
    if (payload.fatal) facts.status = 'refused';
  }

  function confirmLater() {
    if (facts.status === 'starting') return;
    clearTimeout(confirming);
    confirming = setTimeout(() => (facts.status = 'active'), CONFIRM_MS);
  }
}
