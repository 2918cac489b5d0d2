// A viewer leaves and comes back: the iframe is a child of its target again, and is still the same document.
// While it is hidden, nobody finds it. Without `moveBefore`, `keep` is an ordinary mount.

import { Idiomorph } from 'idiomorph';
import morphdom from 'morphdom';
import { Activity, StrictMode } from 'react';
import { createBrowserRouter, RouterProvider, useLocation, type RouteObject } from 'react-router';
import { init, type Embed } from 'svc-embed';
import { SvcEmbedElement } from 'svc-embed/element';
import { canKeep, endKept, hideKept, keep, limitKept } from 'svc-embed/keep';
import type { Kept, KeepOptions } from 'svc-embed/keep';
import { SvcEmbed } from 'svc-embed/react';
import { createApp, h, KeepAlive, Transition } from 'vue';
import { createRouter, createWebHistory, RouterView } from 'vue-router';
import { deepEqual, ending, equal, ok, sleep, until } from './support/assert.js';
import {
  counts,
  faults,
  getSession,
  iframes,
  message,
  QUICK,
  serve,
  shows,
  target,
} from './support/embed.js';
import { complaints, options as ofReact, render } from './support/react.js';
import { driver, engine, inside, isNight, origins, test } from './support/test.js';

const LOST =
  "svc-embed: The page has moved or removed the kept embed 'sales', so it loads again. Call hideKept() of svc-embed/keep before the page changes, for example when the router is about to show another route.";
/** The engines that have `moveBefore`. */
const KEEPERS = { in: ['chromium', 'firefox'] };
const keeps = KEEPERS.in.includes(engine);
/** How often each viewer goes away and comes back. */
const ROUNDS = isNight && keeps ? 50 : 4;
const SOURCE = { baseUrl: origins.sandbox, sessionUrl: '/api/embed-session' };
SvcEmbedElement.allow(SOURCE);

const options = (more: Partial<KeepOptions> = {}): KeepOptions => ({
  baseUrl: origins.sandbox,
  surface: { kind: 'dashboard', publicId: 'sales-overview' },
  renewal: QUICK,
  getSession,
  ...more,
});
const attributes = (keep = 'sales', publicId = 'sales-overview') => ({
  ...{ class: 'place', style: 'display:block;height:200px', keep, locale: 'de' },
  ...{ 'public-id': publicId, 'base-url': SOURCE.baseUrl, 'session-url': SOURCE.sessionUrl },
});
const markup = (...given: string[]) => {
  const words = Object.entries(attributes(...given)).map(([name, value]) => `${name}="${value}"`);
  return `<svc-embed ${words.join(' ')}></svc-embed>`;
};
function addElement(...given: string[]): SvcEmbedElement {
  target().insertAdjacentHTML('beforeend', markup(...given));
  return target().lastElementChild as SvcEmbedElement;
}

const find = <T extends Element = HTMLElement>(selector: string) =>
  document.querySelector<T>(selector)!;
const PLACE = '<div class="place" style="height:200px"></div>';

/** Leaves what is shown, fills the page, and returns the last place in it. */
function place(html = PLACE): HTMLElement {
  hideKept();
  target().innerHTML = html;
  return [...target().querySelectorAll<HTMLElement>('.place')].at(-1)!;
}

/** Shows an embed, and waits until it is ready. */
async function ready(kept: Kept, at: Element | string = place()): Promise<Embed> {
  const embed = await kept.show(at);
  await embed.ready;
  return embed;
}

/** Leaves a route as a router does that calls `hideKept`. */
async function leave(element: Element): Promise<void> {
  hideKept();
  element.remove();
  await sleep();
}

/** Where each iframe is: how many are in each element, and how many are hidden. */
const whereabouts = (...elements: Element[]): string => {
  const all = (root: ParentNode) => [...root.querySelectorAll('iframe')];
  const places = elements.map((element) => all(element.shadowRoot ?? element).length);
  return [...places, all(document).filter((one) => one.closest('[inert]')).length].join();
};
const isAt = (wanted: string, ...elements: Element[]) =>
  until(`the embeds at ${wanted}`, () => whereabouts(...elements) === wanted);

/** Holds what would be called after this delay, for the test to call. */
function hold(delay: number): (() => void)[] {
  const held: (() => void)[] = [];
  const later = setTimeout;
  const own = (call: () => void, ms = 0) => (ms === delay ? held.push(call) : later(call, ms));
  Object.assign(window, { setTimeout: own });
  return held;
}

