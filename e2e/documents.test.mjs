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
import { evaluate, say, waitFor } from './support/page.mjs';
import { html, servePages } from './support/pages-server.mjs';
import { startPuppet } from './support/puppet.mjs';
import { testShells } from './support/shells.mjs';
import { driver, engine, sandbox } from './support/world.mjs';

const reasons = () => withEmbed((own) => own.requests.map(({ reason }) => reason));

/** Ways to move an iframe, each with the parent that it has then. */
const MOVES = {
  'appended elsewhere': [(own) => document.body.append(own.embed.iframe), 'body'],
  'taken out and put back': [
    (own) => {
      const { iframe } = own.embed;
      const parent = iframe.parentNode;
      iframe.remove();
      parent.append(iframe);
    },
    'body',
  ],
  'moved by a framework, and what followed it there has gone': [
    (own) => {
      const list = document.createElement('ul');
      const next = document.createElement('li');
      document.body.append(list);
      list.append(own.embed.iframe, next);
      // The iframe is out of the page until its fresh id is there.
      own.embed.checkPlace();
      next.remove();
    },
    'ul',
  ],
};

test('an iframe that was moved is loaded with a fresh id, and gets its actions', async (t) => {
  await openEmbed({ colorScheme: 'dark' });
  let loads = 1;
  for (const [how, [move, parent]] of Object.entries(MOVES)) {
    await t.test(how, async () => {
      await withEmbed(move);
      await event('ready', ++loads);
      await sessionIs({ status: 'active', renewal: 'idle', renewals: 0, lastError: null });
      await showsThat({ scheme: 'dark', sessionState: 'active' });
      assert.equal(await withEmbed((own) => own.embed.iframe.parentNode.localName), parent);
    });
  }
  const reloads = Object.keys(MOVES).map(() => 'reload');
  assert.deepEqual(await reasons(), ['mount', ...reloads]);

  await t.test('by moveBefore it keeps its document', async (t) => {
    const canMove = await withEmbed(() => 'moveBefore' in Element.prototype);
    if (!canMove) return t.skip('this engine has no moveBefore');
    await inEmbed(() => void (window.mark = 'the same document'));
    await withEmbed((own) => document.body.moveBefore(own.embed.iframe, null));
    await withEmbed((own) => own.embed.setColorScheme('light'));
    await showsThat({ scheme: 'light', sessionState: 'active' });
    assert.equal(await inEmbed(() => window.mark), 'the same document');
    assert.equal((await reasons()).length, loads);
  });
});

test('a private embed that gets another document gets its actions', async (t) => {
  const path = '/dashboard/fulfilment';
  await openEmbed({ isPrivate: true, colorScheme: 'dark' });
  const ways = {
    'moved, it is left as it is': () => withEmbed((own) => document.body.append(own.embed.iframe)),
    'by a navigation of its own': () => inEmbed(() => void setTimeout(() => location.reload())),
    'moved by a framework, it is taken back to the path that the page has set': async () => {
      await withEmbed((own, path) => own.embed.navigate(path), [path]);
      await showsThat({ path });
      await event('navigate');
      await withEmbed((own) => {
        document.body.append(own.embed.iframe);
        own.embed.checkPlace();
      });
    },
  };
  let loads = 1;
  for (const [how, change] of Object.entries(ways)) {
    await t.test(how, async () => {
      await change();
      await event('ready', ++loads);
      await showsThat({ scheme: 'dark' });
    });
  }
  await showsThat({ path });
  assert.equal((await counts()).mints, 0);
});

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
  // An event that does not concern the session.
  await inEmbed(say, ['navigate', { path: '/' }]);
  await event('navigate');
  await showsThat({ scheme: 'dark', sessionState: 'active' });
});

