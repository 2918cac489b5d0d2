// No false alarm: thousands of embeds that start at any speed, on a clock of the test's own.

import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { join } from 'node:path';
import { mock, test } from 'node:test';

import { root } from '../../scripts/lib/run.mjs';

const bundle = await build({
  stdin: {
    contents:
      "export { diagnose } from './diagnose/notice.ts'; export { Handlers } from './shell/handlers.ts';",
    resolveDir: join(root, 'npm/src'),
  },
  bundle: true,
  format: 'esm',
  write: false,
});
const text = Buffer.from(bundle.outputFiles[0].contents).toString('base64');

const STARTS = 2_000;
const LONGEST_MS = 30_000;
const origin = 'https://acme.example.com';

/** An iframe that is on the screen, 400 pixels high. */
class Iframe extends EventTarget {
  contentDocument = null;
  isConnected = true;
  offsetHeight = 400;
  hasAttribute = () => false;
  matches = () => false;
  getClientRects = () => [{ top: 0, left: 0, right: 600, bottom: 400, width: 600, height: 400 }];
}

/** The random numbers of a seed, from 0 to 1 (mulberry32). */
function randomOf(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Plays starts side by side. `timesOf` gives the times of the load and of the first message, in
 * milliseconds; undefined if there is none. Resolves to what was said, by the number of the start.
 */
async function play(count, timesOf, hidden = false) {
  mock.timers.enable({ apis: ['setTimeout'] });
  const globals = {
    document: Object.assign(new EventTarget(), { hidden }),
    location: new URL('https://app.example.com'),
    innerWidth: 800,
    innerHeight: 600,
    crossOriginIsolated: false,
    navigator: { userAgent: 'test', onLine: true },
    // The tenant answers.
    fetch: async () => new Response(),
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  const { diagnose, Handlers } = await import(`data:text/javascript;base64,${text}`);
  const said = [];
  const hosts = [];
  for (let number = 0; number < count; number++) {
    const { load, first } = timesOf(number);
    let becomeReady;
    const host = {
      iframe: new Iframe(),
      handlers: new Handlers(),
      ready: new Promise((resolve) => (becomeReady = resolve)),
      isShown: false,
      isClosed: false,
      session: { status: 'starting', renewal: 'confirming', nextAttemptAt: null },
      explain: (code, message) => {
        said.push({ number, level: 'explain', text: code });
        return { message };
      },
    };
    hosts.push(host);
    const tell = (level) => (text) => said.push({ number, level, text });
    const logger = { info: tell('info'), warn: tell('warn'), debug() {} };
    // Read only when there is something to say: an embed with a logger loads the diagnostics anyway.
    host.settings = {
      origin,
      unused: [],
      get logger() {
        return host.isOdd ? logger : undefined;
      },
    };
    diagnose(host);
    host.isOdd = true;
    if (load !== undefined) setTimeout(() => host.handlers.call('load'), load);
    if (first !== undefined)
      setTimeout(() => {
        host.isShown = true;
        becomeReady();
      }, first);
  }
  for (let at = 0; at < 2 * LONGEST_MS; at += 500) {
    mock.timers.tick(500);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const waiting = hosts.filter(({ handlers }) => handlers.onEnd.size > 1).length;
  mock.timers.reset();
  for (const name of Object.keys(globals)) delete globalThis[name];
  return Object.assign(said, { waiting });
}

test('thousands of good starts of 0 to 30 seconds give no warning, and none is called failed', async () => {
  const random = randomOf(30);
  const said = await play(STARTS, () => {
    const load = random() * LONGEST_MS;
    // Before the end of the load as often as after it.
    const first = Math.max(0, load + (random() - 0.5) * 9_900);
    return { load, first };
  });
  const alarms = said.filter(({ level }) => level === 'warn');
  assert.deepEqual(alarms, []);
  // A load that takes longer than nine seconds is told as such, and is no alarm.
  for (const { level, text } of said.filter(({ level }) => level === 'info'))
    assert.match(text, /has not answered the request for/, level);
});

test('each start that loads and says nothing is one warning', async () => {
  const random = randomOf(31);
  const said = await play(200, () => ({ load: random() * 8_000 }));
  const warned = said.filter(({ level }) => level === 'warn').map(({ number }) => number);
  assert.deepEqual(
    warned.sort((one, other) => one - other),
    Array.from({ length: 200 }, (_, number) => number),
  );
});

test('an embed that nobody sees is looked at until it is ready, and no longer', async () => {
  const said = await play(20, () => ({ load: 100, first: 20_000 }), true);
  assert.deepEqual([...said], []);
  assert.equal(said.waiting, 0);
  const silent = await play(20, () => ({ load: 100 }), true);
  assert.equal(silent.waiting, 20, 'it waits for a viewer');
});
