// Which document is in the iframe: after a move, after a navigation of its own, and before the bridge
// was there. Every one is asked for with an id that nobody has used.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import {
  control,
  counts,
  event,
  freshPage,
  inEmbed,
  mountEmbed,
  openEmbed,
  QUICK,
  session,
  sessionIs,
  showsThat,
  withEmbed,
} from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { html, servePages } from './support/pages-server.mjs';
import { startPuppet } from './support/puppet.mjs';
import { testShells } from './support/shells.mjs';
import { driver, engine, sandbox } from './support/world.mjs';

const reasons = () => withEmbed((own) => own.requests.map(({ reason }) => reason));

for (const [how, move] of [
  ['appended elsewhere', (own) => document.body.append(own.embed.iframe)],
  [
    'taken out and put back',
    (own) => {
      const { iframe } = own.embed;
      const parent = iframe.parentNode;
      iframe.remove();
      parent.append(iframe);
    },
  ],
]) {
  test(`an iframe that was ${how} is loaded with a fresh id, and gets its actions`, async () => {
    await openEmbed({ colorScheme: 'dark' });
    await withEmbed(move);
    await event('ready', 2);
    await sessionIs({ status: 'active', renewal: 'idle', renewals: 0, lastError: null });
    await showsThat({ scheme: 'dark', sessionState: 'active' });
    assert.deepEqual(await reasons(), ['mount', 'reload']);
  });
}

test('an iframe that is moved by moveBefore keeps its document', async (t) => {
  await openEmbed();
  const canMove = await withEmbed(() => 'moveBefore' in Element.prototype);
  if (!canMove) return t.skip('this engine has no moveBefore');
  await inEmbed(() => void (window.mark = 'the same document'));
  await withEmbed((own) => document.body.moveBefore(own.embed.iframe, null));
  await withEmbed((own) => own.embed.setColorScheme('dark'));
  await showsThat({ scheme: 'dark', sessionState: 'active' });
  assert.equal(await inEmbed(() => window.mark), 'the same document');
  assert.deepEqual(await reasons(), ['mount']);
});

test('a private embed that was moved is left as it is, and gets its actions', async () => {
  await openEmbed({ isPrivate: true, colorScheme: 'dark' });
  await withEmbed((own) => document.body.append(own.embed.iframe));
  await event('ready', 2);
  await showsThat({ scheme: 'dark' });
  assert.equal((await counts()).mints, 0);
});

test('a private embed that a framework has moved is taken back to the path that the page has set', async () => {
  const path = '/dashboard/fulfilment';
  await openEmbed({ isPrivate: true });
  await withEmbed((own, path) => own.embed.navigate(path), [path]);
  await showsThat({ path });
  await event('navigate');
  await withEmbed((own) => {
    document.body.append(own.embed.iframe);
    own.embed.checkPlace();
  });
  await event('ready', 2);
  await showsThat({ path });
});

test('a moved iframe comes back to its place, although what followed it there has gone', async () => {
  await openEmbed();
  await withEmbed((own) => {
    const list = document.createElement('ul');
    const next = document.createElement('li');
    document.body.append(list);
    list.append(own.embed.iframe, next);
    // The iframe is out of the page until its fresh id is there.
    own.embed.checkPlace();
    next.remove();
  });
  await event('ready', 2);
  assert.equal(await withEmbed((own) => own.embed.iframe.parentNode.localName), 'ul');
});

test('an embed that navigates by itself is not loaded again, and gets its actions', async () => {
  await openEmbed({ isPrivate: true, colorScheme: 'dark' });
  await inEmbed(() => void setTimeout(() => location.reload()));
  await event('ready', 2);
  await showsThat({ scheme: 'dark' });
  assert.equal((await counts()).mints, 0);
});

