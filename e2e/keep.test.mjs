// A viewer leaves and comes back: the embed is still there, is where its target is, and can be reached
// by the keyboard. While it is hidden, nobody finds it.

import assert from 'node:assert/strict';
import { By, Key } from 'selenium-webdriver';
import { control, counts, freshPage } from './support/embed.mjs';
import { evaluate, insideFrame, waitFor } from './support/page.mjs';
import { openReact } from './support/react.mjs';
import { test } from './support/test.mjs';
import { driver, sandbox } from './support/world.mjs';

/** How often each viewer goes away and comes back. */
const TIMES = 2;

/** Opens a page without an embed. `window.kept` has the entry, and `options` makes the options. */
async function openPage() {
  await freshPage();
  await evaluate(
    driver,
    async (tenant) => {
      // Kept, because in Firefox an import of each script of the driver makes another copy of the module.
      window.kept = await import('/dist/keep.js');
      ({ SvcEmbedElement: window.SvcEmbedElement } = await import('/dist/element.js'));
      window.seen = [];
      window.options = (publicId = 'sales-overview', more = {}) => ({
        baseUrl: tenant,
        surface: { kind: 'dashboard', publicId },
        renewal: { spreadMs: 0, confirmMs: 600, retryMinMs: 100, retryMaxMs: 200 },
        getSession: async ({ signal }) => {
          const response = await fetch('/api/embed-session', { method: 'POST', signal });
          if (response.status === 401) throw new (await import('/dist/index.js')).SignedOutError();
          return (await response.json()).sessionId;
        },
        ...more,
      });
      window.target = document.querySelector('#target');
      window.place = (style = 'height:400px') => {
        const place = document.createElement('div');
        place.className = 'place';
        place.style.cssText = style;
        target.append(place);
        return place;
      };
      window.frames_ = () => [...document.querySelectorAll('[id^=svc-embed-kept] iframe')];
      /** How far the iframe is from where it should be, in pixels. */
      window.distance = () => {
        const one = document.querySelector('.place').getBoundingClientRect();
        const other = window.frames_()[0].getBoundingClientRect();
        return ['left', 'top', 'width', 'height'].map((side) =>
          Math.round(other[side] - one[side]),
        );
      };
    },
    sandbox.tenant,
  );
}

const inPage = (body, ...args) => evaluate(driver, body, ...args);
const settle = (ms = 300) => inPage((ms) => new Promise((done) => setTimeout(done, ms)), ms);

/** Waits until `window.seen` has the event, which the tests note. */
const heard = (type) => waitFor(type, () => inPage((type) => window.seen.includes(type), type));

const inFrame = (body, ...args) =>
  insideFrame(driver, 'iframe', () => evaluate(driver, body, ...args));

/** One mint, one load, and the filter that the page has set. */
async function nothingLost(path) {
  const { mintRequests, rejectedExchanges } = await counts();
  assert.deepEqual([mintRequests, rejectedExchanges], [1, 0], path);
  assert.equal(await inFrame(() => window.mark), 'the first document', path);
  const filters = await inFrame(() => document.documentElement.dataset.filters);
  assert.match(String(filters), /orders\.status/, path);
}

const covers = () =>
  waitFor('an iframe at its place', async () => {
    const distance = await inPage(() => window.distance());
    if (String(distance) === '0,0,0,0') return true;
    throw new Error(String(distance));
  });

