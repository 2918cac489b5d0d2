// What the viewer sees is in the page's address: copied, it shows the same, and Back works, once each.

import { link, type Link, type LinkOptions } from 'svc-embed/link';
import { fakeEmbed, type FakeEmbed } from 'svc-embed/testing';
import { deepEqual, equal, until } from './support/assert.js';
import { mountEmbed } from './support/embed.js';
import { engine, test } from './support/test.js';

const STATUS = 'orders.status';
const address = () => new URL(location.href);

/** The changes of the address: `push /a`. */
const told: string[] = [];
for (const kind of ['push', 'replace'] as const) {
  const change = history[`${kind}State`];
  history[`${kind}State`] = (state, title, url) => {
    const { searchParams } = new URL(url!, location.href);
    const own = [...searchParams].filter(([name]) => /^(view|at|f_.*)$/.test(name));
    told.push([kind, ...own.map(([, value]) => value)].join(' '));
    change.call(history, state, title, url);
  };
}

/** From now on, time passes when the test says so, in steps of ten milliseconds. */
function stopClock() {
  const timers = new Map<number, { at: number; call: () => void }>();
  let last = 0;
  const clock = {
    now: 0,
    pass(ms: number) {
      for (const end = clock.now + ms; clock.now < end;) {
        clock.now += 10;
        for (const [timer, { at, call }] of timers)
          if (at <= clock.now && timers.delete(timer)) call();
      }
    },
  };
  Object.assign(window, {
    setTimeout: (call: () => void, ms = 0) => (
      timers.set(++last, { at: clock.now + ms, call }),
      last
    ),
    clearTimeout: (timer: number) => timers.delete(timer),
  });
  return clock;
}

const travel = (way: 'back' | 'forward') =>
  new Promise((done) => {
    addEventListener('popstate', done, { once: true });
    history[way]();
  });

/** Plays a script with an embed and its link. It begins with an embed that has shown its first view, unless it links. */
async function play(script: string, options: LinkOptions = { filters: [STATUS] }) {
  const clock = stopClock();
  const embed = fakeEmbed({ surface: 'app' });
  const { navigate } = embed;
  let linked: Link;
  let [at, pause, free] = ['/', 0, 0];
  // One report after the other.
  Object.getPrototypeOf(embed).navigate = function (this: FakeEmbed, path: string) {
    navigate.call(this, path);
    if (!pause) return;
    free = Math.max(free, clock.now) + pause;
    setTimeout(() => words.step(path), free - clock.now);
  };
  const report = (path: string) => {
    embed.emit('navigate', { path, previousPath: at });
    at = path;
  };
  const view = (path: string) => embed.emit('view', { surface: 'app', path: (at = path) });
  const words: Record<string, (argument: string) => unknown> = {
    link: () => (linked = link(embed, options)),
    end: () => linked.end(),
    address: (search) => (
      history.replaceState(null, '', `/?${new URLSearchParams(search)}`),
      told.pop()
    ),
    read: () => linked.read(),
    load: (path) => (embed.emit('ready'), view(path)),
    view,
    report,
    step: (path) => (report(path), view(path)),
    far: (length) => report(`/${'x'.repeat(Number(length))}`),
    /** In the other order. */
    pets: (path) => (embed.emit('view', { surface: 'app', path }), report(path)),
    go: (path) => embed.navigate(path),
    slow: (ms) => (pause = Number(ms)),
    wait: (ms) => clock.pass(Number(ms)),
    set: (filter) => embed.setFilter(filter),
    filter: (value) => embed.setFilter({ member: STATUS, value }),
    clear: (member) => embed.clearFilter(member),
    back: () => travel('back'),
    forward: () => travel('forward'),
  };
  const isLinked = /^(link|view|address)/.test(script);
  for (const each of `${isLinked ? '' : 'link; load /; wait 100; '}${script}`.split('; ')) {
    const [word = '', argument = ''] = each.split(/ (.*)/);
    await words[word]!(argument);
  }
  return {
    embed,
    told: told.splice(isLinked ? 0 : 1).join(', '),
    asked: embed.actions.map(({ payload }) => Object.values(payload)[0]).join(', '),
  };
}

/**
 * Each row has a name, the script of what happens, the changes of the page's address that follow, and sometimes what
 * the embed is asked. `-` is nothing.
 */
