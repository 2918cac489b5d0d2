// What the shell does at its edges: whose messages it reads, to whom it posts, what it accepts from a page, and what
// it leaves behind. Each test stands for a mistake that no other test noticed.

import * as shell from 'svc-embed';
import { deepEqual, ending, equal, ok, sleep } from './support/assert.js';
import { message, target } from './support/embed.js';
import { addFrame, drilldown, mountPuppet, nextMessage, post, READY } from './support/puppet.js';
import { servePuppets } from './support/puppet.js';
import { driver, origins, test, testShells } from './support/test.js';

const SURFACE = { kind: 'dashboard', publicId: 'sales' } as const;

/** Counts how often anybody asks an iframe for its window. */
function countWindowReads(): { reads: number } {
  const property = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')!;
  const count = { reads: 0 };
  Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
    ...property,
    get() {
      count.reads++;
      return property.get!.call(this);
    },
  });
  return count;
}

testShells(
  'another window of the tenant costs one search, and is heard once its iframe is connected',
  async (load) => {
    await servePuppets();
    const { connect, mount } = await load();
    const own = await mountPuppet({ mount });
    // The other one reports `ready` by itself, before the end of its load or after it: that is the search.
    const spoke = nextMessage();
    const other = await addFrame(`${origins.tenant}/puppet`);
    await spoke;
    const { contentWindow } = other;
    const count = countWindowReads();
    /** How often the bridge looks for the window of an embed when the other one says this. */
    const searchesFor = async (member: string) => {
      const before = count.reads;
      const arrived = nextMessage();
      post(contentWindow!, drilldown(member));
      await arrived;
      return count.reads - before;
    };
    const searches = [await searchesFor('first'), await searchesFor('second')];
    const heard: string[] = [];
    for (const name of ['connected', 'connected again']) {
      const embed = await connect(other, { baseUrl: origins.tenant });
      embed.on('drilldown', ({ payload }) => void heard.push(payload.member));
      searches.push(await searchesFor(name));
      embed.destroy();
      searches.push(await searchesFor('between'), await searchesFor('between'));
    }
    deepEqual(searches, [0, 0, 0, 1, 0, 0, 1, 0]);
    deepEqual([heard, own.members], [['connected', 'connected again'], []]);
  },
);

test('events() keeps the last thousand of what a page does not read', async () => {
  await servePuppets();
  const own = await mountPuppet(shell);
  const events = own.embed.events();
  for (let member = 1; member <= 1_001; member++) own.post(drilldown(`${member}`));
  await own.settle();
  const members: string[] = [];
  for await (const event of events) {
    if (event.type !== 'svc:event:drilldown') break;
    members.push((event.payload as { member: string }).member);
  }
  // `settle` has the embed report something else at the end: the first two have gone.
  deepEqual([members[0], members.at(-1), members.length], ['3', '1001', 999]);
});

test('the last embed takes its listeners along: of the page, of its iframe, of a signal', async () => {
  await servePuppets();
  const aborter = new AbortController();
  const iframe = document.createElement('iframe');
  const names = new Map<unknown, string>([
    ...([
      [document, 'document'],
      [window, 'window'],
    ] as const),
    ...([
      [iframe, 'iframe'],
      [aborter.signal, 'signal'],
    ] as const),
  ]);
  const counts: Record<string, number> = {};
  for (const [method, step] of [
    ['addEventListener', 1],
    ['removeEventListener', -1],
  ] as const) {
    const original = EventTarget.prototype[method];
    EventTarget.prototype[method] = function (this: EventTarget, type: string, ...rest: any[]) {
      const name = `${names.get(this ?? window)} ${type}`;
      counts[name] = (counts[name] ?? 0) + step;
      return (original as any).call(this ?? window, type, ...rest);
    };
  }
  let minted = 0;
  const options = {
    ...{ baseUrl: origins.tenant, logger: false as const, signal: aborter.signal },
    getSession: async () => `own-${++minted}`,
  };
  const connected = await shell.connect(iframe, options);
  iframe.src = `${origins.tenant}/puppet?session=first`;
  document.body.append(iframe);
  await connected.ready;
  const mounted = await shell.mount(target(), { ...options, surface: SURFACE });
  await mounted.ready;
  const ours = () =>
    Object.entries(counts).filter(([name, count]) => count && !/^undef/.test(name));
  ok(ours().length >= 6, JSON.stringify(ours()));
  mounted.destroy();
  connected.destroy();
  deepEqual(ours(), []);
});

test('an iframe that is in a document without a window breaks nothing', async () => {
  await servePuppets();
  let asked = 0;
  const own = await mountPuppet(shell, { getSession: async () => `own-${++asked}` });
  document.implementation.createHTMLDocument('').body.append(own.embed.iframe);
  own.embed.reload().catch(() => {});
  await sleep(300);
  own.embed.destroy();
  // Nobody could use a second id.
  equal(asked, 1);
});