test('one embed of a page without a framework', async (t) => {
  await openPage();
  await inPage(() => {
    window.sales = kept.keep('sales', options());
  });
  await t.test('it is warm before it is shown', async () => {
    await waitFor('a mint', async () => (await counts()).mintRequests === 1);
    await waitFor('a load', () =>
      inFrame(
        () =>
          document.documentElement.dataset.ready !== undefined || document.querySelector('main'),
      ),
    );
    const mode = await inPage(async () => {
      const embed = await sales.show(place());
      return (await embed.ready).payload.mode;
    });
    assert.equal(mode, 'signed');
    await covers();
    assert.equal((await counts()).mintRequests, 1);
  });

  await t.test('away and back: one mint, one load, the filter kept', async () => {
    await inPage(async () => {
      const embed = await sales.show(document.querySelector('.place'));
      embed.setFilter({ member: 'orders.status', value: 'completed' });
    });
    await inFrame(() => (window.mark = 'the first document'));
    for (let time = 0; time < TIMES; time++) {
      const hidden = await inPage(() => {
        sales.hide();
        target.replaceChildren();
        const [frame] = frames_();
        const root = frame.closest('[id^=svc-embed-kept]');
        return [root.inert, getComputedStyle(root).opacity, frames_().length];
      });
      assert.deepEqual(hidden, [true, '0', 1]);
      await inPage(async (time) => {
        target.append(`time ${time}`);
        await sales.show(place(`height:${300 + time}px;margin:${time}px;padding:3px`));
        document.querySelector('.place').style.padding = '0';
      }, time);
      await covers();
    }
    await nothingLost('without a framework');
  });

  await t.test('it follows its target: scroll, animation, size and zoom', followsItsTarget);
  await t.test('hidden with its target, and on top in a dialog and full screen', isOnTop);
  await t.test('Tab goes into it and out of it at its place', isInTabOrder);
});

async function followsItsTarget() {
  await inPage(async () => {
    target.innerHTML =
      '<div id="above" style="height:200px"></div><div id="box" style="height:500px;overflow:auto;border:7px solid"><div style="height:150px"></div></div><div style="height:3000px"></div>';
    const one = place('height:400px;width:500px');
    document.querySelector('#box').append(one);
    const filler = document.createElement('div');
    filler.style.height = '900px';
    document.querySelector('#box').append(filler);
    await sales.show(one);
  });
  await covers();
  const changes = {
    page: () => scrollTo(0, 120),
    box: () => (document.querySelector('#box').scrollTop = 90),
    above: () => (document.querySelector('#above').style.height = '260px'),
    size: () => (document.querySelector('.place').style.width = '350px'),
    zoom: () => (document.documentElement.style.zoom = '1.25'),
    unzoom: () => (document.documentElement.style.zoom = ''),
    moved: () => (document.querySelector('#box').style.marginLeft = '80px'),
    transition: () => {
      const { style } = document.querySelector('#box');
      style.transition = 'margin-left 200ms';
      style.marginLeft = '10px';
    },
  };
  for (const [name, change] of Object.entries(changes)) {
    await settle(500);
    await inPage(change);
    await covers().catch((error) => {
      throw new Error(name, { cause: error });
    });
  }
  // What is scrolled out of its element is not seen.
  await inPage(() => (document.querySelector('#box').scrollTop = 400));
  await settle();
  const seenAt = await inPage(() => {
    const { left, top } = document.querySelector('#box').getBoundingClientRect();
    return document.elementFromPoint(left + 60, top - 20)?.localName;
  });
  assert.notEqual(seenAt, 'iframe');
}

