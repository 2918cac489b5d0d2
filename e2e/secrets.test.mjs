// Session ids are in no log line, error, event, attribute, storage or request but those that must carry
// them: the `src` of an iframe, which has its first id, and the message to the embed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { driver } from './support/world.mjs';
import { inPage, openHostile, readHostile } from './support/hostile.mjs';
import { html, json, servePages } from './support/pages-server.mjs';

/** What every id of this page contains. */
const SECRET = 'secret-';

test('no id is anywhere but in the src of an iframe and in the message to the embed', async (t) => {
  let minted = 0;
  const id = () => `${SECRET}${++minted}`;
  const stranger = await servePages(t, { '/pixel': json({}) });
  const puppet = readHostile('puppet.html');
  const embed = html(`${puppet}<img src="${stranger.origin}/pixel" alt="" />`);
  const tenant = await servePages(t, { '/embed/dashboard/sales': embed, '/own': embed });
  const broken = (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"sessionId":"${id()}"`);
  const page = await servePages(t, {
    '/': html(`<meta charset="utf-8" /><main></main><script>${readHostile('page.js')}</script>`),
    '/api/id': (request, response) => json({ sessionId: id() })(request, response),
    '/api/broken': broken,
    '/api/text': (request, response) => json(id(), 'text/plain')(request, response),
    '/api/failed': (_, response) => response.writeHead(500).end(id()),
  });
  await driver.get(`${page.origin}/`);
  const { told, kinds, heard, sources } = await inPage(
    async (tenant, secret) => {
      const told = [];
      const tell = (where, ...values) => told.push([where, values.map(textOf).join(' ')]);
      /** Everything of a value; of an error, too, but what the page's own code threw. */
      function textOf(value) {
        if (value instanceof Error) {
          const { cause, ...own } = value;
          const inner = cause?.name === 'EmbedError' ? textOf(cause) : '';
          return [value.name, value.message, value.stack, JSON.stringify(own), inner].join(' ');
        }
        if (Object(value) !== value) return String(value);
        return Object.entries(value)
          .map(([name, inner]) => `${name}: ${textOf(inner)}`)
          .join(', ');
      }
      for (const level of ['debug', 'log', 'info', 'warn', 'error', 'trace', 'dir', 'table']) {
        console[level] = (...words) => tell(`console.${level}`, ...words);
      }
      addEventListener('error', ({ error, message }) => tell('an error', error ?? message));
      addEventListener('unhandledrejection', ({ reason }) => tell('a rejection', reason));

      const { connect, mount, SignedOutError } = await import('/dist/index.js');
      const { inspect } = await import('/dist/inspector.js');
      const { SvcEmbedElement } = await import('/dist/element.js');
      const main = document.querySelector('main');
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
      const sources = [];
      const watch = (name, embed) => {
        for (const topic of ['*', 'session', 'dropped', 'sent']) {
          embed.on(topic, (message) => tell(`${name}: ${topic}`, message));
        }
        embed.ready.catch((error) => tell(`${name}: ready`, error));
        inspectors.push([name, inspect(embed)]);
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
      const options = { baseUrl: tenant, surface, renewal, logger };

      // An ordinary day.
      const getSession = async () => (await (await read('/api/id')).json()).sessionId;
      const one = watch('mount', await mount(main, { ...options, getSession }));
      await one.ready;
      await one.renew();
      await one.renew();
      await listen(one);
      await one.reload();
      main.append(document.createElement('p'), one.iframe);
      await one.once('ready');
      await one.renew();
      // What the embed itself may say.
      await command(
        one.iframe.contentWindow,
        (good) => {
          const payload = { message: 'no', name: 'EmbedSessionError', context: 'session-renewal' };
          const messages = [
            { ...good, type: 'svc:event:error', payload },
            { ...good, type: 'svc:event:session-expired', payload: { expiredAt: Date.now() } },
            { ...good, payload: 7 },
          ];
          for (const message of messages) parent.postMessage(message, '*');
        },
        good(),
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
        sources.push(embed.iframe.src);
        embed.destroy();
        await outcome(`${name}: destroyed`, embed.renew());
      }

      // The element, with answers of each kind.
      for (const path of ['id', 'broken', 'text', 'failed']) {
        const sessionUrl = `/api/${path}`;
        SvcEmbedElement.allow({ baseUrl: tenant, sessionUrl });
        const element = document.createElement('svc-embed');
        const attributes = { 'base-url': tenant, 'session-url': sessionUrl, 'public-id': 'sales' };
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        element.renewal = renewal;
        for (const type of ['mount-failed', 'session', '*', 'dropped']) {
          element.addEventListener(type, ({ detail }) => tell(`element: ${type}`, detail));
        }
        main.append(element);
        await outcome(`element: ${path}`, element.ready);
        await outcome(`element: ${path}`, element.renew());
        sources.push(element.iframe.src);
      }

      // An iframe of the page's own.
      const iframe = document.createElement('iframe');
      const two = watch('connect', await connect(iframe, { baseUrl: tenant, renewal, getSession }));
      iframe.src = `${tenant}/own?session=${await getSession()}`;
      main.append(iframe);
      await two.ready;
      await two.renew();
      await listen(two);
      two.destroy();
      await sleep(200);

      // What is left on the page, and around it.
      sources.push(one.iframe.src, iframe.src);
      (function look(node, where) {
        for (const { name, value } of node.attributes ?? []) {
          const isSource = node.localName === 'iframe' && name === 'src';
          if (!isSource) tell(`${where} ${node.localName}.${name}`, value);
        }
        if (node.nodeType === Node.TEXT_NODE && node.parentNode.localName !== 'script') {
          tell(`${where} text`, node.data);
        }
        if (node.shadowRoot) look(node.shadowRoot, 'shadow');
        node.childNodes.forEach((child) => look(child, where));
      })(document, 'document');
      const clipboard = { writeText: async (text) => tell('clipboard', text) };
      Object.defineProperty(navigator, 'clipboard', { value: clipboard });
      for (const [name, inspector] of inspectors) {
        tell(`export of ${name}`, inspector.recording());
        const { shadowRoot } = inspector.element;
        for (const opener of shadowRoot.querySelectorAll('.opener')) opener.click();
        for (const button of shadowRoot.querySelectorAll('button')) {
          if (/^Copy/.test(button.textContent)) button.click();
        }
        tell(`inspector of ${name}`, shadowRoot.innerHTML);
      }
      tell('storage', JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }));
      tell('storage', document.cookie, document.title, window.name);
      tell('storage', JSON.stringify((await indexedDB.databases?.()) ?? []));
      tell('storage', location.href, document.referrer, JSON.stringify(history.state));
      tell('globals', Object.keys(window).join());
      for (const { name, entryType, initiatorType } of performance.getEntries()) {
        // The loads of iframes, which show what their src shows.
        const isSource = initiatorType === 'iframe' || sources.some((source) => name === source);
        if (!isSource) tell(`performance ${entryType}`, name);
      }
      const kinds = [...new Set(told.map(([where]) => where))];
      const leaks = told.filter(([, text]) => text.includes(secret));
      return { told: leaks, kinds, heard: JSON.stringify(heard), sources };
    },
    tenant.origin,
    SECRET,
  );
  assert.deepEqual(told, []);
  // It has looked at something.
  assert.ok(minted > 20, `${minted} ids`);
  for (const kind of [
    'console.warn',
    'console.debug',
    'mount: *',
    'mount: session',
    'mount: sent',
  ]) {
    assert.ok(kinds.includes(kind), kind);
  }
  assert.ok(kinds.includes('broken JSON: renew'));
  for (const kind of ['clipboard', 'export of mount', 'inspector of mount']) {
    assert.ok(kinds.includes(kind), kind);
  }
  assert.ok(kinds.some((kind) => kind.startsWith('shadow ')));
  assert.ok(kinds.some((kind) => kind.startsWith('performance resource')));
  assert.ok(heard.includes(SECRET), 'the embed has received ids');
  assert.ok(
    sources.some((source) => source.includes(SECRET)),
    'the src has the first id',
  );

  // Requests: the tenant is asked for its page with the id, and nobody else hears of it.
  const carries = ({ url, headers }) => (url + JSON.stringify(headers)).includes(SECRET);
  const places = tenant.requests
    .filter(carries)
    .map(({ method, url }) => `${method} ${url.replace(/-\d+/, '')}`);
  assert.deepEqual([...new Set(places)].sort(), [
    'GET /embed/dashboard/sales?session=secret',
    'GET /own?session=secret',
  ]);
  assert.deepEqual(page.requests.filter(carries), []);
  assert.ok(stranger.requests.length > 0);
  assert.deepEqual(stranger.requests.filter(carries), []);
});

test('a src that is changed or removed loads the iframe anew: the id in it cannot be taken out', async (t) => {
  const { tenant } = await openHostile(t);
  const outcome = await inPage(async (tenant) => {
    const { contentWindow } = await addFrame({ src: `${tenant}/puppet?session=x` });
    const isSame = () =>
      Promise.race([command(contentWindow, () => window.isMarked === true), sleep(500)]);
    const frame = document.querySelector('iframe');
    const same = [];
    for (const change of [
      () => {},
      () => (frame.src = `${tenant}/puppet`),
      () => frame.removeAttribute('src'),
    ]) {
      await command(contentWindow, () => (window.isMarked = true));
      const loaded = new Promise((done) => (frame.onload = done));
      change();
      await Promise.race([loaded, sleep(500)]);
      same.push((await isSame()) === true);
    }
    return same;
  }, tenant);
  assert.deepEqual(outcome, [true, false, false]);
});
