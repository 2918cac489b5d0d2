// Counts the objects that a page still holds after garbage collection.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nightlyTest, test } from './support/test.mjs';
import { inPage, openHostile } from './support/hostile.mjs';
import { canMeasure, measure, measureAfter, newProcess } from './support/long-day/memory.mjs';
import { driver, engine } from './support/world.mjs';

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

test('what has ended leaves nothing', { skip: unmeasured }, async (t) => {
  await newProcess(t, driver);
  const { tenant } = await openHostile(t);
  await inPage(async (tenant) => {
    const { mount } = await import('/dist/index.js');
    // The first embed loads it, at a time of its own.
    await import('/dist/diagnostics.js');
    let ids = 0;
    window.start = (options) =>
      mount('main', {
        baseUrl: tenant,
        surface: { kind: 'dashboard', publicId: 'sales' },
        renewal: { spreadMs: 0, confirmMs: 1, retryMinMs: 0 },
        logger: false,
        getSession: async () => `id-${++ids}`,
        ...options,
      });
  }, tenant);

  for (const end of ['mount', 'ready'])
    await t.test(`embeds that are destroyed, after ${end}`, async (t) => {
      const use = (times) =>
        inPage(
          async (times, end) => {
            for (let count = 0; count < times; count++) {
              const embed = await start();
              embed.on('*', () => embed.session);
              embed.on('session', () => embed.session);
              if (end === 'ready') await embed.ready;
              embed.destroy();
            }
          },
          times,
          end,
        );
      const { objects, nodes } = await growth(use, 20);
      t.diagnostic(`20 embeds: ${objects} objects, ${nodes} nodes`);
      assert.ok(objects <= ONCE, `${objects} objects are left of 20 embeds`);
      assert.ok(nodes <= 0, `${nodes} nodes are left of 20 embeds`);
    });

  await inPage(async () => {
    window.embed = await start();
    await embed.ready;
  });

  await t.test('renewals', async (t) => {
    const use = (times) =>
      inPage(async (times) => {
        for (let count = 0; count < times; count++) await embed.renew();
      }, times);
    const { objects } = await growth(use, 200);
    t.diagnostic(`200 renewals: ${objects} objects`);
    assert.ok(objects <= ONCE, `${objects} objects are left of 200 renewals`);
  });

  await t.test('what the page threw is let go of with the renewal', async () => {
    const told = await inPage(async () => {
      let isDown = true;
      const getSession = async () => {
        if (!isDown) return 'another-id';
        isDown = false;
        const error = new Error('The backend is down.');
        window.thrown = new WeakRef(error);
        throw error;
      };
      const causes = [];
      window.other = await start({ getSession });
      other.on('session', ({ lastError }) => causes.push(lastError?.cause?.message));
      await other.ready;
      return causes.filter(Boolean).at(0);
    });
    assert.equal(told, 'The backend is down.', 'the session told of it while it lasted');
    await measure(driver);
    const kept = await inPage(() => thrown.deref() !== undefined);
    assert.equal(kept, false, 'the error is still held after the renewal');
  });

  await t.test('the windows that an iframe was moved through', async (t) => {
    await inPage(async () => {
      window.moved = await start({ getSession: undefined, mode: 'private' });
      await moved.ready;
    });
    const use = (times) =>
      inPage(async (times) => {
        const { iframe } = moved;
        const moveTo = (place) =>
          new Promise((done) => {
            iframe.addEventListener('load', () => setTimeout(done), { once: true });
            place.append(iframe);
          });
        for (let count = 0; count < times; count++) {
          const frame = document.body.appendChild(document.createElement('iframe'));
          await moveTo(frame.contentDocument.body);
          await moveTo(document.querySelector('main'));
          frame.remove();
        }
      }, times);
    const { nodes } = await growth(use, 10);
    t.diagnostic(`10 windows: ${nodes} nodes`);
    assert.ok(nodes <= 0, `${nodes} nodes are left of 10 windows`);
  });
});

nightlyTest('the memory of the WebAssembly cannot grow', () => {
  const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
  const args = [at('node_modules/binaryen/bin/wasm-dis'), at('target/npm/core/core.wasm')];
  const text = execFileSync(process.execPath, args, { encoding: 'utf8' });
  // It has a memory of its own, from which the shell reads the block of values. No page gets it.
  assert.match(text, /\(memory \$\S+ \d+\)/);
  assert.doesNotMatch(text, /memory\.grow/);
});
