// What a page holds after many messages and many embeds is what it holds after the first hundred, by
// the browser's own counters. LEAKS=long plays a million messages and 10,000 embeds of each kind.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { openHostile, inPage } from './support/hostile.mjs';
import {
  canMeasure,
  grown,
  measure,
  measureAfter,
  newProcess,
} from './support/long-day/memory.mjs';
import { driver, engine } from './support/world.mjs';

const isLong = process.env.LEAKS === 'long';
const MESSAGES = isLong ? 1_000_000 : 20_000;
const EMBEDS = isLong ? 10_000 : 100;
/** Few enough for a command of the driver to end in time. */
const EMBEDS_AT_ONCE = 100;
const MESSAGES_AT_ONCE = 20_000;

const unmeasured = !canMeasure(driver) && `${engine} does not tell what a page holds`;

/** Calls `use` for the first hundred, and then for `times` more, and compares what the page holds. */
async function compare(t, what, first, times, atOnce, use) {
  await use(first);
  const before = await measure(driver);
  for (let left = times; left > 0; left -= atOnce) await use(Math.min(left, atOnce));
  const { heap, objects, ...counts } = await measureAfter(driver, before);
  const [moreHeap, moreObjects] = [heap - before.heap, objects - before.objects];
  t.diagnostic(
    `${times.toLocaleString('en')} ${what}: ${moreHeap} bytes and ${moreObjects} objects more than after ${first}; ${JSON.stringify(counts)}`,
  );
  // Some may have become fewer: the browser had not yet let go of the last of the first hundred.
  assert.deepEqual(grown(before, counts), [], `before: ${JSON.stringify(before)}`);
  // Each command of the driver leaves an object of its own.
  const most = 16 + Math.ceil(times / atOnce);
  assert.ok(moreObjects <= most, `${moreObjects} objects are left`);
  // The engine's own data about code that has run often, which a leak of each would exceed.
  assert.ok(moreHeap < 500_000 + times, `${moreHeap} bytes are left`);
}

test('messages leave nothing', { skip: unmeasured, timeout: 3_600_000 }, async (t) => {
  await newProcess(t, driver);
  const { tenant, stranger } = await openHostile(t);
  await inPage(
    async (tenant, stranger) => {
      window.own = await mountPuppet(tenant);
      window.foreign = await addFrame({ src: `${stranger}/puppet` });
      // The test's own records.
      own.members.push = own.dropped.push = own.unknown.push = own.states.push = () => 0;
      own.unknown.pop = () => 0;
      window.flood = async (times) => {
        for (let sent = 0; sent < times; sent += 500) {
          const drilldown = good({ at: sent });
          const view = good({ surface: 'dashboard', path: `/${sent}` }, 'view');
          const wrong = good({ member: sent });
          const post = async (messages) => {
            for (const message of messages) {
              for (let count = 0; count < 125; count++) parent.postMessage(message, '*');
            }
          };
          await own.inside(post, [drilldown, view, wrong]);
          await command(foreign.contentWindow, post, [drilldown]);
        }
        await own.settle();
      };
    },
    tenant,
    stranger,
  );
  const use = (times) => inPage((times) => flood(times), times);
  await compare(t, 'messages', 2_000, MESSAGES, MESSAGES_AT_ONCE, use);
});

const ENDS = ['destroy()', 'a signal', 'the removal of the element'];

for (const end of ENDS) {
  const name = `embeds that end by ${end}`;
  test(
    `embeds that end by ${end} leave nothing`,
    { skip: unmeasured, timeout: 3_600_000 },
    async (t) => {
      await newProcess(t, driver);
      const { tenant } = await openHostile(t);
      const use = (times) =>
        inPage(
          async (tenant, times, end) => {
            const { mount } = await import('/dist/index.js');
            await import('/dist/element.js');
            const main = document.querySelector('main');
            const surface = { kind: 'dashboard', publicId: 'sales' };
            for (let count = 0; count < times; count++) {
              const aborter = new AbortController();
              const getSession = () => `id-${(window.ids = (window.ids ?? 0) + 1)}`;
              const options = { baseUrl: tenant, surface, getSession };
              if (end === 'the removal of the element') {
                const element = document.createElement('svc-embed');
                main.append(Object.assign(element, options));
                // Every tenth comes to its end.
                if (count % 10 === 0) await element.ready;
                else await new Promise((done) => setTimeout(done));
                element.remove();
                await new Promise((done) => setTimeout(done));
                continue;
              }
              const { signal } = aborter;
              const embed = await mount(main, { ...options, signal });
              embed.on('*', () => embed.session);
              embed.on('session', () => embed.session);
              if (count % 10 === 0) await embed.ready;
              if (end === 'a signal') aborter.abort();
              else embed.destroy();
              if (count % 10 === 0) await new Promise((done) => setTimeout(done));
            }
          },
          tenant,
          times,
          end,
        );
      await compare(t, name, 100, EMBEDS, EMBEDS_AT_ONCE, use);
    },
  );
}
