// Random operations on eight embeds, faster than any of them can be done. In the end every embed is
// active or says why not. RANDOM_OPERATIONS=10000 plays more of them, RANDOM_SEED others.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { freshPage, QUICK } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { driver, sandbox } from './support/world.mjs';
import { chanceFrom } from './support/long-day/chance.mjs';

const OPERATIONS = Number(process.env.RANDOM_OPERATIONS ?? 300);
const SEED = Number(process.env.RANDOM_SEED ?? 7);
/** A command of the driver ends after that time, well before the driver gives up on it. */
const COMMAND_MS = 10_000;

/** Runs in the page. */
async function setUp(tenant, renewal) {
  const { mount } = await import('/dist/index.js');
  // The page counts as hidden, or as seen, as the operations say.
  let isHidden = false;
  Object.defineProperty(document, 'hidden', { get: () => isHidden });
  const slots = Array.from({ length: 8 }, () => ({ embed: null, failures: 0, asked: 0 }));
  for (const slot of slots) {
    slot.place = document.querySelector('#target').appendChild(document.createElement('div'));
    slot.place.style.height = '100px';
  }
  const errors = [];
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  const ask = (slot, promise) => {
    slot.asked++;
    promise.then(
      () => slot.asked--,
      () => slot.asked--,
    );
  };
  async function start(slot) {
    slot.embed = await mount(slot.place, {
      baseUrl: tenant,
      surface: { kind: 'chat' },
      logger: false,
      renewal,
      async getSession({ signal }) {
        if (slot.failures > 0) {
          slot.failures--;
          throw new Error('the backend is down');
        }
        const response = await fetch('/api/embed-session', { method: 'POST', signal });
        return (await response.json()).sessionId;
      },
    });
  }
  const operations = {
    mount(slot) {
      slot.embed.destroy();
      return start(slot);
    },
    move({ embed, place }) {
      (embed.iframe.parentNode ?? place).append(embed.iframe);
    },
    destroy(slot) {
      slot.embed.destroy();
      return start(slot);
    },
    renew: (slot) => ask(slot, slot.embed.renew()),
    reload: (slot) => ask(slot, slot.embed.reload()),
    hide() {
      isHidden = !isHidden;
      document.dispatchEvent(new Event('visibilitychange'));
    },
    fail: (slot) => (slot.failures += 2),
  };
  await Promise.all(slots.map(start));
  window.random = {
    /** Plays what it can in `limitMs`, and returns how many steps that were. */
    async play(steps, limitMs) {
      const end = performance.now() + limitMs;
      let played = 0;
      while (played < steps.length && performance.now() < end) {
        const [name, index, pause] = steps[played++];
        await operations[name](slots[index]);
        if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
      }
      return played;
    },
    /** The backend is up again, and somebody looks. */
    end() {
      for (const slot of slots) slot.failures = 0;
      isHidden = false;
      document.dispatchEvent(new Event('visibilitychange'));
    },
    look: () =>
      slots.map(({ embed, asked }) => {
        const { status, renewal, lastError } = embed.session;
        return { status, renewal, error: lastError?.code ?? null, asked };
      }),
    errors,
  };
}

test(`${OPERATIONS} random operations on eight embeds end well`, async (t) => {
  t.diagnostic(`seed ${SEED}; RANDOM_SEED draws other operations`);
  const chance = chanceFrom(SEED);
  const names = ['mount', 'move', 'destroy', 'renew', 'renew', 'reload', 'hide', 'fail'];
  const step = () => {
    const pause = chance.happens(0.5) ? chance.whole(1, 30) : 0;
    return [chance.pick(names), chance.whole(0, 7), pause];
  };
  await freshPage();
  await evaluate(driver, setUp, sandbox.tenant, QUICK);
  const steps = Array.from({ length: OPERATIONS }, step);
  const play = (next, limitMs) => window.random.play(next, limitMs);
  while (steps.length > 0) {
    steps.splice(0, await evaluate(driver, play, steps, COMMAND_MS));
  }
  await evaluate(driver, () => window.random.end());
  const isOver = ({ status, renewal, error, asked }) =>
    asked === 0 &&
    ((status === 'active' && renewal === 'idle') || (status === 'stopped' && error !== null));
  const ends = await waitFor(
    'the end of all embeds',
    async () => {
      const found = await evaluate(driver, () => window.random.look());
      if (found.every(isOver)) return found;
      throw new Error(JSON.stringify(found));
    },
    { timeoutMs: 60_000 },
  );
  t.diagnostic(ends.map(({ status, error }) => error ?? status).join(', '));
  assert.deepEqual(await evaluate(driver, () => window.random.errors), []);
});
