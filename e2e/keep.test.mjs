// A viewer leaves and comes back: the iframe is a child of its target again, and is still the same document.
// While it is hidden, nobody finds it. Without `moveBefore`, `keep` is an ordinary mount.

import assert from 'node:assert/strict';
import { By, Key } from 'selenium-webdriver';
import { control, counts, freshPage, pageLoads } from './support/embed.mjs';
import { evaluate, insideFrame, patiently, waitFor } from './support/page.mjs';
import { openReact } from './support/react.mjs';
import { test, testIn } from './support/test.mjs';
import { driver, engine, sandbox } from './support/world.mjs';

const LOST =
  "svc-embed: The page has moved or removed the kept embed 'sales', so it loads again. Call hideKept() of svc-embed/keep before the page changes, for example when the router is about to show another route.";
const TWICE =
  "svc-embed: Two components on this page have keep 'twice'. Only the one that came last shows the embed. Give each a name of its own, or show one at a time.";
const KEEPERS = ['chromium', 'firefox'];
const keeps = KEEPERS.includes(engine);
const testKept = (name, body) => testIn(KEEPERS, 'has no moveBefore', name, body);
/** How often each viewer goes away and comes back. */
const ROUNDS = 50;

const inPage = (body, ...args) => evaluate(driver, body, ...args);
const settle = (ms = 300) => inPage((ms) => new Promise((done) => setTimeout(done, ms)), ms);
const until = (what, look, ...args) => waitFor(what, () => inPage(patiently(look), ...args));
const tab = (isBack) => {
  const keys = driver.actions();
  if (isBack) keys.keyDown(Key.SHIFT).sendKeys(Key.TAB).keyUp(Key.SHIFT);
  else keys.sendKeys(Key.TAB);
  return keys.perform();
};

/** Opens a page without an embed. */
async function openPage() {
  await freshPage();
  await inPage(async (tenant) => {
    // Kept, because in Firefox an import of each script of the driver makes another copy of the module.
    window.kept = await import('/dist/keep.js');
    const { SignedOutError } = await import('/dist/index.js');
    ({ SvcEmbedElement: window.SvcEmbedElement } = await import('/dist/element.js'));
    SvcEmbedElement.allow({ baseUrl: tenant, sessionUrl: '/api/embed-session' });
    Object.assign(window, { seen: [], warned: [], target: document.querySelector('#target') });
    console.warn = (text) => warned.push(text);
    window.options = (more) => ({
      baseUrl: tenant,
      surface: { kind: 'dashboard', publicId: 'sales-overview' },
      renewal: { spreadMs: 0, confirmMs: 600, retryMinMs: 100, retryMaxMs: 200 },
      getSession: async ({ signal }) => {
        const response = await fetch('/api/embed-session', { method: 'POST', signal });
        if (response.status === 401) throw new SignedOutError();
        return (await response.json()).sessionId;
      },
      ...more,
    });
    /** Leaves what is shown, fills the page, and returns the last place in it. */
    window.place = (html = '<div class="place"></div>') => {
      window.sales?.hide();
      target.innerHTML = html.replaceAll('class="place"', 'class="place" style="height:200px"');
      return [...target.querySelectorAll('.place')].at(-1);
    };
    window.addElement = (name = 'sales', publicId = 'sales-overview') => {
      const element = document.createElement('svc-embed');
      element.style.cssText = 'display:block;height:200px';
      const session = { 'session-url': '/api/embed-session', 'base-url': tenant, locale: 'de' };
      for (const [key, value] of Object.entries({ keep: name, 'public-id': publicId, ...session }))
        element.setAttribute(key, value);
      target.append(element);
      return element;
    };
    /** Where each iframe is: the index of its element among `elements`, or `parked`. */
    window.whereabouts = (elements) => {
      const of = (root) => [...root.querySelectorAll('iframe')];
      const places = elements.map((element) => of(element.shadowRoot ?? element).length);
      return [...places, of(document).filter((one) => one.closest('[inert]')).length].join();
    };
    window.at = (element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      let hit = document.elementFromPoint(left + width / 2, top + height / 2);
      while (hit?.shadowRoot) hit = hit.shadowRoot.elementFromPoint(left + width / 2, top + 50);
      return hit;
    };
    window.frameIn = (element) => (element.shadowRoot ?? element).querySelector('iframe');
  }, sandbox.tenant);
}