/** What is at the top of the middle of an element. */
function at(element: Element): Element | null {
  const { left, top, width } = element.getBoundingClientRect();
  return (element.getRootNode() as Document).elementFromPoint(left + width / 2, top + 50);
}

const isVisible = (frame: Element) =>
  frame.checkVisibility({ opacityProperty: true, checkOpacity: true } as {});

/** What the viewer sees at the place. */
function shown(): HTMLIFrameElement | null {
  const frame = (find('.place')?.shadowRoot ?? find('.place'))?.querySelector('iframe');
  return frame && isVisible(frame) ? frame : null;
}

const mints = async () => (await counts()).mintRequests;
async function loads(): Promise<number> {
  const { requests } = await (await fetch('/control/requests')).json();
  return requests.filter(({ path }: { path: string }) => path.startsWith('/embed/dashboard/'))
    .length;
}

/** How often the page has minted and loaded: no id was spent twice. */
async function cost(minted: number, loaded = minted): Promise<void> {
  await until(`${loaded} loads`, async () => (await loads()) >= loaded);
  const { rejectedExchanges } = await counts();
  deepEqual([await mints(), await loads(), rejectedExchanges], [minted, loaded, 0]);
}

/** What the pool has said. On a slow machine, the package also explains why there is no picture yet. */
const ours = () => complaints.filter((text) => /^svc-embed: .*\bkeep\b/.test(text));

/** Another document has no such mark. */
const mark = (frame: HTMLIFrameElement) => inside(frame, 'mark');
async function isMarked(frame: HTMLIFrameElement): Promise<void> {
  equal(((await inside(frame, 'dataset')) as { mark?: string }).mark, 'here');
}

/** What a place is in, and whether the viewer can click the embed there. The parser adds the end tags. */
const PLACES: Record<string, [around: string, isSeen: boolean]> = {
  'a page': ['', true],
  'an element that scrolls': ['<div style="overflow:auto;height:99px">', true],
  'a zoomed parent': ['<div style="zoom:1.5">', true],
  'a parent that is turned': ['<div style="transform:rotate(3deg) scale(.8)">', true],
  'a page under the dialog of a library': [
    '<div id="page" style="position:relative;z-index:5">',
    false,
  ],
  'a tab that is not shown': ['<div style="visibility:hidden">', false],
  'a faded slide': ['<div style="opacity:0">', false],
  'an inert parent': ['<div inert>', false],
  'a closed <details>': ['<details>', false],
  'what the browser may find': ['<div hidden="until-found">', false],
  'a modal <dialog>': ['<dialog><button></button>', true],
  'a popover': ['<div popover="manual">', true],
  'a shadow tree': ['<div id="host">', true],
};

test('by hand, in every place that a page can have: one document', async () => {
  equal(canKeep(), keeps, `${engine}'s moveBefore`);
  const sales = keep('sales', options());
  if (keeps) await until('a load while it is hidden', async () => (await loads()) === 1);
  let embed = await ready(sales);
  await mark(embed.iframe);
  for (const [name, [around, isSeen]] of Object.entries(PLACES))
    // Taken away, and opened again.
    for (let time = 0; time < 2; time++) {
      const element = place(around + PLACE);
      find<HTMLDialogElement>('dialog')?.showModal();
      find('[popover]')?.showPopover();
      find('#host')?.attachShadow({ mode: 'open' }).append(element);
      embed = await sales.show(element);
      find('#page')?.insertAdjacentHTML('afterend', '<i style="position:fixed;inset:0;z-index:6">');
      scrollTo(0, 0);
      equal(embed.iframe.parentNode, element, name);
      equal(at(element) === embed.iframe && isVisible(embed.iframe), isSeen, name);
    }
  await embed.ready;
  if (!keeps)
    return ok((await mints()) > 1, 'One that is hidden again at once may not have asked.');
  await cost(1);
  await isMarked(embed.iframe);
});