async function isOnTop() {
  await inPage(async () => {
    target.replaceChildren();
    scrollTo(0, 0);
    await sales.show(place());
  });
  await covers();
  const isInert = () => inPage(() => document.querySelector('[id^=svc-embed-kept]').inert);
  await inPage(() => (document.querySelector('.place').hidden = true));
  await waitFor('a hidden iframe', isInert);
  await inPage(() => (document.querySelector('.place').hidden = false));
  await waitFor('an iframe that is seen', async () => !(await isInert()));
  await covers();
  const onTop = () =>
    inPage(() => {
      const { left, top, width, height } = document.querySelector('.place').getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.localName;
    });
  const moves = await inPage(() => 'moveBefore' in Element.prototype);
  await inPage(() => {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.append(document.createElement('button'));
    dialog.style.width = '600px';
    window.inDialog = Object.assign(document.createElement('div'), { className: 'place' });
    inDialog.style.height = '200px';
    document.querySelector('.place').remove();
    dialog.append(inDialog);
    dialog.showModal();
    return sales.show(inDialog).then(() => {});
  });
  await covers();
  assert.equal(await onTop(), 'iframe');
  await inPage(() => {
    document.querySelector('dialog').close();
    sales.hide();
    document.querySelector('dialog').remove();
    return sales.show(place()).then(() => {});
  });
  await covers();
  assert.equal(await onTop(), 'iframe');
  await inPage(() => {
    const button = document.createElement('button');
    button.id = 'full';
    button.onclick = () => target.requestFullscreen().catch((error) => (window.refusal = error));
    target.prepend(button);
  });
  await driver.findElement(By.css('#full')).click();
  const isFull = () =>
    inPage(() => document.fullscreenElement === target || String(window.refusal ?? ''));
  await waitFor('full screen', isFull);
  assert.equal(await isFull(), true);
  await settle();
  await covers();
  assert.equal(await onTop(), 'iframe');
  await inPage(() => document.exitFullscreen());
  await settle();
  await covers();
  assert.equal(await onTop(), 'iframe');
  await inPage(() => {
    const popover = document.body.appendChild(document.createElement('div'));
    popover.popover = 'manual';
    popover.style.cssText = 'width:500px;height:300px';
    document.querySelector('.place').remove();
    const one = place('height:200px');
    popover.append(one);
    popover.showPopover();
    return sales.show(one).then(() => {});
  });
  await covers();
  assert.equal(await onTop(), 'iframe');
  if (moves) assert.equal((await counts()).mintRequests, 1);
  assert.equal((await counts()).rejectedExchanges, 0);
}

async function isInTabOrder() {
  await inPage(async () => {
    document.querySelector('[popover]').remove();
    target.innerHTML = '<button id="before">before</button>';
    const one = place();
    target.insertAdjacentHTML(
      'beforeend',
      '<button id="after">after</button><button id="end">end</button>',
    );
    const embed = await sales.show(one);
    await embed.ready;
    document.querySelector('#before').focus();
  });
  await covers();
  const press = (key, isShifted) => {
    const keys = driver.actions();
    return (
      isShifted ? keys.keyDown(Key.SHIFT).sendKeys(key).keyUp(Key.SHIFT) : keys.sendKeys(key)
    ).perform();
  };
  const active = () => inPage(() => document.activeElement.id || document.activeElement.localName);
  await press(Key.TAB);
  await waitFor('the focus in the iframe', async () => {
    const at = await active();
    if (at === 'iframe') return true;
    throw new Error(at);
  });
  await inPage(() => document.querySelector('#after').focus());
  await press(Key.TAB);
  assert.equal(await active(), 'end');
  await press(Key.TAB, true);
  assert.equal(await active(), 'after');
  await press(Key.TAB, true);
  await waitFor('the focus in the iframe', async () => {
    const at = await active();
    if (at === 'iframe') return true;
    throw new Error(at);
  });
  // The embed has its last sentry, from which the browser's own Tab goes on.
  await inPage(() => document.querySelector('[id^=svc-embed-kept]').lastElementChild.focus());
  assert.equal(await active(), 'after');
  await inPage(() => document.querySelector('[id^=svc-embed-kept]').firstElementChild.focus());
  assert.equal(await active(), 'before');
  // A screen reader reads it at its place. Hidden, it is nowhere.
  const owned = () =>
    inPage(() => {
      const owner = document.querySelector('[aria-owns]');
      return owner && document.getElementById(owner.getAttribute('aria-owns')) !== null;
    });
  assert.equal(await owned(), true);
  await inPage(() => sales.hide());
  assert.equal(await owned(), null);
  assert.deepEqual(
    await inPage(() => {
      const root = document.querySelector('[id^=svc-embed-kept]');
      return [root.inert, root.querySelectorAll('span').length];
    }),
    [true, 0],
  );
}

