// Why there is no picture: `getSession` has failed, or its answer is not a session id.

import assert from 'node:assert/strict';
import { ANSWERS, BACKEND_CAUSES, OTHER_MINTS } from './support/causes.mjs';
import { freshPage } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { testShells } from './support/shells.mjs';
import { test } from './support/test.mjs';
import {
  AT_ONCE_MS,
  LINK,
  closedOrigin,
  hasNoId,
  mount,
  own,
  provoke,
  served,
  written,
} from './support/why.mjs';
import { driver, sandbox } from './support/world.mjs';

for (const { body, code, sentence } of [...BACKEND_CAUSES, ...OTHER_MINTS]) {
  test(`what getSession has done is one sentence: ${body}`, async () => {
    await freshPage();
    const closed = await closedOrigin();
    await provoke(body, sandbox.tenant, {}, body.replace('<closed>', closed));
    const { text, at } = await waitFor('a line', async () => (await written(body)).lines[0]);
    const plain = text.replace(/ Next attempt at [^.]*\./, '');
    assert.equal(plain, `svc-embed: [${code}] ${sentence} ${LINK}${code}`);
    assert.ok(at < AT_ONCE_MS, `after ${at} ms`);
    const { lastError, lines } = await written(body);
    assert.equal(`svc-embed: ${lastError}`, plain);
    hasNoId({ lines, lastError });
  });
}

test('the error of the first session event has the code and the link, and a moment later the whole sentence', async () => {
  await freshPage();
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
  const ended = `Check the page's own backend. ${LINK}mint-failed`;
  await waitFor('the whole sentence', () =>
    evaluate(driver, () => window.first.error?.message.includes('Look at its path')),
  );
  const { atOnce, message } = await evaluate(driver, () => ({
    atOnce: window.first.atOnce,
    message: window.first.error.message,
  }));
  assert.equal(atOnce, `${began}. ${ended}`);
  const meaning = 'the backend has nothing at this address. Look at its path';
  assert.equal(message, `${began}: ${meaning}. ${ended}`);
});

for (const { body, sentence } of ANSWERS) {
  testShells(`an answer that is no id loads nothing: ${body}`, async (t, { entry }) => {
    const options = `{ getSession: async () => { ${body} }, renewal: { maxAttempts: 1 } }`;
    await mount(t, 'good', { entry, options });
    // The two shells name the function in the way of their language.
    const said = async () =>
      (await own()).lastError?.replaceAll('`', '').replace('get_session', 'getSession');
    await waitFor(sentence, async () => (await said())?.includes(sentence), {
      timeoutMs: 5_000,
    }).catch(async (error) => assert.fail(`${error.message}: ${await said()}`));
    const { requests } = [...served.values()].at(-1);
    assert.deepEqual(requests, []);
    hasNoId(await own());
  });
}
