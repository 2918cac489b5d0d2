// The bridge refuses messages that do not come from the embed, and wrong input. In Rust most of the
// wrong input does not compile; tests/browser/input.rs has the rest of it.

import assert from 'node:assert/strict';
import { chromiumTest, isNightly } from './support/test.mjs';
import {
  control,
  event,
  freshPage,
  inEmbed,
  mountEmbed,
  openEmbed,
  seen,
  withEmbed,
} from './support/embed.mjs';
import { evaluate, insideFrame, waitFor } from './support/page.mjs';
import { html, servePages } from './support/pages-server.mjs';
import { testShells } from './support/shells.mjs';
import { driver, engine, sandbox } from './support/world.mjs';

const good = {
  source: 'svc-embed',
  direction: 'event',
  type: 'svc:event:drilldown',
  payload: { member: 'forged' },
  timestamp: 1,
  surface: 'dashboard',
};

/** Posts `message` to the host page from the window the driver is in. */
const post = (message) => evaluate(driver, (message) => parent.postMessage(message, '*'), message);

const forged = async (name) =>
  (await seen('drilldown', name)).filter(({ payload }) => payload.member === 'forged').length;
const reasons = () => withEmbed((own) => own.dropped.map(({ reason }) => reason));

/** What the embed itself may not send, with what it is dropped for. Each engine reads the vectors, too. */
const FLAWS = {
  'another source': [{ source: 'somebody' }, 'envelope'],
  'direction "action"': [{ direction: 'action' }, 'direction'],
  'a payload of wrong types': [{ payload: { member: 7 } }, 'payload'],
  'a payload that lacks a field': [{ payload: {} }, 'payload'],
  'no payload': [{ payload: null }, 'payload'],
  'the type of an action': [{ type: 'svc:action:refresh' }, 'envelope'],
  'no surface': [{ surface: null }, 'envelope'],
};