test('the pool: the limit and the age end what is hidden, and never what is shown', async (t) => {
  await openPage();
  const left = () => inPage(() => frames_().length);
  await inPage(async () => {
    kept.limitKept({ most: 2 });
    await kept.keep('one', options()).show(place());
    for (const name of ['two', 'three']) {
      const next = kept.keep(name, options('fulfilment'));
      await next.show(place());
      next.hide();
    }
  });
  await waitFor('two iframes', async () => (await left()) === 2);
  assert.equal(await inPage(() => document.querySelectorAll('[id^=svc-embed-kept]').length), 2);
  await inPage(() => kept.limitKept({ hiddenMs: 200 }));
  await waitFor('one iframe', async () => (await left()) === 1);
  await settle(500);
  assert.equal(await left(), 1, 'what is shown has no age');
  await inPage(() => kept.endKept());
  assert.equal(
    await inPage(() => document.querySelectorAll('[id^=svc-embed-kept],[aria-owns]').length),
    0,
  );

  await t.test(
    'an embed that has stopped or is destroyed is not shown again, and wrong options are said',
    async () => {
      const before = (await counts()).mintRequests;
      await inPage(async () => {
        window.sales = kept.keep('sales', options());
        const embed = await sales.show(place());
        await embed.ready;
        embed.destroy();
        window.second = await sales.show(document.querySelector('.place'));
        await second.ready;
      });
      assert.deepEqual(await inPage(() => [frames_().length, second.session.status]), [
        1,
        'active',
      ]);
      assert.equal((await counts()).mintRequests, before + 2);
      // The next user must not see what the last one saw.
      await control('faults', { backend: { mode: 'signed-out' } });
      await inPage(async () => {
        await second.reload().catch(() => {});
        sales.hide();
      });
      assert.equal(await inPage(() => frames_().length), 0);
      await control('faults', { backend: { mode: 'ok' } });
      const codes = await inPage(async () => {
        const code = (promise) =>
          promise.then(
            () => 'none',
            ({ code }) => code,
          );
        return [
          await code(kept.keep('wrong', { ...options(), locale: 7 }).show(place())),
          await code(kept.keep('sales', options()).show('#nowhere')),
        ];
      });
      assert.deepEqual(codes, ['invalid-option', 'invalid-target']);
    },
  );
});

test('React: away and back, removed or hidden by an Activity, in StrictMode', async () => {
  await openReact('19');
  await inPage(() => {
    const { page } = window;
    const { React, SvcEmbed, options, embed } = page;
    // Next hides a route that was left by an Activity, and does not unmount it.
    page.show = (mode, key) =>
      page.render(
        React.createElement(
          React.StrictMode,
          null,
          mode === 'removed'
            ? React.createElement('p', null, 'elsewhere')
            : React.createElement(
                React.Activity,
                { key, mode },
                React.createElement(SvcEmbed, {
                  ...options({
                    keep: 'sales',
                    className: 'place',
                    style: { height: 400 },
                    ref: embed,
                  }),
                  onReady: () => page.seen.push('ready again'),
                }),
              ),
        ),
      );
    page.show('visible', 0);
  });
  const ready = (count) =>
    waitFor(`ready ${count}`, () =>
      inPage((count) => page.seen.filter((type) => type === 'ready again').length === count, count),
    );
  await ready(1);
  await inPage(() => page.embed.current.setFilter({ member: 'orders.status', value: 'completed' }));
  await inFrame(() => (window.mark = 'the first document'));
  for (let time = 1; time <= TIMES; time++) {
    const isHidden = time % 2 === 0;
    await inPage((mode, key) => page.show(mode, key), isHidden ? 'hidden' : 'removed', time - 1);
    await waitFor('a hidden iframe', () =>
      inPage(() => document.querySelector('[id^=svc-embed-kept]').inert),
    );
    assert.equal(await inPage(() => page.embed.current), null);
    // What was hidden is the same component.
    await inPage((key) => page.show('visible', key), isHidden ? time - 1 : time);
    await ready(1 + time);
    await waitFor('an iframe that is seen', () =>
      inPage(() => !document.querySelector('[id^=svc-embed-kept]').inert),
    );
  }
  await nothingLost('React');
  assert.deepEqual(await inPage(() => page.complaints), []);
  assert.equal(await inPage(() => document.querySelectorAll('iframe').length), 1);
});

