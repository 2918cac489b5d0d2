// What other windows, other origins and the embed itself may send, and what a page may have done to
// the functions that the bridge uses. docs/security.md says what is promised against them. Every test of
// `testShells` runs against both shells.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from './support/test.mjs';
import { By } from 'selenium-webdriver';
import { openHostile, inPage } from './support/hostile.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { embedPage, html, json, servePages } from './support/pages-server.mjs';
import { startPuppet } from './support/puppet.mjs';
import { testShells } from './support/shells.mjs';
import { driver } from './support/world.mjs';

/** The attacks on one page of each shell. */
const attacks = [];
const attack = (name, body) => attacks.push({ name, body });

attack(
  'messages of every other window are ignored, whatever they say and wherever they come from',
  async (_, { page, tenant, stranger }) => {
    // A browser opens a popup for a viewer's click alone.
    await inPage((tenant) => {
      const button = document.body.appendChild(document.createElement('button'));
      button.textContent = 'Open';
      button.onclick = () => {
        button.remove();
        window.popup = open(`${tenant}/puppet`);
        // It says `ready` to its opener.
        window.opened = new Promise((done) => addEventListener('message', done, { once: true }));
      };
    }, tenant);
    await driver.findElement(By.css('button')).click();
    const outcome = await inPage(
      async (page, tenant, stranger) => {
        await opened;
        const own = await mountPuppet(tenant);
        const toParent = (message) => parent.postMessage(message, '*');
        const posted = [];
        const from = async (name, target, body = toParent) => {
          await command(target, body, good({ member: name }));
          posted.push(name);
        };
        // Frames of the page.
        for (const [name, origin] of Object.entries({ page, tenant, stranger })) {
          const frame = await addFrame({ src: `${origin}/puppet` });
          await from(`a frame of the ${name}`, frame.contentWindow);
        }
        // Frames inside the tenant's own frame.
        for (const [name, origin] of Object.entries({ tenant, stranger })) {
          const body = async (message, src) => {
            const frame = document.body.appendChild(document.createElement('iframe'));
            frame.src = `${src}/puppet`;
            await new Promise((loaded) => (frame.onload = loaded));
            const { port1, port2 } = new MessageChannel();
            const done = new Promise((resolve) => (port1.onmessage = resolve));
            const run = '(message) => top.postMessage(message, "*")';
            frame.contentWindow.postMessage({ run, args: [message] }, '*', [port2]);
            await done;
          };
          const member = `a frame of the ${name} inside the embed`;
          await own.inside(body, good({ member }), origin);
          posted.push(member);
        }
        // A popup of the tenant.
        await from('a popup', popup, (message) => opener.postMessage(message, '*'));
        popup.close();
        // Documents without an origin of their own server.
        const text = (name) =>
          `<script>parent.postMessage(${JSON.stringify(good({ member: name }))}, '*')</script>`;
        const blob = (name) => URL.createObjectURL(new Blob([text(name)], { type: 'text/html' }));
        const sandbox = 'allow-scripts';
        await addFrame({ src: blob('a blob') });
        await addFrame({ src: `data:text/html,${text('a data URL')}` });
        await addFrame({ srcdoc: text('a srcdoc') });
        await addFrame({ srcdoc: text('a sandboxed frame') }, { sandbox });
        await addFrame({ src: blob('a sandboxed blob') }, { sandbox });
        posted.push('a blob', 'a data URL', 'a srcdoc', 'a sandboxed frame', 'a sandboxed blob');
        // The page itself, a port, a channel, and an event that has no window.
        postMessage(good({ member: 'the page' }), '*');
        const { port1, port2 } = new MessageChannel();
        port1.start();
        port2.postMessage(good({ member: 'a port' }));
        new BroadcastChannel('svc-embed').postMessage(good({ member: 'a channel' }));
        const data = good({ member: 'an event without a window' });
        dispatchEvent(new MessageEvent('message', { data, origin: tenant }));
        dispatchEvent(new MessageEvent('message', { data, origin: tenant, source: port1 }));
        await sleep(200);
        await own.inside((message) => parent.postMessage(message, '*'), good());
        await own.settle();
        return [own.members, own.dropped.length, posted.length, own.errors];
      },
      page,
      tenant,
      stranger,
    );
    const [members, dropped, posted, errors] = outcome;
    assert.deepEqual(members, ['own'], 'the embed itself is heard, and nobody else');
    assert.equal(dropped, 0, 'nothing of theirs was even read');
    assert.equal(posted, 11);
    assert.deepEqual(errors, []);
  },
);

