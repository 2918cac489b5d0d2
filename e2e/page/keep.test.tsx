// A viewer leaves and comes back: the iframe is a child of its target again, and is still the same document.
// While it is hidden, nobody finds it. Without `moveBefore`, `keep` is an ordinary mount.

import { Activity, StrictMode } from 'react';
import { init, type Embed } from 'svc-embed';
import { SvcEmbedElement } from 'svc-embed/element';
import { canKeep, endKept, hideKept, keep, limitKept, type KeepOptions } from 'svc-embed/keep';
import { SvcEmbed } from 'svc-embed/react';
import { deepEqual, ending, equal, ok, sleep, until } from './support/assert.js';
import { counts, faults, getSession, iframes, QUICK, shows, target } from './support/embed.js';
import {
  cost,
  KEEPERS,
  keeps,
  loads,
  LOST,
  mark,
  mints,
  nothingLost,
  ROUNDS,
} from './support/keep.js';
import { complaints, embed as current, options as ofReact, render } from './support/react.js';
import { driver, engine, inside, origins, test } from './support/test.js';

const TWICE =
  "svc-embed: Two components on this page have keep 'twice'. Only the one that came last shows the embed. Give each a name of its own, or show one at a time.";

SvcEmbedElement.allow({ baseUrl: origins.sandbox, sessionUrl: '/api/embed-session' });

const options = (more: Partial<KeepOptions> = {}): KeepOptions => ({
  baseUrl: origins.sandbox,
  surface: { kind: 'dashboard', publicId: 'sales-overview' },
  renewal: QUICK,
  getSession,
  ...more,
});

const find = <T extends Element = HTMLElement>(selector: string) =>
  document.querySelector<T>(selector)!;
const frame = () => find<HTMLIFrameElement>('iframe');
const PLACE = '<div class="place" style="height:200px"></div>';

/** Leaves what is shown, fills the page, and returns the last place in it. */
function place(html = PLACE): HTMLElement {
  hideKept();
  target().innerHTML = html;
  return [...target().querySelectorAll<HTMLElement>('.place')].at(-1)!;
}

function addElement(keep = 'sales', publicId = 'sales-overview'): SvcEmbedElement {
  const element = document.createElement('svc-embed');
  element.style.cssText = 'display:block;height:200px';
  const base = { 'base-url': origins.sandbox, 'session-url': '/api/embed-session', locale: 'de' };
  for (const [name, value] of Object.entries({ keep, 'public-id': publicId, ...base }))
    element.setAttribute(name, value);
  target().append(element);
  return element;
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

/** Leaves a route as a router does that calls `hideKept`. */
async function leave(element: Element): Promise<void> {
  hideKept();
  element.remove();
  await sleep();
}

/** What is around a place, and whether the viewer can click the embed there. */
const PLACES: Record<string, [before: string, after: string, isSeen: boolean]> = {
  'a page': ['', '', true],
  'an element that scrolls': [
    '<div style="overflow:auto;height:150px">',
    '<p style="height:9000px"></p></div>',
    true,
  ],
  'a zoomed parent': ['<div style="zoom:1.5">', '</div>', true],
  'a parent that is turned and scaled': [
    '<div style="transform:rotate(3deg) scale(.8)">',
    '</div>',
    true,
  ],
  'a page under a dialog of a library, which is appended later': [
    '<div style="position:relative;z-index:5">',
    '</div><div style="position:fixed;inset:0;z-index:6"></div>',
    false,
  ],
  'a tab that is not shown': ['<div style="visibility:hidden">', '</div>', false],
  'a faded slide': ['<div style="opacity:0">', '</div>', false],
  'an inert parent': ['<div inert>', '</div>', false],
  'a closed <details>': ['<details>', '</details>', false],
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
  if (keeps) await nothingLost(embed.iframe);
  // One that is hidden again at once may not have asked yet.
  else ok((await mints()) > 1);
});

