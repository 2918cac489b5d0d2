// If the core of the bridge fails, the page is told once, its embeds stay on the screen, and a new one can be mounted.

import * as shell from 'svc-embed';
import { deepEqual, ending, equal, ok, sleep } from './support/assert.js';
import { iframes, message } from './support/embed.js';
import { mountPuppet, READY, servePuppets } from './support/puppet.js';
import { test, uncaught } from './support/test.js';

/** Plants a panic: the instances that are there when the returned function is called trap from then on. */
function plant(): () => void {
  const { Instance, RuntimeError } = WebAssembly;
  let broken = 0;
  let instances = 0;
  WebAssembly.Instance = function (...given: ConstructorParameters<typeof Instance>) {
    const number = ++instances;
    const { memory, ...functions } = new Instance(...given).exports;
    const calls = Object.entries(functions as Record<string, Function>).map(([name, call]) => [
      name,
      (...given: unknown[]) => {
        if (number <= broken) throw new RuntimeError('unreachable');
        return call(...given);
      },
    ]);
    return { exports: { memory, ...Object.fromEntries(calls) } };
  } as never;
  return () => void (broken = instances);
}

test('a core that panics is one error, its embeds stay on the screen, and a new mount works', async () => {
  await servePuppets();
  const breakCore = plant();
  const warned: string[] = [];
  const logger = { warn: (text: string) => void warned.push(text), debug() {} };
  const one = await mountPuppet(shell, { logger });
  const two = await mountPuppet(shell, { logger, signal: new AbortController().signal });
  const windows = [one, two].map(({ embed }) => embed.iframe.contentWindow);
  const ends = [
    ending(one.embed.renew()),
    ending(one.embed.once('download')),
    ending(two.embed.events().return!()),
  ];
  const read = (async () => {
    for await (const event of two.embed.events()) if (event.type === 'svc:event:download') break;
  })();
  const told: unknown[] = [];
  two.embed.on('session', ({ status, lastError }) => void told.push([status, lastError?.code]));
  breakCore();
  // Each of these has something to say to the core.
  for (const own of [one, two]) {
    own.post(message('ready', READY));
    await sleep(100);
  }
  dispatchEvent(new Event('online'));
  await sleep(100);
  const code = 'bridge-failed';
  for (const [at, { embed }] of [one, two].entries()) {
    const { session, iframe } = embed;
    deepEqual([session.status, session.lastError!.code], ['stopped', code]);
    ok(iframe.isConnected && iframe.contentWindow === windows[at]);
  }
  deepEqual(told, [['stopped', code]]);
  equal(await ending((async () => one.embed.setLocale('de'))()), code);
  deepEqual(await Promise.all(ends), [code, 'destroyed', 'resolved']);
  await read;
  // Also of a call that a promise made, such as that of `getSession`.
  equal(uncaught.splice(0).filter((text) => text.includes(`[${code}]`)).length, 1);
  // A line of the console for each embed.
  equal(warned.filter((text) => text.startsWith(`svc-embed: [${code}] `)).length, 2);
  equal(iframes(), 2);

  const three = await mountPuppet(shell);
  await three.embed.renew();
  equal(three.embed.session.status, 'active');
  for (const { embed } of [one, two, three]) embed.destroy();
  equal(iframes(), 0);
});

test('a page whose stack is full can mount again, whatever it has broken', async () => {
  await servePuppets();
  const { embed } = await mountPuppet(shell);
  const dive = (): void => {
    try {
      dive();
    } catch {
      // The end of the stack: the calls on the way back are made with little of it.
    }
    try {
      void embed.session;
    } catch {
      // It is the first that has no room.
    }
  };
  const pad = (depth: number): void => (depth ? pad(depth - 1) : dive());
  for (let round = 0; round < 20; round++) pad(round);
  await sleep(100);
  ok(['active', 'bridge-failed'].includes(embed.session.lastError?.code ?? embed.session.status));
  ok(embed.iframe.isConnected);
  const other = await mountPuppet(shell);
  await other.embed.renew();
  equal(other.embed.session.status, 'active');
  uncaught.length = 0;
});