test('the keyboard, the wheel, full screen, print and screen readers, as for every iframe of the page', async () => {
  target().style.overflow = 'visible';
  const sales = keep('sales', options());
  const show = async (html: string) => (await ready(sales, place(html))).iframe;
  // A library that keeps the focus in its dialog.
  document.addEventListener('focusin', (event) => {
    const dialog = find('dialog');
    if (dialog && !dialog.contains(event.target as Node)) find('#first').focus();
  });
  const tab = async (from: string, isBack: boolean, to: string) => {
    find(from).focus();
    await driver('tab', isBack);
    await until(`the focus in ${to}`, () => document.activeElement === find(to));
  };
  const neighbours = 'button,input,textarea,a href="#",p tabindex="0",p contenteditable';
  for (const kind of keeps ? neighbours.split(',') : ['button']) {
    const one = (id: string) => `<${kind} id="${id}">${id}</${kind.split(' ')[0]}>`;
    await show(`<dialog open>${one('first')}${PLACE}${one('last')}</dialog>`);
    await tab('#first', false, 'iframe');
    await tab('#last', true, 'iframe');
  }
  // Hidden, it is out of the tab order, of the accessibility tree and of what is printed, and has its size.
  if (keeps) {
    const iframe = find<HTMLIFrameElement>('iframe');
    const { offsetWidth } = iframe;
    const print = (): Promise<number> => driver('print');
    const roles = async () =>
      engine === 'chromium' && /paragraph.*paragraph/.exec(await driver('roles'))![0];
    const shown = [await print(), await roles()] as const;
    sales.hide();
    const { inert, style } = iframe.parentElement!;
    deepEqual([inert, style.opacity, iframe.offsetWidth], [true, '0', offsetWidth]);
    await tab('#first', false, '#last');
    ok(shown[0] > 2 * (await print()));
    const wanted = ['paragraph,Iframe,paragraph', 'paragraph,paragraph'];
    if (shown[1]) deepEqual([shown[1], await roles()], wanted);
  }
  await show(`<div id="box" style="overflow:auto;height:300px">${PLACE}<p style="height:9000px">`);
  find('#box').scrollTop = 50;
  scrollTo(0, 0);
  // Up, because the embed is at its top: what scrolls itself first keeps a wheel that goes on, in Firefox for ever.
  // WebKit's driver knows no wheel.
  if (engine !== 'webkit')
    await until('a box that was scrolled', async () => {
      await driver('wheel', 'iframe', -2_000);
      return find('#box').scrollTop === 0;
    });
  const iframe = await show(`<button id="full">Full screen</button>${PLACE}`);
  const isDone = new Promise((done) => {
    find('#full').onclick = () => target().requestFullscreen().then(done, done);
  });
  await driver('click', '#full');
  await isDone;
  equal(at(target().lastElementChild!), iframe);
  await document.exitFullscreen().catch(() => {});
  equal(await mints(), keeps ? 1 : 3);
});

test('a page writes the style of the target, or removes the parking place', KEEPERS, async () => {
  const sales = keep('sales', options());
  const element = place();
  const embed = await ready(sales, element);
  await mark(embed.iframe);
  element.setAttribute('style', 'height:90px');
  find('html > [inert]').remove();
  await isMarked(embed.iframe);
  await cost(1);
  element.style.display = 'none';
  sales.hide();
  ok(embed.iframe.offsetHeight > 0, 'It keeps its last size.');
  element.style.display = 'block';
  const { contentWindow: value } = embed.iframe;
  find('html > [inert]').remove();
  // An event that was on its way.
  const data = message('view', { surface: 'dashboard', path: '/' });
  const late = new MessageEvent('message', { data, origin: origins.sandbox });
  dispatchEvent(Object.defineProperty(late, 'source', { value }));
  const again = await sales.show(element);
  await cost(2);
  await shows(again.iframe, { publicId: 'sales-overview' });
  deepEqual([again, ...ours()], [embed, LOST]);
});

test('the limit and the age end what is hidden, and not what is shown', KEEPERS, async () => {
  const kept = (title: string) => keep(title, options({ title }));
  const titles = () => [...document.querySelectorAll('iframe')].map(({ title }) => title).join();
  const are = (wanted: string) => until(wanted, () => titles() === wanted);
  limitKept({ most: 2 });
  const [one, other] = [place(PLACE + PLACE), find('.place')];
  const first = kept('one');
  await first.show(one);
  kept('two');
  const third = kept('three');
  await are('one,three');
  // No timer takes such a delay.
  limitKept({ hiddenMs: Infinity });
  await third.show(other);
  third.hide();
  first.hide();
  kept('four');
  // What was hidden first.
  await are('one,four');
  limitKept({ hiddenMs: 200 });
  limitKept({ hiddenMs: Infinity });
  await sleep(300);
  await are('one,four');
  limitKept({ hiddenMs: 200 });
  limitKept({ most: 2 });
  await are('');
  await first.show(one);
  kept('five');
  await until('nothing that is hidden', () => !find('[inert] iframe'));
  await are('one');
  first.hide();
  await are('');
});

