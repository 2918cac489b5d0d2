// What the inspector shows of an embed, and what it never shows.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { Key } from 'selenium-webdriver';
import { showAs, showAsUsual, violations } from './support/axe.mjs';
import {
  advance,
  control,
  event,
  freshPage,
  inEmbed,
  mountEmbed,
  openEmbed,
  sessionIs,
  withEmbed,
} from './support/embed.mjs';
import { evaluate, screenshot, waitFor } from './support/page.mjs';
import { POLICY, servePage } from './support/policy.mjs';
import { driver, engine } from './support/world.mjs';
import { block } from './docs/support/pages.mjs';

/** Opens the inspector of the embed as `window.inspector`. */
function inspect(options = {}) {
  return withEmbed(
    async (own, options) => {
      const { inspect } = await (window.load?.('inspector') ?? import('/dist/inspector.js'));
      window.inspector = inspect(own.embed, options);
    },
    [options],
  );
}

/** The inspector's facts by name, and its rows without their times, oldest first. */
function shown() {
  return evaluate(driver, () => {
    const root = inspector.element.shadowRoot;
    const facts = [...root.querySelectorAll('.state div')].map((fact) =>
      [...fact.children].map((part) => part.textContent),
    );
    const rows = [...root.querySelectorAll('tbody tr:not(.more)')].reverse();
    const messages = rows.map((row) =>
      [...row.cells]
        .slice(1)
        .map((cell) => cell.textContent.trim())
        .join(' '),
    );
    return { ...Object.fromEntries(facts), messages };
  });
}

/** Calls a method of the inspector's button of this name. */
const onButton = (name, method) =>
  evaluate(
    driver,
    (name, method) => {
      const buttons = [...inspector.element.shadowRoot.querySelectorAll('button')];
      buttons.find(({ textContent }) => textContent === name)[method]();
    },
    name,
    method,
  );
const press = (name) => onButton(name, 'click');
const focus = (name) => onButton(name, 'focus');
const type = (...keys) =>
  driver
    .actions()
    .sendKeys(...keys)
    .perform();

test('the inspector shows messages and the session, and no id', async (t) => {
  await freshPage(await servePage(t, POLICY));
  await evaluate(driver, () => {
    window.ids = [];
    const { fetch } = window;
    window.fetch = async (...of) => {
      const response = await fetch(...of);
      if (response.ok && of[0] === '/api/embed-session')
        ids.push((await response.clone().json()).sessionId);
      return response;
    };
  });
  await mountEmbed();
  await event('dashboard-loaded');
  await inspect();
  await withEmbed((own) => own.embed.setLocale('de'));
  const first = await waitFor('the action', async () => {
    const all = await shown();
    return all.messages.includes('Action set-locale') && all;
  });
  assert.deepEqual(
    [first.Status, first.Mode, first.Renewal, first.Renewed],
    ['active', 'signed', 'idle', '0 times'],
  );

  await control('faults', { backend: { mode: 'down', times: 1 } });
  await advance({ hours: 22, minutes: 31 });
  await sessionIs({ status: 'active', renewals: 1 });
  const renewed = await waitFor('the renewal', async () => {
    const all = await shown();
    const isTold = all.messages.some((message) => message.startsWith('Attempt confirmed'));
    return all.Renewed === 'once' && isTold && all;
  });
  const life = renewed.messages.filter((message) =>
    /^(Attempt|Event session-|Action set-s)/.test(message),
  );
  const steps = life.slice(life.indexOf('Event session-expiring'));
  // The times differ from run to run.
  const told = steps.map((step) =>
    step.replace(/\d+ ms|\d+\.\d s/g, 'T').replace(/ · next in T/, ''),
  );
  assert.deepEqual(told, [
    'Event session-expiring',
    'Attempt started attempt 1',
    'Attempt failed attempt 1 · after T · mint-failed',
    'Attempt started attempt 2',
    'Attempt minted attempt 2 · after T',
    'Action set-session',
    'Attempt confirmed attempt 2 · after T · T in all',
  ]);

  const bad = { source: 'svc-embed', direction: 'event', type: 'svc:event:download', timestamp: 1 };
  const odd = { type: 'a secret of mine', source: 'x' };
  await inEmbed(
    (...messages) => messages.forEach((data) => parent.postMessage(data, '*')),
    [{ ...bad, surface: 'dashboard', payload: {} }, odd],
  );
  await waitFor('what was dropped', async () => {
    const { messages } = await shown();
    return (
      messages.includes('Dropped download payload') && messages.includes('Dropped unnamed envelope')
    );
  });
  await screenshot(driver, `inspector-${engine}`);

  const { ids, html } = await evaluate(driver, () => ({
    ids,
    html: inspector.element.shadowRoot.innerHTML,
  }));
  assert.equal(ids.length, 2);
  for (const secret of [...ids, 'a secret of mine']) assert.ok(!html.includes(secret));
  assert.deepEqual(await evaluate(driver, () => refused), []);
});