const inFrame = async (body, ...args) => {
  const frame = await driver.executeScript(
    'return window.embed?.iframe ?? window.element?.iframe ?? document.querySelector("iframe")',
  );
  return insideFrame(driver, frame, () => evaluate(driver, body, ...args));
};
const mark = () => inFrame(() => (window.mark = 'the first document'));

/** One mint, one load, the same document. */
async function nothingLost(wanted = 1) {
  const { mintRequests, rejectedExchanges } = await counts();
  assert.deepEqual([mintRequests, await pageLoads(), rejectedExchanges], [wanted, wanted, 0]);
  assert.equal(await inFrame(() => window.mark), 'the first document');
}

/** The markup around a place, and whether the viewer can click the embed there. */
const PLACES = {
  'a page': ['<div class="place"></div>', true],
  'an element that scrolls': [
    '<div id="box" style="overflow:auto;height:150px"><div class="place"></div><p style="height:9000px"></p></div>',
    true,
  ],
  'a zoomed parent': ['<div style="zoom:1.5"><div class="place"></div></div>', true],
  'a parent that is turned and scaled': [
    '<div style="transform:rotate(3deg) scale(.8)"><div class="place"></div></div>',
    true,
  ],
  'a page under a dialog of a library, which is appended later': [
    '<div style="position:relative;z-index:5"><div class="place"></div></div><div style="position:fixed;inset:0;z-index:6"></div>',
    false,
  ],
  'a tab that is not shown': [
    '<div style="visibility:hidden"><div class="place"></div></div>',
    false,
  ],
  'a faded slide': ['<div style="opacity:0"><div class="place"></div></div>', false],
  'an inert parent': ['<div inert><div class="place"></div></div>', false],
  'a closed <details>': ['<details><div class="place"></div></details>', false],
  'a modal <dialog>': ['<dialog><button></button><div class="place"></div></dialog>', true],
  'a popover': ['<div popover="manual"><div class="place"></div></div>', true],
  'a shadow tree': ['<div id="host"><div class="place"></div></div>', true],
};