test('what has stopped is not shown again, and what is wrong is said', async () => {
  keep('sales', options({ locale: 'fr' }));
  const sales = keep('sales', options());
  const first = await ready(sales);
  equal(iframes(), 1);
  sales.hide();
  first.destroy();
  const second = await ready(sales);
  equal(second.session.status, 'active');
  await faults({ backend: { mode: 'signed-out' } });
  equal(await ending(second.reload()), 'signed-out');
  sales.hide();
  equal(iframes(), 0);
  const ofAnother = document.implementation.createHTMLDocument().body;
  for (const at of ['#nowhere', ofAnother])
    equal(await ending(keep('target', options()).show(at)), 'invalid-target');
  const wrong = options({ locale: 7 } as {});
  equal(await ending(keep('option', wrong).show(place())), 'invalid-option');
  endKept('target');
  equal(document.querySelectorAll('iframe,[inert]').length, 0);
});

for (const [phase, minted] of Object.entries({ minting: 1, loading: 1, renewing: 2 }))
  test(`away and back twenty times while ${phase}`, async () => {
    let answer!: (value?: unknown) => void;
    const slow = new Promise((done) => (answer = done));
    const slowly = options({ getSession: (request) => slow.then(() => getSession(request)) });
    const sales = keep('sales', phase === 'minting' ? slowly : options());
    if (phase === 'renewing' && keeps) {
      const embed = await ready(sales);
      keep('sales', slowly);
      await sleep();
      void embed.renew();
    }
    for (let time = 0; time < 20; time++) {
      sales.show(place()).catch(() => {});
      await sleep(20);
      sales.hide();
      if (time === 10) answer();
    }
    const element = place();
    const embed = await ready(sales, element);
    await until('a session', () => embed.session.renewal === 'idle');
    equal(whereabouts(element), '1,0');
    if (keeps) await cost(minted, 1);
    else equal((await counts()).rejectedExchanges, 0);
  });

test('the next user gets another embed, by the getSession of the page', KEEPERS, async () => {
  const seen: string[] = [];
  const as = (user: string) =>
    keep('sales', options({ getSession: (request) => (seen.push(user), getSession(request)) }));
  const before = await ready(as('Ada'));
  // The next page of the same user.
  await as('Ada, later').show(place());
  await before.renew();
  endKept();
  await ready(as('Eve'));
  deepEqual([...seen, before.session.status], ['Ada', 'Ada, later', 'Eve', 'stopped']);
  deepEqual(ours(), []);
});

test('endKept() while components show their embeds: those that stay fail, and mint only if they are asked to', async () => {
  const [stays, goes] = [addElement('stays'), addElement('goes')];
  const failed: unknown[] = [];
  for (const element of [stays, goes])
    element.addEventListener('mount-failed', (event) => {
      event.preventDefault();
      failed.push(element, (event.detail as { code: string }).code, element.embed);
    });
  await Promise.all([stays.ready, goes.ready]);
  endKept();
  // What has ended is not hidden.
  hideKept();
  goes.remove();
  equal(whereabouts(stays), '0,0');
  await until('a failure', () => failed.length > 0);
  deepEqual([...failed, await mints()], [stays, 'destroyed', null, 2]);
  stays.retry();
  await isAt('1,0', stays);
  await stays.ready;
  equal(await mints(), 3);
});

test('elements: a navigation that is cancelled; changed options', async () => {
  let element = addElement();
  await element.ready;
  equal(element.iframe!.part.value, 'iframe');
  if (keeps) {
    hideKept('sales');
    equal(whereabouts(element), '0,1');
    await isAt('1,0', element);
    // What one element has changed is known when the next one comes.
    element.locale = 'fr';
    await shows(element.iframe!, { locale: 'fr' });
    await leave(element);
    element = addElement();
    await element.ready;
    await shows(element.iframe!, { locale: 'de' });
  }
  // Another dashboard under the same name takes the place of the first.
  element.setAttribute('public-id', 'fulfilment');
  await until('another mint', async () => (await mints()) === 2);
  await element.ready;
  equal(whereabouts(element), '1,0');
});

