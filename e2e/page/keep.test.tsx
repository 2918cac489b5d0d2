// A viewer leaves and comes back: the iframe is a child of its target again, and is still the same document.
// While it is hidden, nobody finds it. Without `moveBefore`, `keep` is an ordinary mount.

import { Idiomorph } from 'idiomorph';
import morphdom from 'morphdom';
import { Activity, StrictMode, type ReactNode } from 'react';
import { createBrowserRouter, Link, Outlet, RouterProvider, useLocation } from 'react-router';
import { init, type Embed } from 'svc-embed';
import { SvcEmbedElement } from 'svc-embed/element';
import { canKeep, endKept, hideKept, keep, limitKept, type KeepOptions } from 'svc-embed/keep';
import { SvcEmbed } from 'svc-embed/react';
import { createApp, h, KeepAlive, Transition } from 'vue';
import { createRouter, createWebHistory, RouterLink, RouterView } from 'vue-router';
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
const TWICE =
  "svc-embed: Two components on this page have keep 'twice'. Only the one that came last shows the embed. Give each a name of its own, or show one at a time.";
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

/** What is at the top of the middle of an element. */
function at(element: Element): Element | null {
  const { left, top, width } = element.getBoundingClientRect();
  let hit = document.elementFromPoint(left + width / 2, top + 50);
  while (hit?.shadowRoot) hit = hit.shadowRoot.elementFromPoint(left + width / 2, top + 50);
  return hit;
}

/** What the viewer sees at the place. */
function shown(): HTMLIFrameElement | null | undefined {
  const frame = (find('.place')?.shadowRoot ?? find('.place'))?.querySelector('iframe');
  return frame?.checkVisibility({ opacityProperty: true, checkOpacity: true } as {}) ? frame : null;
}

const mints = async () => (await counts()).mintRequests;
async function loads(): Promise<number> {
  const { requests } = await (await fetch('/control/requests')).json();
  return requests.filter(({ path }: { path: string }) => path.startsWith('/embed/dashboard/'))
    .length;
}

/** How often the page has minted and loaded: no id was spent twice. */
async function cost(mints: number, loaded = mints): Promise<void> {
  await until(`${loaded} loads`, async () => (await loads()) >= loaded);
  const { mintRequests, rejectedExchanges } = await counts();
  deepEqual([mintRequests, await loads(), rejectedExchanges], [mints, loaded, 0]);
}

/** What the package has said. */
const ours = () => complaints.filter((text) => text.startsWith('svc-embed:'));

/** Another document has no such mark. */
const mark = (frame: HTMLIFrameElement) => inside(frame, 'mark');
async function isMarked(frame: HTMLIFrameElement): Promise<void> {
  equal(((await inside(frame, 'dataset')) as { mark?: string }).mark, 'here');
}

/** What is around a place, and whether the viewer can click the embed there. */
const PLACES: Record<string, [before: string, after: string, isSeen: boolean]> = {
  'a page': ['', '', true],
  'an element that scrolls': ['<div style="overflow:auto;height:99px">', '<p>more</p></div>', true],
  'a zoomed parent': ['<div style="zoom:1.5">', '</div>', true],
  'a parent that is turned': ['<div style="transform:rotate(3deg) scale(.8)">', '</div>', true],
  'a page under a dialog of a library, which is appended later': [
    '<div style="position:relative;z-index:5">',
    '</div><div style="position:fixed;inset:0;z-index:6"></div>',
    false,
  ],
  'a tab that is not shown': ['<div style="visibility:hidden">', '</div>', false],
  'a faded slide': ['<div style="opacity:0">', '</div>', false],
  'an inert parent': ['<div inert>', '</div>', false],
  'a closed <details>': ['<details>', '</details>', false],
  'what the browser may find': ['<div hidden="until-found">', '</div>', false],
  'a modal <dialog>': ['<dialog><button></button>', '</dialog>', true],
  'a popover': ['<div popover="manual">', '</div>', true],
  'a shadow tree': ['<div id="host">', '</div>', true],
};