test('the element: away and back again and again, its events once, its slot until it is ready; changed, refused', async () => {
  await openPage();
  await inPage(async (tenant) => {
    SvcEmbedElement.allow({ baseUrl: tenant, sessionUrl: '/api/embed-session' });
    window.add = () => {
      target.innerHTML = `<svc-embed class="place" style="height:400px" keep="sales" base-url="${tenant}" public-id="sales-overview" session-url="/api/embed-session"><p slot="loading">Loading</p></svc-embed>`;
      window.element = target.firstElementChild;
      for (const type of ['ready', 'dashboard-loaded']) element.on(type, () => seen.push(type));
      return element.ready.then(() => {});
    };
    await add();
  }, sandbox.tenant);
  await heard('dashboard-loaded');
  await covers();
  await inPage(() => element.setFilter({ member: 'orders.status', value: 'completed' }));
  await inFrame(() => (window.mark = 'the first document'));
  for (let time = 0; time < TIMES; time++) {
    await inPage(() => target.replaceChildren());
    await waitFor('a hidden iframe', () =>
      inPage(() => document.querySelector('[id^=svc-embed-kept]').inert),
    );
    await inPage(() => add());
    await covers();
    await waitFor('an iframe that is seen', () =>
      inPage(
        () => getComputedStyle(document.querySelector('[id^=svc-embed-kept]')).opacity === '1',
      ),
    );
  }
  await nothingLost('the element');
  assert.equal(await inPage(() => seen.filter((type) => type === 'ready').length), TIMES + 1);
  // Another dashboard under the same name takes the place of the first.
  await inPage(() => element.setAttribute('public-id', 'fulfilment'));
  await waitFor('another mint', async () => (await counts()).mintRequests === 2);
  await settle();
  assert.equal(await inPage(() => frames_().length), 1);

  // What it has changed is known, whoever has asked for the embed meanwhile.
  const before = (await counts()).mintRequests;
  await inPage(() => (target.replaceChildren(), kept.endKept()));
  await inPage(async (tenant) => {
    SvcEmbedElement.allow({ baseUrl: tenant });
    window.getSession = options().getSession;
    window.add = () => {
      window.element = Object.assign(document.createElement('svc-embed'), { getSession });
      element.style.height = '400px';
      const attributes = { keep: 'changed', 'public-id': 'sales-overview', locale: 'de' };
      for (const [name, value] of Object.entries({ ...attributes, 'base-url': tenant }))
        element.setAttribute(name, value);
      target.replaceChildren(element);
      return element.ready.then(() => {});
    };
    await add();
    // As a page does when the pointer is over a link to the route.
    const { renewal, ...rest } = options('sales-overview', { locale: 'de' });
    kept.keep('changed', { ...rest, getSession });
  }, sandbox.tenant);
  const locale = (wanted) =>
    waitFor(`the locale ${wanted}`, async () => {
      const { locale } = await inFrame(() => ({ ...document.documentElement.dataset }));
      if (locale === wanted) return true;
      throw new Error(locale);
    });
  await locale('de');
  await settle();
  await inPage(() => void (element.locale = 'fr'));
  await locale('fr');
  await inPage(() => target.replaceChildren());
  await settle();
  await inPage(() => add());
  await locale('de');
  assert.equal((await counts()).mintRequests, 1 + before);

  // If there is none, it says why.
  await inPage(() => (target.replaceChildren(), kept.endKept()));
  await control('faults', { backend: { mode: 'signed-out' } });
  await inPage(async (tenant) => {
    SvcEmbedElement.allow({ baseUrl: tenant, sessionUrl: '/api/embed-session' });
    target.innerHTML = `<svc-embed keep="refused" base-url="${tenant}" public-id="sales-overview" session-url="/api/embed-session"></svc-embed>`;
    target.firstElementChild.addEventListener('mount-failed', ({ detail }) => {
      seen.push(detail.code);
    });
  }, sandbox.tenant);
  await heard('signed-out');
});