const FIVE = ['one', 'two', 'three', 'four', 'five'];
/** How five embeds come into their places at once. */
const AT_ONCE: Record<string, () => unknown> = {
  elements: () => FIVE.forEach((name) => addElement(name)),
  React: () => render(FIVE.map((keep) => <SvcEmbed key={keep} {...ofReact({ keep } as {})} />)),
  'by hand': async () => {
    // Then an embed asks for its id at once.
    await init();
    place(PLACE.repeat(5));
    FIVE.forEach((name, at) => void keep(name, options()).show(target().children[at]!));
  },
};

for (const [who, show] of Object.entries(AT_ONCE))
  test(`five at once, ${who}: a mint for each, and all are shown`, async () => {
    await show();
    await until('five sessions', async () => (await counts()).exchanges === 5);
    equal(whereabouts(...target().children), '1,1,1,1,1,0');
    equal(await mints(), 5);
    deepEqual(complaints, []);
  });

test("a stranger's markup takes and ends no embed of the page's", KEEPERS, async () => {
  const embed = await ready(keep('sales', options()), place(PLACE + '<p></p>'));
  keep('hidden', options({ theme: { name: 'dark' } }));
  await mark(embed.iframe);
  const others = ['sales', 'hidden', ...FIVE].map((name) => [name, 'fulfilment']);
  for (const given of [['sales'], ...others]) {
    const element = addElement(...given);
    await element.ready;
    await leave(element);
  }
  equal(embed.session.status, 'active');
  // Four of the markup, and both of the page.
  equal(iframes(), 6);
  await isMarked(embed.iframe);
});

for (const [other, minted] of Object.entries({ 'sales-overview': 2, fulfilment: 5 }))
  test(`two with one name, the last one of ${other}: it shows`, KEEPERS, async () => {
    // What waits until the page must have changed.
    const handOver = hold(3_000);
    // As during the animation of a route: no mistake.
    const [gone, next] = [addElement('twice'), addElement('twice'), addElement('alone')];
    await isAt('0,1,0', gone, next);
    gone.remove();
    await leave(next);
    const [first, last] = [addElement('twice'), addElement('twice', other)];
    await isAt('0,1,0', first, last);
    handOver.splice(0, 2).forEach((call) => call());
    deepEqual(ours(), []);
    handOver.forEach((call) => call());
    deepEqual(ours(), [
      "svc-embed: Two components on this page have keep 'twice'. Only the one that came last shows the embed. Give each a name of its own, or show one at a time.",
    ]);
    // It comes again.
    first.remove();
    await sleep();
    target().append(first);
    await isAt('1,0,0', first, last);
    await first.ready;
    const isReady = new Promise<void>((done) => last.on('ready', () => done()));
    await leave(first);
    await isAt('0,1,0', first, last);
    await isReady;
    equal(await mints(), minted);
    // Then nobody shows it, and it is kept.
    await leave(last);
    await isAt('0,0,1', first, last);
  });

let readies = 0;
addEventListener('ready', () => readies++, true);
const SALES = (
  <SvcEmbed
    {...ofReact({ onReady: () => void readies++, fallback: <p>wait</p> })}
    {...({ keep: 'sales', className: 'place', style: { height: 200 } } as {})}
  />
);
const ROUTES = [
  { path: '/sales', element: SALES },
  { path: '*', element: <p>elsewhere</p> },
];

/** As Next does. */
function Both() {
  const isSales = useLocation().pathname === '/sales';
  return [
    <Activity key="sales" mode={isSales ? 'visible' : 'hidden'} children={SALES} />,
    <div key="other" children={!isSales && 'elsewhere'} />,
  ];
}

function startReact(routes: RouteObject[]) {
  const router = createBrowserRouter(routes);
  render(<StrictMode children={<RouterProvider router={router} />} />);
  return (path: string) => void router.navigate(path);
}

function startVue(view: (route: any) => unknown) {
  const routes = [
    { path: '/sales', component: { render: () => h('div', h('svc-embed', attributes())) } },
    { path: '/:rest(.*)', component: { render: () => h('p', 'elsewhere') } },
  ];
  const router = createRouter({ history: createWebHistory(), routes });
  router.beforeResolve((to: any, from: any) => to.path === from.path || hideKept());
  const slot = ({ Component }: { Component: unknown }) => Component && view(Component);
  createApp(() => h(RouterView, null, slot as never))
    .use(router)
    .mount(target());
  return (path: string) => void router.push(path);
}

