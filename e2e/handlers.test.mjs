// A handler may call every method. A handler that throws does not affect other handlers.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import {
  control,
  event,
  freshPage,
  inEmbed,
  mountEmbed,
  openEmbed,
  seen,
  sessionIs,
  showsThat,
  withEmbed,
} from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { driver, sandbox } from './support/world.mjs';

/** Makes the embed send an event, so that a handler runs. */
async function say(type = 'drilldown', payload = { member: 'said' }) {
  await inEmbed(
    (type, payload) => {
      const message = {
        source: 'svc-embed',
        direction: 'event',
        type: `svc:event:${type}`,
        payload,
        timestamp: Date.now(),
        surface: 'dashboard',
      };
      const speak = ({ data }) => {
        if (data !== 'say') return;
        removeEventListener('message', speak);
        parent.postMessage(message, '*');
      };
      addEventListener('message', speak);
    },
    [type, payload],
  );
  // Only now: a handler that destroys the embed removes the window, and WebDriver would still wait there
  // for the function above to return.
  await withEmbed((own) => own.embed.iframe.contentWindow.postMessage('say', '*'));
}

/** Calls `body` inside a handler, and resolves to what it returned or threw. */
async function insideHandler(body, topic = 'drilldown') {
  await withEmbed(
    (own, body, topic) => {
      own.outcome = undefined;
      const off = own.embed.on(topic, () => {
        off();
        try {
          own.outcome = { value: eval(`(${body})`)(own) ?? null };
        } catch (error) {
          own.outcome = { error: `${error.name} ${error.code ?? error.message}` };
        }
      });
    },
    [String(body), topic],
  );
  await say();
  return waitFor('the handler', () => withEmbed((own) => own.outcome));
}

/** What a handler calls. The last ones load another document, or end the embed. */
const CALLS = {
  on: ({ embed }) => typeof embed.on('*', () => {}),
  off: ({ embed }) => embed.on('view', () => {})(),
  once: ({ embed }) => typeof embed.once('view').then,
  events: ({ embed }) => typeof embed.events().next,
  setColorScheme: ({ embed }) => embed.setColorScheme('dark'),
  setTheme: ({ embed }) => embed.setTheme({ primaryColor: '#123456' }),
  setLocale: ({ embed }) => embed.setLocale('de'),
  setTimezone: ({ embed }) => embed.setTimezone('Asia/Tokyo'),
  setFilter: ({ embed }) => embed.setFilter({ member: 'orders.status', value: 'completed' }),
  refresh: ({ embed }) => embed.refresh(),
  send: ({ embed }) => embed.send('of-tomorrow', {}),
  navigate: ({ embed }) => embed.navigate('/dashboard/fulfilment'),
  'session and iframe': ({ embed }) => `${embed.session.status} ${embed.iframe.localName}`,
  ready: ({ embed }) => typeof embed.ready.then,
  renew: ({ embed }) => typeof embed.renew().then,
  reload: ({ embed }) => typeof embed.reload().then,
  destroy: ({ embed }) => embed.destroy(),
};

test('every method works inside a handler', async (t) => {
  await openEmbed({}, { until: 'ready' });
  for (const [method, body] of Object.entries(CALLS)) {
    await t.test(method, async () => {
      assert.equal((await insideHandler(body)).error, undefined);
      if (method === 'reload') await event('ready', 2);
    });
  }
  await t.test('Symbol.dispose', async () => {
    await mountEmbed();
    await event('ready');
    const { error } = await insideHandler(({ embed }) => embed[Symbol.dispose]?.());
    assert.equal(error, undefined);
  });
});