test('by hand, in every place that a page can have: one document', async (t) => {
  await openPage();
  assert.equal(await inPage(() => kept.canKeep()), keeps, `${engine}'s moveBefore`);
  await inPage(() => void (window.sales = kept.keep('sales', options())));
  if (keeps) await waitFor('a load while it is hidden', async () => (await pageLoads()) === 1);
  await inPage(async () => {
    window.embed = await sales.show(place());
    await embed.ready;
  });
  await mark();
  for (const [name, [html, isSeen]] of Object.entries(PLACES))
    await t.test(name, async () => {
      // Taken away, and opened again.
      for (let time = 0; time < 2; time++) {
        const found = await inPage(async (html) => {
          const element = place(html);
          target.querySelector('dialog')?.showModal();
          target.querySelector('[popover]')?.showPopover();
          target.querySelector('#host')?.attachShadow({ mode: 'open' }).append(element);
          window.embed = await sales.show(element);
          const { iframe } = embed;
          scrollTo(0, 0);
          const [one, other] = [element, iframe].map((each) => each.getBoundingClientRect());
          const sides = ['left', 'top', 'width', 'height'];
          const isSeen = iframe.checkVisibility({ opacityProperty: true, checkOpacity: true });
          return [
            iframe.parentNode === element,
            sides.every((side) => Math.abs(one[side] - other[side]) < 1),
            at(element) === iframe && isSeen,
          ];
        }, html);
        assert.deepEqual(found, [true, true, isSeen]);
      }
    });
  if (keeps) await nothingLost();
  // One that is hidden again at once may not have asked yet.
  else assert.ok((await counts()).mintRequests > 1);
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

test('the keyboard, the wheel and full screen, as for every iframe of the page', async () => {
  await openPage();
  await inPage(() => {
    target.style.overflow = 'visible';
    window.sales = kept.keep('sales', options());
    // A library that keeps the focus in its dialog.
    document.addEventListener('focusin', (event) => {
      const dialog = document.querySelector('dialog');
      if (dialog && !dialog.contains(event.target)) dialog.firstChild.focus();
    });
  });
  const active = (wanted) =>
    until(
      `the focus in ${wanted}`,
      (wanted) => {
        const { id, localName } = document.activeElement;
        return [id, localName].includes(wanted);
      },
      wanted,
    );
  const kinds = keeps ? NEIGHBOURS : ['button'];
  for (const [at, kind] of kinds.entries()) {
    await inPage(
      async (kind, isModal) => {
        const one = (id) => `<${kind} id="${id}">${id}</${kind.split(' ')[0]}>`;
        const element = place(
          `<dialog>${one('first')}<div class="place"></div>${one('last')}</dialog>`,
        );
        element.parentNode[isModal ? 'showModal' : 'show']();
        window.embed = await sales.show(element);
        await embed.ready;
      },
      kind,
      at % 2 === 0,
    );
    for (const from of ['first', 'last']) {
      await inPage((from) => document.querySelector(`#${from}`).focus(), from);
      await tab(from === 'last');
      await active('iframe');
    }
  }
  const role = () => driver.findElement(By.css('iframe')).getAriaRole();
  const shownRole = engine === 'chromium' && (await role());
  // Hidden, it is out of the tab order and of the accessibility tree, invisible, and has its size.
  if (keeps) {
    const hidden = await inPage(() => {
      const { offsetWidth } = embed.iframe;
      sales.hide();
      const { inert, style } = embed.iframe.parentNode;
      return [inert, style.opacity, embed.iframe.offsetWidth === offsetWidth];
    });
    assert.deepEqual(hidden, [true, '0', true]);
    if (shownRole) assert.deepEqual([shownRole, await role()], ['Iframe', 'none']);
    await inPage(() => document.querySelector('#first').focus());
    await tab();
    await active('last');
  }
  await inPage(async () => {
    const box =
      '<div id="box" style="overflow:auto;height:300px"><div class="place"></div><p style="height:9000px"></p></div>';
    window.embed = await sales.show(place(box));
    await embed.ready;
    document.querySelector('#box').scrollTop = 50;
    scrollTo(0, 0);
  });
  // Up, because the embed is at its top: what scrolls itself first keeps a wheel that goes on, in Firefox for ever.
  // WebKit's driver knows no wheel.
  if (engine !== 'webkit')
    await waitFor('a box that was scrolled', async () => {
      const origin = await driver.findElement(By.css('iframe'));
      await driver.actions().scroll(0, 0, 0, -2_000, origin).perform();
      return inPage(() => document.querySelector('#box').scrollTop === 0);
    });
  await inPage(async () => {
    const element = place('<button id="full">Full screen</button><div class="place"></div>');
    target.firstChild.onclick = () =>
      target.requestFullscreen().catch((error) => (window.refusal = error));
    window.embed = await sales.show(element);
  });
  await driver.findElement(By.css('#full')).click();
  await until('full screen', () => document.fullscreenElement === target || window.refusal);
  assert.equal(await inPage(() => at(target.lastChild) === embed.iframe), true);
  await inPage(() => document.exitFullscreen());
  assert.equal((await counts()).mintRequests, keeps ? 1 : 3);
});

/** What a page does without telling, how many loads it costs, and whether it is hidden meanwhile. */
const UNTOLD = {
  'writes the style of the target again': [(at) => at.setAttribute('style', 'height:90px'), 0],
  'sorts a list': [(at) => at.parentNode.prepend(at), 1],
  'removes the target': [(at) => at.remove(), 1],
  'empties the target, as a morph does': [(at) => at.replaceChildren(), 1],
  'replaces <body>': [() => document.body.replaceWith(document.body.cloneNode()), 1],
  'replaces <body>, hidden': [() => document.body.replaceWith(document.body.cloneNode()), 0],
  'removes what it does not know, hidden': [
    () => [...document.querySelectorAll('html > [inert]')].map((one) => one.remove()),
    1,
  ],
};

for (const [what, [act, loads]] of Object.entries(UNTOLD))
  testKept(`a page that ${what}: ${loads} more loads, and a line if any`, async () => {
    await openPage();
    const isHidden = what.endsWith('hidden');
    await inPage(async (isHidden) => {
      window.sales = kept.keep('sales', options());
      window.element = place('<p></p><div class="place"></div>');
      window.embed = await sales.show(element);
      await embed.ready;
      if (isHidden) sales.hide();
    }, isHidden);
    await mark();
    await inPage(new Function('element', `(${act})(window.element)`));
    await settle();
    await inPage(async () => {
      if (!element.isConnected) document.body.append((window.element = element.cloneNode()));
      window.embed = await sales.show(window.element);
    });
    await waitFor('the dashboard', () => inFrame(() => document.documentElement.dataset.locale));
    const { mintRequests, rejectedExchanges } = await counts();
    assert.deepEqual(
      [mintRequests, await pageLoads(), rejectedExchanges],
      [loads + 1, loads + 1, 0],
    );
    assert.equal(await inPage(() => embed.iframe.parentNode === element), true);
    const warned = await inPage(() => window.warned.filter((text) => /hideKept/.test(text)));
    assert.deepEqual(warned, loads ? [LOST] : []);
  });

test('the pool: the limit and the age end what is hidden, and never what is shown', async (t) => {
  await openPage();
  const left = () => inPage(() => document.querySelectorAll('iframe').length);
  if (keeps) {
    await inPage(async () => {
      kept.limitKept({ most: 2 });
      await kept.keep('one', options()).show(place());
      for (const name of ['two', 'three']) kept.keep(name, options());
    });
    await waitFor('two iframes', async () => (await left()) === 2);
    await inPage(() => kept.limitKept({ hiddenMs: 200 }));
    await waitFor('one iframe', async () => (await left()) === 1);
    await settle(500);
    assert.equal(await left(), 1, 'what is shown has no age');
    await inPage(() => kept.endKept());
    assert.equal(await inPage(() => document.querySelectorAll('iframe,[inert]').length), 0);
  }
  await t.test('what has stopped is not shown again, and what is wrong is said', async () => {
    await inPage(async () => {
      window.sales = kept.keep('sales', options());
      const embed = await sales.show(place());
      await embed.ready;
      embed.destroy();
      window.second = await sales.show(place());
      await second.ready;
    });
    assert.equal(await inPage(() => second.session.status), 'active');
    await control('faults', { backend: { mode: 'signed-out' } });
    await inPage(async () => {
      await second.reload().catch(() => {});
      sales.hide();
    });
    assert.equal(await left(), 0);
    await control('faults', { backend: { mode: 'ok' } });
    const codes = await inPage(async () => {
      const code = (promise) =>
        promise.then(
          () => 'none',
          ({ code }) => code,
        );
      const foreign = document.implementation.createHTMLDocument().body;
      return [
        await code(kept.keep('wrong', options({ locale: 7 })).show(place())),
        await code(kept.keep('sales', options()).show('#nowhere')),
        await code(kept.keep('sales', options()).show(foreign)),
      ];
    });
    assert.deepEqual(codes, ['invalid-option', 'invalid-target', 'invalid-target']);
  });
});

test('away and back twenty times within a second while minting, loading or renewing', async () => {
  for (const phase of keeps ? ['minting', 'loading', 'renewing'] : ['loading']) {
    await openPage();
    await inPage(async (phase) => {
      let answer;
      const slow = new Promise((done) => (answer = done));
      const getSession = async (request) => {
        seen.push(request.reason);
        if (phase !== 'loading') await slow;
        return options().getSession(request);
      };
      window.sales = kept.keep('sales', options(phase === 'minting' ? { getSession } : {}));
      if (phase === 'renewing') {
        const embed = await sales.show(place());
        await embed.ready;
        kept.keep('sales', options({ getSession }));
        await new Promise((done) => setTimeout(done));
        void embed.renew();
      }
      for (let time = 0; time < 20; time++) {
        sales.show(place());
        await new Promise((done) => setTimeout(done, 20));
        sales.hide();
        if (time === 10) answer();
      }
      window.embed = await sales.show((window.element = place()));
      await embed.ready;
    }, phase);
    await waitFor('a session', async () => (await inPage(() => embed.session.renewal)) === 'idle');
    assert.equal(await inPage(() => whereabouts([element])), '1,0', phase);
    const { mintRequests, rejectedExchanges } = await counts();
    const mints = { minting: 1, loading: 1, renewing: 2 }[phase];
    if (keeps) assert.deepEqual([mintRequests, await pageLoads()], [mints, 1], phase);
    assert.equal(rejectedExchanges, 0);
  }
});

testKept('the next user gets another embed, by the getSession of the page', async () => {
  await openPage();
  await inPage(async () => {
    const as = (user) =>
      options({ getSession: (request) => (seen.push(user), options().getSession(request)) });
    window.sales = kept.keep('sales', as('Ada'));
    window.embed = await sales.show(place());
    await embed.ready;
    // The next page of the same user.
    await kept.keep('sales', as('Ada, later')).show(place());
    await embed.renew();
    window.before = embed;
    kept.endKept();
    window.embed = await kept.keep('sales', as('Eve')).show(place());
    await embed.ready;
  });
  assert.deepEqual(await inPage(() => seen), ['Ada', 'Ada, later', 'Eve']);
  assert.equal(await inPage(() => before.session.status), 'stopped');
});

test('endKept() while components show their embeds: those that stay fail, and mint only if they are asked to', async () => {
  await openPage();
  await inPage(async () => {
    const [stays, goes] = (window.elements = [addElement('stays'), addElement('goes')]);
    for (const element of elements)
      element.addEventListener('mount-failed', ({ target, detail }) =>
        seen.push([target === stays, detail.code, target.embed]),
      );
    await Promise.all([stays.ready, goes.ready]);
    kept.endKept();
    goes.remove();
  });
  assert.deepEqual(await inPage(() => whereabouts([elements[0]])), '0,0');
  await until('a failure', () => seen.length > 0);
  await settle();
  assert.deepEqual(await inPage(() => seen), [[true, 'destroyed', null]]);
  assert.equal((await counts()).mintRequests, 2);
  await inPage(() => elements[0].retry());
  await waitFor('another mint', async () => (await counts()).mintRequests === 3);
  await until('the embed', () => whereabouts([elements[0]]) === '1,0');
});

test('React: away and back, removed or hidden by an Activity, in StrictMode', async () => {
  await openReact('19');
  await inPage(() => {
    const { page } = window;
    const { React, SvcEmbed, options, embed } = page;
    const { createElement: h } = React;
    const onReady = () => page.seen.push('ready again');
    // Next hides a route that was left by an Activity, and does not unmount it.
    page.show = (mode, key) => {
      const looks = { className: 'place', style: { height: 200 }, fallback: h('p', null, 'wait') };
      const sales = () =>
        h(SvcEmbed, { ...options({ keep: 'sales', ref: embed, ...looks }), onReady });
      const route =
        mode === 'removed'
          ? h('p', null, 'elsewhere')
          : h(
              React.Activity,
              { key, mode },
              h('dialog', { open: true, style: { width: 400 } }, sales()),
            );
      page.render(h(React.StrictMode, null, route));
    };
    page.readies = () => page.seen.filter((type) => type === 'ready again').length;
    page.show('visible', 0);
  });
  const rounds = keeps ? ROUNDS : 2;
  await until('ready', () => page.readies() === 1);
  await mark();
  for (let time = 1; time <= rounds; time++) {
    await inPage((time) => page.show(time % 2 ? 'removed' : 'hidden', time - 1), time);
    await until('a hidden iframe', () => {
      const frame = document.querySelector('iframe');
      return page.embed.current === null && (!frame || frame.closest('[inert]'));
    });
    await inPage((time) => page.show('visible', time % 2 ? time : time - 1), time);
    await until('ready again', (time) => page.readies() === time + 1, time);
    await until('an iframe that is seen', () => {
      const { parentNode, style, inert } = document.querySelector('iframe');
      return parentNode.className === 'place' && style.opacity !== '0' && !inert;
    });
  }
  if (keeps) await nothingLost();
  else assert.equal((await counts()).mintRequests, 1 + rounds);
  assert.deepEqual(await inPage(() => page.complaints), []);
});

test('elements: a route is left after hideKept, or is not; five at once; changed; refused', async () => {
  await openPage();
  await inPage(() => {
    window.element = addElement();
    element.innerHTML = '<p slot="loading">Loading</p>';
    element.on('ready', () => seen.push('ready'));
    return element.ready.then(() => {});
  });
  await mark();
  const rounds = keeps ? ROUNDS : 2;
  for (let time = 0; time < rounds; time++)
    await inPage(async () => {
      kept.hideKept();
      element.remove();
      await new Promise((done) => setTimeout(done));
      window.element = addElement();
      window.element.on('ready', () => seen.push('ready'));
      await window.element.ready;
    });
  await until('ready each time', (times) => seen.length === times, rounds + 1);
  assert.deepEqual(
    await inPage(() => [at(element) === frameIn(element), frameIn(element).part.value]),
    [true, 'iframe'],
  );
  if (keeps) {
    await nothingLost();
    // The navigation is cancelled.
    await inPage(() => kept.hideKept());
    assert.equal(await inPage(() => whereabouts([element])), '0,1');
    await until('the embed again', () => whereabouts([element]) === '1,0');
    // What one element has changed is known when the next one comes.
    for (const wanted of ['fr', 'de']) {
      await inPage(async (wanted) => {
        if (wanted === 'fr') return (element.locale = 'fr');
        kept.hideKept();
        element.remove();
        await new Promise((done) => setTimeout(done));
        await (window.element = addElement()).ready;
      }, wanted);
      await waitFor(`the locale ${wanted}`, () =>
        inFrame((wanted) => document.documentElement.dataset.locale === wanted, wanted),
      );
    }
    await nothingLost();
  }
  // Another dashboard under the same name takes the place of the first.
  const before = (await counts()).mintRequests;
  await inPage(() => element.setAttribute('public-id', 'fulfilment'));
  await waitFor('another mint', async () => (await counts()).mintRequests === before + 1);
  await inPage(() => element.ready.then(() => {}));
  assert.equal(await inPage(() => whereabouts([element])), '1,0');

  await inPage(async () => {
    kept.endKept();
    place('');
    window.elements = ['one', 'two', 'three', 'four', 'five'].map((name) => addElement(name));
    await Promise.all(elements.map(({ ready }) => ready));
  });
  await until('five embeds', () => whereabouts(elements) === '1,1,1,1,1,0');

  // If there is none, it says why.
  await inPage(() => (target.replaceChildren(), kept.endKept()));
  await control('faults', { backend: { mode: 'signed-out' } });
  await inPage(() =>
    addElement('refused').addEventListener('mount-failed', ({ detail }) => seen.push(detail.code)),
  );
  await until('a failure', () => seen.at(-1) === 'signed-out');
});

testKept('who has gone before the file is there asks for nothing', async () => {
  await freshPage();
  await inPage(async (tenant) => {
    const { init } = await import('/dist/index.js');
    await init();
    const { SvcEmbedElement } = await import('/dist/element.js');
    SvcEmbedElement.allow({ baseUrl: tenant, sessionUrl: '/api/embed-session' });
    const element = document.createElement('svc-embed');
    Object.assign(element, { keep: 'sales', publicId: 'sales-overview', baseUrl: tenant });
    element.sessionUrl = '/api/embed-session';
    document.body.append(element);
    // The element has begun to load it.
    await new Promise((done) => setTimeout(done));
    element.remove();
    await import('/dist/keep.js');
  }, sandbox.tenant);
  await settle();
  assert.equal(await inPage(() => document.querySelectorAll('iframe').length), 0);
  assert.equal((await counts()).mintRequests, 0);
});

testKept("a stranger's markup takes and ends no embed of the page's", async () => {
  await openPage();
  await inPage(async () => {
    target.innerHTML = '<div class="place" style="height:200px"></div><p></p>';
    window.element = target.firstChild;
    window.embed = await kept.keep('sales', options()).show(element);
    await embed.ready;
    kept.keep('hidden', options({ theme: { name: 'dark' } }));
  });
  await mark();
  await inPage(async () => {
    for (const [name, publicId] of [
      ['sales', 'sales-overview'],
      ['sales', 'fulfilment'],
      ['hidden', 'fulfilment'],
      ...['one', 'two', 'three', 'four', 'five'].map((name) => [name, 'fulfilment']),
    ]) {
      const element = addElement(name, publicId);
      await element.ready;
      kept.hideKept();
      await new Promise((done) => setTimeout(done));
      element.remove();
      await new Promise((done) => setTimeout(done));
    }
  });
  assert.equal(await inPage(() => embed.session.status), 'active');
  // Four of the markup, and both of the page.
  assert.equal(await inPage(() => document.querySelectorAll('iframe').length), 6);
  assert.equal(await inFrame(() => window.mark), 'the first document');
});

for (const dashboards of [
  ['sales-overview', 'sales-overview'],
  ['sales-overview', 'fulfilment'],
])
  testKept(
    `two elements with one name, of ${dashboards}: the last shows it, then the first`,
    async () => {
      await openPage();
      await inPage((dashboards) => {
        window.elements = dashboards.map((publicId) => addElement('twice', publicId));
      }, dashboards);
      await until('the embed in the last one', () => whereabouts(elements) === '0,1,0');
      await until('a warning', () => warned.length > 0);
      assert.deepEqual(await inPage(() => warned), [TWICE]);
      await inPage(() => elements[1].ready.then(() => {}));
      const { mintRequests } = await counts();
      await inPage(() => {
        elements[0].on('ready', () => seen.push('ready again'));
        kept.hideKept();
        elements[1].remove();
      });
      await until('the embed in the first one', () => whereabouts(elements) === '1,0,0' && seen[0]);
      const isSame = dashboards[0] === dashboards[1];
      assert.equal((await counts()).mintRequests, mintRequests + (isSame ? 0 : 1));
      // Then nobody shows it, and it is kept.
      await inPage(() => (kept.hideKept(), elements[0].remove()));
      await settle();
      assert.equal(await inPage(() => whereabouts(elements)), '0,0,1');
    },
  );

testKept('a name that goes from one element to the next is no mistake', async () => {
  await openPage();
  await inPage(() => {
    window.elements = [addElement()];
    return elements[0].ready.then(() => {});
  });
  // As during the animation of a route.
  await inPage(() => void elements.push(addElement()));
  await until('the embed in the next one', () => whereabouts(elements) === '0,1,0');
  await settle(700);
  await inPage(() => elements[0].remove());
  // By hand, without `hide`.
  await inPage(async () => {
    const hand = kept.keep('hand', options());
    await hand.show(place());
    window.embed = await hand.show(place());
  });
  await settle(3_500);
  assert.deepEqual(await inPage(() => warned.filter((text) => !/hideKept/.test(text))), []);
});