const ROWS = `
the page navigates and filters: go /a; filter x; set f_orders.region="EU"; clear ${STATUS}; set f_${STATUS}="y"; set f_${STATUS}={"value":null} → replace /a, replace /a {"value":"x"}, replace /a, replace /a "y", replace /a → /a, f_${STATUS}={"value":"x"}, f_orders.region="EU", f_${STATUS}={"value":null}, f_${STATUS}="y", f_${STATUS}={"value":null}
a link that was copied: address other=&view=/a&f_orders.region="EU"&f_${STATUS}="x+%26"; link; load /; wait 300; step /a; step /b → push /b "EU" "x &" → /a, f_${STATUS}="x \\u0026"
a link with no path and no filter: address view=x%00&f_${STATUS}=no; link; load /; wait 100 → replace x\0, replace / → -
Back and Forward, with a filter: step /a; filter x; back; wait 5000; forward; wait 5000 → push /a, replace /a {"value":"x"} → f_${STATUS}={"value":"x"}, /, f_${STATUS}=null, /a, f_${STATUS}={"value":"x"}
a router that says when it has changed the address: address view=/b; link; address view=/a; read; read → - → /b, /a
linked again: go /a; filter x; wait 5000; end; address x; link → replace /a, replace /a {"value":"x"}, replace /a {"value":"x"}
linked again at an address of before: step /a; filter x; end; address view=/; link → push /a, replace /a {"value":"x"} → f_${STATUS}={"value":"x"}, /, f_${STATUS}=null
Back to another route: step /a; filter x; address other=; read → push /a, replace /a {"value":"x"} → f_${STATUS}={"value":"x"}
a link that has ended: end; step /a; go /b; address view=/c; read → - → /b
three calls in a row: slow 300; go /a; go /b; go /c; wait 1200; step /d → replace /a, replace /b, replace /c, push /d
there, elsewhere, and there again: slow 300; go /a; go /b; go /a; wait 1200; step /d → replace /a, replace /b, replace /a, push /d
where the embed is already: go /; step /a → push /a
a report that never comes: go /a; wait 5000; step /b; step /a → replace /a, replace /, push /b, push /a
a report in the other order: go /a; pets /a → replace /a
a report of its view only: go /a; view /a; step /b → replace /a, push /b
a step that was taken back: step /a; slow 300; back; wait 5000; slow 0; step /a → push /a, push /a
more steps than a browser takes: step /1; step /2; step /3; step /4; step /5; step /6; step /7; step /8; step /9; step /10; step /11; wait 5000 → push /1, push /2, push /3, push /4, push /5, push /6, push /7, push /8, push /9, replace /11
a path that is too long for an address: step /a; far 5000; far 100000 → push /a
the same path again: go /a; step /a; step /b; go /a; step /a; step /c → replace /a, push /b, replace /a, push /c
a step that reports no view: link; view /; report /a; wait 200 → replace /, push /a
an address that the page has changed itself: step /a; address own=&view=/a; wait 5000 → push /a
a step of the viewer just before: go /b; step /a; step /b; step /c → replace /b, replace /a, replace /b, push /c
a path that the embed spells otherwise: go /a; pets /A; step /b → replace /a, replace /A, push /b
a load that sends it back: step /a; load /; wait 300; step /a; wait 6000 → push /a
a late renewal: step /a; load /; wait 6000; step /a; wait 300; step /b → push /a, replace /, replace /a, push /b
as quick as a person presses, with an embed that takes a second: step /a; step /b; step /c; step /d; slow 1000; back; wait 120; back; wait 120; back; wait 120; forward; wait 120; back; wait 120; back; wait 120; forward; wait 8000; forward; wait 120; forward; wait 120; forward; wait 4000 → push /a, push /b, push /c, push /d
`;

for (const row of ROWS.trim().split('\n')) {
  const [, name = '', script = '', ...wanted] = /^(.*?): (.*?) → (.*?)(?: → (.*))?$/.exec(row)!;
  test(name, async () => {
    const { told, asked } = await play(script);
    deepEqual([told || '-', wanted[1] && (asked || '-')], wanted);
  });
}

test('a viewer steps through a dashboard, and goes back and forward', async () => {
  const surface = { kind: 'app', deploymentId: 7 } as const;
  const own = await mountEmbed({ surface });
  history.replaceState('own', '');
  told.pop();
  link(own.embed);
  await own.event('view');
  await until('the address', () => told.length > 0);
  equal(history.state, 'own');
  const other = '/dashboard/fulfilment';
  await own.click(`.nav-link[data-path="${other}"]`);
  await until('the address', () => address().searchParams.get('view') === other);
  for (const [way, path] of [
    ['back', '/'],
    ['forward', other],
  ] as const) {
    await travel(way);
    await own.shows({ path });
    equal(address().searchParams.get('view'), path);
  }
  deepEqual(told, ['replace /', `push ${other}`]);
});