test('a rejected load is followed by a load, not by a post into a dead page', async () => {
  await freshPage();
  await control('faults', { rejectExchanges: 1 });
  await mountEmbed();
  await sessionIs({ status: 'active', renewal: 'idle', renewals: 0 });
  await showsThat({ sessionState: 'active' });
  assert.deepEqual(await reasons(), ['mount', 'rejected']);
});

/** In the embed: reports an event that does not concern the session. */
const navigates = () =>
  parent.postMessage(
    {
      source: 'svc-embed',
      direction: 'event',
      type: 'svc:event:navigate',
      payload: { path: '/' },
      timestamp: Date.now(),
      surface: 'dashboard',
    },
    '*',
  );

/**
 * Makes an iframe of the page's own. Connects it when `window.connect()` is called, or with `isEarly`
 * at once, before the embed can have reported anything.
 */
const ownIframe = (renewal, { isEarly = false } = {}) =>
  evaluate(
    driver,
    async (tenant, renewal, isEarly) => {
      const bridge = await import('/dist/index.js');
      const mint = async () =>
        (await (await fetch('/api/embed-session', { method: 'POST' })).json()).sessionId;
      const own = { seen: [], states: [], requests: [] };
      const iframe = document.createElement('iframe');
      iframe.id = 'embed';
      iframe.src = `${tenant}/embed/dashboard/sales-overview?session=${await mint()}`;
      window.embed = own;
      own.arrived = [];
      addEventListener('message', ({ data }) => own.arrived.push(data.type));
      document.querySelector('#target').append(iframe);
      window.connect = async () => {
        own.embed = await bridge.connect(iframe, {
          baseUrl: tenant,
          colorScheme: 'dark',
          renewal,
          getSession(request) {
            own.requests.push(request);
            return mint();
          },
        });
        own.embed.on('*', (event) => own.seen.push(event));
      };
      if (isEarly) await window.connect();
    },
    sandbox.tenant,
    renewal,
    isEarly,
  );

test('an embed that was ready before connect() gets its actions after its next event', async () => {
  await freshPage();
  await ownIframe(QUICK);
  await waitFor('an embed that is ready', () =>
    withEmbed((own) => own.arrived.includes('svc:event:dashboard-loaded')),
  );
  await withEmbed(() => window.connect());
  await inEmbed(navigates);
  await event('navigate');
  await showsThat({ scheme: 'dark', sessionState: 'active' });
});

test('what the embed reports while connect() loads the core is heard', async () => {
  await freshPage();
  const mode = await evaluate(
    driver,
    async (tenant) => {
      // Before the iframe is there, so that nothing is reported before the call.
      const { connectWith } = await import('/dist/embed.js');
      const { coreOf } = await import('/dist/loading.js');
      const { instantiate } = await import('/dist/core/translated.js');
      const { sessionId } = await (await fetch('/api/embed-session', { method: 'POST' })).json();
      const loaded = new Promise((resolve) =>
        addEventListener('message', ({ data }) => {
          if (data.type === 'svc:event:dashboard-loaded') resolve();
        }),
      );
      const iframe = document.createElement('iframe');
      iframe.id = 'embed';
      iframe.src = `${tenant}/embed/dashboard/sales-overview?session=${sessionId}`;
      document.querySelector('#target').append(iframe);
      const load = () => loaded.then(() => coreOf(instantiate()));
      const options = { baseUrl: tenant, colorScheme: 'dark' };
      const embed = await connectWith(load, iframe, options);
      window.embed = { embed };
      return (await embed.ready).payload.mode;
    },
    sandbox.tenant,
  );
  assert.equal(mode, 'signed');
  await showsThat({ scheme: 'dark' });
});

test('a strict service sees each id once, however the bridge loads the iframe', async () => {
  await freshPage();
  await control('faults', { strict: true });
  await mountEmbed();
  await event('ready');
  for (let times = 0; times < 2; times++) await withEmbed((own) => own.embed.reload());
  await withEmbed((own) => Promise.all([own.embed.reload(), own.embed.reload()]));
  await withEmbed((own) => own.embed.destroy());
  await ownIframe(QUICK, { isEarly: true });
  await event('ready');
  await withEmbed((own) => own.embed.reload());
  const { mints, exchanges, rejectedExchanges } = await counts();
  assert.deepEqual([exchanges, rejectedExchanges], [mints, 0]);
  assert.equal(mints, 6, 'for two iframes, and for four loads after that');
});

