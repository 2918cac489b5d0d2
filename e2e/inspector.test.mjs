// What the inspector shows of an embed, and what it never shows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Key } from 'selenium-webdriver';
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
import { readmeExample } from './support/readme.mjs';
import { driver, engine } from './support/world.mjs';

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

/** The inspector's facts by name, and its messages without their times, oldest first. */
function shown() {
  return evaluate(driver, () => {
    const root = inspector.element.shadowRoot;
    const facts = [...root.querySelectorAll('dl div')].map((fact) =>
      [...fact.children].map((part) => part.textContent),
    );
    const rows = [...root.querySelectorAll('tbody tr')].reverse();
    const messages = rows.map((row) =>
      [...row.cells]
        .slice(1)
        .map((cell) => cell.textContent)
        .join(' ')
        .trim(),
    );
    return { ...Object.fromEntries(facts), messages };
  });
}

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
    return all.messages.includes('to embed set-locale') && all;
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
    return all.Renewed === 'once' && all;
  });
  const order = ['to page session-expiring', 'to embed set-session'];
  assert.deepEqual(
    renewed.messages.filter((message) => order.includes(message)),
    order,
  );

  const bad = { source: 'svc-embed', direction: 'event', type: 'svc:event:download', timestamp: 1 };
  const odd = { type: 'a secret of mine', source: 'x' };
  await inEmbed(
    (...messages) => messages.forEach((data) => parent.postMessage(data, '*')),
    [{ ...bad, surface: 'dashboard', payload: {} }, odd],
  );
  await waitFor('what was dropped', async () => {
    const { messages } = await shown();
    return (
      messages.includes('to page download dropped: payload') &&
      messages.includes('to page unnamed dropped: envelope')
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

test('the inspector shows a renewal that fails, and when it is tried again', async () => {
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
      / in \d+ h \d+ min$/.test(all.Expires) &&
      all['Last error'].startsWith('mint-failed: ') &&
      / in \d+ s$/.test(all['Next attempt']);
    if (!isTold) throw new Error(JSON.stringify(all));
    return true;
  });
  await screenshot(driver, `inspector-failing-${engine}`);
});

test('the inspector outlives the embed, and closing it leaves nothing behind', async () => {
  await openEmbed();
  await inspect({ target: 'main', limit: 1 });
  const isIn = () => evaluate(driver, () => inspector.element.parentElement?.localName ?? null);
  assert.equal(await isIn(), 'main');
  await withEmbed((own) => {
    own.embed.setLocale('de');
    own.embed.setLocale('fr');
  });
  await waitFor('the latest message alone', async () => (await shown()).messages.length === 1);
  await withEmbed((own) => own.embed.destroy());
  await waitFor('the end', async () => (await shown()).Status === 'the embed was destroyed');

  await evaluate(driver, () => inspector.close());
  await evaluate(driver, () => inspector.close());
  assert.equal(await isIn(), null);
});

test('the inspector is used by keyboard', async () => {
  await openEmbed();
  await inspect();
  await withEmbed((own) => own.embed.setLocale('de'));
  await waitFor('a message', async () => (await shown()).messages.length > 0);
  const press = (key) => driver.actions().sendKeys(key).perform();
  const focus = (name) =>
    evaluate(
      driver,
      (name) =>
        [...inspector.element.shadowRoot.querySelectorAll('button')]
          .find(({ textContent }) => textContent === name)
          .focus(),
      name,
    );
  const isFolded = () =>
    evaluate(driver, () => {
      const root = inspector.element.shadowRoot;
      const isShown = root.querySelector('dl').checkVisibility();
      return [root.querySelector('[aria-expanded]').ariaExpanded, isShown];
    });

  await focus('Fold');
  await press(Key.ENTER);
  assert.deepEqual(await isFolded(), ['false', false]);
  await press(Key.ENTER);
  assert.deepEqual(await isFolded(), ['true', true]);
  await focus('Clear');
  await press(Key.ENTER);
  assert.deepEqual((await shown()).messages, []);
  await press(Key.ESCAPE);
  assert.equal(await evaluate(driver, () => inspector.element.isConnected), false);
});

test('closing the inspector leaves the embed alone', async () => {
  await openEmbed();
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

test('an inspector for an embed that was destroyed leaves nothing behind', async () => {
  await openEmbed({}, { until: 'ready' });
  const left = await evaluate(driver, async () => {
    const { inspect } = await import('/dist/inspector.js');
    const { embed } = window.embed;
    embed.destroy();
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

test('the inspector refuses a target that is not there', async () => {
  await openEmbed({}, { until: null });
  await assert.rejects(
    inspect({ target: '#nowhere' }),
    /EmbedError: Nothing in the page matches #nowhere/,
  );
});

test("the README's inspector opens and closes", async () => {
  await openEmbed();
  const example = readmeExample('Inspector', 'js')
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