attack(
  'the right window with another origin is dropped, hears no id, and is heard again when it is back',
  async (_, { tenant, stranger }) => {
    const outcome = await inPage(
      async (tenant, stranger) => {
        let answer;
        let minted = 0;
        const own = await mountPuppet(tenant, {
          getSession: () => {
            minted++;
            if (minted !== 2) return `moved-id-${minted}`;
            return new Promise((resolve) => (answer = () => resolve('the-secret')));
          },
        });
        const { iframe } = own.embed;
        const go = async (url) => {
          const loaded = new Promise((done) =>
            iframe.addEventListener('load', done, { once: true }),
          );
          await own.inside((url) => void setTimeout(() => location.assign(url)), url);
          await loaded;
        };
        // A mint is under way when the embed's document sends the window to another origin.
        own.embed.renew().catch(() => {});
        await go(`${stranger}/puppet`);
        answer();
        own.embed.setLocale('de');
        await sleep(100);
        const say = (message) => parent.postMessage(message, '*');
        await own.inside(say, good({ member: 'a stranger' }));
        const lapsed = { expiredAt: Date.now(), expiresAt: Date.now(), expiresInMs: 0 };
        for (const type of ['session-expired', 'session-expiring', 'ready', 'view']) {
          const more = { embedTenant: null, deploymentId: null, mode: 'private', path: '/' };
          await own.inside(say, good({ ...lapsed, ...more, surface: 'dashboard' }, type));
        }
        await sleep(100);
        const heard = await own.inside(() => heard);
        const mode = own.embed.session.mode;
        // A document without an origin.
        const text = `<script>parent.postMessage(${JSON.stringify(good({ member: 'nobody' }))}, '*')
        addEventListener('message', ({ data, ports: [port] }) => {
          setTimeout(() => location.assign(data.args[0]), 100);
          port.postMessage({ value: 0 });
        });</script>`;
        await go(`data:text/html,${encodeURIComponent(text)}`);
        await go(`${tenant}/puppet`);
        await own.settle();
        await own.inside(say, good());
        await own.settle();
        // The data URL and the strangers' document.
        const origins = own.dropped.map(({ reason, origin }) => `${reason} ${origin}`);
        // The id that was minted for the document before is not used: it would have reached nobody.
        const renewed = () => own.embed.session.renewals === 1;
        for (let tries = 0; tries < 100 && !renewed(); tries++) {
          await own.inside(say, good({ path: '/' }, 'view'));
          await sleep(50);
        }
        // By a message, or by the address of a load: a busy page may be renewed before its load.
        const outcome = renewed() && JSON.stringify([await own.inside(() => heard), iframe.src]);
        return [own.members, [...new Set(origins)], heard, mode, outcome, own.errors];
      },
      tenant,
      stranger,
    );
    const [members, origins, heard, mode, renewed, errors] = outcome;
    assert.deepEqual(members, ['own']);
    assert.deepEqual(origins, [`origin ${stranger}`, 'origin null']);
    assert.deepEqual(heard, [], 'neither the id nor an action has reached the other origin');
    assert.equal(mode, 'signed');
    assert.match(String(renewed), /moved-id-3/, 'the tenant is back, and gets an id that works');
    assert.doesNotMatch(renewed, /the-secret/);
    assert.deepEqual(errors, []);
  },
);

/** Origins that look like another one. The endpoints that mint refuse them, too. */
const ALIKE = JSON.parse(
  readFileSync(new URL('../tests/fixtures/origins.json', import.meta.url), 'utf8'),
);