/** Elements with one name each, in an element of their own each. `window.warned` has the console's warnings. */
const addElements = (dashboards) =>
  inPage(
    async (tenant, dashboards) => {
      SvcEmbedElement.allow({ baseUrl: tenant, sessionUrl: '/api/embed-session' });
      window.warned ??= [];
      console.warn = (text) => warned.push(text);
      const made = dashboards.map((publicId) => {
        const element = document.createElement('svc-embed');
        element.style.height = '200px';
        for (const [name, value] of Object.entries({
          keep: 'twice',
          'base-url': tenant,
          'public-id': publicId,
          'session-url': '/api/embed-session',
        }))
          element.setAttribute(name, value);
        return element;
      });
      target.append(...made);
      (window.elements ??= []).push(...made);
    },
    sandbox.tenant,
    dashboards,
  );

/** Which of the elements the one iframe lies over. */
const shownBy = () =>
  inPage(() => {
    const { top } = window.frames_()[0].getBoundingClientRect();
    const at = window.elements.map((element) => element.getBoundingClientRect().top);
    return at.findIndex((own) => Math.abs(own - top) < 2);
  });

for (const dashboards of [
  ['sales-overview', 'sales-overview'],
  ['sales-overview', 'fulfilment'],
]) {
  const what = `two elements with one name at once, of ${dashboards}`;
  test(`${what}: the last shows it, then the first`, async () => {
    await openPage();
    await addElements(dashboards);
    await waitFor('the embed at the last one', async () => (await shownBy()) === 1);
    await waitFor('a warning', () => inPage(() => warned.length > 0), { timeoutMs: 6_000 });
    assert.equal(await shownBy(), 1);
    assert.deepEqual(await inPage(() => warned), [
      "svc-embed: Two components on this page have keep 'twice'. Only the one that came last shows the embed. Give each a name of its own, or show one at a time.",
    ]);

    await inPage(() => elements[1].ready.then(() => {}));
    const { mintRequests } = await counts();
    await inPage(() => {
      elements[0].on('ready', () => seen.push('ready again'));
      elements[1].remove();
    });
    await heard('ready again');
    await waitFor('the embed at the first one', async () => (await shownBy()) === 0);
    assert.equal(await inPage(() => frames_()[0].closest('[id^=svc-embed-kept]').inert), false);
    const isSame = dashboards[0] === dashboards[1];
    assert.equal((await counts()).mintRequests, mintRequests + (isSame ? 0 : 1));
    // Then nobody shows it, and it is kept.
    await inPage(() => elements[0].remove());
    await waitFor('a hidden iframe', () =>
      inPage(() => document.querySelector('[id^=svc-embed-kept]').inert),
    );
  });
}

test('a name that goes from one element to the next is no mistake', async () => {
  await openPage();
  await addElements(['sales-overview']);
  await waitFor('the embed', async () => (await shownBy()) === 0);
  // As during the animation of a route.
  await addElements(['sales-overview']);
  await waitFor('the embed at the next one', async () => (await shownBy()) === 1);
  await settle(700);
  await inPage(() => elements[0].remove());
  await waitFor('the embed is still there', () => inPage(() => elements[1].session !== null));
  // By hand, without `hide`.
  await inPage(async () => {
    elements[1].remove();
    const sales = kept.keep('hand', options());
    await sales.show(place());
    await sales.show(place());
  });
  await settle(3_500);
  assert.deepEqual(await inPage(() => warned), []);
});
