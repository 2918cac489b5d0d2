// What ends a handler, an embed and what waits for it. A handler that throws does not affect other handlers. The
// scenes have what a handler may do.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { event, freshPage, inEmbed, mountEmbed, openEmbed, withEmbed } from './support/embed.mjs';
import { evaluate, say as sayInEmbed, waitFor } from './support/page.mjs';
import { driver, sandbox } from './support/world.mjs';

/** Makes the embed send an event, so that a handler runs. */
const say = (type = 'drilldown', payload = { member: 'said' }) =>
  inEmbed(sayInEmbed, [type, payload]);

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
