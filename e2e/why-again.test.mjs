// Why there are two pictures, or one that loads again and again.

import assert from 'node:assert/strict';
import { PAGE_CAUSES } from './support/causes.mjs';
import { freshPage } from './support/embed.mjs';
import { evaluate } from './support/page.mjs';
import { test } from './support/test.mjs';
import { driver, sandbox } from './support/world.mjs';

test('an embed below another one in the same element is one warning', async () => {
  await freshPage();
  const lines = await evaluate(
    driver,
    async (tenant) => {
      const { mount } = await import('/dist/index.js');
      const lines = [];
      const options = {
        baseUrl: tenant,
        surface: { kind: 'chat' },
        logger: { warn: (text) => lines.push(text), info() {} },
        getSession: async () =>
          (await (await fetch('/api/embed-session', { method: 'POST' })).json()).sessionId,
      };
      const target = document.querySelector('#target');
      target.style.height = '20rem';
      const first = await mount(target, options);
      await first.ready;
      const second = await mount(target, options);
      await second.ready;
      await new Promise((resolve) => setTimeout(resolve, 500));
      return lines;
    },
    sandbox.tenant,
  );
  assert.deepEqual(lines, [
    'svc-embed: The target of this embed has another embed, so there are two below each other. Was mount() called twice? Destroy the first, or give each embed an element of its own.',
  ]);
});

test('an embed that is mounted again and again is one warning, and many different ones are none', async () => {
  const mounted = async (count, options) => {
    await freshPage();
    return evaluate(
      driver,
      async (tenant, count, options) => {
        const { mount } = await import('/dist/index.js');
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
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        return lines;
      },
      sandbox.tenant,
      count,
      options,
    );
  };
  const again = await mounted(10, { publicId: 'sales' });
  assert.equal(again.length, 1, again.join());
  assert.match(again[0], /mounts this embed again and again.* defined inside another one/);
  assert.deepEqual(await mounted(10, { publicId: 'sales-#' }), []);
  assert.deepEqual(await mounted(10, { publicId: 'sales', isKept: true }), []);
  assert.deepEqual(await mounted(5, { publicId: 'sales' }), []);
  const values = [...'abcdefghij'];
  const changing = await mounted(10, { publicId: 'sales', values });
  assert.deepEqual(changing, [`svc-embed: ${PAGE_CAUSES.changing}`]);
  assert.deepEqual(await mounted(10, { publicId: 'sales', values, isKept: true }), []);
  assert.deepEqual(await mounted(5, { publicId: 'sales', values }), []);
  // Two embeds of one page, each mounted again and again.
  const inTurn = await mounted(10, { publicId: 'sales', values: ['a', 'b'] });
  assert.equal(inTurn.length, 1, inTurn.join());
  assert.match(inTurn[0], /mounts this embed again and again/);
});
