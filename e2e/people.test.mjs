// The sandbox's page for people, at the root of the tenant: its levers, its embeds and its journal.

import assert from 'node:assert/strict';
import { showAs, showAsUsual, violations } from './support/axe.mjs';
import { control } from './support/embed.mjs';
import { evaluate, insideFrame, screenshot, waitFor } from './support/page.mjs';
import { html, servePages } from './support/pages-server.mjs';
import { test } from './support/test.mjs';
import { driver, engine, sandbox } from './support/world.mjs';

const read = (selector) =>
  evaluate(driver, (selector) => document.querySelector(selector).textContent, selector);
const says = (selector, wanted) =>
  waitFor(`${selector} says ${wanted}`, async () => wanted.test(await read(selector)));

/** Fills in a form's fields, and submits it. */
const submit = (form, values) =>
  evaluate(
    driver,
    (form, values) => {
      const found = document.querySelector(form);
      for (const [name, value] of Object.entries(values)) found.elements[name].value = value;
      found.requestSubmit();
    },
    form,
    values,
  );
const click = (selector) =>
  evaluate(driver, (selector) => document.querySelector(selector).click(), selector);

/** What is set at the start. */
const AT_REST = process.env.E2E_STRICT ? /^\{"strict":true\}$/ : /^nothing$/;

/** Opens the page of a sandbox that is as at the start, and leaves it like that. */
async function open(t) {
  t.after(() => control('reset', {}));
  await control('reset', {});
  await driver.get(`${sandbox.tenant}/`);
  await says('#places', /The app/);
  await says('#active', AT_REST);
}

test('the page for people', async (t) => {
  await open(t);

  await t.test('the page turns the levers, and says what is set', async () => {
    await click('[data-by="86400000"]');
    await says('#offset', /24 h ahead/);
    const state = await (await fetch(`${sandbox.host}/control/state`)).json();
    assert.equal(state.offsetMs, 86_400_000);
    await submit('[data-fault="backend"]', { mode: 'down', times: '2' });
    await says('#active', /"backend":\{"mode":"down","times":2\}/);
    await submit('[data-fault="embed"]', { page: 'refused', times: '' });
    await says('#active', /"page":"refused"/);
    await submit('[data-fault="embed"]', { page: '', times: '' });
    await says('#active', /^(?!.*refused)/);
    await submit('[data-fault="api"]', { status: '429', operation: 'users.me', retryAfter: '1' });
    await says('#active', /"operation":"users\.me"/);
    const { status } = await fetch(`${sandbox.tenant}/api/v1/users/me`);
    assert.equal(status, 429);
    await submit('[data-fault="api"]', { status: '', operation: 'users.nobody', retryAfter: '' });
    await says('#said', /there is no operation users\.nobody/);
    await click('#reset');
    await says('#active', AT_REST);
    await says('#said', /as at the start/);
  });

  await t.test('the journal grows, with what was performed and without a secret', async () => {
    await control('faults', { api: [{ operation: 'users.me', status: 503, times: 1 }] });
    const headers = { authorization: `Bearer ${sandbox.apiKey}` };
    for (const status of [503, 200]) {
      const answer = await fetch(`${sandbox.tenant}/api/v1/users/me`, { headers });
      assert.equal(answer.status, status);
    }
    await waitFor('both requests', async () => /200.*503/s.test(await read('#requests')));
    const text = await read('#requests');
    assert.match(text, /GET \/api\/v1\/users\/me · users\.me503.*api/);
    assert.ok(!text.includes(sandbox.apiKey));
    // After a reset it begins again, also if there are as many requests at the next look.
    await control('reset', {});
    for (const path of ['users/me', 'regions']) await fetch(`${sandbox.tenant}/api/v1/${path}`);
    await says('#requests', /^2GET \/api\/v1\/regions.*1GET \/api\/v1\/users\/me.*401/s);
    assert.doesNotMatch(await read('#requests'), /503/);
  });

  await t.test(
    'a request that waits for its answer has it in the journal when it comes',
    async () => {
      await control('reset', {});
      await control('faults', { api: [{ operation: 'users.me', delayMs: 2_500, times: 1 }] });
      const answer = fetch(`${sandbox.tenant}/api/v1/users/me`);
      await says('#requests', /users\.menone…api$/);
      await answer;
      await says('#requests', /^1GET .*users\.me401\d.*api$/);
    },
  );

  await t.test('an embed that is open is listed, and sends what the page has it send', async () => {
    // Without an id, the page of the chat is private.
    await control('faults', { signedIn: true });
    await says('#open', /^None/);
    await evaluate(driver, () => {
      const frame = document.createElement('iframe');
      frame.src = '/embed/chat';
      frame.title = 'A chat';
      window.heard = [];
      window.addEventListener('message', ({ data }) => window.heard.push(data?.type));
      document.body.append(frame);
    });
    await says('#open', /^Embed \d+: chat/);
    await submit('#emit', { event: 'error', payload: '{' });
    await says('#said', /not JSON/);
    await submit('#emit', { event: 'error', payload: '{"message":"Gone.","fatal":true}' });
    await says('#said', /have sent it/);
    assert.ok((await evaluate(driver, () => window.heard)).includes('svc:event:error'));
  });

  await t.test('a foreign page that frames a page with levers sees nothing of it', async (t) => {
    const paths = [`${sandbox.tenant}/`, `${sandbox.host}/`, `${sandbox.host}/control/state`];
    const frames = paths.map((path) => `<iframe src="${path}"></iframe>`);
    const foreign = await servePages(t, { '/': html(`<title>Foreign</title>${frames.join('')}`) });
    await driver.get(foreign.origin);
    for (const [index, path] of paths.entries()) {
      const shown = await insideFrame(driver, `iframe:nth-of-type(${index + 1})`, () =>
        evaluate(driver, () => document.documentElement.innerHTML),
      );
      assert.doesNotMatch(shown, /The sandbox|A host page|offsetMs/, path);
    }
    await open(t);
  });

  await t.test(
    'axe finds nothing, in light and dark, on a phone and on a wide screen',
    async (t) => {
      await fetch(`${sandbox.tenant}/api/v1/users/me`);
      await says('#requests', /401/);
      t.after(showAsUsual);
      const isChromium = engine === 'chromium';
      for (const width of isChromium ? [390, 1_440] : [null]) {
        for (const scheme of isChromium ? ['light', 'dark'] : [null]) {
          await showAs({ width, scheme });
          await screenshot(driver, `people-${scheme}-${width ?? engine}`);
          assert.deepEqual(await violations(), [], `${scheme}, ${width}`);
          const [page, screen] = await evaluate(driver, () => [
            document.documentElement.scrollWidth,
            document.documentElement.clientWidth,
          ]);
          assert.ok(page <= screen, `${page} pixels on a screen of ${screen}`);
        }
      }
    },
  );
});