test('by hand, in every place that a page can have: one document', async () => {
  equal(canKeep(), keeps, `${engine}'s moveBefore`);
  const sales = keep('sales', options());
  if (keeps) await until('a load while it is hidden', async () => (await loads()) === 1);
  let embed = await sales.show(place());
  await embed.ready;
  await mark(embed.iframe);
  for (const [name, [before, after, isSeen]] of Object.entries(PLACES))
    // Taken away, and opened again.
    for (let time = 0; time < 2; time++) {
      const element = place(before + PLACE + after);
      find<HTMLDialogElement>('dialog')?.showModal();
      find('[popover]')?.showPopover();
      find('#host')?.attachShadow({ mode: 'open' }).append(element);
      embed = await sales.show(element);
      const { iframe } = embed;
      scrollTo(0, 0);
      const [one, other] = [element, iframe].map((each) => each.getBoundingClientRect());
      const sides = ['left', 'top', 'width', 'height'] as const;
      const isVisible = iframe.checkVisibility({ opacityProperty: true, checkOpacity: true } as {});
      const found = [
        iframe.parentNode === element,
        sides.every((side) => Math.abs(one![side] - other![side]) < 1),
        at(element) === iframe && isVisible,
      ];
      deepEqual(found, [true, true, isSeen], name);
    }
  await embed.ready;
  if (!keeps)
    return ok((await mints()) > 1, 'One that is hidden again at once may not have asked.');
  await cost(1);
  await isMarked(embed.iframe);
});

/** What the viewer comes from with Tab, and with Shift+Tab. */
const NEIGHBOURS = [
  ...['button', 'input', 'textarea', 'a href="#"', 'p tabindex="0"', 'p contenteditable'],
];