testShells('messages', async (t, { name: shell, entry }) => {
  // The `load` event, by which the bridge learns that the embed has gone, waits for this picture.
  const other = await servePages(t, {
    '/': html(`<script>
      addEventListener('message', ({ data }) => parent.postMessage({ heard: data }, '*'));
      parent.postMessage(${JSON.stringify(good)}, '*');
      parent.postMessage('here', '*');
    </script><img src="/pending">`),
    '/pending': () => {},
  });
  await openEmbed({}, { entry });

  await t.test(
    'one of the embed itself is delivered: what follows is refused for its flaw alone',
    async () => {
      await insideFrame(driver, '#embed', () => post(good));
      await waitFor('the message', async () => (await forged()) === 1);
    },
  );

  await t.test(
    "a message from another window of the tenant's origin is not the embed's",
    async () => {
      await evaluate(
        driver,
        (tenant) => {
          const frame = document.createElement('iframe');
          frame.id = 'other';
          frame.src = `${tenant}/embed/chat`;
          document.body.append(frame);
          return new Promise((loaded) => (frame.onload = () => loaded()));
        },
        sandbox.tenant,
      );
      await insideFrame(driver, '#other', () => post(good));
      // This message arrives after the one that must not.
      await insideFrame(driver, '#embed', () => post({ ...good, payload: { member: 'own' } }));
      await event('drilldown', 2);
      assert.equal(await forged(), 1, 'no further one');
      assert.deepEqual(await reasons(), []);
    },
  );

  /** `send` posts what is dropped for `reason`. */
  const isDropped = async (reason, send) => {
    const before = (await seen('drilldown')).length;
    await withEmbed((own) => void (own.dropped.length = 0));
    await insideFrame(driver, '#embed', send);
    await waitFor('the report', async () => (await reasons()).length > 0);
    assert.deepEqual(await reasons(), [reason]);
    assert.equal((await seen('drilldown')).length, before);
  };
  for (const [flaw, [change, reason]] of isNightly || engine === 'chromium'
    ? Object.entries(FLAWS)
    : [])
    await t.test(`a message with ${flaw} is dropped`, () =>
      isDropped(reason, () => post({ ...good, ...change })),
    );
  await t.test('an array is no envelope, whatever it carries', () =>
    isDropped('envelope', () =>
      evaluate(driver, (message) => parent.postMessage(Object.assign([], message), '*'), good),
    ),
  );

  await t.test('two embeds of one tenant never see each other’s events', async () => {
    await mountEmbed({ surface: { kind: 'chat' } }, 'two', entry);
    await event('ready', 1, 'two');
    const surfaces = (name) => withEmbed((own) => own.seen.map(({ surface }) => surface), [], name);
    assert.deepEqual(new Set(await surfaces('embed')), new Set(['dashboard']));
    assert.deepEqual(new Set(await surfaces('two')), new Set(['chat']));
    await withEmbed((own) => own.embed.setLocale('de'));
    await waitFor('German in one', () =>
      inEmbed(() => document.documentElement.lang.startsWith('de')),
    );
    assert.match(await inEmbed(() => document.documentElement.lang, [], 'two'), /^en/);
  });

  await t.test(
    'actions go to the exact origin of the tenant, and no other origin is heard',
    async () => {
      const before = await forged();
      const [heard, sent] = await withEmbed(
        async (own, url) => {
          const { embed } = own;
          const told = [];
          const sent = [];
          const until = (wanted) =>
            new Promise((resolve) => {
              addEventListener('message', ({ data }) => wanted(data) && resolve());
            });
          addEventListener('message', ({ data }) => data?.heard && told.push(data.heard));
          embed.on('sent', (type) => sent.push(type));
          own.dropped.length = 0;
          const here = until((data) => data === 'here');
          embed.iframe.contentWindow.location.replace(url);
          await here;
          embed.setLocale('fr');
          embed.refresh();
          const end = until((data) => data?.heard === 'the end');
          embed.iframe.contentWindow.postMessage('the end', '*');
          await end;
          return [told, sent];
        },
        [`${other.origin}/`],
      );
      // The bridge takes the embed for ready, and posts both: only the target origin holds them back.
      const posted = ['svc:action:set-locale', 'svc:action:refresh'];
      assert.deepEqual(sent, shell === 'npm' ? posted : [], 'the Rust shell has no event `sent`');
      assert.deepEqual(heard, ['the end']);
      assert.equal(await forged(), before);
      const [{ reason, origin, data }] = await withEmbed((own) => own.dropped);
      assert.deepEqual([reason, origin, data.payload.member], ['origin', other.origin, 'forged']);
    },
  );

  await t.test('the end of an embed leaves the other one', async () => {
    await withEmbed((own) => own.embed.destroy());
    await insideFrame(driver, '#two', () => post({ ...good, surface: 'chat' }));
    await event('drilldown', 1, 'two');
  });
});

testShells(
  'what another document holds is refused: its messages would not arrive here',
  async (_, { entry }) => {
    await freshPage();
    // The embeds are private.
    await control('faults', { signedIn: true });
    const outcome = await evaluate(
      driver,
      async (tenant, entry) => {
        const { connect, mount } = await import(`/dist/${entry}.js`);
        const other = document.body.appendChild(document.createElement('iframe')).contentDocument;
        const options = { baseUrl: tenant, surface: { kind: 'chat' } };
        const code = (promise) =>
          promise.then(
            () => 'accepted',
            ({ code }) => code,
          );
        const iframe = other.body.appendChild(other.createElement('iframe'));
        const refused = [
          await code(mount(other.body, options)),
          await code(connect(iframe, options)),
        ];
        const left = other.querySelectorAll('iframe').length;
        // A node that was created there and adopted here belongs to this document.
        document.body.append(iframe, other.body.appendChild(other.createElement('main')));
        const embeds = [
          await connect(iframe, { baseUrl: tenant }),
          await mount(document.querySelector('body > main'), options),
        ];
        iframe.src = embeds[1].iframe.src;
        const ready = await Promise.all(embeds.map(({ ready }) => ready));
        return [...refused, left, ready.map(({ payload }) => payload.surface)];
      },
      sandbox.tenant,
      entry,
    );
    assert.deepEqual(outcome, ['invalid-target', 'invalid-target', 1, ['chat', 'chat']]);
  },
);