test('destroy inside every kind of handler takes everything away', async (t) => {
  await freshPage();
  for (const topic of ['drilldown', '*', 'session', 'dropped', 'unknown']) {
    await t.test(topic, async () => {
      await mountEmbed();
      // The embed must have sent all events of its load: a handler of '*' would receive them.
      await event('dashboard-loaded');
      await withEmbed(
        (own, topic) => {
          own.after = 0;
          own.embed.on(topic, () => own.embed.destroy());
          own.embed.on(topic, () => own.after++);
        },
        [topic],
      );
      if (topic === 'session') await withEmbed((own) => void own.embed.renew().catch(() => {}));
      else if (topic === 'dropped') await say('drilldown', {});
      else await say(topic === 'unknown' ? 'of-tomorrow' : 'drilldown');
      await waitFor('the end', () => evaluate(driver, () => !document.querySelector('iframe')));
      // All handlers receive both changes: the one that this handler received, and the end.
      const after = topic === 'session' ? 2 : 0;
      assert.equal(await withEmbed((own) => own.after), after);
      assert.equal(await withEmbed((own) => own.embed.session.status), 'stopped');
    });
  }
});

test('handlers: one throws, others end, and all end with the embed', async (t) => {
  await openEmbed({}, { until: 'ready' });
  await t.test('one that throws stops neither the others nor svc-embed, and is reported', throws);
  await t.test('they end: by their function, once, by a signal', end);
  await t.test('once and events deliver, and end with the embed or a signal', endWithTheEmbed);
});

async function throws() {
  await withEmbed((own) => {
    own.reported = [];
    addEventListener('error', (event) => {
      event.preventDefault();
      // The browser hides the details of errors in a script that WebDriver injected.
      own.reported.push(event.type);
    });
    const throwing = () => {
      throw new Error('mine');
    };
    own.embed.on('drilldown', throwing, { once: true });
    own.embed.on('drilldown', () => (own.second = true));
  });
  await say();
  await event('drilldown');
  assert.deepEqual(await withEmbed((own) => [own.reported, own.second]), [['error'], true]);
}

async function end() {
  await withEmbed((own) => {
    own.calls = [];
    const controller = new AbortController();
    const off = own.embed.on('drilldown', () => own.calls.push('off'));
    own.embed.on('drilldown', () => own.calls.push('once'), { once: true });
    own.embed.on('drilldown', () => own.calls.push('signal'), { signal: controller.signal });
    own.embed.on('drilldown', () => own.calls.push('never'), { signal: AbortSignal.abort() });
    own.embed.on('navigate', () => {
      off();
      controller.abort();
    });
  });
  await say();
  await say();
  await say('navigate', { path: '/' });
  await say();
  await event('drilldown', 4);
  assert.deepEqual(await withEmbed((own) => own.calls), ['off', 'once', 'signal', 'off', 'signal']);
}

async function endWithTheEmbed() {
  await withEmbed((own) => {
    const { embed } = own;
    own.log = [];
    embed.once('drilldown').then(({ payload }) => own.log.push(`once ${payload.member}`));
    embed.once('download').catch(({ code }) => own.log.push(`once ${code}`));
    const controller = new AbortController();
    embed
      .once('view', { signal: controller.signal })
      .catch(({ name }) => own.log.push(`once ${name}`));
    controller.abort();
    (async () => {
      let count = 0;
      for await (const { type } of embed.events()) if (type.endsWith('drilldown')) count++;
      own.log.push(`${count} by events`);
    })();
    (async () => {
      for await (const { type } of embed.events()) if (type.endsWith('drilldown')) break;
      own.log.push('left the loop');
    })();
    const ending = new AbortController();
    (async () => {
      for await (const _ of embed.events({ signal: ending.signal }));
    })().catch(({ name }) => own.log.push(`events ${name}`));
    ending.abort();
  });
  await say();
  await say();
  await event('drilldown', 6);
  await withEmbed((own) => own.embed.destroy());
  await waitFor('the end', () => withEmbed((own) => own.log.length === 6));
  assert.deepEqual((await withEmbed((own) => own.log)).sort(), [
    '2 by events',
    'events AbortError',
    'left the loop',
    'once AbortError',
    'once destroyed',
    'once said',
  ]);
}