/** The scheme that axe looks at by day. */
const BY_DAY = { 390: 'dark', 1_440: 'light' };

test('a renewal that fails, and when it is tried again; axe finds nothing in it', async (t) => {
  await openEmbed({ renewal: { spreadMs: 0, retryMinMs: 60_000, retryMaxMs: 60_000 } });
  await inspect();
  await control('faults', { backend: { mode: 'down', times: 9 } });
  await advance({ hours: 22, minutes: 31 });
  await sessionIs({ renewal: 'backing-off' });
  await waitFor('the failure', async () => {
    const all = await shown();
    const isTold =
      all.Status === 'expiring' &&
      all.Renewal === 'backing-off, attempt 1' &&
      // By the clock of the service, which was turned.
      / in 2[89] min( \d+ s)?$/.test(all.Expires) &&
      all['Last error'].startsWith('mint-failed: ') &&
      / in \d+ s$/.test(all['Next attempt']);
    if (!isTold) throw new Error(JSON.stringify(all));
    return true;
  });
  await screenshot(driver, `inspector-failing-${engine}`);

  await press('failed');
  await press('Pause');
  await press('Attempt');
  await evaluate(driver, () => {
    inspector.element.id = 'inspector';
    const content = 'width=device-width, initial-scale=1';
    document.head.append(
      Object.assign(document.createElement('meta'), { name: 'viewport', content }),
    );
  });
  t.after(showAsUsual);
  for (const width of engine === 'chromium' ? [390, 1_440] : [null]) {
    await showAs({ width });
    for (const scheme of ['light', 'dark']) {
      await evaluate(
        driver,
        (scheme) => {
          document.documentElement.style.colorScheme = scheme;
        },
        scheme,
      );
      await screenshot(driver, `inspector-${scheme}-${width ?? engine}`);
      const found = await violations([], '#inspector');
      assert.deepEqual(found, [], `${scheme}, ${width}`);
    }
  }
});

