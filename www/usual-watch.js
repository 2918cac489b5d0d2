// Watches a listener for the tour: what it asks for, what its embed reports, what it leaves uncaught. It
// changes nothing but the network, which the tour can take away, and plays the page's own control of a
// filter.
{
  /** Without a refusal in this time, an id counts as taken: the service reports only a refusal. */
  const CONFIRM_MS = 1_500;
  const FILTER = 'f_orders.status={"value":"completed"}';
  const facts = { status: 'starting', filter: 'none', requests: 0, ids: 0, views: 0, errors: 0 };
  let confirming;
  let tenant;

  window.watch = {
    facts,
    isOffline: false,
    setFilter() {
      facts.filter = 'kept';
      // A careful page remembers what it has set. The usual one just sends it.
      if (window.setFilter) window.setFilter(FILTER);
      else act('set-filter', { filterUrlParameter: FILTER });
    },
  };

  function act(type, payload) {
    const message = { source: 'svc-embed', direction: 'action', type: `svc:action:${type}` };
    const { contentWindow } = document.querySelector('iframe');
    contentWindow.postMessage({ ...message, payload, timestamp: Date.now() }, tenant);
  }

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
    if (response.status === 401) facts.isSignedOut = true;
    return response;
  };

  addEventListener('unhandledrejection', () => (facts.errors += 1));
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== document.querySelector('iframe').contentWindow) return;
    tenant = origin;
    take(data.type.replace('svc:event:', ''), data.payload);
  });

  function take(name, payload) {
    if (name === 'ready') {
      facts.status = 'active';
      // The switch of the tour's page, as svc-embed's `colorScheme` would be.
      act('set-color-scheme', { scheme: location.hash.slice(1) });
    }
    if (name === 'dashboard-loaded') {
      facts.views += 1;
      // A view that is built anew has lost its filter, unless the page sends it again.
      if (facts.views > 1 && facts.filter === 'kept' && !window.setFilter) facts.filter = 'lost';
    }
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