/** What the viewer comes from with Tab, and with Shift+Tab. */
const NEIGHBOURS = [
  'button',
  'input',
  'textarea',
  'a href="#"',
  'p tabindex="0"',
  'p contenteditable',
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

const replaceBody = () => document.body.replaceWith(document.body.cloneNode());

/** What a page does without telling, how many loads it costs, and whether the embed is hidden meanwhile. */
const UNTOLD: Record<string, [act: (at: HTMLElement) => unknown, loads: number, isHidden?: true]> =
  {
    'writes the style of the target again': [(at) => at.setAttribute('style', 'height:90px'), 0],
    'sorts a list': [(at) => at.parentElement!.prepend(at), 1],
    'removes the target': [(at) => at.remove(), 1],
    'empties the target, as a morph does': [(at) => at.replaceChildren(), 1],
    'replaces <body>': [replaceBody, 1],
    'replaces <body>, hidden': [replaceBody, 0, true],
    'removes what it does not know, hidden': [() => find('html > [inert]').remove(), 1, true],
  };

for (const [what, [act, more, isHidden]] of Object.entries(UNTOLD))
  test(`a page that ${what}: ${more} more loads, and a line if any`, KEEPERS, async () => {
    const sales = keep('sales', options());
    let element = place(`<p></p>${PLACE}`);
    let embed = await sales.show(element);
    await embed.ready;
    if (isHidden) sales.hide();
    act(element);
    await sleep(300);
    if (!element.isConnected) document.body.append((element = element.cloneNode() as HTMLElement));
    embed = await sales.show(element);
    await shows(embed.iframe, { publicId: 'sales-overview' });
    await cost(more + 1);
    equal(embed.iframe.parentNode, element);
    deepEqual(
      complaints.filter((text) => /hideKept/.test(text)),
      more ? [LOST] : [],
    );
  });

test(
  'the pool: the limit and the age end what is hidden, and never what is shown',
  KEEPERS,
  async () => {
    limitKept({ most: 2 });
    await keep('one', options()).show(place());
    for (const name of ['two', 'three']) keep(name, options());
    await until('two iframes', () => iframes() === 2);
    limitKept({ hiddenMs: 200 });
    await until('one iframe', () => iframes() === 1);
    await sleep(500);
    equal(iframes(), 1, 'what is shown has no age');
    endKept();
    equal(document.querySelectorAll('iframe,[inert]').length, 0);
  },
);

test('what has stopped is not shown again, and what is wrong is said', async () => {
  const sales = keep('sales', options());
  const first = await sales.show(place());
  await first.ready;
  sales.hide();
  first.destroy();
  const second = await sales.show(place());
  await second.ready;
  equal(second.session.status, 'active');
  await faults({ backend: { mode: 'signed-out' } });
  equal(await ending(second.reload()), 'signed-out');
  sales.hide();
  equal(iframes(), 0);
  const foreign = document.implementation.createHTMLDocument().body;
  for (const [wrong, at, code] of [
    [{ locale: 7 }, place(), 'invalid-option'],
    [{}, '#nowhere', 'invalid-target'],
    [{}, foreign, 'invalid-target'],
  ] as const)
    equal(await ending(keep('sales', options(wrong as {})).show(at)), code);
});

for (const [phase, minted] of [
  ['minting', 1],
  ['loading', 1],
  ['renewing', 2],
] as const)
  test(`away and back twenty times within a second while ${phase}`, async () => {
    let answer!: (value?: unknown) => void;
    const slow = new Promise((done) => (answer = done));
    const slowly: KeepOptions = options({
      getSession: (request) => slow.then(() => getSession(request)),
    });
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
  await (
    await as('Eve').show(place())
  ).ready;
  deepEqual([...seen, before.session.status], ['Ada', 'Ada, later', 'Eve', 'stopped']);
});

test('endKept() while components show their embeds: those that stay fail, and mint only if they are asked to', async () => {
  const elements = [addElement('stays'), addElement('goes')] as const;
  const [stays, goes] = elements;
  const seen: unknown[] = [];
  for (const element of elements)
    element.addEventListener('mount-failed', (event) => {
      event.preventDefault();
      seen.push(event.target === stays, (event.detail as { code: string }).code, stays.embed);
    });
  await Promise.all(elements.map(({ ready }) => ready));
  endKept();
  goes.remove();
  equal(whereabouts(stays), '0,0');
  await until('a failure', () => seen.length > 0);
  await sleep(300);
  deepEqual(seen, [true, 'destroyed', null]);
  equal(await mints(), 2);
  stays.retry();
  await isAt('1,0', stays);
  await stays.ready;
  equal(await mints(), 3);
});

test('React: away and back, removed or hidden by an Activity, in StrictMode', async () => {
  let readies = 0;
  // Next hides a route that was left by an Activity, and does not unmount it.
  const show = (mode: 'visible' | 'hidden' | 'removed', key: number) => {
    const more = { keep: 'sales', ref: current, onReady: () => void readies++ };
    const looks = { className: 'place', style: { height: 200 }, fallback: <p>wait</p> };
    render(
      <StrictMode>
        {mode === 'removed' ? (
          <p>elsewhere</p>
        ) : (
          <Activity key={key} mode={mode}>
            <dialog open style={{ width: 400 }}>
              <SvcEmbed {...ofReact()} {...looks} {...(more as {})} />
            </dialog>
          </Activity>
        )}
      </StrictMode>,
    );
  };
  show('visible', 0);
  await until('ready', () => readies === 1);
  await mark(frame());
  for (let time = 1; time <= ROUNDS; time++) {
    show(time % 2 ? 'removed' : 'hidden', time - 1);
    await until(
      'a hidden iframe',
      () => !current.current && (!frame() || frame().closest('[inert]')),
    );
    show('visible', time % 2 ? time : time - 1);
    await until('ready again', () => readies === time + 1);
    await until('an iframe that is seen', () => frame().parentElement!.className === 'place');
  }
  if (keeps) await nothingLost(frame());
  else equal(await mints(), 1 + ROUNDS);
  deepEqual(complaints, []);
});

test('elements: a route is left after hideKept, or is not; changed; refused', async () => {
  let readies = 0;
  const add = async () => {
    const element = addElement();
    element.on('ready', () => void readies++);
    await element.ready;
    return element;
  };
  let element = await add();
  await mark(element.iframe!);
  for (let time = 0; time < ROUNDS; time++) {
    await leave(element);
    element = await add();
  }
  await until('ready each time', () => readies === ROUNDS + 1);
  equal(at(element), element.iframe);
  equal(element.iframe!.part.value, 'iframe');
  if (keeps) {
    // The navigation is cancelled.
    hideKept();
    equal(whereabouts(element), '0,1');
    await isAt('1,0', element);
    // What one element has changed is known when the next one comes.
    element.locale = 'fr';
    await shows(element.iframe!, { locale: 'fr' });
    await leave(element);
    element = await add();
    await shows(element.iframe!, { locale: 'de' });
    await nothingLost(element.iframe!);
  }
  // Another dashboard under the same name takes the place of the first.
  const before = await mints();
  element.setAttribute('public-id', 'fulfilment');
  await until('another mint', async () => (await mints()) === before + 1);
  await element.ready;
  equal(whereabouts(element), '1,0');
  element.remove();
  endKept();
  // If there is none, it says why.
  await faults({ backend: { mode: 'signed-out' } });
  const refused = addElement('refused');
  const code = await new Promise((done) =>
    refused.addEventListener('mount-failed', (event) => {
      event.preventDefault();
      done((event.detail as { code: string }).code);
    }),
  );
  equal(code, 'signed-out');
});

const FIVE = ['one', 'two', 'three', 'four', 'five'];
/** How five embeds come into their places at once. */
const AT_ONCE: Record<string, () => unknown> = {
  elements: () => FIVE.forEach((name) => addElement(name)),
  React: () =>
    render(
      FIVE.map((keep) => <SvcEmbed key={keep} {...ofReact({ keep } as {})} className="place" />),
    ),
  'by hand': async () => {
    // Then an embed asks for its id at once.
    await init();
    place(PLACE.repeat(5));
    const kept = FIVE.map((name) => keep(name, options()));
    const places = target().querySelectorAll('.place');
    const embeds = await Promise.all(kept.map((one, at) => one.show(places[at]!)));
    await Promise.all(embeds.map(({ ready }) => ready));
  },
};

for (const [who, show] of Object.entries(AT_ONCE))
  test(`five at once, ${who}: a mint for each, and all are shown`, async () => {
    await show();
    const isActive = async () => (await counts()).exchanges === 5;
    await until('five sessions', isActive);
    equal(whereabouts(...target().children), '1,1,1,1,1,0');
    equal(await mints(), 5);
    deepEqual(complaints, []);
  });

test("a stranger's markup takes and ends no embed of the page's", KEEPERS, async () => {
  const embed = await keep('sales', options()).show(place(PLACE + '<p></p>'));
  await embed.ready;
  keep('hidden', options({ theme: { name: 'dark' } }));
  await mark(embed.iframe);
  for (const [name, publicId] of [
    ['sales', 'sales-overview'],
    ...['sales', 'hidden', ...FIVE].map((name) => [name, 'fulfilment']),
  ]) {
    const element = addElement(name, publicId);
    await element.ready;
    await leave(element);
  }
  equal(embed.session.status, 'active');
  // Four of the markup, and both of the page.
  equal(iframes(), 6);
  equal(((await inside(embed.iframe, 'dataset')) as { mark?: string }).mark, 'here');
});

for (const other of ['sales-overview', 'fulfilment'])
  test(
    `two elements with one name, of sales-overview and ${other}: the last shows it, then the first`,
    KEEPERS,
    async () => {
      const [first, last] = [addElement('twice'), addElement('twice', other)];
      await isAt('0,1,0', first, last);
      await until('a warning', () => complaints.length > 0);
      deepEqual(complaints, [TWICE]);
      await last.ready;
      const minted = await mints();
      const isReady = new Promise<void>((done) => first.on('ready', () => done()));
      await leave(last);
      await isAt('1,0,0', first, last);
      await isReady;
      equal(await mints(), minted + (other === 'fulfilment' ? 1 : 0));
      // Then nobody shows it, and it is kept.
      await leave(first);
      await sleep(300);
      equal(whereabouts(first, last), '0,0,1');
    },
  );

test('a name that goes from one element to the next is no mistake', KEEPERS, async () => {
  const gone = addElement();
  await null;
  await null;
  gone.remove();
  const first = addElement();
  await first.ready;
  // As during the animation of a route.
  const next = addElement();
  await isAt('0,1,0', first, next);
  await sleep(700);
  first.remove();
  // By hand, without `hide`.
  const hand = keep('hand', options());
  for (const at of [place(PLACE + PLACE), find('.place')]) await hand.show(at);
  await sleep(3_500);
  deepEqual(
    complaints.filter((text) => !/hideKept/.test(text)),
    [],
  );
});