test('an iframe of the page that was moved is loaded with a fresh id', async () => {
  await freshPage();
  await ownIframe(QUICK, { isEarly: true });
  await event('ready');
  await withEmbed((own) => document.body.append(own.embed.iframe));
  await event('ready', 2);
  await sessionIs({ status: 'active', renewals: 0 });
  await showsThat({ scheme: 'dark', sessionState: 'active' });
  assert.deepEqual(await reasons(), ['reload']);
});

/**
 * How often the backend may be asked between two turns of a timer of the page. It is once or twice, on a
 * machine of any speed: an embed that asks again and again in one turn asks until its attempts are used up.
 */
const MOST_ASKS_IN_A_TURN = 10;

test('a page without pauses and without a backend goes on working', async () => {
  await freshPage();
  await control('faults', { backend: { mode: 'down', times: 1_000_000 } });
  await mountEmbed({ renewal: { retryMinMs: 0, retryMaxMs: 0, maxAttempts: 1000 } });
  const most = await withEmbed(async ({ requests }) => {
    let most = 0;
    for (let turns = 0; turns < 20 || requests.length < 3; turns++) {
      const before = requests.length;
      await new Promise((resolve) => setTimeout(resolve));
      most = Math.max(most, requests.length - before);
    }
    return most;
  });
  assert.ok(most <= MOST_ASKS_IN_A_TURN, `${most} asks in a turn`);
});

test('a getSession that fails at once leaves the page its turns', async () => {
  await freshPage();
  const most = await evaluate(
    driver,
    async (tenant) => {
      const { mount } = await import('/dist/index.js');
      let calls = 0;
      const embed = await mount('#target', {
        baseUrl: tenant,
        surface: { kind: 'chat' },
        renewal: { retryMinMs: 0, retryMaxMs: 0, maxAttempts: 1_000_000 },
        getSession() {
          calls++;
          throw new Error('no');
        },
      });
      let most = calls;
      for (let turns = 0; turns < 20 || calls < 3; turns++) {
        const before = calls;
        await new Promise((resolve) => setTimeout(resolve));
        most = Math.max(most, calls - before);
      }
      embed.destroy();
      return most;
    },
    sandbox.tenant,
  );
  assert.ok(most <= MOST_ASKS_IN_A_TURN, `${most} calls in a turn`);
});

test('a stopped session is left alone while nobody sees the page, and while it is offline', async () => {
  await freshPage();
  await evaluate(driver, () => {
    window.is = { hidden: true, onLine: true };
    Object.defineProperty(document, 'hidden', { get: () => window.is.hidden });
    Object.defineProperty(navigator, 'onLine', { get: () => window.is.onLine });
  });
  await control('faults', { backend: { mode: 'down', times: 1_000_000 } });
  await mountEmbed({ renewal: { ...QUICK, maxAttempts: 1, retryStoppedMs: 200 } });
  const asked = async () => (await reasons()).length;
  /** Changes what the page sees, and sees that it asks for nothing in the next second. */
  const rests = async (is) => {
    await evaluate(driver, (is) => void Object.assign(window.is, is), is);
    // An attempt that is under way may still end.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const before = await asked();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    assert.equal((await asked()) - before, 0, JSON.stringify(is));
  };
  /** Changes what the page sees, and sees that it asks again and again. */
  const goesOn = async (is, target, type) => {
    const before = await asked();
    await evaluate(driver, (is) => void Object.assign(window.is, is), is);
    await driver.executeScript(`${target}.dispatchEvent(new Event('${type}'))`);
    await waitFor(`attempts after ${type}`, async () => (await asked()) - before > 1);
  };
  await rests({ hidden: true });
  await goesOn({ hidden: false }, 'document', 'visibilitychange');
  await rests({ onLine: false });
  await goesOn({ onLine: true }, 'window', 'online');
});

