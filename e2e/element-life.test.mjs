// `<svc-embed>`: moved, copied, taken out, put back, and without a network. Engines differ in these.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from './support/test.mjs';
import {
  addContent,
  iframes,
  inElement,
  mints,
  openElement,
  settle,
  showsThat,
  shownContent,
  withElement,
} from './support/element.mjs';
import { control, counts, event, sessionIs } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { embedPage, servePages } from './support/pages-server.mjs';
import { driver, engine, sandbox } from './support/world.mjs';
import { freePort } from '../scripts/lib/server.mjs';

/** The page of a private embed, which runs `script` to be ready. */
const privateChat = (script) => embedPage(script, { mode: 'private', surface: 'chat' });

test('a page that could not be loaded is loaded when the network is back', async (t) => {
  const port = await freePort();
  const own = { 'base-url': `http://127.0.0.1:${port}`, 'session-url': null };
  await openElement({ ...own, 'ready-timeout-ms': '300' }, { until: null });
  await addContent();
  await waitFor('the error', async () => (await shownContent()) === 'error');
  const { requests } = await servePages(t, { '*': privateChat('ready();') }, { port });
  await withElement(() => {
    for (let times = 0; times < 5; times++) dispatchEvent(new Event('online'));
  });
  await event('ready');
  assert.equal(requests.length, 1, 'once for all five');
  assert.equal(await shownContent(), 'iframe');
  // Now it is there, and stays.
  await withElement((element) => {
    window.first = element.embed;
    dispatchEvent(new Event('online'));
  });
  await settle();
  assert.ok(await withElement(({ embed }) => embed === window.first));
});

test('a network that is back leaves an embed alone that still loads, that was late, or that mints', async (t) => {
  /** Whether the embed is the same after the network is back. */
  const isLeft = async () => {
    await withElement((element) => {
      window.first = element.embed;
      dispatchEvent(new Event('online'));
    });
    await settle();
    return withElement(({ embed }) => embed !== null && embed === window.first);
  };
  const isOverdue = async () => {
    const code = await withElement(({ ready }) => ready.catch(({ code }) => code));
    assert.equal(code, 'ready-timeout');
  };
  const { origin } = await servePages(t, {
    '*': privateChat(`addEventListener('message', ({ data }) => data === 'be ready' && ready());`),
  });
  const own = { 'base-url': origin, 'session-url': null };
  await openElement({ ...own, 'ready-timeout-ms': '1500' }, { until: null });
  await waitFor('the iframe', async () => (await iframes()) === 1);
  assert.ok(await isLeft(), 'it still loads');
  await isOverdue();
  await withElement(({ iframe }) => iframe.contentWindow.postMessage('be ready', '*'));
  await event('ready');
  assert.ok(await isLeft(), 'it was late');
  const slow = { backend: { mode: 'slow', delayMs: 5_000, times: 1 } };
  await openElement({ 'ready-timeout-ms': '300' }, { until: null, faults: slow });
  await waitFor('the request', async () => (await mints()) === 1);
  await isOverdue();
  assert.ok(await isLeft(), 'it mints');
  assert.equal(await mints(), 1);
});

