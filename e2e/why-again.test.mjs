// Why there are two pictures, or one that loads again and again.

import assert from 'node:assert/strict';
import { PAGE_CAUSES } from './support/causes.mjs';
import { freshPage } from './support/embed.mjs';
import { evaluate } from './support/page.mjs';
import { test } from './support/test.mjs';
import { ANY_ID, linesOf, openPage, pageOf, pause, provoke, written } from './support/why.mjs';
import { driver, sandbox } from './support/world.mjs';

test('an embed below another one in the same element is one warning', async (t) => {
  const tenant = await openPage(t);
  const markup = '<div id="target" style="height:20rem"></div>';
  await provoke('first', tenant, pageOf('good'), { body: ANY_ID, markup });
  await evaluate(
    driver,
    async (baseUrl, page) => {
      const { mount } = await import('/dist/index.js');
      const { lines } = window.causes.first;
      const logger = { warn: (text) => lines.push({ text }), info() {} };
      const second = await mount('#target', {
        baseUrl,
        ...page,
        logger,
        getSession: async () => 'id',
      });
      await second.ready;
    },
    tenant,
    pageOf('good'),
  );
  await linesOf('first');
  await pause(500);
  assert.deepEqual(
    (await written('first')).lines.map(({ text }) => text),
    [
      'svc-embed: The target of this embed has another embed, so there are two below each other. Was mount() called twice? Destroy the first, or give each embed an element of its own.',
    ],
  );
});

test('an embed that is mounted again and again is one warning, and many different ones are none', async () => {
  /** Mounts an embed `count` times. Resolves to the lines. */
  const mounted = (count, options) =>
    evaluate(
      driver,
      async (tenant, count, options) => {
        // Firefox makes another copy of the module for each script of the driver.
        const { mount } = (window.bridge ??= await import('/dist/index.js'));
        const lines = [];
        const logger = { warn: (text) => lines.push(text), info: (text) => lines.push(text) };
        const getSession = () => new Promise(() => {});
        const { publicId, isKept, values = [''] } = options;
        for (let number = 0; number < count; number++) {
          const surface = { kind: 'dashboard', publicId: publicId.replace('#', number) };
          const target = document.createElement('div');
          document.querySelector('#target').append(target);
          const params = { team: 'north', time: values[number % values.length] };
          const embed = await mount(target, {
            baseUrl: tenant,
            surface,
            params,
            logger,
            getSession,
          });
          embed.ready.catch(() => {});
          if (!isKept) embed.destroy();
          await new Promise((resolve) => setTimeout(resolve, 30));
        }
        return lines;
      },
      sandbox.tenant,
      count,
      options,
    );
  await freshPage();
  assert.deepEqual(await mounted(5, { publicId: 'sales' }), []);
  const again = await mounted(5, { publicId: 'sales' });
  assert.equal(again.length, 1, again.join());
  assert.match(again[0], /mounts this embed again and again.* defined inside another one/);
  assert.deepEqual(await mounted(10, { publicId: 'other-#' }), []);
  assert.deepEqual(await mounted(10, { publicId: 'kept', isKept: true }), []);

  await freshPage();
  assert.deepEqual(await mounted(5, { publicId: 'sales', values: [...'abcde'] }), []);
  const changing = await mounted(5, { publicId: 'sales', values: [...'fghij'] });
  assert.deepEqual(changing, [`svc-embed: ${PAGE_CAUSES.changing}`]);

  // Two embeds of one page, each mounted again and again.
  await freshPage();
  const inTurn = await mounted(10, { publicId: 'sales', values: ['a', 'b'] });
  assert.equal(inTurn.length, 1, inTurn.join());
  assert.match(inTurn[0], /mounts this embed again and again/);
});
