// Measurement 5: how long until the iframe is told what to load; on a slow device that has never
// seen the page, and on one that has.

import { OURS, STARTERS } from '../contenders/index.mjs';
import { ratio, summary } from '../lib/statistics.mjs';

/** A slow mobile network, as such profiles usually have it: 1.6 Mbit/s and 150 ms there and back. */
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 94_000,
};
const SLOWER_CPU = { rate: 4 };

/** Besides all contenders, this library on a page that asks for the WebAssembly in its head. */
const PRELOADED = `${OURS}-preload`;
const PAGES = [...STARTERS.map((name) => [name, 'start', name]), [PRELOADED, 'preload', OURS]];

export async function measure(world) {
  // Warm: twice, so that the engine has kept its compiled code as well.
  for (let turn = 0; turn < (world.quick ? 0 : 2); turn++) {
    for (const page of PAGES) await open(world, page, false);
  }
  return {
    unit: 'ms',
    warm: await rounds(world, false, world.quick ? 1 : 15),
    cold: await rounds(world, true, world.quick ? 1 : 9),
  };
}

async function rounds(world, isCold, count) {
  const samples = new Map(PAGES.map(([name]) => [name, { asked: [], script: [] }]));
  for (let round = 0; round < count; round++) {
    for (const page of PAGES) {
      const { asked, script } = await open(world, page, isCold);
      samples.get(page[0]).asked.push(asked);
      samples.get(page[0]).script.push(script);
    }
  }
  const plain = samples.get('plain');
  return Object.fromEntries(
    [...samples].map(([name, { asked, script }]) => [
      name,
      {
        asked: { ...summary(asked), ratio: ratio(asked, plain.asked) },
        script: summary(script),
      },
    ]),
  );
}

/**
 * Opens the page in a tab of its own. Resolves to the milliseconds from when the page asked for the
 * script (`asked`), and from the script's first statement (`script`), until the iframe's `src` was
 * set.
 */
async function open(world, [, kind, name], isCold) {
  const tab = await world.browser.open();
  try {
    if (isCold) {
      await tab.command('Network.enable');
      await tab.command('Network.clearBrowserCache');
      await tab.command('Network.emulateNetworkConditions', SLOW_NETWORK);
      await tab.command('Emulation.setCPUThrottlingRate', SLOWER_CPU);
    }
    await tab.goto(`${world.host}/${kind}/${name}`);
    const { url, ...times } = await tab.run(firstLoad);
    if (!url.startsWith(world.tenant(name))) throw new Error(`${name} loads ${url}`);
    return times;
  } finally {
    await tab.close();
  }
}

/** In the page: the first time that an iframe of the contender's got its `src`. */
async function firstLoad() {
  // QuickSight makes a second one, for messages alone.
  const isEmbed = ({ url }) => !url.includes('/embedControl');
  let load;
  while (!(load = window.loads.find(isEmbed))) await new Promise((done) => setTimeout(done, 5));
  const [{ startTime }] = performance.getEntriesByName('script');
  return { url: load.url, asked: load.at - window.asked, script: load.at - startTime };
}
