// `<svc-embed>`: attributes and properties configure it, it has what an embed has, and says what is wrong.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import {
  inElement,
  mints,
  openElement,
  say,
  settle,
  showsThat,
  withElement,
} from './support/element.mjs';
import { control, event, freshPage, sessionIs } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { html, servePages } from './support/pages-server.mjs';
import { driver, sandbox } from './support/world.mjs';

test('on a server the import works, and defines nothing', async () => {
  const { SvcEmbedElement } = await import('../dist/element.js');
  assert.equal(typeof SvcEmbedElement, 'function');
  assert.equal(globalThis.customElements, undefined);
});

test('attributes are enough: a running embed', async (t) => {
  await openElement({ title: 'Sales', 'frame-attributes': '{"allow":"fullscreen"}' });
  await t.test('what the embed says are DOM events', async () => {
    await sessionIs({ status: 'active', mode: 'signed' });
    assert.equal(await mints(), 1);
    const frame = await withElement(({ iframe }) => [
      iframe.title,
      iframe.getAttribute('allow'),
      iframe.getAttribute('part'),
    ]);
    assert.deepEqual(frame, ['Sales', `fullscreen ${sandbox.tenant}`, 'iframe']);

    await withElement((element) => {
      window.heard = [];
      for (const [name, target] of Object.entries({ element, body: document.body, window })) {
        for (const type of ['drilldown', 'unknown', '*', 'dropped', 'error']) {
          target.addEventListener(type, ({ detail }) =>
            window.heard.push(`${name} ${type} ${detail.payload?.member ?? detail.reason ?? ''}`),
          );
        }
      }
      element.onerror = ({ detail }) => window.heard.push(`onerror ${detail.payload.message}`);
    });
    await say('drilldown', { member: 'orders.count' });
    await say('drilldown', {});
    await say('of-tomorrow', {});
    await say('error', { message: 'mine' });
    await waitFor('the last', () => withElement(() => window.heard.length >= 8));
    assert.deepEqual(await withElement(() => window.heard), [
      'element drilldown orders.count',
      'element * orders.count',
      'element dropped payload',
      'element unknown ',
      'element * ',
      'element error ',
      'onerror mine',
      'element * ',
    ]);
  });
  await t.test('the element has each method of an embed that sends an action', async () => {
    const sent = await withElement((element) => {
      const types = [];
      // For the inspector; no page listens to it.
      element.embed.on('sent', (type) => types.push(type));
      element.setColorScheme('dark');
      element.setTheme({ primaryColor: '#b3261e' });
      element.setLocale('de');
      element.setTimezone('Asia/Tokyo');
      element.setFilter({ member: 'orders.status', value: 'completed' });
      element.clearFilter('orders.status');
      element.navigate('/');
      element.refresh();
      element.send('set-locale', { locale: 'fr' });
      return types.map((type) => type.split(':').at(-1));
    });
    assert.deepEqual(sent, [
      'set-color-scheme',
      'set-theme',
      'set-locale',
      'set-timezone',
      'set-filter',
      'set-filter',
      'navigate',
      'refresh',
      'set-locale',
    ]);
  });
  await t.test('an attribute that cannot be read mounts nothing, until it can', async () => {
    // Each with the code that is reported, other attributes, and a value that can be read.
    const wrong = {
      filters: ['[{bad', 'invalid-filter'],
      params: ['{bad', 'invalid-option'],
      theme: ['', 'invalid-option'],
      renewal: ['{bad', 'invalid-option'],
      'frame-attributes': ['{bad', 'invalid-option'],
      'ready-timeout-ms': ['soon', 'invalid-option', {}, '60000'],
      'deployment-id': ['', 'invalid-option', { surface: 'app', 'public-id': null }, '7'],
      'get-session': ['mint', 'invalid-option'],
    };
    const outcomes = await withElement(
      async (element, wrong, baseUrl) => {
        bridge.SvcEmbedElement.allow({ baseUrl, params: wrong.params[0] });
        const until = async (condition) => {
          while (!condition()) await new Promise((done) => setTimeout(done, 20));
        };
        const outcomes = {};
        for (const [name, [value, , others = {}, good]] of Object.entries(wrong)) {
          window.reported = [];
          const next = element.cloneNode();
          for (const [other, given] of Object.entries({ ...others, [name]: value }))
            if (given === null) next.removeAttribute(other);
            else next.setAttribute(other, given);
          document.body.append(next);
          await until(() => window.reported.length > 0);
          outcomes[name] = [...window.reported, next.iframe];
          if (good === undefined) next.removeAttribute(name);
          else next.setAttribute(name, good);
          await until(() => next.embed !== null);
          next.remove();
        }
        return outcomes;
      },
      wrong,
      sandbox.tenant,
    );
    for (const [name, [, code]] of Object.entries(wrong))
      assert.deepEqual(outcomes[name], [code, null], name);
  });
  await t.test('a wrong value is reported and changes nothing', async () => {
    await withElement((element) => {
      window.reported = [];
      element.setAttribute('timezone', 'Mars/Olympus');
      element.setAttribute('theme', '{');
    });
    await settle();
    assert.deepEqual((await withElement(() => window.reported)).sort(), [
      'invalid-option',
      'invalid-timezone',
    ]);
    assert.equal((await withElement(({ session }) => session)).status, 'active');
  });
  await t.test(
    'the backend at session-url: signed out, down, and an answer that is none',
    async () => {
      await control('faults', { backend: { mode: 'junk', times: 1 } });
      await withElement((element) => element.renew());
      await control('faults', { backend: { mode: 'down', times: 1 } });
      await withElement((element) => element.renew());
      const causes = await withElement(() =>
        window.embed.states.flatMap(({ lastError }) => lastError?.cause?.message ?? []),
      );
      assert.deepEqual(
        [...new Set(causes)],
        ['The session-url answered no JSON.', 'The session-url answered 503.'],
      );

      await control('faults', { backend: { mode: 'signed-out' } });
      const code = await withElement((element) => element.renew().catch(({ code }) => code));
      assert.equal(code, 'signed-out');
      assert.equal((await withElement(({ session }) => session)).status, 'stopped');
    },
  );
  await t.test('in another document it keeps its style', async () => {
    const shown = await withElement(async (element) => {
      const other = document.createElement('iframe');
      document.body.append(other);
      other.contentDocument.body.append(element);
      await new Promise((done) => setTimeout(done, 50));
      const { display } = other.contentWindow.getComputedStyle(element);
      return [display, element.ownerDocument === other.contentDocument];
    });
    assert.deepEqual(shown, ['block', true]);
  });
});

