// What is measured, round after round, so that other work of the machine slows all contenders down. Each
// function resolves to the figures of each contender by its name.

import { FLOOR, NAMES, PLAIN, STARTERS } from './contenders/index.mjs';
import { packed } from './lib/servers.mjs';

/** The bytes of the files that a page with one embed loads, each compressed by itself. */
export const bytes = ({ bundles, atOnce }) =>
  new Map(
    STARTERS.map((name) => [
      name,
      [...atOnce(`${name}.start.js`)].reduce(
        (sum, file) => sum + packed(bundles.get(file)).length,
        0,
      ),
    ]),
  );

/** How long messages are delivered before the first sample, how long a try of a sample takes, … */
const EFFORT = {
  full: { warmMs: 400, tryMs: 8, tries: 5, rounds: 31 },
  quick: { warmMs: 10, tryMs: 1, tries: 1, rounds: 1 },
};

/**
 * A viewer's navigation, and a message of a window that is no embed's: the time from the page's listener to
 * its callback, to that of the listener written by hand. A contender that has a port gets no foreign message.
 */
export async function messages({ browser, host, tenant, quick }) {
  const { warmMs, tryMs, tries, rounds } = EFFORT[quick ? 'quick' : 'full'];
  const pages = [];
  for (const name of NAMES) {
    const page = await browser.open();
    await page.goto(`${host}/page/${name}`);
    const kinds = await page.run((...args) => bench.open(...args), tenant(name), tenant('foreign'));
    pages.push({ name, page, kinds });
  }
  const found = {};
  for (const kind of ['event', 'foreign']) {
    const cost = ({ page }, count) =>
      page.run((...args) => bench.deliver(...args), kind, count, tries);
    const heard = pages.filter(({ kinds }) => kinds.includes(kind));
    const samples = new Map(heard.map(({ name }) => [name, []]));
    const counts = new Map();
    for (const one of heard) {
      // Until the engine's compilers have finished with the listener.
      let count = 200;
      for (let spent = 0, each; spent < warmMs; spent += (each * count * tries) / 1e6) {
        each = await cost(one, count);
        count = Math.ceil(Math.min(count * 10, (tryMs * 1e6) / each));
      }
      counts.set(one.name, count);
    }
    for (let round = 0; round < rounds; round++)
      for (const one of heard) samples.get(one.name).push(await cost(one, counts.get(one.name)));
    found[kind] = ratios(samples, FLOOR);
  }
  for (const { page } of pages) await page.close();
  return found;
}

/** A slow mobile network, as browsers' own profiles define it: 1.6 Mbit/s, 150 ms round trip. */
const SLOW_NETWORK = {
  ...{ offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 },
};

/**
 * How many milliseconds later than of an iframe without any script the service is asked for the embed's page, from
 * when the page asks for the contender's script: the rounds' median and quartiles. Warm: the browser's cache has
 * everything, compiled code included. Cold: an empty cache, a processor slowed down fourfold, a slow network; the
 * session id is there at once, or by one request of the page.
 */
export async function starts(world) {
  // The engine keeps compiled code from the second load on.
  for (let turn = 0; turn < (world.quick ? 0 : 2); turn++)
    for (const name of STARTERS) await start(world, name, 'warm');
  const found = {};
  for (const [what, rounds] of [
    ['warm', 25],
    ['cold', 15],
    ['cold-request', 15],
  ]) {
    const samples = new Map(STARTERS.map((name) => [name, []]));
    for (let round = 0; round < (world.quick ? 1 : rounds); round++)
      for (const name of STARTERS) samples.get(name).push(await start(world, name, what));
    found[what] = new Map(STARTERS.map((name) => [name, later(samples, name)]));
  }
  return found;
}

async function start({ browser, host, asked }, name, what) {
  const tab = await browser.open();
  try {
    if (what !== 'warm') {
      await tab.command('Network.enable');
      await tab.command('Network.clearBrowserCache');
      await tab.command('Network.emulateNetworkConditions', SLOW_NETWORK);
      await tab.command('Emulation.setCPUThrottlingRate', { rate: 4 });
    }
    const at = await asked(name, () => tab.goto(`${host}/start/${name}?${what}`));
    return at - (await tab.run(() => performance.timeOrigin + window.asked));
  } finally {
    await tab.close();
  }
}

function later(samples, name) {
  const sorted = samples
    .get(name)
    .map((value, round) => value - samples.get(PLAIN)[round])
    .toSorted((a, b) => a - b);
  const [low, middle, high] = [0.25, 0.5, 0.75].map((part) =>
    Math.round(sorted[Math.round((sorted.length - 1) * part)]),
  );
  return `${middle} [${low} to ${high}]`;
}

/** The median of the rounds' ratios to `floor`: both samples of a round were taken side by side. */
function ratios(samples, floor) {
  const of = (name) =>
    median(samples.get(name).map((value, round) => value / samples.get(floor)[round]));
  return new Map([...samples.keys()].map((name) => [name, of(name)]));
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}