testShells(
  'a page that takes the iframe out, or ends the embed, while a reload puts it back breaks nothing',
  async (load) => {
    await servePuppets();
    const { embed } = await mountPuppet(await load());
    const { iframe } = embed;
    const onLoad = (call: () => void) => iframe.addEventListener('load', call, { once: true });
    const reload = () => void embed.reload().catch(() => {});
    // Some browsers report the empty document while the iframe is being put back.
    onLoad(() => iframe.remove());
    reload();
    await sleep(300);
    const again = new Promise<unknown>((done) => embed.on('ready', done));
    target().append(iframe);
    reload();
    await again;
    onLoad(() => embed.destroy());
    reload();
    await sleep(300);
  },
);

test('an iframe has one embed, whichever copies of svc-embed the page has', async () => {
  await servePuppets();
  const [copy, rust] = ['/copy/index.js', '/dist/rust/index.js'];
  const copies = [await import(copy), await import(rust), shell];
  const options = { baseUrl: origins.tenant, logger: false as const };
  const own = await mountPuppet(shell);
  const iframe = document.createElement('iframe');
  const codes: string[] = [];
  const refuses = async (of: typeof shell, frame = iframe) =>
    void codes.push(await ending(of.connect(frame, options)));
  // Both at once, and then once more.
  let [last] = await Promise.all([shell.connect(iframe, options), refuses(shell)]);
  await refuses(shell);
  await refuses(shell, own.embed.iframe);
  document.body.append(iframe);
  for (const each of copies) {
    await refuses(each);
    last.destroy();
    last = await each.connect(iframe, options);
  }
  await refuses(copies[1]);
  deepEqual(codes, Array(7).fill('invalid-target'));
});

test('while connect() loads the core, what other windows say is not the embed’s, and pushes nothing out', async () => {
  await servePuppets();
  const { connect } = await import('svc-embed/no-wasm');
  document.querySelector('style')!.remove();
  const say = (source: Window, origin: string, data: unknown) =>
    dispatchEvent(
      Object.defineProperty(new MessageEvent('message', { data, origin }), 'source', {
        value: source,
      }),
    );
  /** How `ready` of an embed ends if this is said while its core is loaded. */
  const outcome = async (speak: (own: Window) => void) => {
    const iframe = document.body.appendChild(document.createElement('iframe'));
    const options = { baseUrl: origins.tenant, readyTimeoutMs: 300, logger: false as const };
    const connecting = connect(iframe, options);
    speak(iframe.contentWindow!);
    return ending((await connecting).ready);
  };

  const other = await addFrame(`${origins.tenant}/puppet`);
  const ready = message('ready', READY);

  equal(await outcome(() => say(other.contentWindow!, origins.tenant, ready)), 'ready-timeout');
  const end = await outcome((own) => {
    say(own, origins.tenant, ready);
    // More than are kept.
    for (let times = 0; times < 2_000; times++) say(window, location.origin, { times });
  });
  equal(end, 'resolved');
});

test('connect() hears what comes while the core is loaded: the first thousand messages', async () => {
  await servePuppets();
  await driver('serve', 'page', { '/dist/translated.js': { isHeld: true } });
  delete (globalThis as { WebAssembly?: unknown }).WebAssembly;
  const iframe = await addFrame(`${origins.tenant}/puppet`);
  const heard: string[] = [];
  const connected = shell
    .connect(iframe, { baseUrl: origins.tenant, logger: false })
    .then((embed) => void embed.on('*', ({ type }) => heard.push(type)));
  post(
    iframe.contentWindow!,
    message('ready', READY),
    ...Array(1_500).fill(drilldown()),
    'the last',
  );
  await new Promise<void>((done) =>
    addEventListener('message', ({ data }) => data === 'the last' && done()),
  );
  await driver('release', 'page');
  await connected;
  await sleep();
  equal([heard.length, heard[0]].join(), '1000,svc:event:ready');
});

test('pages that were opened at the same time renew at different times', async () => {
  await servePuppets();
  const spreadMs = 1_000_000;
  const delays: number[] = [];
  for (const drawn of [0.1, 0.9]) {
    Math.random = () => drawn;
    const own = await mountPuppet(shell, { renewal: { spreadMs } });
    const expiresInMs = 2 * spreadMs;
    own.post(message('session-expiring', { expiresAt: Date.now() + expiresInMs, expiresInMs }));
    while (own.embed.session.nextAttemptAt === null) await sleep(20);
    delays.push(own.embed.session.nextAttemptAt - Date.now());
    own.embed.destroy();
  }
  ok(Math.abs(delays[0] - delays[1]) > 5_000, `${delays}`);
});