test('properties that were set before the upgrade hold, and so do methods called before the mount', async () => {
  await freshPage();
  await evaluate(
    driver,
    async (tenant) => {
      const element = document.createElement('svc-embed');
      const own = { embed: element, seen: [], requests: [] };
      Object.assign(element, {
        baseUrl: new URL(tenant),
        surface: { kind: 'dashboard', publicId: 'sales-overview' },
        colorScheme: 'dark',
        params: { allowExport: true },
        getSession: async ({ reason }) => {
          own.requests.push(reason);
          const response = await fetch('/api/embed-session', { method: 'POST' });
          return (await response.json()).sessionId;
        },
      });
      document.querySelector('#target').append(element);
      element.addEventListener('*', ({ detail }) => own.seen.push(detail));
      const other = document.createElement('div');
      other.innerHTML = '<svc-embed base-url="https://old.example" locale="fr"></svc-embed>';
      window.other = other.firstChild;
      window.other.baseUrl = tenant;
      document.body.append(other);
      await import('/dist/element.js');
      element.setLocale('de');
      element.setFilter({ member: 'orders.status', value: 'completed' });
      element.send('set-timezone', { timezone: 'Asia/Tokyo' });
      element.ready.then((event) => (own.ready = event.payload.mode));
      Object.assign(window, { element, embed: own });
    },
    sandbox.tenant,
  );
  await showsThat({ scheme: 'dark', locale: 'de', timezone: 'Asia/Tokyo' });
  assert.match(await inElement(() => location.search), /allowExport=true/);
  const known = () =>
    withElement(({ params }) => [params, window.embed.ready, window.embed.requests]);
  assert.deepEqual(await known(), [{ allowExport: true }, 'signed', ['mount']]);
  // A property that was set before holds against the attribute of its name; then the most recent value wins.
  const kept = await evaluate(driver, () => {
    const { other } = window;
    const { baseUrl, locale } = other;
    const isOwn = Object.keys(other).includes('baseUrl');
    other.setAttribute('base-url', 'https://new.example');
    return [baseUrl, locale, isOwn, other.baseUrl];
  });
  assert.deepEqual(kept, [sandbox.tenant, 'fr', false, 'https://new.example']);
});