test('the inspector is used by clicks, by keyboard and by pointer, and comes and goes', async (t) => {
  await openEmbed();
  await t.test('rows are chosen, held, opened, copied and saved', async () => {
    await inspect();
    await evaluate(driver, () => {
      window.copied = [];
      const clipboard = { writeText: async (text) => void copied.push(text) };
      Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
      const { createObjectURL } = URL;
      URL.createObjectURL = (blob) => createObjectURL((window.saved = blob));
      HTMLAnchorElement.prototype.click = function () {
        window.savedAs = this.download;
      };
      window.search = (text) => {
        const field = inspector.element.shadowRoot.querySelector('input');
        field.value = text;
        field.dispatchEvent(new Event('input'));
      };
    });
    const rows = async () => (await shown()).messages;
    const said = () =>
      evaluate(driver, () => inspector.element.shadowRoot.querySelector('.said').textContent);
    await withEmbed((own) => ['de', 'fr'].forEach((locale) => own.embed.setLocale(locale)));
    await withEmbed((own) => own.embed.setTimezone('Europe/Berlin'));
    await waitFor('the actions', async () => (await rows()).length === 4);

    await press('Action');
    assert.deepEqual(await rows(), [
      'Action set-locale',
      'Action set-locale',
      'Action set-timezone',
    ]);
    await evaluate(driver, () => search('LOCALE'));
    assert.equal((await rows()).length, 2);
    assert.equal(await said(), '2 rows match');
    await press('Copy');
    await waitFor('the copy', async () => (await said()) === 'Copied 2 rows');
    const [copied] = await evaluate(driver, () => window.copied);
    assert.match(copied, /^\d{4}-.*Z {2}Action {2}set-locale\n\d{4}-.*Z {2}Action {2}set-locale$/);
    await press('Action');
    await evaluate(driver, () => search(''));
    assert.equal((await rows()).length, 4);

    await press('Pause');
    await withEmbed((own) => own.embed.setLocale('it'));
    await press('set-timezone');
    const more = () =>
      evaluate(driver, () => inspector.element.shadowRoot.querySelector('.more dl')?.textContent);
    assert.match(await more(), /^At\d{4}-\d\d-\d\dT/);
    assert.equal((await rows()).length, 4);
    // Without the clipboard's own interface, as in a page without TLS.
    await evaluate(driver, () => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => {
        copied.push(inspector.element.shadowRoot.activeElement.value);
        return true;
      };
    });
    await press('Copy row');
    await waitFor('the copy', async () => (await said()) === 'Copied 1 row');
    assert.match(
      (await evaluate(driver, () => window.copied))[1],
      /Action {2}set-timezone\n {2}At: /,
    );
    await press('Pause');
    assert.equal((await rows()).length, 5);
    // An opened row stays open while others arrive.
    assert.match(await more(), /^At/);

    await press('Export');
    const [name, text, recording] = await evaluate(driver, async () => [
      savedAs,
      await saved.text(),
      inspector.recording(),
    ]);
    assert.match(name, /^svc-embed-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.json$/);
    const { rows: written } = JSON.parse(text);
    assert.deepEqual(written, JSON.parse(recording).rows);
    assert.deepEqual(
      written.map(({ kind, name }) => `${kind} ${name}`),
      [
        'session active',
        'action set-locale',
        'action set-locale',
        'action set-timezone',
        'action set-locale',
      ],
    );
  });
  await evaluate(driver, () => inspector.close());
  await t.test('by keyboard', async () => {
    await inspect();
    await withEmbed((own) => own.embed.setLocale('de'));
    await waitFor('a message', async () => (await shown()).messages.includes('Action set-locale'));
    const isFolded = () =>
      evaluate(driver, () => {
        const root = inspector.element.shadowRoot;
        const isShown = root.querySelector('dl').checkVisibility();
        return [root.querySelector('[aria-expanded]').ariaExpanded, isShown];
      });
    const focused = () =>
      evaluate(driver, () => {
        const { activeElement } = inspector.element.shadowRoot;
        return [activeElement.textContent, activeElement.ariaExpanded];
      });

    await focus('Fold');
    await type(Key.ENTER);
    assert.deepEqual(await isFolded(), ['false', false]);
    await type(Key.ENTER);
    assert.deepEqual(await isFolded(), ['true', true]);

    // The rows are one stop of the Tab key.
    await focus('set-locale');
    await type(Key.ENTER);
    assert.deepEqual(await focused(), ['set-locale', 'true']);
    await type(Key.ARROW_DOWN);
    assert.deepEqual(await focused(), ['active', 'false']);
    await type(Key.HOME);
    assert.deepEqual(await focused(), ['set-locale', 'true']);
    const stops = () =>
      evaluate(
        driver,
        () => inspector.element.shadowRoot.querySelectorAll('.opener[tabindex="0"]').length,
      );
    assert.equal(await stops(), 1);

    // Escape empties the search before it closes the inspector.
    await evaluate(driver, () => inspector.element.shadowRoot.querySelector('input').focus());
    await type('loc');
    assert.deepEqual((await shown()).messages, ['Action set-locale']);
    await type(Key.ESCAPE);
    assert.equal((await shown()).messages.length, 2);

    await focus('Clear');
    await type(Key.ENTER);
    assert.deepEqual((await shown()).messages, []);
    await type(Key.ESCAPE);
    assert.equal(await evaluate(driver, () => inspector.element.isConnected), false);
  });
  await t.test('it is moved and resized, within the window', async () => {
    await inspect();
    const box = () =>
      evaluate(driver, () => {
        const { x, y, right, bottom, width, height } = inspector.element.shadowRoot
          .querySelector('.frame')
          .getBoundingClientRect();
        return { x, y, width, height, right: innerWidth - right, bottom: innerHeight - bottom };
      });
    const drag = (x, y, right, down) =>
      driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), duration: 0 })
        .press()
        .move({ x: Math.round(x + right), y: Math.round(y + down), duration: 50 })
        .release()
        .perform();

    // A page that is as high as its window has no scroll bar.
    await evaluate(driver, () => {
      document.querySelector('style').textContent = 'iframe { height: 200px }';
    });
    const first = await box();
    assert.deepEqual([first.right, first.bottom], [8, 8]);
    await drag(first.x + 30, first.y + 20, -100, -50);
    const dragged = await box();
    assert.deepEqual(
      [dragged.x - first.x, dragged.y - first.y, dragged.width],
      [-100, -50, first.width],
    );
    // The edge on the left.
    await drag(dragged.x + 2, dragged.y + 100, -40, 0);
    const wider = await box();
    assert.deepEqual([wider.width - dragged.width, wider.right], [40, dragged.right]);

    await focus('Move');
    await type(Key.ARROW_RIGHT, Key.ARROW_UP);
    const moved = await box();
    assert.deepEqual([moved.x - wider.x, moved.y - wider.y], [24, -24]);
    await press('Move');
    const corner = await box();
    assert.deepEqual([corner.x, corner.bottom], [8, 8]);
    await focus('Size');
    await type(Key.ARROW_LEFT);
    assert.equal((await box()).width, corner.width - 24);
    await press('Size');
    const large = await box();
    assert.ok(
      large.width > corner.width && large.y === 8 && large.bottom === 8,
      JSON.stringify(large),
    );
    // It cannot be lost.
    await focus('Move');
    await type(...Array(20).fill(Key.ARROW_RIGHT), ...Array(5).fill(Key.ARROW_DOWN));
    const edge = await box();
    assert.deepEqual([edge.right, edge.bottom], [8, 8]);
  });
  await evaluate(driver, () => inspector.close());

  await t.test('a target that is not there is refused', async () => {
    await assert.rejects(
      inspect({ target: '#nowhere' }),
      /EmbedError: \[invalid-target\] Nothing in the page matches #nowhere/,
    );
  });
  await t.test("the guide's opens and closes", async () => {
    const example = block('docs/guide/inspector.md', 'js', 'inspector.close')
      .replace(
        /^import (.*) from 'svc-embed\/inspector';/,
        "const $1 = await import('/dist/inspector.js');",
      )
      .replace('inspector.close();', 'const isIn = inspector.element.isConnected;\n$&');
    const [wasIn, isIn] = await withEmbed(
      new Function(
        'own',
        `return (async ({ embed }) => { ${example} return [isIn, inspector.element.isConnected]; })(own)`,
      ),
    );
    assert.deepEqual([wasIn, isIn], [true, false]);
  });
  await t.test('closing it leaves the embed alone', async () => {
    await inspect();
    const rows = () =>
      evaluate(driver, () => inspector.element.shadowRoot.querySelectorAll('tr').length);
    await evaluate(driver, () => inspector.close());
    const before = await rows();
    await withEmbed((own) => own.embed.refresh());
    await waitFor('the refresh', () =>
      inEmbed(() => document.documentElement.dataset.refreshes === '1'),
    );
    assert.equal(await rows(), before);
    await advance({ hours: 22, minutes: 31 });
    await sessionIs({ status: 'active', renewals: 1 });
  });
  await t.test('it outlives the embed, and closing it leaves nothing behind', async () => {
    await inspect({ target: 'main', limit: 1 });
    const isIn = () => evaluate(driver, () => inspector.element.parentElement?.localName ?? null);
    assert.equal(await isIn(), 'main');
    await withEmbed((own) => {
      own.embed.setLocale('de');
      own.embed.setLocale('fr');
    });
    const latest = () =>
      shown().then(({ messages }) => messages.filter((row) => /locale/.test(row)));
    await waitFor('the latest message alone', async () => (await latest()).length === 1);
    await withEmbed((own) => own.embed.destroy());
    await waitFor('the end', async () => (await shown()).Status === 'the embed was destroyed');

    await evaluate(driver, () => inspector.close());
    await evaluate(driver, () => inspector.close());
    assert.equal(await isIn(), null);
  });
  await t.test(
    'a recording is shown as text only, and a file that is none is refused',
    async () => {
      const [code, text, images] = await evaluate(driver, async () => {
        const { replay } = await import('/dist/inspector.js');
        const at = Date.UTC(2026, 0, 2, 3, 4, 5);
        const note = '<img src="x" />';
        const rows = [{ at, kind: 'attempt', name: 'failed', note, facts: { status: 'expiring' } }];
        const file = { format: 'svc-embed-inspector', version: 1, savedAt: at, rows };
        const refused = (text) => {
          try {
            replay(text);
          } catch ({ code }) {
            return code;
          }
        };
        const code = refused(JSON.stringify({ ...file, version: 7 }));
        const played = replay(JSON.stringify(file));
        const { shadowRoot } = played.element;
        for (let looks = 0; looks < 200 && !shadowRoot.textContent.includes(note); looks++)
          await new Promise((done) => setTimeout(done, 20));
        const { textContent } = shadowRoot;
        const images = shadowRoot.querySelectorAll('img').length;
        played.close();
        return [code, textContent, images];
      });
      assert.equal(code, 'invalid-option');
      assert.match(text, /Replay of .*<img src="x" \/>/s);
      assert.equal(images, 0);
    },
  );
  await t.test('for an embed that was destroyed there is none', async () => {
    const left = await evaluate(driver, async () => {
      const { inspect } = await import('/dist/inspector.js');
      const { embed } = window.embed;
      const before = document.body.children.length;
      const error = (() => {
        try {
          return inspect(embed);
        } catch (error) {
          return error;
        }
      })();
      return [error.code, document.body.children.length - before];
    });
    assert.deepEqual(left, ['destroyed', 0]);
  });
});