test('ready rejects as soon as there is nothing to wait for, with what getSession threw', async () => {
  await freshPage();
  await control('faults', { backend: { mode: 'down', times: 100 } });
  await mountEmbed({ renewal: { ...QUICK, maxAttempts: 2 } });
  const error = await withEmbed((own) =>
    own.embed.ready.then(
      () => 'ready',
      ({ code, message, cause }) => ({ code, message, cause: String(cause) }),
    ),
  );
  assert.equal(error.code, 'mint-failed');
  assert.match(error.message, /getSession failed: the backend answered 503/);
  assert.match(error.cause, /503/);
});

test('what getSession threw is the cause of no later error of another kind', async () => {
  await freshPage();
  const failed = await evaluate(
    driver,
    async (tenant) => {
      const { mount } = await import('/dist/index.js');
      let calls = 0;
      const getSession = async () => {
        if (++calls === 1) throw new Error('the backend answered 503');
        return 7;
      };
      const embed = await mount('#target', {
        ...{ baseUrl: tenant, surface: { kind: 'chat' }, logger: false },
        ...{ getSession, renewal: { retryMinMs: 10, retryMaxMs: 10, maxAttempts: 2 } },
      });
      const error = await embed.ready.catch((error) => error);
      embed.destroy();
      return [error.code, 'cause' in error];
    },
    sandbox.tenant,
  );
  assert.deepEqual(failed, ['mint-invalid', false]);
});

test('a ready that is late has the last error as its cause, and otherwise none', async () => {
  await freshPage();
  const causes = await evaluate(
    driver,
    async (tenant) => {
      const { mount } = await import('/dist/index.js');
      // What says more of a cause is loaded after the first failure, and may come after `ready` is late.
      await import('/dist/diagnostics.js');
      const causes = [];
      const failing = async () => {
        throw new Error('the backend answered 503');
      };
      for (const getSession of [failing, () => new Promise(() => {})]) {
        const embed = await mount('#target', {
          ...{ baseUrl: tenant, surface: { kind: 'chat' }, logger: false },
          // The sentence is in a file of its own, which a busy machine must have loaded by then.
          ...{ getSession, readyTimeoutMs: 1_000, renewal: { retryMinMs: 10_000 } },
        });
        const error = await embed.ready.catch((error) => error);
        causes.push(error.code, error.cause?.message ?? 'cause' in error);
        embed.destroy();
      }
      return causes;
    },
    sandbox.tenant,
  );
  const sentence =
    "[mint-failed] getSession failed: the backend answered 503: the backend, or the service that it asks, has failed. The log of the backend says why. Check the page's own backend. https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#mint-failed";
  assert.deepEqual(causes, ['ready-timeout', sentence, 'ready-timeout', false]);
});

test('a message names what getSession threw, but no text that it quotes', async () => {
  await freshPage();
  const message = await evaluate(
    driver,
    async (tenant) => {
      const { mount } = await import('/dist/index.js');
      const embed = await mount('#target', {
        baseUrl: tenant,
        surface: { kind: 'chat' },
        renewal: { maxAttempts: 1 },
        getSession: () => JSON.parse('secret-id-of-a-session'),
      });
      const { message } = await embed.ready.catch((error) => error);
      embed.destroy();
      return message;
    },
    sandbox.tenant,
  );
  assert.match(message, /^\[mint-failed\] getSession failed: /);
  assert.doesNotMatch(message, /secret-id/);
});