test('the end of an embed', async (t) => {
  await freshPage();
  await t.test(
    'a session that has ended keeps its last error, and has none if nothing failed',
    async () => {
      await mountEmbed({ renewal: { maxAttempts: 1 } });
      await event('ready');
      const ends = await withEmbed(
        async ({ embed }, baseUrl) => {
          const { fetch } = window;
          window.fetch = async () => Promise.reject(new Error('down'));
          await embed.renew().catch(() => {});
          window.fetch = fetch;
          embed.destroy();
          const other = await window.bridge.mount('#target', {
            baseUrl,
            surface: { kind: 'chat' },
          });
          other.destroy();
          return [embed, other].map(({ session }) => [
            session.status,
            session.lastError?.code ?? null,
          ]);
        },
        [sandbox.tenant],
      );
      assert.deepEqual(ends, [
        ['stopped', 'mint-failed'],
        ['stopped', null],
      ]);
    },
  );
  await t.test('a handler of session that destroys the embed ends what waits for it', async () => {
    await mountEmbed();
    await event('ready');
    const told = await withEmbed(async ({ embed }) => {
      const heard = [];
      embed.on('session', () => embed.destroy());
      embed.on('session', ({ status }) => heard.push(status), {
        signal: new AbortController().signal,
      });
      const change = embed.once('session');
      const view = embed.once('view').catch(({ code }) => code);
      const events = embed.events();
      embed.renew().catch(({ code }) => heard.push(code));
      const left = document.querySelectorAll('iframe').length;
      heard.push((await change).renewal, await view, (await events.next()).done, left);
      return heard;
    });
    const all = ['active', 'stopped', 'destroyed', 'minting', 'destroyed', true, 0];
    assert.deepEqual(told, all);
  });
  await t.test('what a handler asks for while the embed is destroyed is settled', async () => {
    const code = await evaluate(
      driver,
      async (tenant) => {
        const { mount } = await import('/dist/index.js');
        const getSession = () => new Promise(() => {});
        const embed = await mount('#target', {
          baseUrl: tenant,
          surface: { kind: 'chat' },
          getSession,
        });
        return new Promise((resolve) => {
          embed.on('session', ({ status }) => {
            if (status === 'stopped') embed.renew().catch(({ code }) => resolve(code));
          });
          embed.destroy();
        });
      },
      sandbox.tenant,
    );
    assert.equal(code, 'destroyed');
  });
  await t.test('a signal destroys the embed; one aborted before makes none', async () => {
    const outcome = await evaluate(
      driver,
      async (tenant) => {
        const { mount } = await import('/dist/index.js');
        const options = { baseUrl: tenant, surface: { kind: 'chat' } };
        const controller = new AbortController();
        const embed = await mount('#target', { ...options, signal: controller.signal });
        const ready = embed.ready.catch(({ code }) => code);
        controller.abort();
        const refused = await mount('#target', { ...options, signal: controller.signal }).catch(
          ({ name }) => name,
        );
        return [await ready, refused, document.querySelectorAll('iframe').length];
      },
      sandbox.tenant,
    );
    assert.deepEqual(outcome, ['destroyed', 'AbortError', 0]);
  });
  await t.test('a signal that is aborted inside getSession destroys the embed', async () => {
    const outcome = await evaluate(
      driver,
      async (tenant) => {
        const { mount } = await import('/dist/index.js');
        const controller = new AbortController();
        const getSession = () => {
          controller.abort();
          return 'an-id';
        };
        const surface = { kind: 'chat' };
        const options = { baseUrl: tenant, surface, getSession, signal: controller.signal };
        const refused = await mount('#target', options).catch(({ name }) => name);
        return [refused, document.querySelectorAll('iframe').length];
      },
      sandbox.tenant,
    );
    assert.deepEqual(outcome, ['AbortError', 0]);
  });
  await t.test('a ready promise that nobody waits for is not reported', async () => {
    const reported = await evaluate(
      driver,
      async (tenant) => {
        const { mount } = await import('/dist/index.js');
        const reported = [];
        addEventListener('unhandledrejection', ({ reason }) => reported.push(String(reason)));
        const options = { baseUrl: tenant, surface: { kind: 'chat' } };
        (await mount('#target', options)).destroy();
        const late = await mount('#target', {
          ...options,
          surface: { kind: 'chat', path: '/nowhere' },
          readyTimeoutMs: 50,
        });
        await new Promise((done) => setTimeout(done, 150));
        const code = await late.ready.catch(({ code }) => code);
        late.destroy();
        return [code, reported];
      },
      sandbox.tenant,
    );
    assert.deepEqual(reported, ['ready-timeout', []]);
  });
});

