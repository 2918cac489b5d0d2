// Why there is no picture: `getSession` has failed, or its answer is not a session id.

import assert from 'node:assert/strict';
import { ANSWERS, BACKEND_CAUSES, OTHER_MINTS, PAGE_CAUSES } from './support/causes.mjs';
import { freshPage } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { testShells } from './support/shells.mjs';
import { test } from './support/test.mjs';
import {
  AT_ONCE_MS,
  LINK,
  allAre,
  allWritten,
  closedOrigin,
  hasNoId,
  openPage,
  pageOf,
  provokeAll,
  served,
} from './support/why.mjs';
import { driver, sandbox } from './support/world.mjs';

test('what getSession has done is one sentence', async (t) => {
  await freshPage();
  const closed = await closedOrigin();
  const causes = [...BACKEND_CAUSES, ...OTHER_MINTS];
  // The next attempt, with an error of its own, comes after the test.
  const renewal = { retryMinMs: 120_000, retryMaxMs: 120_000 };
  const options = { renewal };
  await provokeAll(
    causes.map(({ body }) => ({
      ...{ name: body, tenant: sandbox.tenant, options },
      body: body.replace('<closed>', closed),
    })),
  );
  const names = causes.map(({ body }) => body);
  const all = await allAre('a line', names, ({ lines }) => lines.length > 0, 12_000);
  for (const { body, code, sentence } of causes)
    await t.test(body, () => {
      const { lastError, lines } = all[body];
      const [{ text, at }] = lines;
      const plain = text.replace(/ Next attempt at [^.]*\./, '');
      assert.equal(plain, `svc-embed: [${code}] ${sentence} ${LINK}${code}`);
      const more = code === 'signed-out' ? [`svc-embed: ${PAGE_CAUSES.signedOutEarly}`] : [];
      assert.deepEqual(
        lines.slice(1).map(({ text }) => text),
        more,
      );
      assert.ok(at < AT_ONCE_MS, `after ${at} ms`);
      assert.equal(`svc-embed: ${lastError}`, plain);
      hasNoId({ lines, lastError });
    });

  await t.test(
    'the error of the first event has the code and the link, and soon the whole sentence',
    async () => {
      await evaluate(
        driver,
        async (baseUrl) => {
          const { mount } = await import('/dist/index.js');
          const first = (window.first = {});
          const embed = await mount('#target', {
            baseUrl,
            surface: { kind: 'dashboard', publicId: 'sales' },
            getSession: async () => {
              throw new Error('The backend answered 404.');
            },
          });
          embed.on('session', ({ lastError }) => {
            if (!lastError || first.error) return;
            Object.assign(first, { error: lastError, atOnce: lastError.message });
          });
        },
        sandbox.tenant,
      );
      const began = '[mint-failed] getSession failed: The backend answered 404';
      const ended = `Check its code and your backend. ${LINK}mint-failed`;
      const meaning =
        'the backend has nothing at this address, or the request has not reached it. Look at the path, and whether the server of the page passes it on (a proxy)';
      const message = () => evaluate(driver, () => window.first.error?.message);
      await waitFor('the sentence', async () => (await message())?.includes('Look at the path'));
      assert.equal(await evaluate(driver, () => window.first.atOnce), `${began}. ${ended}`);
      assert.equal(await message(), `${began}: ${meaning}. ${ended}`);
    },
  );
});

testShells('an answer that is no id loads nothing', async (t, { entry }) => {
  const tenant = await openPage(t);
  const options = { ...pageOf('good'), renewal: { maxAttempts: 1 } };
  await provokeAll(ANSWERS.map(({ body }) => ({ name: body, tenant, options, body, entry })));
  const names = ANSWERS.map(({ body }) => body);
  // The two shells name the function in the way of their language.
  const plain = (text) => text?.replaceAll('`', '').replace('get_session', 'getSession');
  const sentences = new Map(ANSWERS.map(({ body, sentence }) => [body, sentence]));
  const isSaid = ({ lastError }, name) => plain(lastError)?.includes(sentences.get(name));
  // A failure shows what there is.
  await allAre('a sentence', names, isSaid, 5_000).catch(() => {});
  const all = await allWritten();
  for (const { body, sentence } of ANSWERS)
    await t.test(body, () => {
      const said = plain(all[body].lastError);
      assert.ok(said?.includes(sentence), said);
      hasNoId(all[body]);
    });
  assert.deepEqual(served.get(tenant).requests, []);
});