for (const isTwice of [false, true]) {
  testShells(
    `a renewal in time changes nothing of what the viewer did, ready for it or not: ${isTwice}`,
    async (t, shell) => {
      const puppet = await startPuppet(t, { readyEachSession: isTwice });
      await freshPage();
      await mountPuppet(puppet, shell);
      await withEmbed((own) => own.embed.ready);
      const received = () => inEmbed(() => window.received);
      await waitFor('the actions', async () => (await received()).length === 2);
      await withEmbed((own) => own.embed.renew());
      await sessionIs({ renewals: 1 });
      assert.deepEqual(await received(), ['set-color-scheme', 'set-locale', 'set-session']);
    },
  );
}

testShells(
  'an embed that is ready again after each set-locale is not sent it for ever',
  async (t, shell) => {
    const puppet = await startPuppet(t, { remounts: true });
    await freshPage();
    await mountPuppet(puppet, shell);
    await withEmbed((own) => own.embed.ready);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const locales = (await inEmbed(() => window.received)).filter((name) => name === 'set-locale');
    assert.ok(locales.length >= 1 && locales.length <= 3, `${locales.length} times`);
  },
);

for (const isSilent of [false, true]) {
  const service = isSilent ? 'a service that answers an error page' : 'a service that says so';
  testShells(`back to a page whose own iframe has a spent id, at ${service}`, async (t, shell) => {
    const puppet = await startPuppet(t, { isSilent });
    const { sessionId } = await mintAt(puppet);
    // The same HTML each time, as from the browser's cache.
    const page = `<title>Own</title><body><iframe id="embed" src="${puppet.origin}/embed/dashboard/sales?session=${sessionId}"></iframe>
      <script type="module">
        import { connect } from '/dist/${shell.entry}.js';
        addEventListener('unload', () => {});
        const baseUrl = '${puppet.origin}';
        const getSession = async () => (await fetch(baseUrl + '/mint', { method: 'POST' })).text();
        const embed = await connect(document.querySelector('iframe'), { baseUrl, getSession, logger: false });
        window.embed = { embed };
      </script>`;
    const pages = await servePages(t, {
      '/own': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'cache-control': 'max-age=600' })
          .end(`<!doctype html>${page}`),
      '/other': html('<title>Other</title>'),
    });
    await driver.get('about:blank');
    await driver.get(`${pages.origin}/own`);
    await waitFor('the embed', () => puppet.loads.length === 1);
    await waitFor('the bridge', () => evaluate(driver, () => window.embed?.embed !== undefined));
    assert.equal(puppet.mints, 1);
    await driver.get(`${pages.origin}/other`);
    await driver.navigate().back();
    const type = await evaluate(driver, () => performance.getEntriesByType('navigation')[0].type);
    t.diagnostic(`${engine}: ${type}`);
    // WebKitGTK calls it a visit like any other, so no page can know.
    if (engine === 'webkit' && type === 'navigate')
      return t.skip('WebKit does not say that it went back');
    await waitFor('the bridge', () => evaluate(driver, () => window.embed?.embed !== undefined));
    await sessionIs({ status: 'active', renewals: 0 });
    assert.ok(puppet.mints <= 2, `${puppet.mints} mints`);
  });
}

/** Mints an id at `puppet`. */
async function mintAt(puppet) {
  const response = await fetch(`${puppet.origin}/mint`, { method: 'POST' });
  return { sessionId: await response.text() };
}

/** Mounts an embed of `puppet` as `window.embed`, with two actions and one of the shells. */
const mountPuppet = (puppet, { entry }) =>
  evaluate(
    driver,
    async (tenant, entry) => {
      const bridge = await import(`/dist/${entry}.js`);
      const embed = await bridge.mount('#target', {
        baseUrl: tenant,
        surface: { kind: 'dashboard', publicId: 'sales' },
        getSession: async () => (await fetch(`${tenant}/mint`, { method: 'POST' })).text(),
        colorScheme: 'dark',
        locale: 'de',
        renewal: { spreadMs: 0, confirmMs: 600 },
        logger: false,
      });
      embed.iframe.id = 'embed';
      window.embed = { embed };
    },
    puppet.origin,
    entry,
  );
