// Notes where a secret passes in a page: in what the page sends, stores, says or shows. Runs before any
// other script of the page. A secret is a text that begins with `secret-`.

(() => {
  const SECRET = /secret-[\w-]*/g;
  /** Deeper values are not read. */
  const DEEPEST = 6;
  const sightings = [];
  /** Each way that was used, whether a secret took it or not. */
  const ways = new Set();
  const pending = [];
  const windows = new WeakMap();

  function note(where, ...values) {
    ways.add(where);
    const text = values.map((value) => textOf(value)).join(' ');
    for (const [secret] of text.matchAll(SECRET)) sightings.push({ where, secret });
    for (const value of values) noteLater(where, value);
  }

  /** What can be read only later: files, and the bodies of requests and answers. */
  function noteLater(where, value) {
    const isBody = value instanceof Request || value instanceof Response;
    const copy = isBody ? !value.bodyUsed && value.clone() : value instanceof Blob && value;
    if (copy) pending.push(copy.text().then((text) => note(where, text)));
    if (value instanceof ReadableStream) ways.add(`${where} (a stream, unread)`);
    const parts = value instanceof FormData ? value.values() : Array.isArray(value) ? value : [];
    for (const part of parts) noteLater(where, part);
    const body = Object(value) === value && !isBody && 'body' in value && value.body;
    if (body) noteLater(where, body);
  }

  /** All texts in a value. Of an error, too, but not of what the page's own code has thrown. */
  function textOf(value, depth = 0) {
    if (typeof value === 'function' || depth > DEEPEST) return '';
    if (Object(value) !== value) return String(value);
    const inner = (values) => [...values].map((one) => textOf(one, depth + 1)).join(' ');
    try {
      if (value instanceof Error) {
        const { cause, ...own } = value;
        const ofOurs = cause?.name === 'EmbedError' ? [cause] : [];
        return inner([value.name, value.message, value.stack, own, ...ofOurs]);
      }
      if (value instanceof Node) return value.nodeName;
      if (value instanceof URL || value instanceof URLSearchParams) return String(value);
      if (value instanceof Request || value instanceof Response)
        return inner([value.url, value.headers]);
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
        return new TextDecoder('utf-8').decode(value);
      if (Symbol.iterator in value) return inner(value);
      return inner(Object.entries(value));
    } catch {
      // A window of another origin, or an object that refuses to be read.
      return '';
    }
  }

  /** Notes the arguments of a method. `name` may be missing in an engine. */
  function watch(owner, name, where, pick = (args) => args) {
    const original = owner?.[name];
    if (typeof original !== 'function') return;
    owner[name] = function (...args) {
      note(where, ...pick(args, this));
      return Reflect.apply(original, this, args);
    };
  }

  function watchConstructor(name, where) {
    if (typeof window[name] !== 'function') return;
    window[name] = new Proxy(window[name], {
      construct(original, args, made) {
        note(where, ...args.filter((arg) => typeof arg !== 'function'));
        return Reflect.construct(original, args, made);
      },
    });
  }

  function watchSetter(owner, name, where) {
    const property = owner && Object.getOwnPropertyDescriptor(owner, name);
    if (!property?.set) return;
    const set = function (value) {
      note(where, value);
      property.set.call(this, value);
    };
    Object.defineProperty(owner, name, { ...property, set });
  }

  // Requests. The servers of a test see them, too, and the browser's own protocol; a request to
  // nobody's server is seen here in every engine.
  watch(window, 'fetch', 'fetch');
  watch(XMLHttpRequest.prototype, 'open', 'XMLHttpRequest');
  watch(XMLHttpRequest.prototype, 'setRequestHeader', 'XMLHttpRequest');
  watch(XMLHttpRequest.prototype, 'send', 'XMLHttpRequest');
  watch(Navigator.prototype, 'sendBeacon', 'sendBeacon');
  watch(WebSocket.prototype, 'send', 'WebSocket');
  watchConstructor('WebSocket', 'WebSocket');
  watchConstructor('EventSource', 'EventSource');
  watch(window, 'open', 'window.open');

  // Messages. Another window's `postMessage` cannot be replaced, so the page gets a stand-in for each
  // window. The same one comes as the source of a message.
  const targetOf = (options) => (Object(options) === options ? options.targetOrigin : options);
  const standIn = (real) => {
    if (!real || real === window) return real;
    if (!windows.has(real)) windows.set(real, proxyOf(real));
    return windows.get(real);
  };
  const proxyOf = (real) =>
    new Proxy(Object.create(null), {
      get(_, name) {
        if (name !== 'postMessage') {
          const value = real[name];
          return typeof value === 'function' && !/^[A-Z]/.test(name) ? value.bind(real) : value;
        }
        return (message, options, ...rest) => {
          const type = typeof message?.type === 'string' ? message.type : 'no action';
          note(`message ${type} to ${targetOf(options)}`, message);
          return real.postMessage(message, options, ...rest);
        };
      },
      set: (_, name, value) => Reflect.set(real, name, value),
      has: (_, name) => name in real,
      getPrototypeOf: () => Reflect.getPrototypeOf(real),
    });
  for (const [owner, name] of [
    [HTMLIFrameElement.prototype, 'contentWindow'],
    [MessageEvent.prototype, 'source'],
  ]) {
    const property = Object.getOwnPropertyDescriptor(owner, name);
    const get = function () {
      return standIn(property.get.call(this));
    };
    Object.defineProperty(owner, name, { ...property, get });
  }
  watch(window, 'postMessage', 'message to the page itself', ([message]) => [message]);
  watch(MessagePort.prototype, 'postMessage', 'MessagePort', ([message]) => [message]);
  watch(BroadcastChannel.prototype, 'postMessage', 'BroadcastChannel');
  watchConstructor('Worker', 'a worker is started');
  watch(window.Worker?.prototype, 'postMessage', 'message to a worker', ([message]) => [message]);
  watchConstructor('SharedWorker', 'a worker is started');
  watch(EventTarget.prototype, 'dispatchEvent', 'event of the page', ([event]) =>
    // By `told`, a test gets its own results (`hostile.mjs`).
    event.type === 'told' ? [] : [event.type, event.detail, event.data, event.message, event.error],
  );

  // Storages, when they are written: what is removed again is not there at the end.
  watch(Storage.prototype, 'setItem', 'Storage');
  watchSetter(Document.prototype, 'cookie', 'cookie');
  watch(window.CookieStore?.prototype, 'set', 'cookie');
  for (const name of ['put', 'add']) watch(IDBObjectStore.prototype, name, 'IndexedDB');
  watch(window.Cache?.prototype, 'put', 'Cache');
  watch(window.Cache?.prototype, 'add', 'Cache');
  watch(window.Cache?.prototype, 'addAll', 'Cache');
  watch(History.prototype, 'pushState', 'history');
  watch(History.prototype, 'replaceState', 'history');
  watchSetter(window, 'name', 'window.name');
  watchSetter(Document.prototype, 'title', 'title');
  watch(URL, 'createObjectURL', 'object URL');

  // What a developer, a viewer or an extension reads.
  for (const level of ['debug', 'log', 'info', 'warn', 'error', 'trace', 'dir', 'table', 'group'])
    console[level] = (...words) => note(`console.${level}`, ...words);
  watch(window, 'reportError', 'reportError');
  watch(performance, 'mark', 'performance mark');
  watch(performance, 'measure', 'performance mark');
  const clipboard = {
    writeText: async (text) => note('clipboard', text),
    write: async (items) => note('clipboard', items),
  };
  Object.defineProperty(navigator, 'clipboard', { value: clipboard });
  addEventListener('error', ({ error, message }) => note('an uncaught error', error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => note('a rejection', reason));
  // A report's body has the URL of a frame that was blocked. The package has no use for reports.
  watchConstructor('ReportingObserver', 'reports are observed');
  watchConstructor('PerformanceObserver', 'the timeline is observed');

  // The document, at each change.
  const attribute = (element, name, value) => {
    const isSource = element.localName === 'iframe' && name === 'src';
    note(isSource ? 'src of an iframe' : 'attribute', value);
  };
  const look = (node) => {
    for (const { name, value } of node.attributes ?? []) attribute(node, name, value);
    if (node.nodeType === Node.TEXT_NODE && node.parentNode?.localName !== 'script')
      note('text', node.data);
    if (node.shadowRoot) look(node.shadowRoot);
    node.childNodes.forEach(look);
  };
  const observer = new MutationObserver((changes) => {
    for (const { type, target, attributeName, addedNodes } of changes) {
      if (type === 'attributes')
        attribute(target, attributeName, target.getAttribute(attributeName));
      else if (type === 'characterData') look(target);
      addedNodes.forEach(look);
    }
  });
  const changes = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(document, changes);
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, { ...options, mode: 'open' });
    observer.observe(root, changes);
    return root;
  };

  const atStart = new Set([...Object.getOwnPropertyNames(window), 'watched']);

  /** Everything that is left when nothing runs any more. */
  async function lookAround() {
    look(document);
    note('Storage', { ...localStorage }, { ...sessionStorage });
    note('cookie', document.cookie);
    note('title', document.title);
    note('window.name', window.name);
    note('location', location.href, document.referrer);
    note('history', history.state);
    for (const { name } of (await indexedDB.databases?.()) ?? []) await noteDatabase(name);
    for (const name of (await window.caches?.keys()) ?? []) {
      const cache = await caches.open(name);
      note('Cache', name, ...(await cache.keys()), ...(await cache.matchAll()));
    }
    for (const name of Object.getOwnPropertyNames(window))
      // The numbers are the frames.
      if (!atStart.has(name) && !/^\d+$/.test(name)) note('global', name, window[name]);
    for (const { name, entryType, initiatorType } of performance.getEntries()) {
      const isFrame = initiatorType === 'iframe';
      note(isFrame ? 'load of an iframe in the timeline' : `timeline ${entryType}`, name);
    }
    while (pending.length > 0) await pending.shift();
    return { sightings, ways: [...ways] };
  }

  async function noteDatabase(name) {
    const settled = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store);
      note(
        'IndexedDB',
        name,
        store,
        await settled(rows.getAll()),
        await settled(rows.getAllKeys()),
      );
    }
    database.close();
  }

  Object.assign(window, { watched: { note, lookAround, sightings, ways } });
})();
