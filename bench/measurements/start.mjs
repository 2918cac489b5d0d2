// Measurement 5: how long until the iframe gets its `src`: on a slow device that has never loaded
// the page (cold), and on one that has (warm).

import { PLAIN, STARTERS } from '../contenders/index.mjs';
import { difference, summary } from '../lib/statistics.mjs';

/** A slow mobile network, as browsers' own profiles define it: 1.6 Mbit/s, 150 ms round trip. */
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 94_000,
};
const SLOWER_CPU = { rate: 4 };

export async function measure(world) {
  // Warm: loaded twice before, because the engine keeps compiled code from the second load on.
  for (let turn = 0; turn < (world.quick ? 0 : 2); turn++) {
    for (const name of STARTERS) await open(world, name, false);
  }
  return {
    unit: 'ms',
    warm: await rounds(world, false, world.quick ? 1 : 25),
    cold: await rounds(world, true, world.quick ? 1 : 15),
  };
}

async function rounds(world, isCold, count) {
  const samples = new Map(STARTERS.map((name) => [name, { asked: [], script: [] }]));
  for (let round = 0; round < count; round++) {
    for (const name of STARTERS) {
      const { asked, script } = await open(world, name, isCold);
      samples.get(name).asked.push(asked);
      samples.get(name).script.push(script);
    }
  }
  const plain = samples.get(PLAIN);
  return Object.fromEntries(
    [...samples].map(([name, { asked, script }]) => [
      name,
      {
        asked: summary(asked),
        later: difference(asked, plain.asked),
        script: summary(script),
      },
    ]),
  );
}

/**
 * Opens the page in a new tab. Resolves to the milliseconds until the iframe got its `src`: from
 * when the page asked for the script (`asked`), and from the script's first statement (`script`).
 */
async function open(world, name, isCold) {
  const tab = await world.browser.open();
  try {
    if (isCold) {
      await tab.command('Network.enable');
      await tab.command('Network.clearBrowserCache');
      await tab.command('Network.emulateNetworkConditions', SLOW_NETWORK);
      await tab.command('Emulation.setCPUThrottlingRate', SLOWER_CPU);
    }
    await tab.goto(`${world.host}/start/${name}`);
    const { url, ...times } = await tab.run(firstLoad);
    if (!url.startsWith(world.tenant(name))) throw new Error(`${name} loads ${url}`);
    return times;
  } finally {
    await tab.close();
  }
}

/** In the page: the first `src` that the contender gave to an iframe. */
async function firstLoad() {
  // QuickSight makes a second iframe, only for messages.
  const isEmbed = ({ url }) => !url.includes('/embedControl');
  let load;
  while (!(load = window.loads.find(isEmbed))) await new Promise((done) => setTimeout(done, 5));
  const [{ startTime }] = performance.getEntriesByName('script');
  return { url: load.url, asked: load.at - window.asked, script: load.at - startTime };
}