test('the keyboard, the wheel, full screen, print and screen readers, as for every iframe of the page', async () => {
  target().style.overflow = 'visible';
  const sales = keep('sales', options());
  let embed: Embed | undefined;
  const show = async (html: string) => {
    const element = place(html);
    element.closest('dialog')?.[embed ? 'showModal' : 'show']();
    embed = await sales.show(element);
    await embed.ready;
    return embed.iframe;
  };
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
  for (const kind of keeps ? NEIGHBOURS : ['button']) {
    const one = (id: string) => `<${kind} id="${id}">${id}</${kind.split(' ')[0]}>`;
    await show(`<dialog>${one('first')}${PLACE}${one('last')}</dialog>`);
    await tab('#first', false, 'iframe');
    await tab('#last', true, 'iframe');
  }
  // Hidden, it is out of the tab order, of the accessibility tree and of what is printed, and has its size.
  if (keeps) {
    const { iframe } = embed!;
    const { offsetWidth } = iframe;
    const print = (): Promise<number> => driver('print');
    const roles = async () =>
      engine === 'chromium' && /paragraph.*paragraph/.exec(await driver('roles'))![0];
    const shown = [await print(), await roles()] as const;
    sales.hide();
    const { inert, style } = iframe.parentElement!;
    deepEqual([inert, style.opacity, iframe.offsetWidth], [true, '0', offsetWidth]);
    await tab('#first', false, '#last');
    const hidden = [await print(), await roles()] as const;
    sales.destroy();
    const none = await print();
    // A date takes some bytes more or less.
    ok(Math.abs(hidden[0] - none) < 100 && shown[0] > 2 * none, [shown, hidden, none].join());
    if (shown[1])
      deepEqual([shown[1], hidden[1]], ['paragraph,Iframe,paragraph', 'paragraph,paragraph']);
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
  let refusal: unknown;
  find('#full').onclick = () =>
    target()
      .requestFullscreen()
      .catch((error) => (refusal = error));
  await driver('click', '#full');
  await until('full screen', () => document.fullscreenElement === target() || refusal);
  equal(at(target().lastElementChild!), iframe);
  await document.exitFullscreen().catch(() => {});
  equal(await mints(), keeps ? 2 : 3);
});

let readies = 0;
addEventListener('ready', () => readies++, true);
const ELSEWHERE = <p>elsewhere</p>;
const SALES = (
  <SvcEmbed
    {...ofReact({ onReady: () => void readies++, fallback: <p>wait</p> })}
    {...({ keep: 'sales', className: 'place', style: { height: 200 } } as {})}
  />
);
const NAMES = ['home', 'sales'];

function startReact(Page: (props: { isSales: boolean }) => ReactNode): void {
  const Layout = () => [
    ...NAMES.map((name) => <Link key={name} to={name} children={name} />),
    <Page key="page" isSales={useLocation().pathname === '/sales'} />,
  ];
  const children = [
    { path: '/sales', element: SALES },
    { path: '*', element: ELSEWHERE },
  ];
  const router = createBrowserRouter([{ element: <Layout />, children }]);
  render(<StrictMode children={<RouterProvider router={router} />} />);
}

function startVue(view: (route: any) => unknown): void {
  const routes = [
    { path: '/sales', component: { render: () => h('div', h('svc-embed', attributes())) } },
    { path: '/:rest(.*)', component: { render: () => h('p', 'elsewhere') } },
  ];
  const router = createRouter({ history: createWebHistory(), routes });
  router.beforeResolve(() => hideKept());
  const links = NAMES.map((name) => h(RouterLink, { to: `/${name}` }, () => name));
  const slot = ({ Component }: { Component: unknown }) => Component && view(Component);
  createApp(() => [links, h(RouterView, null, slot as never)])
    .use(router)
    .mount(target());
}

/** What a server answers. */
const page = (main: string, head = '') => ({
  body: `<!doctype html><html lang="en"><title>A page</title>${head}<body>${NAMES.map(
    (name) => `<a href="/${name}">${name}</a> `,
  )}<main id="target">${main}</main></body></html>`,
});

/** Shows two routes, `/home` and `/sales`, with links to both. */
const ROUTERS: Record<string, () => unknown> = {
  'React Router': () => startReact(() => <Outlet />),
  // As Next does.
  'React Router with <Activity>': () =>
    startReact(({ isSales }) => [
      <Activity key="sales" mode={isSales ? 'visible' : 'hidden'} children={SALES} />,
      !isSales && <Outlet key="other" />,
    ]),
  'Vue Router': () => startVue((route) => h(route)),
  'Vue Router with <KeepAlive>': () => startVue((route) => h(KeepAlive, null, [h(route)])),
  'Vue Router with <Transition>': () =>
    startVue((route) => h(Transition, { mode: 'out-in', duration: 50 }, () => h(route))),
  Turbo: async () => {
    await serve('page', { '/home': page('elsewhere'), '/sales': page(markup()) });
    const { visit } = await import('@hotwired/turbo');
    addEventListener('turbo:before-render', () => hideKept());
    visit('/home');
  },
};

for (const [name, start] of Object.entries(ROUTERS))
  test(`${name}: away and back, by links, Back and Forward`, async () => {
    await start();
    // Turbo shows a page of its cache until it has the page itself.
    const isDone = () => !document.documentElement.ariaBusy;
    const follow = (text: string) =>
      [...document.querySelectorAll('a')].find((link) => link.textContent === text)!.click();
    await until('the links', () => find('a'));
    follow('sales');
    const first = await until('the embed', shown);
    await until('ready', () => readies);
    await mark(first);
    for (let round = 0; round < ROUNDS; round++) {
      if (round % 2) history.back();
      else follow('home');
      const isThere = () => document.body.innerText.includes('elsewhere');
      await until('the other route', () => isDone() && isThere() && !shown());
      if (round % 2) history.forward();
      else follow('sales');
      await until('the embed again', () => isDone() && shown() && readies >= 2 + round);
    }
    equal(readies, 1 + ROUNDS);
    await cost(keeps ? 1 : 1 + ROUNDS);
    if (keeps) await isMarked(shown()!);
    deepEqual(ours(), []);
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
    const show = async (html: string, more: number) => {
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
    await show(sales, 0);
    await show(`${sales}<p>news</p>`, 0);
    hideKept();
    await leave();
    await show(sales, 0);
    await show(`<p>news</p>${sales}`, loadsOfMove);
    await leave();
    await show(sales, 1);
  });

test('a page writes the style of the target, or removes the parking place', KEEPERS, async () => {
  const sales = keep('sales', options());
  const element = place();
  const embed = await sales.show(element);
  await embed.ready;
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
  const are = (wanted: string) =>
    until(
      wanted,
      () => [...document.querySelectorAll('iframe')].map(({ title }) => title).join() === wanted,
    );
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
  limitKept({ hiddenMs: 60_000 });
  await first.show(one);
  kept('six');
  endKept();
  equal(document.querySelectorAll('iframe,[inert]').length, 0);
});

test('what has stopped is not shown again, and what is wrong is said', async () => {
  keep('sales', options({ locale: 'fr' }));
  const sales = keep('sales', options());
  const first = await sales.show(place());
  await first.ready;
  equal(iframes(), 1);
  sales.hide();
  first.destroy();
  const second = await sales.show(place());
  await second.ready;
  equal(second.session.status, 'active');
  await faults({ backend: { mode: 'signed-out' } });
  equal(await ending(second.reload()), 'signed-out');
  sales.hide();
  equal(iframes(), 0);
  for (const [wrong, at, code] of [
    [{}, '#nowhere', 'invalid-target'],
    [{}, document.implementation.createHTMLDocument().body, 'invalid-target'],
    [{ locale: 7 }, place(), 'invalid-option'],
  ] as const)
    equal(await ending(keep(code, options(wrong as {})).show(at)), code);
  endKept('invalid-target');
  equal(document.querySelectorAll('iframe,[inert]').length, 0);
});

for (const [phase, minted] of Object.entries({ minting: 1, loading: 1, renewing: 2 }))
  test(`away and back twenty times while ${phase}`, async () => {
    let answer!: (value?: unknown) => void;
    const slow = new Promise((done) => (answer = done));
    const slowly = options({ getSession: (request) => slow.then(() => getSession(request)) });
    const sales = keep('sales', phase === 'minting' ? slowly : options());
    if (phase === 'renewing' && keeps) {
      const embed = await sales.show(place());
      await embed.ready;
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
    const embed = await sales.show(element);
    await embed.ready;
    await until('a session', () => embed.session.renewal === 'idle');
    equal(whereabouts(element), '1,0');
    if (keeps) await cost(minted, 1);
    else equal((await counts()).rejectedExchanges, 0);
  });

test('the next user gets another embed, by the getSession of the page', KEEPERS, async () => {
  const seen: string[] = [];
  const as = (user: string) =>
    keep('sales', options({ getSession: (request) => (seen.push(user), getSession(request)) }));
  const before = await as('Ada').show(place());
  await before.ready;
  // The next page of the same user.
  await as('Ada, later').show(place());
  await before.renew();
  endKept();
  const next = await as('Eve').show(place());
  await next.ready;
  deepEqual([...seen, before.session.status], ['Ada', 'Ada, later', 'Eve', 'stopped']);
  deepEqual(ours(), []);
});

test('endKept() while components show their embeds: those that stay fail, and mint only if they are asked to', async () => {
  const [stays, goes] = [addElement('stays'), addElement('goes')];
  const seen: unknown[] = [];
  for (const element of [stays, goes])
    element.addEventListener('mount-failed', (event) => {
      event.preventDefault();
      seen.push(event.target === stays, (event.detail as { code: string }).code, stays.embed);
    });
  await Promise.all([stays.ready, goes.ready]);
  endKept();
  // What has ended is not hidden.
  hideKept();
  goes.remove();
  equal(whereabouts(stays), '0,0');
  await until('a failure', () => seen.length > 0);
  deepEqual([...seen, await mints()], [true, 'destroyed', null, 2]);
  stays.retry();
  await isAt('1,0', stays);
  await stays.ready;
  equal(await mints(), 3);
});

test('elements: a navigation that is cancelled; changed; refused', async () => {
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
  element.remove();
  endKept();
  // If there is none, it says why.
  await faults({ backend: { mode: 'signed-out' } });
  const refused = addElement('refused');
  const failure = await new Promise<{ code?: string }>((done) =>
    refused.addEventListener('mount-failed', (event) => {
      event.preventDefault();
      done(event.detail as {});
    }),
  );
  equal(failure.code, 'signed-out');
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
    const kept = FIVE.map((name) => keep(name, options()));
    kept.forEach((one, at) => void one.show(target().children[at]!));
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
  const embed = await keep('sales', options()).show(place(PLACE + '<p></p>'));
  await embed.ready;
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

/** What waits until the page must have changed. */
const handOver: (() => void)[] = [];

for (const [other, minted] of Object.entries({ 'sales-overview': 2, fulfilment: 5 }))
  test(`two with one name, the last one of ${other}: it shows`, KEEPERS, async () => {
    const later = setTimeout;
    const own = (call: () => void, ms = 0) =>
      ms === 3_000 ? handOver.push(call) : later(call, ms);
    Object.assign(window, { setTimeout: own });
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
    deepEqual(ours(), [TWICE]);
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