test('a bridge that could not be loaded is loaded when the network is back', async () => {
  let isDown = true;
  // The sandbox's pages, without the bridge's other form for as long as the network is down.
  const server = createServer(async ({ url, method }, response) => {
    if (isDown && url.includes('translated')) return response.destroy();
    const answer = await fetch(sandbox.host + url, { method });
    const type = answer.headers.get('content-type') ?? 'text/plain';
    response.writeHead(answer.status, { 'content-type': type });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  try {
    await driver.get('about:blank');
    await control('reset', {});
    await driver.get(`http://localhost:${server.address().port}/`);
    const failure = await evaluate(
      driver,
      async (tenant) => {
        WebAssembly.Module = function () {
          throw new Error('The page has a policy.');
        };
        await import('/dist/element.js');
        const element = document.createElement('svc-embed');
        Object.assign(element, { baseUrl: tenant, publicId: 'sales-overview' });
        element.sessionUrl = '/api/embed-session';
        const own = { embed: element, seen: [], states: [] };
        element.on('*', (event) => own.seen.push(event));
        Object.assign(window, { element, embed: own });
        const failed = new Promise((done) =>
          element.addEventListener('mount-failed', (event) => {
            event.preventDefault();
            done(event.detail.code);
          }),
        );
        document.querySelector('#target').append(element);
        return failed;
      },
      sandbox.tenant,
    );
    assert.equal(failure, 'wasm-unavailable');
    isDown = false;
    const outcome = await withElement(async (element) => {
      const failed = new Promise((done) =>
        element.addEventListener('mount-failed', () => done('failed')),
      );
      dispatchEvent(new Event('online'));
      await new Promise((done) => setTimeout(done));
      const { type } = await Promise.race([element.ready, failed.then((type) => ({ type }))]);
      return type;
    });
    // Firefox remembers that a module could not be loaded, until the page is loaded again.
    assert.equal(outcome, engine === 'firefox' ? 'failed' : 'svc:event:ready');
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('a move within one task keeps the embed and its session', async (t) => {
  await openElement();
  // The browser gets time to load the iframe by itself.
  await control('faults', { backend: { mode: 'slow', delayMs: 1000, times: 1 } });
  await withElement((element) => {
    window.first = [element.embed, element.iframe];
    element.setColorScheme('dark');
    const section = document.body.appendChild(document.createElement('section'));
    // A list that is sorted moves its elements: twice, and back.
    section.append(element);
    document.querySelector('#target').append(element);
    section.append(element);
  });
  await event('ready', 2);
  await sessionIs({ status: 'active', renewal: 'idle' });
  await showsThat({ scheme: 'dark', sessionState: 'active' });
  const same = ({ embed, iframe }) => [embed === window.first[0], iframe === window.first[1]];
  assert.deepEqual(await withElement(same), [true, true]);
  assert.equal(await iframes(), 1);
  assert.equal(await mints(), 2, 'one more id, for the window that is empty');
  const { exchanges, rejectedExchanges } = await counts();
  // The iframe has no attribute with the spent id, so the browser does not ask for it.
  assert.deepEqual([exchanges, rejectedExchanges], [2, 0]);

  await t.test('moveBefore leaves the iframe as it is, and the embed in any case', async (t) => {
    if (!(await evaluate(driver, () => 'moveBefore' in Element.prototype)))
      return t.skip('this browser has no moveBefore');
    await control('faults', { backend: { mode: 'slow', delayMs: 1000, times: 1 } });
    await inElement(() => (document.body.dataset.mark = 'the same page'));
    await withElement((element) =>
      document.body.appendChild(document.createElement('section')).moveBefore(element, null),
    );
    if (engine === 'firefox') await event('ready', 3);
    else {
      await settle();
      assert.equal(await inElement(() => document.body.dataset.mark), 'the same page');
      assert.equal(await mints(), 2);
    }
    assert.equal((await counts()).rejectedExchanges, 0);
    assert.ok(await withElement(({ embed }) => embed === window.first[0]));
    assert.equal(await iframes(), 1);
    await sessionIs({ status: 'active' });
  });

  await t.test(
    "a preview of Turbo's mounts nothing, and its snapshot mounts once it is the page",
    async () => {
      const before = await mints();
      // As Turbo does: the page is copied before it is left, and shown from the copy.
      await withElement((element) => {
        window.snapshot = document.body.cloneNode(true);
        document.documentElement.toggleAttribute('data-turbo-preview', true);
        document.body.replaceWith(window.snapshot.cloneNode(true));
      });
      await settle();
      assert.equal(await mints(), before, 'nobody needs an embed in the preview');
      await evaluate(driver, () => {
        document.documentElement.removeAttribute('data-turbo-preview');
        document.body.replaceWith(window.snapshot);
        window.element = document.querySelector('svc-embed');
      });
      await waitFor('the embed', () => withElement(({ session }) => session?.status === 'active'));
      await settle();
      assert.equal(await mints(), before + 1);
      assert.equal(await iframes(), 1);
    },
  );
});

test('a move before the id has come costs no second id', async () => {
  const slow = { backend: { mode: 'slow', delayMs: 3_000, times: 1 } };
  await openElement({}, { until: null, faults: slow });
  await waitFor('the request', async () => (await mints()) === 1);
  const src = await withElement((element) => {
    document.body.appendChild(document.createElement('section')).append(element);
    return element.iframe.getAttribute('src');
  });
  assert.equal(src, null);
  await event('ready');
  await settle();
  assert.equal(await mints(), 1);
  assert.equal(await iframes(), 1);
});

test('taken out it ends, put back it mounts', async () => {
  await openElement();
  const outcome = await withElement(async (element) => {
    window.first = element.embed;
    element.remove();
    await new Promise((done) => setTimeout(done));
    const after = [element.embed, element.session, first.session.status];
    const waited = element.ready.catch(({ code }) => code);
    document.querySelector('#target').append(element);
    return [...after, (await waited).type];
  });
  assert.deepEqual(outcome, [null, null, 'stopped', 'svc:event:ready']);
  assert.equal(await iframes(), 1);
  await sessionIs({ status: 'active' });
  assert.equal(await mints(), 2);

  const ended = await withElement(async (element) => {
    const waited = element.once('download').catch(({ code }) => code);
    element.destroy();
    return [await waited, element.shadowRoot.querySelectorAll('iframe').length];
  });
  assert.deepEqual(ended, ['destroyed', 0]);
  await settle();
  assert.equal(await iframes(), 0);
});

test('taken out at any moment of mounting, nothing is left and nothing is reported', async (t) => {
  const { origin } = await servePages(t, { '*': privateChat('ready();') });
  await openElement({ 'base-url': origin, 'session-url': null }, { until: 'ready' });
  // Every third of forty moments.
  const step = 3;
  const outcome = await withElement(async (element, step) => {
    addEventListener('unhandledrejection', ({ reason }) => window.reported.push(String(reason)));
    const all = [];
    const codes = [];
    for (let moments = 0; moments < 40; moments += step) {
      const next = element.cloneNode();
      all.push(next);
      document.querySelector('#target').append(next);
      // Nobody waits for every other one.
      if (moments % 2) next.ready.catch(({ code }) => codes.push(code));
      for (let moment = 0; moment < moments; moment++) await null;
      next.remove();
    }
    const mounted = all.filter(({ iframe }) => iframe).length;
    await new Promise((done) => setTimeout(done, 300));
    const left = all.filter(({ embed, shadowRoot }) => embed || shadowRoot.querySelector('iframe'));
    return [mounted > 0, left.length, window.reported, codes.length, [...new Set(codes)]];
  }, step);
  assert.deepEqual(outcome, [true, 0, [], 7, ['destroyed']]);
});

/** An element whose attributes name the tenant, and whose ids come from the property. */
const openWithFunction = async () => {
  await openElement({ 'session-url': null }, { until: null });
  await withElement((element) => {
    window.mint = async () => {
      const response = await fetch('/api/embed-session', { method: 'POST' });
      return (await response.json()).sessionId;
    };
    element.getSession = window.mint;
    document.addEventListener('mount-failed', ({ detail }) => window.failed.push(detail), true);
    window.failed = [];
  });
  await waitFor('the embed', () => withElement(({ session }) => session?.mode === 'signed'));
};

test('a copy of an element with the property getSession is no private embed', async (t) => {
  await openWithFunction();
  for (const copying of ['innerHTML', 'cloneNode']) {
    const failure = await withElement(async (element, copying) => {
      const { parentNode } = element;
      // In a task of the page's: WebKit runs microtasks in the middle of what WebDriver calls.
      await new Promise((resolve) => setTimeout(resolve));
      // The tests around this one find their element by its reference.
      if (copying === 'innerHTML') parentNode.innerHTML += '';
      else element.replaceWith(element.cloneNode(true));
      window.element = parentNode.querySelector('svc-embed');
      const { code, message } = await window.element.ready.catch((error) => error);
      return [code, message];
    }, copying);
    assert.equal(failure[0], 'invalid-option', copying);
    assert.match(failure[1], /each copy/);
    assert.equal(await iframes(), 0);
    await withElement((element) => {
      element.getSession = window.mint;
    });
    await waitFor('the embed', () => withElement(({ session }) => session?.mode === 'signed'));
  }

  await t.test('whether getSession is another function, and what its mark says', async () => {
    await control('faults', { signedIn: true });
    const had = await mints();
    // With properties that change, as a mock has, it is the same function.
    const isSame = await withElement(async (element) => {
      const { embed } = element;
      window.mint.calls = 1;
      element.locale = 'de';
      await new Promise((resolve) => setTimeout(resolve, 100));
      return element.embed === embed;
    });
    assert.ok(isSame, 'the embed is the same');
    // Who takes the mark away leaves the function.
    await withElement((element) => element.removeAttribute('get-session'));
    assert.equal(await withElement(({ getSession }) => typeof getSession), 'function');
    assert.equal(await mints(), had);
    await withElement((element) => {
      element.getSession = undefined;
    });
    await waitFor('the private embed', () =>
      withElement(({ session }) => session?.mode === 'private'),
    );
    assert.equal(await withElement((element) => element.hasAttribute('get-session')), false);
  });
});