test('more events than are kept stay in bounds on the page', async () => {
  await freshPage();
  const [most, range, before, after] = await evaluate(driver, async () => {
    const { inspect } = await import('/dist/inspector.js');
    const { fakeEmbed } = await import('/dist/testing/index.js');
    const embed = fakeEmbed();
    const { shadowRoot } = inspect(embed).element;
    /** Sends events, and waits until the inspector shows what it has. */
    const send = async (times) => {
      for (let sent = 0; sent < times; sent++)
        embed.emit('drilldown', { member: 'orders.revenue' });
      await new Promise((done) => setTimeout(done, 60));
    };
    await send(1_200);
    const most = shadowRoot.querySelectorAll('*').length;
    const range = shadowRoot.querySelector('.range').textContent;
    // A reader who has scrolled down keeps the place.
    shadowRoot.querySelector('.rows').scrollTop = 400;
    const row = shadowRoot.querySelectorAll('tbody tr')[30];
    const top = () => Math.round(row.getBoundingClientRect().top);
    const before = top();
    await send(7);
    return [most, range, before, top()];
  });
  assert.ok(most > 300 && most < 1_000, `${most} elements`);
  assert.equal(range, '1 to 100 of 1,001 rows, 1,201 in all');
  assert.equal(after, before);
});
