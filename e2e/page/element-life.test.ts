// `<svc-embed>`: moved, copied, taken out, put back, and without a network. Engines differ in these.

import { init } from 'svc-embed';
import type { SvcEmbedElement } from 'svc-embed/element';
import { deepEqual, ending, equal, match, ok, sleep, until } from './support/assert.js';
import { addContent, applied, failure, frames, openElement, sees } from './support/element.js';
import { asked, counts, embedPage, faults, getSession, serve, target } from './support/embed.js';
import { driver, engine, inside, origins, test, uncaught } from './support/test.js';

/** The page of a private embed, which runs `script` to be ready. */
const privateChat = (script = 'ready();') =>
  serve('tenant', { '*': embedPage(script, { mode: 'private', surface: 'chat' }) });
const PRIVATE = { 'base-url': origins.tenant, 'session-url': null };
const mints = async () => (await counts()).mintRequests;
const slow = (delayMs: number) => faults({ backend: { mode: 'slow', delayMs, times: 1 } });
const online = () => dispatchEvent(new Event('online'));
const elsewhere = () => document.body.appendChild(document.createElement('section'));

/** Whether the embed is the same after the network is back. */
async function isLeft(element: SvcEmbedElement): Promise<boolean> {
  const { embed } = element;
  online();
  await applied();
  return embed !== null && element.embed === embed;
}

test('a page that could not be loaded is loaded when the network is back', async () => {
  await driver('down', 'tenant');
  const own = await openElement({ ...PRIVATE, 'ready-timeout-ms': '300' }, null);
  addContent(own.embed);
  await sees(own.embed, 'error');
  await privateChat();
  await driver('up', 'tenant');
  for (let times = 0; times < 5; times++) online();
  await own.event('ready');
  equal((await asked('tenant')).length, 1, 'once for all five');
  await sees(own.embed, 'iframe');
  ok(await isLeft(own.embed), 'now it is there, and stays');
  uncaught.length = 0;
});

test('a network that is back leaves an embed alone that still loads, that was late, or that mints', async () => {
  await privateChat(`addEventListener('message', ({ data }) => data === 'be ready' && ready());`);
  const { embed: loading } = await openElement(PRIVATE, null);
  await until('the embed', () => loading.embed !== null);
  ok(await isLeft(loading), 'it still loads');
  loading.remove();

  const late = await openElement({ ...PRIVATE, 'ready-timeout-ms': '300' }, null);
  equal(await ending(late.embed.ready), 'ready-timeout');
  await until('ready', () => {
    // Its document may still be on its way.
    late.embed.iframe!.contentWindow!.postMessage('be ready', '*');
    return late.all('ready').length > 0;
  });
  ok(await isLeft(late.embed), 'it was late');
  late.embed.remove();

  await faults({ backend: { mode: 'hang' } });
  const { embed: minting } = await openElement({ 'ready-timeout-ms': '300' }, null);
  await until('the request', async () => (await mints()) === 1);
  equal(await ending(minting.ready), 'ready-timeout');
  ok(await isLeft(minting), 'it mints');
  equal(await mints(), 1);
  uncaught.length = 0;
});

test('a bridge that could not be loaded is loaded when the network is back', async () => {
  await serve('page', { '/dist/translated.js': { dies: true } });
  WebAssembly.Module = function () {
    throw new Error('The page has a policy.');
  } as never;
  const element = document.createElement('svc-embed');
  Object.assign(element, { baseUrl: origins.sandbox, publicId: 'sales-overview' });
  element.sessionUrl = '/api/embed-session';
  const failed = failure(element);
  target().append(element);
  equal(await failed, 'wasm-unavailable');
  await serve('page', { '/dist/translated.js': null });
  const again = failure(element);
  online();
  await sleep();
  // Firefox remembers that a module could not be loaded, until the page is loaded again.
  equal(
    await Promise.race([element.ready.then(({ type }) => type), again]),
    engine === 'firefox' ? 'wasm-unavailable' : 'svc:event:ready',
  );
});

test('a move within one task keeps the embed and its session', async () => {
  const own = await openElement();
  const { embed: element } = own;
  const { embed, iframe } = element;
  // The browser gets time to load the iframe by itself.
  await slow(1_000);
  element.setColorScheme('dark');
  const section = elsewhere();
  // A list that is sorted moves its elements: twice, and back.
  for (const place of [section, target(), section]) place.append(element);
  await own.event('ready', 2);
  await own.session({ status: 'active', renewal: 'idle' });
  await own.shows({ scheme: 'dark', sessionState: 'active' });
  ok(element.embed === embed && element.iframe === iframe && frames(element) === 1);
  // One more id, for the window that is empty. The iframe has no attribute with the spent id, so the browser does
  // not ask for it.
  const { mintRequests, exchanges, rejectedExchanges } = await counts();
  deepEqual([mintRequests, exchanges, rejectedExchanges], [2, 2, 0]);
});

/** The engines that have it. */
const MOVE_BEFORE = { in: ['chromium', 'firefox'] };