test('a getSession that throws at once is reported', async () => {
  await openElement({ 'session-url': null, 'base-url': null }, { until: null });
  const told = await withElement(async (element, tenant) => {
    const told = (element) =>
      new Promise((done) => element.addEventListener('session', ({ detail }) => done(detail)));
    const { SignedOutError } = await import('/dist/index.js');
    element.getSession = () => {
      throw new SignedOutError();
    };
    element.baseUrl = tenant;
    const { status, lastError } = await told(element);
    return [status, lastError.code, element.session.status];
  }, sandbox.tenant);
  assert.deepEqual(told, ['stopped', 'signed-out', 'stopped']);
});

test('what waits for an embed heeds its signal, and what ended the wait', async () => {
  await openElement({ 'base-url': null }, { until: null });
  const outcomes = await withElement(async (element) => {
    element.sessionUrl = '/api/embed-session';
    const why = (promise) =>
      Promise.race([
        promise.then(
          () => 'resolved',
          ({ code, name }) => (name === 'AbortError' ? name : code),
        ),
        new Promise((done) => setTimeout(() => done('pending'), 300)),
      ]);
    const aborter = new AbortController();
    const { signal } = aborter;
    const waiting = [element.once('view', { signal }), element.events({ signal }).next()].map(why);
    aborter.abort();
    const aborted = await Promise.all([...waiting, why(element.once('view', { signal }))]);

    // Nothing can be mounted. A later call gets the same error, which is reported once.
    element.baseUrl = 'http://example.com';
    await why(element.ready);
    const failed = await Promise.all(
      [element.ready, element.renew(), element.reload(), element.events().next()].map(why),
    );

    // An error that the page takes is not reported.
    const taken = new Promise((resolve) =>
      element.addEventListener('mount-failed', (event) => {
        event.preventDefault();
        resolve(event.detail.code);
      }),
    );
    element.baseUrl = 'no url at all';
    const told = [await taken, await why(element.ready), window.reported];

    element.destroy();
    const destroyed = await Promise.all([element.ready, element.once('view')].map(why));
    return [aborted, failed, told, destroyed];
  });
  assert.deepEqual(outcomes, [
    Array(3).fill('AbortError'),
    Array(4).fill('invalid-base-url'),
    ['invalid-base-url', 'invalid-base-url', ['invalid-base-url']],
    Array(2).fill('destroyed'),
  ]);
  // Back in the document, the element waits again, and applies the change made just before.
  const types = await withElement(async (element, tenant) => {
    element.remove();
    document.querySelector('#target').append(element);
    await element.ready.catch(() => {});
    element.baseUrl = tenant;
    return (await element.ready).type;
  }, sandbox.tenant);
  assert.equal(types, 'svc:event:ready');
});