test('a router is told of steps and of changes, once each, also one that takes a while or throws once', async () => {
  const calls: string[] = [];
  let isBroken = true;
  const tell = (kind: string) => (url: URL) => {
    if (isBroken) throw (isBroken = false);
    calls.push(`${kind} ${url.searchParams.get('at')} ${url.hash}`);
  };
  history.replaceState(null, '', '#hash');
  const options = { path: 'at', push: tell('push'), replace: tell('replace') };
  await play('link; load /; wait 5100; view /; wait 100; step /a; wait 200', options);
  deepEqual(calls, ['replace / #hash', 'push /a #hash']);
});

test('links that have ended give the embed its methods back', async () => {
  const embed = fakeEmbed();
  link(embed, { filters: [STATUS], signal: AbortSignal.abort() });
  const ending = new AbortController();
  link(embed, { path: 'view', signal: ending.signal });
  // The second one calls the methods that the first one has put in the place of the embed's.
  const second = link(embed, { path: 'at' });
  ending.abort();
  embed.navigate('/a');
  deepEqual(told, ['replace /a']);
  equal(address().searchParams.get('at'), '/a');
  link(embed).end();
  embed.navigate('/b');
  equal(address().searchParams.get('at'), '/b');
  second.end();
  const other = fakeEmbed();
  link(other)[Symbol.dispose]();
  equal(other.navigate, Object.getPrototypeOf(other).navigate);
  link(other, { path: null, filters: [STATUS] });
  other.navigate('/c');
  equal(address().searchParams.get('null'), null);
  other.setFilter({ member: STATUS, value: 'x' });
  history.replaceState(null, '', '/');
  dispatchEvent(new Event('popstate'));
  deepEqual(other.actions.at(-1)!.payload, { filterUrlParameter: `f_${STATUS}=null` });
  other.destroy();
  await until('its end', () => other.navigate === Object.getPrototypeOf(other).navigate);
  history.pushState(null, '', '?view=/b');
  await travel('back');
});

/** Pages that cannot change their address, and a script that runs first. */
const UNWRITABLE: Record<string, [page: Partial<HTMLIFrameElement>, first?: string]> = {
  srcdoc: [{ srcdoc: '<p>' }],
  'a blob': [{ src: URL.createObjectURL(new Blob(['<p>'], { type: 'text/html' })) }],
  'a history without methods': [{ src: '/' }, 'history.pushState = history.replaceState = null'],
  'a router that rejects': [{ src: '/' }, 'options.replace = () => Promise.reject("a router")'],
  'a browser whose limit is used up': [
    { src: '/' },
    // Firefox has none under its driver.
    engine === 'firefox'
      ? 'history.replaceState = () => { throw new DOMException("", "SecurityError") }'
      : 'try { for (let change = 0; change < 500; change++) history.replaceState(null, "", `?${change}`) } catch {}',
  ],
};

for (const [what, [page, first = '']] of Object.entries(UNWRITABLE))
  test(
    `${what}: link says once that it cannot write, and the embed does as it is asked`,
    // In WebKit, a blob's page has another origin, which may import nothing.
    { in: what === 'a blob' ? ['chromium', 'firefox'] : [engine] },
    async () => {
      const frame = Object.assign(document.createElement('iframe'), page);
      document.body.append(frame);
      await new Promise((done) => (frame.onload = done));
      const found = await (frame.contentWindow as any).eval(`(async () => {
        const { link } = await import('${origin}/dist/link.js');
        const { fakeEmbed } = await import('${origin}/dist/testing/index.js');
        const warned = [];
        console.warn = (text) => warned.push(text);
        const options = { filters: ['${STATUS}'] };
        ${first};
        const embed = fakeEmbed();
        link(embed, options);
        embed.navigate('/a');
        embed.setFilter({ member: '${STATUS}', value: 'completed' });
        embed.clearFilter('${STATUS}');
        await new Promise((done) => setTimeout(done));
        return [embed.actions.length, ...warned];
      })()`);
      deepEqual(Array.from(found), [3, 'svc-embed: link cannot write the address.']);
    },
  );