test('moveBefore leaves the iframe as it is, and the embed in any case', MOVE_BEFORE, async () => {
  const own = await openElement();
  const { embed: element } = own;
  const { embed } = element;
  await inside(element.iframe!, 'mark');
  await slow(1_000);
  (elsewhere() as any).moveBefore(element, null);
  if (engine === 'firefox') await own.event('ready', 2);
  else {
    await applied();
    deepEqual([(await own.shows({})).mark, await mints()], ['here', 1]);
  }
  await own.session({ status: 'active' });
  equal((await counts()).rejectedExchanges, 0);
  ok(element.embed === embed && frames(element) === 1);
});

test("a preview of Turbo's mounts nothing, and its snapshot mounts once it is the page", async () => {
  const own = await openElement();
  // As Turbo does: the page is copied before it is left, and shown from the copy.
  const snapshot = document.body.cloneNode(true);
  document.documentElement.toggleAttribute('data-turbo-preview', true);
  document.body.replaceWith(snapshot.cloneNode(true));
  await applied();
  deepEqual([await mints(), own.embed.embed], [1, null]);
  document.documentElement.removeAttribute('data-turbo-preview');
  document.body.replaceWith(snapshot);
  const element = document.querySelector('svc-embed')!;
  await until('the embed', () => element.session?.status === 'active');
  await applied();
  deepEqual([await mints(), frames(element)], [2, 1]);
});

test('a move before the id has come costs no second id', async () => {
  await slow(3_000);
  const own = await openElement({}, null);
  await until('the request', async () => (await mints()) === 1);
  await until('the embed', () => own.embed.iframe !== null);
  elsewhere().append(own.embed);
  equal(own.embed.iframe!.getAttribute('src'), null);
  await own.event('ready');
  await applied();
  deepEqual([await mints(), frames(own.embed)], [1, 1]);
});

test('taken out it ends, put back it mounts', async () => {
  const own = await openElement();
  const { embed: element } = own;
  const { embed: first } = element;
  element.remove();
  await sleep();
  deepEqual([element.embed, element.session, first!.session.status], [null, null, 'stopped']);
  const { ready } = element;
  target().append(element);
  await ready;
  await own.session({ status: 'active' });
  deepEqual([frames(element), await mints()], [1, 2]);
  const waited = ending(element.once('download'));
  element.destroy();
  deepEqual([await waited, frames(element)], ['destroyed', 0]);
  await applied();
  equal(frames(element), 0);
});

test('taken out at any moment of mounting, nothing is left and nothing is reported', async () => {
  await privateChat();
  const { embed: element } = await openElement(PRIVATE, 'ready');
  const all: SvcEmbedElement[] = [];
  const codes: Promise<string>[] = [];
  // Every third of forty moments.
  for (let moments = 0; moments < 40; moments += 3) {
    const next = element.cloneNode() as SvcEmbedElement;
    all.push(next);
    target().append(next);
    // Nobody waits for every other one.
    if (moments % 2) codes.push(ending(next.ready));
    for (let moment = 0; moment < moments; moment++) await null;
    next.remove();
  }
  ok(all.some(({ iframe }) => iframe));
  await applied();
  deepEqual([all.filter((one) => one.embed || frames(one)), codes.length], [[], 7]);
  deepEqual([...new Set(await Promise.all(codes))], ['destroyed']);
});

test('a copy of an element with the property getSession is no private embed', async () => {
  const signed = (element: SvcEmbedElement) =>
    until('a signed embed', () => element.session?.mode === 'signed');
  const mint = Object.assign(() => getSession(), { calls: 0 });
  let { embed: element } = await openElement({ 'session-url': null }, null);
  element.getSession = mint;
  await signed(element);
  for (const copying of ['innerHTML', 'cloneNode']) {
    const { parentElement } = element;
    if (copying === 'innerHTML') parentElement!.innerHTML += '';
    else element.replaceWith(element.cloneNode(true));
    element = parentElement!.querySelector('svc-embed')!;
    const { code, message } = await element.ready.catch((error) => error);
    equal(code, 'invalid-option', copying);
    match(message, /each copy/);
    equal(frames(element), 0);
    element.getSession = mint;
    await signed(element);
  }
  uncaught.length = 0;
  // With properties that change, as a mock has, it is the same function.
  const { embed } = element;
  mint.calls = 1;
  element.locale = 'de';
  await sleep(100);
  ok(element.embed === embed);
  const had = await mints();
  // Who takes the mark away leaves the function.
  element.removeAttribute('get-session');
  await applied();
  deepEqual([typeof element.getSession, await mints()], ['function', had]);
  element.getSession = undefined;
  await until('the private embed', () => element.session?.mode === 'private');
  equal(element.hasAttribute('get-session'), false);
});

test('an element with keep that has gone before the file is there asks for nothing', async () => {
  await init();
  const element = document.createElement('svc-embed');
  Object.assign(element, { keep: 'sales', publicId: 'sales-overview', baseUrl: origins.sandbox });
  element.sessionUrl = '/api/embed-session';
  target().append(element);
  // It has begun to load the file.
  await sleep();
  element.remove();
  await import('svc-embed/keep');
  await applied();
  deepEqual([document.querySelectorAll('iframe').length, await mints()], [0, 0]);
});