test('an attribute, a property or an event that the element does not have is named, with what was meant', async () => {
  await freshPage();
  const { warned, files } = await evaluate(
    driver,
    async (tenant) => {
      const warned = [];
      console.warn = (text) => String(text).startsWith('<svc-embed>') && warned.push(text);
      const late = window.setTimeout;
      window.setTimeout = (call, ms) => late(call, ms === 5_000 ? 200 : ms);
      const files = () =>
        performance.getEntriesByType('resource').filter(({ name }) => /\/mistakes[-.]/.test(name))
          .length;
      const { SvcEmbedElement } = await import('/dist/element.js');
      SvcEmbedElement.allow({ baseUrl: tenant });
      const add = (attributes, properties = {}) => {
        const held = document.createElement('div');
        held.innerHTML = `<svc-embed ${attributes}></svc-embed>`;
        const [element] = held.children;
        element.addEventListener('mount-failed', (event) => event.preventDefault());
        document.body.append(element);
        // Inserted again, it says nothing again.
        document.body.append(element);
        return Object.assign(element, properties);
      };
      const own = `base-url="${tenant}"`;
      add(
        `${own} public-id="sales" class="wide" id="one" style="height: 1rem" slot="a" part="b" title="Sales" role="group" lang="de" dir="ltr" hidden data-path="/x" aria-label="Sales" _ngcontent-c1 mode="private"`,
      );
      await new Promise((resolve) => late(resolve, 150));
      const before = files();
      add(`${own} public-id="sales" v-cloak tabindex="0" x-data="{}" name="n" key="1" width="100"`);
      // As a framework does with what a server has rendered.
      add(`${own} colorScheme="dark"`, { colorScheme: 'dark' });
      const wrongs = ['filter', 'sessionUrl', 'publicId', 'public_id', 'colour-scheme'];
      for (const wrong of [...wrongs, ...wrongs]) add(`${own} ${wrong}="x"`);
      add('baseurl="https://acme.example.com"');
      add(`${own} api-key="k-1" csrf-token="x"`);
      add('').remove();
      add('public-id="sales-overview" mode="private"', { baseUrl: tenant });
      add('', { baseURL: tenant });

      const good = { baseUrl: tenant, publicId: 'sales-overview', mode: 'private' };
      const wrong = {
        filter: {},
        accessToken: 't',
        sessionURL: '/x',
        only: 1,
        once: 1,
        myOwn: 1,
      };
      const element = add('', { ...good, ...wrong });
      // What frameworks put on an element.
      Object.assign(element, { __vnode: {}, _x_dataStack: [], $$root: {}, __reactFiber$1: {} });
      // The sentences are loaded only now.
      for (let rest = 100; rest > 0 && warned.length < 18; rest--)
        await new Promise((resolve) => late(resolve, 100));
      await new Promise((resolve) => late(resolve, 500));
      return { warned, files: [before, files() > 0] };
    },
    sandbox.tenant,
  );
  const meant = {
    filter: 'filters',
    sessionurl: 'session-url',
    publicid: 'public-id',
    public_id: 'public-id',
    'colour-scheme': 'color-scheme',
  };
  // One for each element.
  const lines = Object.entries(meant).flatMap(([given, near]) =>
    Array(2).fill(`<svc-embed> has no attribute ${given}. Did you mean ${near}?`),
  );
  const ofBackend =
    'A key or a token belongs in your backend, and never in a page, where everybody can read it.';
  const others = [
    `<svc-embed> has no attribute api-key. ${ofBackend}`,
    '<svc-embed> has no attribute baseurl. Did you mean base-url?',
    ...Array(2).fill('<svc-embed> shows nothing: it has no base-url.'),
    `<svc-embed> has no property accessToken. ${ofBackend}`,
    '<svc-embed> has no property baseURL. Did you mean baseUrl?',
    '<svc-embed> has no property filter. Did you mean filters?',
    '<svc-embed> has no property sessionURL. Did you mean sessionUrl?',
  ];
  assert.deepEqual(warned.sort(), [...lines, ...others].sort());
  assert.deepEqual(files, [0, true], 'the file is loaded only if there is something to look at');
});