/** What a server answers. */
const page = (main: string, head = '') => ({
  body: `<!doctype html><html lang="en"><title>A page</title>${head}<main id="target">${main}</main>`,
});

/** Shows two routes, `/home` and `/sales`. Returns what navigates. */
const ROUTERS: Record<string, () => ((path: string) => void) | Promise<(path: string) => void>> = {
  'React Router': () => startReact(ROUTES),
  'React Router with <Activity>': () => startReact([{ path: '*', element: <Both /> }]),
  'Vue Router': () => startVue((route) => h(route)),
  'Vue Router with <KeepAlive>': () => startVue((route) => h(KeepAlive, null, [h(route)])),
  'Vue Router with <Transition>': () =>
    startVue((route) => h(Transition, { mode: 'out-in', duration: 50 }, () => h(route))),
  Turbo: async () => {
    await serve('page', { '/home': page('elsewhere'), '/sales': page(markup()) });
    addEventListener('turbo:before-render', () => hideKept());
    return (await import('@hotwired/turbo')).visit;
  },
};

for (const [name, start] of Object.entries(ROUTERS))
  test(`${name}: away and back, by the router, Back and Forward`, async () => {
    // A slow machine may take longer for a route.
    hold(1_000);
    const visit = await start();
    // Turbo shows a page of its cache until it has the page itself.
    const isDone = () => !document.documentElement.ariaBusy;
    visit('/sales');
    const first = await until('the embed', shown);
    await until('ready', () => readies);
    await mark(first);
    for (let round = 0; round < ROUNDS; round++) {
      if (round % 2) history.back();
      else visit('/home');
      const isThere = () => document.body.innerText.includes('elsewhere');
      await until('the other route', () => isDone() && isThere() && !shown());
      if (round % 2) history.forward();
      else visit('/sales');
      await until('the embed again', () => isDone() && shown() && readies >= 2 + round);
    }
    equal(readies, 1 + ROUNDS);
    await cost(keeps ? 1 : 1 + ROUNDS);
    if (keeps) await isMarked(shown()!);
    deepEqual(ours(), []);
  });

test('Vue Router: another query of the route hides nothing', KEEPERS, async () => {
  const visit = startVue((route) => h(route));
  visit('/sales');
  await until('the embed', shown);
  visit('/sales?view=/other');
  await until('the address', () => location.search);
  ok(shown());
});

/** Changes what is in `#target`, as if a server had sent it. `moveBefore` costs no load, `insertBefore` one. */
const MORPHS: Record<string, [morph: (html: string) => unknown, loadsOfMove: 0 | 1]> = {
  idiomorph: [(html) => Idiomorph.morph(target(), html, { morphStyle: 'innerHTML' }), 0],
  morphdom: [(html) => morphdom(target(), `<main id="target">${html}</main>`), 1],
  'a page refresh of Turbo': [
    async (html) => {
      await serve('page', {
        '/': page(html, '<meta name="turbo-refresh-method" content="morph">'),
      });
      const { visit } = await import('@hotwired/turbo');
      const isDone = new Promise((done) => addEventListener('turbo:load', done, { once: true }));
      visit('/', { action: 'replace' });
      await isDone;
    },
    0,
  ],
};

for (const [name, [morph, loadsOfMove]] of Object.entries(MORPHS))
  test(`${name}: what it removes comes back by one load, and a line`, KEEPERS, async () => {
    // So that a morph knows the element again.
    const sales = markup().replace(' ', ' id="sales" ');
    let wanted = 1;
    const show = async (html: string, more = 0) => {
      await morph(html);
      await cost((wanted += more));
      await shows(await until('the embed', shown), { publicId: 'sales-overview' });
      deepEqual(ours(), wanted > 1 ? [LOST] : []);
    };
    const leave = async () => {
      await morph('<p>elsewhere</p>');
      await until('the other page', () => !find('.place'));
      await sleep();
    };
    await show(sales);
    await show(`${sales}<p>news</p>`);
    hideKept();
    await leave();
    await show(sales);
    await show(`<p>news</p>${sales}`, loadsOfMove);
    await leave();
    await show(sales, 1);
  });