test('connect, to an iframe that the page made', async (t) => {
  await freshPage();
  await t.test('it adopts it, and leaves it there', async () => {
    await evaluate(
      driver,
      async (tenant) => {
        const bridge = await import('/dist/index.js');
        const mint = async () => {
          const response = await fetch('/api/embed-session', { method: 'POST' });
          return (await response.json()).sessionId;
        };
        const iframe = document.createElement('iframe');
        iframe.id = 'embed';
        document.querySelector('#target').append(iframe);
        const embed = await bridge.connect(iframe, {
          baseUrl: tenant,
          getSession: mint,
          renewal: { confirmMs: 300 },
        });
        window.embed = { embed, seen: [] };
        embed.on('*', (event) => window.embed.seen.push(event));
        iframe.src = `${tenant}/embed/chat?sessionId=${await mint()}`;
      },
      sandbox.tenant,
    );
    await sessionIs({ status: 'active', mode: 'signed' });
    await withEmbed((own) => own.embed.renew());
    await sessionIs({ renewals: 1 });
    await withEmbed((own) => own.embed.reload());
    assert.equal((await seen('ready')).length, 2);
    await withEmbed((own) => own.embed.destroy());
    assert.equal(await evaluate(driver, () => document.querySelectorAll('iframe').length), 1);
  });
  await t.test('the id that a page has loaded its iframe with counts as given', async () => {
    const codes = await evaluate(
      driver,
      async (tenant) => {
        const bridge = await import('/dist/index.js');
        const codes = [];
        const surfaces = [
          ['/embed/dashboard/sales-overview', 'session'],
          ['/embed/chat', 'sessionId'],
        ];
        for (const [path, key] of surfaces) {
          const response = await fetch('/api/embed-session', { method: 'POST' });
          const { sessionId } = await response.json();
          const iframe = document.createElement('iframe');
          const embed = await bridge.connect(iframe, {
            baseUrl: tenant,
            getSession: () => sessionId,
            renewal: { maxAttempts: 1 },
          });
          iframe.src = `${tenant}${path}?${new URLSearchParams({ [key]: sessionId })}`;
          document.body.append(iframe);
          await embed.ready;
          codes.push(await embed.renew().catch(({ code }) => code));
        }
        return codes;
      },
      sandbox.tenant,
    );
    assert.deepEqual(codes, ['mint-repeated', 'mint-repeated']);
  });
});

test('an iframe whose src is elsewhere cannot be loaded anew, and goes on', async () => {
  await openEmbed({ isPrivate: true, surface: { kind: 'chat' } }, { until: 'ready' });
  const outcome = await withEmbed(async ({ embed }) => {
    const { connect } = window.bridge;
    const iframe = document.createElement('iframe');
    iframe.name = 'elsewhere';
    document.body.append(iframe);
    const other = await connect(iframe, { baseUrl: new URL(embed.iframe.src).origin });
    window.open(embed.iframe.src, 'elsewhere');
    await other.ready;
    const code = await other.reload().catch(({ code }) => code);
    return [code, other.session.status];
  });
  assert.deepEqual(outcome, ['invalid-target', 'active']);
});

test('what is sent after a reload inside a handler waits for the page that is loaded', async () => {
  await freshPage();
  // The embed is private.
  await control('faults', { signedIn: true });
  await evaluate(
    driver,
    async (tenant) => {
      const { mount } = await import('/dist/index.js');
      const surface = { kind: 'dashboard', publicId: 'sales-overview' };
      const embed = await mount('#target', { baseUrl: tenant, surface });
      embed.iframe.id = 'embed';
      let reloads = 0;
      embed.on('session', ({ status }) => {
        if (status === 'active' && reloads++ === 0) void embed.reload();
      });
      await embed.once('ready');
      // Only lasting actions are sent again, so this action is sent once.
      embed.refresh();
      await embed.once('ready');
    },
    sandbox.tenant,
  );
  await showsThat({ refreshes: '1' });
});