attack('an origin that looks like the tenant’s is another one', async () => {
  const outcomes = await inPage(async (alike) => {
    const { connect } = await import(ENTRY);
    const outcomes = [];
    for (const own of new Set(alike.map(({ own }) => own))) {
      const others = alike.filter((pair) => pair.own === own).map(({ other }) => other);
      const iframe = document.body.appendChild(document.createElement('iframe'));
      const embed = await connect(iframe, { baseUrl: own, logger: false });
      const members = [];
      const reasons = [];
      embed.on('drilldown', ({ payload }) => members.push(payload.member));
      embed.on('dropped', ({ reason }) => reasons.push(reason));
      const source = iframe.contentWindow;
      const say = (origin, data) =>
        dispatchEvent(new MessageEvent('message', { data, origin, source }));
      for (const other of others) say(other, good({ member: other }));
      say(own, good());
      const ready = { embedTenant: null, deploymentId: null, mode: 'private' };
      say(own, good({ ...ready, surface: 'dashboard' }, 'ready'));
      // What the bridge posts goes to the tenant, wherever the iframe is to show something else.
      const targets = [];
      source.postMessage = (_, target) => targets.push(target);
      for (const shown of [own, others[0]]) {
        iframe.src = shown;
        embed.refresh();
      }
      embed.destroy();
      iframe.remove();
      outcomes.push({ own, others: others.length, members, reasons, targets });
    }
    return outcomes;
  }, ALIKE);
  assert.equal(
    outcomes.reduce((sum, { others }) => sum + others, 0),
    ALIKE.length,
  );
  for (const { own, others, members, reasons, targets } of outcomes) {
    assert.deepEqual(members, ['own'], own);
    assert.deepEqual(reasons, Array(others).fill('origin'), own);
    assert.deepEqual(targets, [own, own]);
  }
});

/** The Rust shell drops more than a million, and the npm shell copies none. */
const LARGE = 2e6;

attack(
  'payloads of 10,000 levels, of 100 MB, with cycles and with odd keys pass by',
  async (shell, servers) => {
    // Another site than the page's: Firefox makes no event of a window of the same one.
    const tenant = servers.tenant.replace('127.0.0.1', 'localhost');
    const isNpm = shell.name === 'npm';
    const outcome = await inPage(
      async (tenant, isNpm, large) => {
        const own = await mountPuppet(tenant);
        // The inspector is of the npm package.
        const { inspect } = await import('/dist/inspector.js');
        const inspector = isNpm ? inspect(own.embed) : undefined;
        const arrived = [];
        own.embed.on('*', ({ type, payload }) => arrived.push([type.length, Object.keys(payload)]));
        await own.inside(
          (good, large) => {
            const post = (message) => parent.postMessage(message, '*');
            const cycle = {};
            cycle.cycle = cycle;
            const odd = JSON.parse(
              '{"__proto__":{"member":"forged"},"constructor":1,"member":"own"}',
            );
            const inherited = JSON.parse('{"__proto__":{"member":"forged"}}');
            const payloads = [{ cycle }, odd, inherited];
            for (const payload of payloads)
              post({ ...good, payload: { ...good.payload, ...payload } });
            // As many levels as the engine's own stack lets it copy.
            for (let levels = 10_000; levels > 1; levels /= 2) {
              let deep = {};
              for (let level = 0; level < levels; level++) deep = level % 2 ? { deep } : [deep];
              try {
                post({ ...good, payload: { member: 'own', deep } });
                break;
              } catch {
                // Half of it, then.
              }
            }
            post({ ...good, payload: inherited });
            post({ ...good, payload: odd });
            post({ ...good, __proto__: null });
            post(JSON.parse(`{"__proto__":${JSON.stringify(good)}}`));
            post({ ...good, payload: { member: 'x'.repeat(large) } });
            post({ ...good, type: `svc:event:${'y'.repeat(1e6)}` });
            post({ ...good, surface: 'z'.repeat(1e6) });
          },
          good(),
          large,
        );
        await own.settle();
        let data = good();
        for (let level = 0; level < 10_000; level++)
          data = { ...good(), payload: { member: 'own', data } };
        const { contentWindow: source } = own.embed.iframe;
        dispatchEvent(new MessageEvent('message', { data, origin: tenant, source }));
        const cells = [...(inspector?.element.shadowRoot.querySelectorAll('tbody td') ?? [])];
        const longest = Math.max(...cells.map(({ textContent }) => textContent.length));
        inspector?.close();
        const members = own.members.map((member) => member.slice(0, 6));
        const reasons = own.dropped.map(({ reason }) => reason);
        own.members.length = 0;
        return [
          members,
          reasons,
          arrived.length,
          cells.length,
          longest,
          {}.member ?? null,
          own.errors,
        ];
      },
      tenant,
      isNpm,
      LARGE,
    );
    const [members, reasons, arrived, cells, longest, polluted, errors] = outcome;
    if (isNpm) {
      assert.deepEqual(members, [...Array(6).fill('own'), 'xxxxxx', 'own', 'own']);
      assert.deepEqual(reasons, ['payload', 'envelope']);
      assert.equal(arrived, 11);
      assert.ok(cells > 0);
      // The inspector shows at most 500 characters of a text. A warning may be in it, too.
      assert.ok(longest <= 500, `the inspector shows ${longest} characters`);
    } else {
      // Whatever is too deep or too large to be copied is dropped.
      assert.deepEqual(members, Array(4).fill('own'));
      assert.deepEqual(reasons, [
        ...Array(3).fill('payload'),
        'envelope',
        ...Array(4).fill('payload'),
      ]);
      assert.equal(arrived, 5);
    }
    assert.equal(polluted, null);
    assert.deepEqual(errors, []);
  },
);

