// If the core of the bridge fails, the page is told once, its embeds stay on the screen, and a new one
// can be mounted.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { inPage, openHostile } from './support/hostile.mjs';

/** Plants a panic: the instances that are there when `breakCore` is called trap from then on. */
const PLANT = `(() => {
  const { Instance, RuntimeError } = WebAssembly;
  let broken = 0;
  let instances = 0;
  window.breakCore = () => (broken = instances);
  WebAssembly.Instance = function (...given) {
    const number = ++instances;
    const { memory, ...functions } = new Instance(...given).exports;
    const calls = Object.entries(functions).map(([name, call]) => [
      name,
      (...given) => {
        if (number <= broken) throw new RuntimeError('unreachable');
        return call(...given);
      },
    ]);
    return { exports: { memory, ...Object.fromEntries(calls) } };
  };
})();`;

test('a core that panics is one error, its embeds stay on the screen, and a new mount works', async (t) => {
  const { tenant } = await openHostile(t, [PLANT]);
  const outcome = await inPage(async (tenant) => {
    const codes = [];
    const warned = [];
    const logger = { warn: (text) => warned.push(text) };
    addEventListener('error', ({ error }) => codes.push(error.code));
    // A call that a promise made, such as that of `getSession`.
    addEventListener('unhandledrejection', ({ reason }) => codes.push(reason.code));
    const one = await mountPuppet(tenant, { logger });
    const { signal } = new AbortController();
    const two = await mountPuppet(tenant, { logger, signal });
    for (const own of [one, two]) await own.inside(() => (window.mark = 'the same document'));
    const renewed = one.embed.renew().catch(({ code }) => code);
    const waited = one.embed.once('download').catch(({ code }) => code);
    const read = (async () => {
      for await (const event of two.embed.events()) if (event.type === 'svc:event:download') break;
      return 'over';
    })();
    const told = [];
    two.embed.on('session', ({ status, lastError }) => told.push([status, lastError?.code]));
    breakCore();
    // Each of these has something to say to the core.
    const view = good({ surface: 'dashboard', path: '/', mode: 'signed' }, 'ready');
    await one.inside((message) => parent.postMessage(message, '*'), view);
    await sleep(100);
    await two.inside((message) => parent.postMessage(message, '*'), view);
    dispatchEvent(new Event('online'));
    await sleep(100);
    const marks = await Promise.all([one, two].map((own) => own.inside(() => window.mark)));
    const states = [one, two].map(({ embed }) => [
      embed.session.status,
      embed.session.lastError.code,
    ]);
    let sent;
    try {
      one.embed.setLocale('de');
    } catch ({ code }) {
      sent = code;
    }
    const frames = document.querySelectorAll('iframe').length;
    const three = await mountPuppet(tenant);
    await three.embed.renew();
    const { status } = three.embed.session;
    const ends = [await renewed, await waited, await read];
    for (const { embed } of [one, two, three]) embed.destroy();
    const left = document.querySelectorAll('iframe').length;
    const said = warned.filter((text) => text.startsWith('svc-embed: [bridge-failed] ')).length;
    return { codes, said, marks, states, sent, ends, told, frames, status, left };
  }, tenant);
  const code = 'bridge-failed';
  const same = 'the same document';
  assert.deepEqual(outcome, {
    codes: [code],
    // A line of the console for each embed.
    said: 2,
    marks: [same, same],
    states: Array(2).fill(['stopped', code]),
    sent: code,
    ends: [code, 'destroyed', 'over'],
    told: [['stopped', code]],
    frames: 2,
    status: 'active',
    left: 0,
  });
});

test('a page whose stack is full can mount again, whatever it has broken', async (t) => {
  const { tenant } = await openHostile(t);
  const outcome = await inPage(async (tenant) => {
    const own = await mountPuppet(tenant);
    const dive = () => {
      try {
        dive();
      } catch {
        // The end of the stack: the calls on the way back are made with little of it.
      }
      try {
        return own.embed.session;
      } catch {
        return undefined;
      }
    };
    for (let round = 0; round < 20; round++) {
      (function pad(depth) {
        if (depth) pad(depth - 1);
        else dive();
      })(round);
    }
    await sleep(100);
    const { iframe, session } = own.embed;
    const after = session.lastError?.code ?? session.status;
    const shown = [iframe.isConnected, await own.inside(() => document.title)];
    const other = await mountPuppet(tenant);
    await other.embed.renew();
    return [after, shown, other.embed.session.status];
  }, tenant);
  t.diagnostic(`the first embed: ${outcome[0]}`);
  assert.ok(['active', 'bridge-failed'].includes(outcome[0]));
  assert.deepEqual(outcome.slice(1), [[true, 'A puppet'], 'active']);
});