test('a strict service sees each id once, however the bridge loads the iframe', async () => {
  await freshPage();
  await control('faults', { strict: true });
  await mountEmbed();
  await event('ready');
  await withEmbed((own) => own.embed.reload());
  await withEmbed((own) => Promise.all([own.embed.reload(), own.embed.reload()]));
  await withEmbed((own) => own.embed.destroy());
  await ownIframe(QUICK, { isEarly: true });
  await event('ready');
  await withEmbed((own) => own.embed.reload());
  const { mints, exchanges, rejectedExchanges } = await counts();
  assert.deepEqual([exchanges, rejectedExchanges], [mints, 0]);
  assert.equal(mints, 5, 'for two iframes, and for three loads after that');

  // An iframe of the page that was moved is loaded with a fresh id, too.
  // The browser may ask for the spent one first.
  await withEmbed((own) => document.body.append(own.embed.iframe));
  await event('ready', 3);
  await sessionIs({ status: 'active', renewals: 0 });
  await showsThat({ scheme: 'dark', sessionState: 'active' });
  assert.deepEqual(await reasons(), ['reload', 'reload']);
});

/**
 * How often a page may be asked for an id between two turns of its timers. It is once or twice, on a machine
 * of any speed: an embed that asks again and again in one turn asks until its attempts are used up.
 */
const MOST_ASKS_IN_A_TURN = 10;

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

test('what ready rejects with: a code, a cause, and no text that it quotes', async () => {
  await freshPage();
  const errors = await evaluate(
    driver,
    async (tenant) => {
      const { mount } = await import('/dist/index.js');
      // What says more of a cause is loaded after the first failure, and may come after `ready` is late.
      await import('/dist/diagnostics.js');
      let calls = 0;
      const failing = async () => {
        throw new Error('the backend answered 503');
      };
      const failingFirst = () => (++calls === 1 ? failing() : 7);
      const quoting = () => JSON.parse('secret-id-of-a-session');
      const silent = () => new Promise(() => {});
      const quick = { spreadMs: 0, retryMinMs: 10, retryMaxMs: 10, maxAttempts: 2 };
      const cases = {
        failing: { getSession: failing, renewal: quick },
        failingFirst: { getSession: failingFirst, renewal: quick },
        quoting: { getSession: quoting, renewal: quick },
        lateAfterFailing: { getSession: failing, readyTimeoutMs: 1_000 },
        late: { getSession: silent, readyTimeoutMs: 1_000 },
      };
      const errors = {};
      for (const [name, options] of Object.entries(cases)) {
        const embed = await mount('#target', {
          ...{ baseUrl: tenant, surface: { kind: 'chat' }, logger: false },
          ...{ renewal: { retryMinMs: 10_000 }, ...options },
        });
        const { code, message, cause } = await embed.ready.catch((error) => error);
        errors[name] = { code, message, cause: cause?.message };
        embed.destroy();
      }
      return errors;
    },
    sandbox.tenant,
  );
  const { failing, failingFirst, quoting, lateAfterFailing, late } = errors;
  assert.equal(failing.code, 'mint-failed');
  assert.match(failing.message, /getSession failed: the backend answered 503/);
  assert.match(failing.cause, /503/);
  assert.deepEqual([failingFirst.code, failingFirst.cause ?? null], ['mint-invalid', null]);
  assert.match(quoting.message, /^\[mint-failed\] getSession failed: /);
  assert.doesNotMatch(quoting.message, /secret-id/);
  const sentence =
    '[mint-failed] getSession failed: the backend answered 503: the backend, or the service that it asks, has failed: see the log of the backend. If there is nothing in it, a proxy cannot reach the backend. Check its code and your backend. https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#mint-failed';
  assert.deepEqual([lateAfterFailing.code, lateAfterFailing.cause], ['ready-timeout', sentence]);
  assert.deepEqual([late.code, late.cause ?? null], ['ready-timeout', null]);
});

testShells('an embed is heard after document.open()', async (t, shell) => {
  await freshPage();
  await mountEmbed({}, 'embed', shell.entry);
  await evaluate(driver, () => {
    document.open();
    document.write('<!doctype html><title>Another</title><div id="target"></div>');
    document.close();
  });
  await mountEmbed({}, 'later', shell.entry);
  await event('ready', 1, 'later');
});

for (const isSilent of [false, true]) {
  const service = isSilent ? 'a service that answers an error page' : 'a service that says so';
  testShells(`back to a page whose own iframe has a spent id, at ${service}`, async (t, shell) => {
    const puppet = await startPuppet(t, { isSilent });
    const minted = await fetch(`${puppet.origin}/mint`, { method: 'POST' });
    const sessionId = await minted.text();
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
