// Starts the listener that the page's address names, and watches it for the demo: what it asks for, what its
// embed reports, what it leaves uncaught. It changes nothing but the network, which a scene takes away.
{
  /** Without a refusal in this time, an id counts as taken: the service reports only a refusal. */
  const CONFIRM_MS = 1_500;
  const figures = { status: 'starting', filter: 'none', requests: 0, ids: 0, errors: 0 };
  let isOffline = false;
  let confirming;
  let tenant;

  window.watch = {
    figures,
    setOffline(isNow) {
      isOffline = isNow;
      dispatchEvent(new Event(isNow ? 'offline' : 'online'));
    },
    setScheme(scheme) {
      const message = {
        source: 'svc-embed',
        direction: 'action',
        type: 'svc:action:set-color-scheme',
      };
      const { contentWindow } = embedded();
      contentWindow.postMessage({ ...message, payload: { scheme }, timestamp: Date.now() }, tenant);
    },
    /** Moves the iframe within the document. The browser then loads it again. */
    move() {
      const iframe = embedded();
      iframe.parentElement.append(iframe);
    },
  };

  const embedded = () => document.querySelector('iframe');

  const { fetch } = window;
  window.fetch = async (url, options) => {
    if (url !== '/api/embed-session') return fetch(url, options);
    figures.requests += 1;
    if (isOffline) throw new TypeError('Failed to fetch');
    const response = await fetch(url, options);
    const body = await response
      .clone()
      .json()
      .catch(() => ({}));
    if (typeof body.sessionId === 'string') {
      figures.ids += 1;
      confirmLater();
    }
    return response;
  };

  addEventListener('unhandledrejection', () => (figures.errors += 1));
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== embedded().contentWindow) return;
    tenant = origin;
    take(data.type.replace('svc:event:', ''), data.payload);
  });

  function take(name, payload) {
    if (name === 'ready') {
      Object.assign(figures, { status: 'active', filter: 'none' });
      window.watch.setScheme(location.hash.slice(1));
    }
    // The careful listener waits for `ready`, and sends its filter again to a view that was built anew.
    if (name === 'dashboard-loaded') figures.filter = window.setFilter ? 'kept' : 'lost';
    if (name === 'session-expiring') figures.status = 'expiring';
    if (name === 'session-expired') end('expired');
    if (name !== 'error') return;
    figures.errors += 1;
    if (payload.context !== 'session-renewal') return;
    clearTimeout(confirming);
    if (payload.fatal) end('refused');
  }

  function end(status) {
    Object.assign(figures, { status, filter: 'gone' });
  }

  function confirmLater() {
    if (figures.status === 'starting') return;
    clearTimeout(confirming);
    confirming = setTimeout(() => (figures.status = 'active'), CONFIRM_MS);
  }

  const listener = document.createElement('script');
  listener.type = 'module';
  const { searchParams } = new URL(location.href);
  listener.src =
    searchParams.get('listener') === 'careful' ? 'careful-listener.js' : 'usual-listener.js';
  document.head.append(listener);
}
