// Counts the objects that a page still holds after garbage collection. LEAKS=long plays a million messages,
// and 10,000 embeds for each way to end.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from './support/test.mjs';
import { inPage, openHostile } from './support/hostile.mjs';
import {
  canMeasure,
  grown,
  measure,
  measureAfter,
  measureBefore,
  newProcess,
} from './support/memory.mjs';
import { driver, engine } from './support/world.mjs';

const isLong = process.env.LEAKS === 'long';
const MESSAGES = isLong ? 1_000_000 : 5_000;
/** The least that shows a leak of an object for each: more than what is made once. */
const EMBEDS = isLong ? 10_000 : 18;
const timeout = isLong ? 3_600_000 : 300_000;
/** Few enough for a command of the driver to end in time. */
const EMBEDS_AT_ONCE = 100;
const MESSAGES_AT_ONCE = 20_000;

const unmeasured = !canMeasure(driver) && `${engine} does not tell what a page holds`;

/** Some objects are created only once, at their first use. */
const ONCE = 16;

/**
 * Asserts that `times` calls of `use` leave nothing in the page. The calls before make what is made once.
 * They may leave what the browser lets go of only later, so the page may also shrink: by what one call leaves
 * at most, less than a leak of each call would add.
 */
async function leavesNothing(t, use, times, { first = 1, atOnce = times } = {}) {
  // Each command of the driver leaves an object of its own.
  const most = ONCE + Math.ceil(times / atOnce);
  await use(first);
  const before = await measureBefore(driver);
  for (let left = times; left > 0; left -= atOnce) await use(Math.min(left, atOnce));
  const after = await measureAfter(driver, before, most);
  const [objects, heap] = [after.objects - before.objects, after.heap - before.heap];
  t.diagnostic(`${times.toLocaleString('en')} times: ${objects} objects, ${heap} bytes`);
  assert.ok(objects <= most, `${objects} objects are left`);
  // The engine's own data about code that has run often, which a leak of each would exceed.
  assert.ok(heap < 500_000 + times, `${heap} bytes are left`);
  assert.deepEqual(grown(before, after), [], JSON.stringify([before, after]));
}

/** Calls a function of the page so many times, each time with the number of the call. */
const repeated = (call) => (times) =>
  inPage(
    new Function(
      'times',
      `return (async () => { for (let at = 0; at < times; at++) await (${call})(at); })()`,
    ),
    times,
  );

/** Ways for an embed to end. */
const ENDS = {
  'destroy() or a signal, once ready or before': async (at) => {
    const aborter = new AbortController();
    const embed = await start({ signal: aborter.signal });
    embed.on('*', () => embed.session);
    embed.on('session', () => embed.session);
    if (at % 2 === 0) await embed.ready;
    if (at % 4 < 2) aborter.abort();
    else embed.destroy();
  },
  'the removal of the element': async () => {
    const element = document.createElement('svc-embed');
    Object.assign(element, { baseUrl: tenant, publicId: 'sales', getSession });
    document.querySelector('main').append(element);
    await element.ready;
    element.remove();
    await new Promise((done) => setTimeout(done));
  },
};

