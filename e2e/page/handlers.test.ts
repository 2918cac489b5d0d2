// What ends a handler, an embed and what waits for it. The scenes have what a handler may do.

import { mount, type MountOptions } from 'svc-embed';
import { deepEqual, ending, equal, sleep } from './support/assert.js';
import { embedPage, iframes, mountEmbed, say, serve, target } from './support/embed.js';
import { origins, test, uncaught } from './support/test.js';

/** An embed of which nothing is awaited. */
const chat = (more: Partial<MountOptions> = {}) =>
  mount(target(), {
    baseUrl: origins.sandbox,
    surface: { kind: 'chat' },
    ...more,
  } as MountOptions);

test('a handler that throws stops neither the others nor svc-embed, and is reported', async () => {
  const own = await mountEmbed();
  await own.event('ready');
  let isHeard = false;
  const throwing = () => {
    throw new Error('mine');
  };
  own.embed.on('drilldown', throwing, { once: true });
  own.embed.on('drilldown', () => void (isHeard = true));
  await say('drilldown', { member: 'said' });
  await own.event('drilldown');
  deepEqual([isHeard, uncaught.splice(0)], [true, ['Error: mine']]);
});

test('handlers end: by their function, once, by a signal', async () => {
  const own = await mountEmbed();
  await own.event('ready');
  const { embed } = own;
  const calls: string[] = [];
  const note = (name: string) => () => void calls.push(name);
  const controller = new AbortController();
  const off = embed.on('drilldown', note('off'));
  embed.on('drilldown', note('once'), { once: true });
  embed.on('drilldown', note('signal'), { signal: controller.signal });
  embed.on('drilldown', note('never'), { signal: AbortSignal.abort() });
  embed.on('navigate', () => (off(), controller.abort()));
  for (const kind of ['drilldown', 'drilldown', 'navigate', 'drilldown'])
    await say(kind, kind === 'navigate' ? { path: '/' } : { member: 'said' });
  await own.event('drilldown', 3);
  deepEqual(calls, ['off', 'once', 'signal', 'off', 'signal']);
});

test('once and events deliver, and end with the embed or a signal', async () => {
  const own = await mountEmbed();
  await own.event('ready');
  const { embed } = own;
  const controller = new AbortController();
  const { signal } = controller;
  const count = async () => {
    let count = 0;
    for await (const { type } of embed.events()) if (type.endsWith('drilldown')) count++;
    return count;
  };
  const leave = async () => {
    for await (const { type } of embed.events()) if (type.endsWith('drilldown')) break;
  };
  const waiting = [
    embed.once('drilldown').then(({ payload }) => payload.member),
    ending(embed.once('download')),
    ending(embed.once('view', { signal })),
    count(),
    ending(leave()),
    ending(embed.events({ signal }).next()),
  ];
  controller.abort();
  for (const _ of [1, 2]) await say('drilldown', { member: 'said' });
  await own.event('drilldown', 2);
  embed.destroy();
  const ends = await Promise.all(waiting);
  deepEqual(ends, ['said', 'destroyed', 'AbortError', 2, 'resolved', 'AbortError']);
});

test('a session that has ended keeps its last error, and has none if nothing failed', async () => {
  let isDown = false;
  const getSession = async () => {
    if (isDown) throw new Error('down');
    return `id-${Math.random()}`;
  };
  await serve('tenant', { '*': embedPage('ready();', { surface: 'chat' }) });
  const embed = await chat({
    ...{ baseUrl: origins.tenant, getSession, renewal: { maxAttempts: 1 } },
  });
  await embed.ready;
  isDown = true;
  await ending(embed.renew());
  const other = await chat();
  const ends = [embed, other].map((one) => {
    one.destroy();
    return `${one.session.status} ${one.session.lastError?.code}`;
  });
  deepEqual(ends, ['stopped mint-failed', 'stopped undefined']);
});

test('a handler of session that destroys the embed ends what waits for it', async () => {
  const own = await mountEmbed();
  await own.event('ready');
  const { embed } = own;
  const heard: unknown[] = [];
  embed.on('session', () => embed.destroy());
  embed.on('session', ({ status }) => void heard.push(status));
  const [change, view, next] = [embed.once('session'), embed.once('view'), embed.events().next()];
  heard.push(await ending(embed.renew()), (await change).renewal, await ending(view));
  deepEqual(heard, ['active', 'stopped', 'destroyed', 'minting', 'destroyed']);
  deepEqual([(await next).done, iframes()], [true, 0]);
});

test('what a handler asks for while the embed is destroyed is settled', async () => {
  const embed = await chat({ getSession: () => new Promise(() => {}) });
  const renewed = new Promise<string>((resolve) =>
    embed.on('session', ({ status }) => {
      if (status === 'stopped') resolve(ending(embed.renew()));
    }),
  );
  embed.destroy();
  equal(await renewed, 'destroyed');
});

test('a signal destroys the embed, also inside getSession; one aborted before makes none', async () => {
  const [later, inside] = [new AbortController(), new AbortController()];
  const { ready } = await chat({ signal: later.signal });
  later.abort();
  const getSession = () => (inside.abort(), 'an-id');
  deepEqual(
    [
      await ending(ready),
      await ending(chat({ signal: later.signal })),
      await ending(chat({ signal: inside.signal, getSession: getSession as never })),
      iframes(),
    ],
    ['destroyed', 'AbortError', 'AbortError', 0],
  );
});

test('a ready promise that nobody waits for is not reported', async () => {
  (await chat()).destroy();
  const late = await chat({ surface: { kind: 'chat', path: '/nowhere' }, readyTimeoutMs: 50 });
  await sleep(150);
  equal(await ending(late.ready), 'ready-timeout');
});