chromiumTest('what is wrong is refused', async (t) => {
  await freshPage();

  await t.test('wrong options are refused with their code', async () => {
    const codes = await evaluate(
      driver,
      async (tenant) => {
        const { mount, connect, isEmbedError, EmbedError } = await import('/dist/index.js');
        const surface = { kind: 'dashboard', publicId: 'sales-overview' };
        const attempts = {
          'http off loopback': { baseUrl: 'http://acme.example.com' },
          'no base URL': { baseUrl: undefined },
          'a base URL with a query': { baseUrl: 'https://acme.example.com/?x' },
          'credentials in the base URL': { baseUrl: 'https://u:p@acme.example.com' },
          'a bare UTC offset': { timezone: '+02:00' },
          'a UTC offset with a name': { timezone: 'UTC+2' },
          'a time zone that is none': { timezone: 'Europe/Nowhere' },
          'no surface': { surface: undefined },
          'an empty public id': { surface: { kind: 'dashboard', publicId: '' } },
          'a deployment that is none': { surface: { kind: 'app', deploymentId: 'x' } },
          'a path to elsewhere': { surface: { kind: 'app', path: '//evil.example' } },
          'a session in the parameters': { params: { session: 'mine' } },
          'a parameter that is an object': { params: { a: {} } },
          'a filter without a member': { filters: [{ value: 1 }] },
          'a filter without a condition': { filters: [{ member: 'orders.status' }] },
          'an event handler as attribute': { attributes: { onload: 'alert(1)' } },
          'getSession that is no function': { getSession: 'id' },
          'a negative duration': { renewal: { confirmMs: -1 } },
          'no attempts': { renewal: { maxAttempts: 0 } },
          'an unknown outcome': { renewal: { onExhausted: 'panic' } },
          'an unknown scheme': { colorScheme: 'sepia' },
          'a theme with a function': { theme: { font: () => {} } },
        };
        const codes = {};
        for (const [what, options] of Object.entries(attempts)) {
          codes[what] = await mount('#target', { baseUrl: tenant, surface, ...options }).then(
            () => 'mounted',
            (error) =>
              isEmbedError(error) && error instanceof EmbedError ? error.code : String(error),
          );
        }
        codes['a target that is not there'] = await mount('#nowhere', {
          baseUrl: tenant,
          surface,
        }).catch(({ code }) => code);
        codes['a target that is no element'] = await mount({}, { baseUrl: tenant, surface }).catch(
          ({ code }) => code,
        );
        codes['an iframe that is none'] = await connect(document.body, { baseUrl: tenant }).catch(
          ({ code }) => code,
        );
        codes['an iframe of SVG'] = await connect(
          document.createElementNS('http://www.w3.org/2000/svg', 'iframe'),
          { baseUrl: tenant },
        ).then(
          () => 'connected',
          ({ code }) => code,
        );
        // It has a `contentWindow`, too.
        codes['an object that is no iframe'] = await connect(document.createElement('object'), {
          baseUrl: tenant,
        }).then(
          () => 'connected',
          ({ code }) => code,
        );
        codes['frames left behind'] = document.querySelectorAll('iframe').length;
        return codes;
      },
      sandbox.tenant,
    );
    assert.deepEqual(codes, {
      'http off loopback': 'invalid-base-url',
      'no base URL': 'invalid-base-url',
      'a base URL with a query': 'invalid-base-url',
      'credentials in the base URL': 'invalid-base-url',
      'a bare UTC offset': 'invalid-timezone',
      'a UTC offset with a name': 'invalid-timezone',
      'a time zone that is none': 'invalid-timezone',
      'no surface': 'invalid-option',
      'an empty public id': 'invalid-option',
      'a deployment that is none': 'invalid-option',
      'a path to elsewhere': 'invalid-path',
      'a session in the parameters': 'invalid-option',
      'a parameter that is an object': 'invalid-option',
      'a filter without a member': 'invalid-filter',
      'a filter without a condition': 'invalid-filter',
      'an event handler as attribute': 'invalid-option',
      'getSession that is no function': 'invalid-option',
      'a negative duration': 'invalid-option',
      'no attempts': 'invalid-option',
      'an unknown outcome': 'invalid-option',
      'an unknown scheme': 'invalid-option',
      'a theme with a function': 'invalid-option',
      'a target that is not there': 'invalid-target',
      'a target that is no element': 'invalid-target',
      'an iframe that is none': 'invalid-target',
      'an iframe of SVG': 'invalid-target',
      'an object that is no iframe': 'invalid-target',
      'frames left behind': 0,
    });
  });

  await t.test(
    'an option that is missing, null or of another kind is an invalid option',
    async () => {
      const codes = await evaluate(
        driver,
        async (tenant) => {
          const { mount, isEmbedError } = await import('/dist/index.js');
          const dashboard = { kind: 'dashboard', publicId: 'sales-overview' };
          const attempts = [
            { surface: { kind: 'dashboard' } },
            { surface: { kind: 'dashboard', publicId: null } },
            { surface: { kind: 'dashboard', publicId: 7 } },
            { surface: { kind: 'app' } },
            { surface: dashboard, signal: 7 },
            { surface: dashboard, signal: {} },
          ];
          return Promise.all(
            attempts.map((options) =>
              mount('#target', { baseUrl: tenant, ...options }).then(
                () => 'mounted',
                (error) => (isEmbedError(error) ? error.code : String(error)),
              ),
            ),
          );
        },
        sandbox.tenant,
      );
      assert.deepEqual(codes, Array(6).fill('invalid-option'));
    },
  );

  await t.test('wrong arguments are refused before anything is sent', async () => {
    await mountEmbed();
    const codes = await withEmbed(({ embed }) => {
      const code = (call) => {
        try {
          call();
          return 'accepted';
        } catch (error) {
          return error.code;
        }
      };
      return [
        code(() => embed.setTimezone('+02:00')),
        code(() => embed.setTimezone('Europe/Nowhere')),
        code(() => embed.setLocale('')),
        code(() => embed.setLocale(7)),
        code(() => embed.setColorScheme('sepia')),
        code(() => embed.setTheme(null)),
        code(() => embed.setTheme({ a: () => {} })),
        code(() => embed.setFilter('orders.status={}')),
        code(() => embed.setFilter('f_orders.status={')),
        code(() => embed.setFilter({ member: 'orders', value: 1 })),
        code(() => embed.navigate('https://evil.example')),
        code(() => embed.send('set-session', { sessionId: 'x' })),
        code(() => embed.send('svc:action:set-session', { sessionId: 'x' })),
        code(() => embed.send('set-locale', {})),
        code(() => embed.send('', {})),
        code(() => embed.send('of-tomorrow', 7)),
        code(() => embed.on('drildown', () => {})),
      ];
    });
    assert.deepEqual(codes, [
      'invalid-timezone',
      'invalid-timezone',
      'invalid-option',
      'invalid-option',
      'invalid-option',
      'invalid-option',
      'invalid-option',
      'invalid-filter',
      'invalid-filter',
      'invalid-filter',
      'invalid-path',
      'reserved-action',
      'reserved-action',
      'invalid-option',
      'invalid-option',
      'invalid-option',
      'invalid-option',
    ]);
  });
});