test('what has ended leaves nothing', { skip: unmeasured, timeout }, async (t) => {
  await newProcess(t, driver);
  const { tenant } = await openHostile(t);
  await inPage(async (tenant) => {
    const { mount } = await import('/dist/index.js');
    // The first embed loads it, at a time of its own.
    await import('/dist/diagnostics.js');
    await import('/dist/element.js');
    let ids = 0;
    window.tenant = tenant;
    window.getSession = async () => `id-${++ids}`;
    window.optionsOf = () => ({
      baseUrl: tenant,
      surface: { kind: 'dashboard', publicId: 'sales' },
      renewal: { spreadMs: 0, confirmMs: 1, retryMinMs: 0 },
      logger: false,
      getSession,
    });
    window.start = (options) => mount('main', { ...optionsOf(), ...options });
  }, tenant);

  for (const [end, call] of Object.entries(ENDS))
    await t.test(`embeds that end by ${end}`, (t) =>
      leavesNothing(t, repeated(call), EMBEDS, {
        first: 4,
        atOnce: Math.min(EMBEDS, EMBEDS_AT_ONCE),
      }),
    );

  await inPage(async () => {
    let asked = 0;
    // Every other attempt fails, by an error or by an answer that is none.
    const everyOther = async () => {
      if (++asked % 4 === 1) throw new Error('The backend is down.');
      return asked % 4 === 3 ? 7 : getSession();
    };
    window.embed = await start();
    window.failing = await start({ getSession: everyOther });
    await Promise.all([embed.ready, window.failing.ready]);
  });

  const ofAnEmbed = {
    renewals: [50, async () => embed.renew()],
    'renewals whose first attempt fails': [50, async () => failing.renew()],
    reloads: [15, async () => embed.reload()],
  };
  for (const [what, [count, once]] of Object.entries(ofAnEmbed))
    await t.test(what, (t) => leavesNothing(t, repeated(once), count));

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

  await t.test('a kept embed that is left and shown again, a hundred times', async (t) => {
    await inPage(async () => {
      window.kept = await import('/dist/keep.js');
      window.hand = kept.keep('hand', optionsOf());
    });
    const visit = async () => {
      const { surface, ...options } = optionsOf();
      const element = document.createElement('svc-embed');
      Object.assign(element, options, { keep: 'element', publicId: 'sales' });
      const place = document.createElement('div');
      document.querySelector('main').append(element, place);
      await Promise.all([element.ready, hand.show(place)]);
      kept.hideKept();
      element.remove();
      place.remove();
      await new Promise((done) => setTimeout(done));
    };
    // The timers of hideKept end a second later.
    await leavesNothing(t, repeated(visit), 100, { first: 4, atOnce: 25 });
  });

  await t.test('the windows that an iframe was moved through', async (t) => {
    await inPage(async () => {
      window.moved = await start({ getSession: undefined, mode: 'private' });
      await moved.ready;
    });
    const move = async () => {
      const { iframe } = moved;
      const frame = document.body.appendChild(document.createElement('iframe'));
      for (const place of [frame.contentDocument.body, document.querySelector('main')])
        await new Promise((done) => {
          iframe.addEventListener('load', () => setTimeout(done), { once: true });
          place.append(iframe);
        });
      frame.remove();
    };
    await leavesNothing(t, repeated(move), 3);
  });
});

test('messages leave nothing', { skip: unmeasured, timeout }, async (t) => {
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
  await leavesNothing(t, use, MESSAGES, { first: 2_000, atOnce: MESSAGES_AT_ONCE });
});

test('the inspector holds no more than it shows', { skip: unmeasured }, async (t) => {
  await newProcess(t, driver);
  await openHostile(t);
  await inPage(async () => {
    const { inspect } = await import('/dist/inspector.js');
    const { fakeEmbed } = await import('/dist/testing/index.js');
    const embed = fakeEmbed();
    inspect(embed, { limit: 100 });
    window.emit = async (times) => {
      for (let at = 1; at <= times; at++) {
        embed.emit('drilldown', { member: 'orders.revenue' });
        // The inspector shows what it has.
        if (at % 500 === 0) await new Promise((done) => setTimeout(done, 60));
      }
    };
  });
  const use = (times) => inPage((times) => emit(times), times);
  // After each hundred rows the list is as long as after the hundred before.
  await leavesNothing(t, use, 1_000, { first: 1_000 });
});

test('the memory of the WebAssembly cannot grow', () => {
  const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
  const args = [at('node_modules/binaryen/bin/wasm-dis'), at('target/npm/core/core.wasm')];
  const text = execFileSync(process.execPath, args, { encoding: 'utf8' });
  // It has a memory of its own, from which the shell reads the block of values. No page gets it.
  assert.match(text, /\(memory \$\S+ \d+\)/);
  assert.doesNotMatch(text, /memory\.grow/);
});