// Web apps in Rust have one copy of the bridge in each WebAssembly, and share no errors.
test('two copies of the package keep to their own embeds, and know each other’s errors', async (t) => {
  const { tenant } = await openHostile(t);
  const outcome = await inPage(async (tenant) => {
    const one = await mountPuppet(tenant);
    const two = await mountPuppet(tenant, { entry: '/copy/index.js' });
    const [first, second] = await Promise.all([import('/dist/index.js'), import('/copy/index.js')]);
    const say = (message) => parent.postMessage(message, '*');
    await one.inside(say, good({ member: 'one' }));
    await two.inside(say, good({ member: 'two' }));
    await Promise.all([one.settle(), two.settle()]);
    const error = await second.mount('main', { baseUrl: 'x' }).catch((error) => error);
    const known = [first.isEmbedError(error), error instanceof first.EmbedError];
    one.embed.destroy();
    await two.inside(say, good({ member: 'still two' }));
    await two.settle();
    // The name of the element is taken: the second copy defines nothing, and what is allowed there does
    // not count here.
    await import('/dist/element.js');
    const tag = customElements.get('svc-embed');
    await import('/copy/element.js');
    const isSame = customElements.get('svc-embed') === tag;
    return [first === second, one.members, two.members, known, isSame, one.errors, two.errors];
  }, tenant);
  const members = [['one'], ['two', 'still two']];
  assert.deepEqual(outcome, [false, ...members, [true, false], true, [], []]);
});

/** A script that puts functions of its own in the place of the browser's. */
const REPLACE = readFileSync(new URL('support/hostile/replaced.js', import.meta.url), 'utf8');

testShells(
  'a page that has replaced the functions of the browser, before and after loading',
  async (t, shell) => {
    const { tenant } = await openHostile(t, [REPLACE], shell);
    const live = async (tenant) => {
      const own = await mountPuppet(tenant);
      const say = (message) => parent.postMessage(message, '*');
      await own.inside(say, good());
      await own.inside(say, good({ member: 7 }));
      await own.embed.renew();
      own.embed.setFilter({ member: 'orders.status', value: 'completed' });
      await own.settle();
      const heard = await own.inside(() => heard.map(({ type }) => type).filter(Boolean));
      const dropped = own.dropped.map(({ reason }) => reason);
      own.embed.destroy();
      return [own.members, dropped, heard, own.embed.session.status, own.errors];
    };
    const lived = [
      ['own'],
      ['payload'],
      ['svc:action:set-session', 'svc:action:set-filter'],
      'stopped',
      [],
    ];
    assert.deepEqual(await inPage(live, tenant), lived, 'replaced before');
    const other = await openHostile(t, [], shell);
    await inPage((code) => {
      const script = document.createElement('script');
      script.textContent = code;
      document.head.append(script);
    }, REPLACE);
    assert.deepEqual(await inPage(live, other.tenant), lived, 'replaced after');
  },
);

attack(
  'images of a stranger, whose names hide properties of the document, stop no embed',
  async (_, { tenant }) => {
    const outcome = await inPage(async (tenant) => {
      const place = document.body.appendChild(document.createElement('p'));
      place.innerHTML = ['prerendering', 'hidden', 'head', 'URL', 'body']
        .map((name) => `<img name="${name}">`)
        .join('');
      const isHidden = document.hidden === place.children[1];
      let asked = 0;
      let isDown = false;
      const own = await mountPuppet(tenant, {
        renewal: { spreadMs: 0, retryMinMs: 50, maxAttempts: 1, retryStoppedMs: false },
        getSession: async () => {
          asked += 1;
          if (isDown) throw new Error('The backend is down.');
          return `image-id-${asked}`;
        },
      });
      const atFirst = asked;
      isDown = true;
      await own.embed.renew().catch(() => {});
      const { status } = own.embed.session;
      isDown = false;
      document.dispatchEvent(new Event('visibilitychange'));
      for (let times = 0; own.embed.session.status !== 'active' && times < 100; times++)
        await sleep(50);
      place.remove();
      return [isHidden, atFirst, status, own.embed.session.status, own.errors];
    }, tenant);
    assert.deepEqual(outcome, [true, 1, 'stopped', 'active', []]);
  },
);

