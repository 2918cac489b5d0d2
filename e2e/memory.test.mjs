// Counts the objects that a page still holds after garbage collection.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from './support/test.mjs';
import { freshPage, openEmbed, withEmbed } from './support/embed.mjs';
import { canMeasure, measure, measureAfter, newProcess } from './support/long-day/memory.mjs';
import { evaluate } from './support/page.mjs';
import { driver, engine, sandbox } from './support/world.mjs';

const unmeasured = !canMeasure(driver) && `${engine} does not tell what a page holds`;

/** Some objects are created only once, at their first use. */
const ONCE = 16;

/**
 * By how many objects and nodes the page grows in `times` calls of `use`. The call before makes
 * what is made once. It may leave what the browser lets go of only later, so the page may also shrink:
 * by what one call leaves at most, less than a leak of each call would add.
 */
async function growth(use, times) {
  await use(1);
  const before = await measure(driver);
  await use(times);
  const after = await measureAfter(driver, before);
  return { objects: after.objects - before.objects, nodes: after.nodes - before.nodes };
}

test('embeds that are destroyed leave nothing', { skip: unmeasured }, async (t) => {
  await newProcess(t, driver);
  await freshPage();
  const use = (end) => (times) =>
    evaluate(
      driver,
      async (tenant, times, end) => {
        const { mount } = await import('/dist/index.js');
        // The first embed loads it, at a time of its own.
        await import('/dist/diagnostics.js');
        for (let count = 0; count < times; count++) {
          const embed = await mount('#target', {
            baseUrl: tenant,
            surface: { kind: 'chat' },
            getSession: async ({ signal }) => {
              const response = await fetch('/api/embed-session', { method: 'POST', signal });
              return (await response.json()).sessionId;
            },
          });
          embed.on('*', () => embed.session);
          embed.on('session', () => embed.session);
          if (end === 'ready') await embed.ready;
          embed.destroy();
        }
      },
      sandbox.tenant,
      times,
      end,
    );
  for (const end of ['mount', 'ready']) {
    const { objects, nodes } = await growth(use(end), 20);
    t.diagnostic(`20 embeds until ${end}: ${objects} objects, ${nodes} nodes`);
    assert.ok(objects <= ONCE, `${objects} objects are left of 20 embeds, ended after ${end}`);
    assert.ok(nodes <= 0, `${nodes} nodes are left of 20 embeds`);
  }
});

test('renewals leave nothing', { skip: unmeasured }, async (t) => {
  await newProcess(t, driver);
  await openEmbed({ renewal: { spreadMs: 0, confirmMs: 1, retryMinMs: 0 } });
  const { objects } = await growth(
    (times) =>
      withEmbed(
        async (own, times) => {
          for (let count = 0; count < times; count++) await own.embed.renew();
          // The test's own records.
          for (const list of [own.seen, own.states, own.requests]) list.length = 0;
        },
        [times],
      ),
    200,
  );
  t.diagnostic(`200 renewals: ${objects} objects`);
  assert.ok(objects <= ONCE, `${objects} objects are left of 200 renewals`);
});

test('what the page threw is let go of with the renewal', { skip: unmeasured }, async () => {
  await openEmbed();
  const told = await withEmbed(async (own) => {
    const { fetch } = window;
    window.fetch = async () => {
      window.fetch = fetch;
      const error = new Error('The backend is down.');
      window.thrown = new WeakRef(error);
      throw error;
    };
    await own.embed.renew();
    const causes = own.states.splice(0).map(({ lastError }) => lastError?.cause?.message);
    return causes.filter(Boolean).at(0);
  });
  assert.equal(told, 'The backend is down.', 'the session told of it while it lasted');
  await measure(driver);
  const kept = await evaluate(driver, () => window.thrown.deref() !== undefined);
  assert.equal(kept, false, 'the error is still held after the renewal');
});

test(
  'the windows that an iframe was moved through are let go of',
  { skip: unmeasured },
  async (t) => {
    await newProcess(t, driver);
    await openEmbed({ isPrivate: true });
    const { nodes } = await growth(
      (times) =>
        withEmbed(
          async ({ embed: { iframe }, ...own }, times) => {
            const moveTo = (place) =>
              new Promise((done) => {
                iframe.addEventListener('load', () => setTimeout(done), { once: true });
                place.append(iframe);
              });
            for (let count = 0; count < times; count++) {
              const frame = document.body.appendChild(document.createElement('iframe'));
              await moveTo(frame.contentDocument.body);
              await moveTo(document.querySelector('#target'));
              frame.remove();
            }
            // The test's own records.
            for (const list of [own.seen, own.states]) list.length = 0;
          },
          [times],
        ),
      10,
    );
    t.diagnostic(`10 windows: ${nodes} nodes`);
    assert.ok(nodes <= 0, `${nodes} nodes are left of 10 windows`);
  },
);

test('the memory of the WebAssembly cannot grow', () => {
  const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
  const args = [at('node_modules/binaryen/bin/wasm-dis'), at('target/npm/core/core.wasm')];
  const text = execFileSync(process.execPath, args, { encoding: 'utf8' });
  // It has a memory of its own, from which the shell reads the block of values. No page gets it.
  assert.match(text, /\(memory \$\S+ \d+\)/);
  assert.doesNotMatch(text, /memory\.grow/);
});
