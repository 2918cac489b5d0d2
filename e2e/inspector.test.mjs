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
    const rows = [...root.querySelectorAll('tbody tr')].reverse();
    const messages = rows.map((row) =>
      [...row.cells]
        .slice(1)
        .map((cell) => (cell.querySelector('summary') ?? cell).textContent.trim())
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

  await evaluate(driver, () => {
    for (const details of inspector.element.shadowRoot.querySelectorAll('details'))
      details.open = true;
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

test('the inspector is opened, saved, cleared and closed', async (t) => {
  await openEmbed();
  await t.test('rows are opened, saved and cleared', async () => {
    await inspect();
    await evaluate(driver, () => {
      const { createObjectURL } = URL;
      URL.createObjectURL = (blob) => createObjectURL((window.saved = blob));
      HTMLAnchorElement.prototype.click = function () {
        window.savedAs = this.download;
      };
    });
    const rows = async () => (await shown()).messages;
    await withEmbed((own) => own.embed.setLocale('de'));
    await waitFor('the action', async () => (await rows()).length === 2);
    const opened = await evaluate(driver, () => {
      const details = inspector.element.shadowRoot.querySelector('details');
      details.open = true;
      return details.textContent;
    });
    assert.match(opened, /Status ?active/);
    await withEmbed((own) => own.embed.setTimezone('Europe/Berlin'));
    await waitFor('one more', async () => (await rows()).length === 3);
    // An opened row stays open while others arrive.
    assert.ok(
      await evaluate(driver, () => inspector.element.shadowRoot.querySelector('details').open),
    );
    await press('Export');
    const [name, text, recording] = await evaluate(driver, async () => [
      savedAs,
      await saved.text(),
      inspector.recording(),
    ]);
    assert.equal(name, 'svc-embed.json');
    const { rows: written } = JSON.parse(text);
    assert.deepEqual(written, JSON.parse(recording).rows);
    assert.deepEqual(
      written.map(({ kind, name }) => `${kind} ${name}`),
      ['session active', 'action set-locale', 'action set-timezone'],
    );
    await press('Clear');
    assert.deepEqual(await rows(), []);
    await evaluate(driver, () => inspector.element.shadowRoot.querySelector('button').focus());
    await type(Key.ESCAPE);
    assert.equal(await evaluate(driver, () => inspector.element.isConnected), false);
  });

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
  const [most, count] = await evaluate(driver, async () => {
    const { inspect } = await import('/dist/inspector.js');
    const { fakeEmbed } = await import('/dist/testing/index.js');
    const embed = fakeEmbed();
    const inspector = inspect(embed);
    for (let sent = 0; sent < 1_200; sent++) embed.emit('drilldown', { member: 'orders.revenue' });
    await new Promise((done) => setTimeout(done, 100));
    const elements = inspector.element.shadowRoot.querySelectorAll('*').length;
    return [elements, JSON.parse(inspector.recording()).rows.length];
  });
  assert.ok(most > 300 && most < 6_000, `${most} elements`);
  // A thousand messages, and the row of the session.
  assert.equal(count, 1_001);
});