testShells('attacks on one page', async (t, shell) => {
  const servers = await openHostile(t, [], shell);
  for (const { name, body } of attacks) {
    await t.test(name, () => body(shell, servers));
    await inPage(() => leave());
  }
});

/** How a page takes over an iframe in markup: its script, and the URL of the iframe at the tenant. */
const MORE = '/embed/dashboard/sales?session=first&allowExport=true';
const ADOPTIONS = {
  'connect without a surface': ['await connect(frame, options)', '/out?session=first'],
  'connect with a surface': ['await connect(frame, { ...options, surface })', '/out?session=first'],
  'connect, with a param more': ['await connect(frame, { ...options, surface })', MORE],
  'the element': ['frame.parentNode', '/out?session=first'],
  'the element, with a param more': ['frame.parentNode', MORE],
};

testShells('an iframe in markup is no template for the next session id', async (t, { entry }) => {
  for (const [name, [adopt, src]] of Object.entries(ADOPTIONS)) {
    const isElement = name.startsWith('the element');
    if (isElement && entry !== 'index') continue;
    await t.test(name, async (t) => {
      const stranger = await servePages(t, { '*': embedPage() });
      const onward = ({ url }, response) =>
        response.writeHead(302, { location: stranger.origin + url }).end();
      const puppet = await startPuppet(t, { isSilent: false }, { '/out': onward });
      const { origin } = await servePages(t, {
        '/': html(`<title>Sales</title><main>
          <svc-embed public-id="sales" base-url="${puppet.origin}" session-url="/session">
            <iframe src="${puppet.origin}${src}"></iframe></svc-embed></main>
          <script type="module">
            addEventListener('unload', () => {});
            window.warned = [];
            console.warn = (text) => warned.push(String(text));
            const { connect } = await import('/dist/${entry}.js');
            const frame = document.querySelector('iframe');
            const baseUrl = '${puppet.origin}';
            const getSession = async () =>
              (await (await fetch('/session', { method: 'POST' })).json()).sessionId;
            const renewal = { retryMinMs: 50, retryMaxMs: 50 };
            const options = { baseUrl, getSession, renewal, logger: false };
            const surface = { kind: 'dashboard', publicId: 'sales' };
            if (${isElement}) (await import('/dist/element.js')).SvcEmbedElement
              .allow({ baseUrl, sessionUrl: '/session' });
            try { window.embed = ${adopt}; } catch ({ code }) { window.refusal = code; }
          </script>`),
        '/session': async (request, response) => {
          const minted = await fetch(`${puppet.origin}/mint`, { method: 'POST' });
          json({ sessionId: await minted.text() })(request, response);
        },
        '/other': html('<title>Other</title>'),
      });
      const look = (body) => evaluate(driver, body);
      const isThere = () =>
        waitFor('the page', () => look(() => (window.refusal ?? window.embed) !== undefined));
      const settled = (text) =>
        waitFor(text, () =>
          look(() => {
            const { status, renewal, lastError } = window.embed?.session ?? {};
            return window.refusal ?? lastError?.code ?? (status === 'active' && renewal === 'idle');
          }),
        );
      await driver.get('about:blank');
      await driver.get(`${origin}/`);
      await isThere();
      if (isElement) {
        await settled('an embed of its own');
        const warned = await look(() => warned.filter((text) => /invalid-target/.test(text)));
        assert.equal(warned.length, 1);
        assert.match(warned[0], /The iframe is not adopted: its src is not the URL/);
      } else if (name !== 'connect without a surface')
        assert.equal(await look(() => window.refusal), 'invalid-target');
      await look(async () => {
        const frame = window.embed?.iframe;
        if (!frame) return;
        await window.embed.reload().catch(() => {});
        document.body.append(frame.getRootNode().host ?? frame);
      });
      await settled('what follows a move');
      await driver.get(`${origin}/other`);
      await driver.navigate().back();
      await isThere();
      await settled('what follows the return');
      const others = ({ url }) => !/session=first$/.test(url) && !url.includes('favicon');
      assert.deepEqual(stranger.requests.filter(others), []);
      // The element's embed goes on working. Nobody else saw its ids.
      if (isElement) assert.equal(await look(() => window.embed.session.lastError), null);
    });
  }
});
