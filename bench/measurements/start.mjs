// Measurement 5: how long until the service is asked for the embed's page: by a slow device that has
// never loaded the page around it (cold), and by one that has (warm).

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
  const samples = new Map(STARTERS.map((name) => [name, { asked: [], source: [], script: [] }]));
  for (let round = 0; round < count; round++) {
    for (const name of STARTERS) {
      const times = await open(world, name, isCold);
      for (const [kind, list] of Object.entries(samples.get(name))) list.push(times[kind]);
    }
  }
  const plain = samples.get(PLAIN);
  return Object.fromEntries(
    [...samples].map(([name, { asked, source, script }]) => [
      name,
      {
        asked: summary(asked),
        later: difference(asked, plain.asked),
        source: summary(source),
        sourceLater: difference(source, plain.source),
        script: summary(script),
      },
    ]),
  );
}

/**
 * Opens the page in a new tab. Resolves to three times in milliseconds: from when the page asked for the
 * script until the service was asked for the embed's page (`asked`) and until the iframe got its `src`
 * (`source`), and from the script's first statement until then (`script`).
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
    world.requests.length = 0;
    await tab.goto(`${world.host}/start/${name}`);
    const { url, began, ...times } = await tab.run(firstLoad);
    if (!url.startsWith(world.tenant(name))) throw new Error(`${name} loads ${url}`);
    return { ...times, asked: (await requestFor(world, url)) - began };
  } finally {
    await tab.close();
  }
}

/** When the request for the page of `url` came, in epoch milliseconds. */
async function requestFor(world, url) {
  for (let waited = 0; waited < 5_000; waited += 5) {
    const request = world.requests.find((request) => pageOf(request.url) === pageOf(url));
    if (request) return request.at;
    await new Promise((done) => setTimeout(done, 5));
  }
  throw new Error(`Nobody asked for ${url}, but for ${JSON.stringify(world.requests)}`);
}

/** Without the query, which browsers write in another way. */
function pageOf(url) {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** In the page: the first `src` that the contender gave to an iframe. */
async function firstLoad() {
  // QuickSight makes a second iframe, only for messages.
  const isEmbed = ({ url }) => !url.includes('/embedControl');
  let load;
  while (!(load = window.loads.find(isEmbed))) await new Promise((done) => setTimeout(done, 5));
  const [{ startTime }] = performance.getEntriesByName('script');
  return {
    url: load.url,
    began: performance.timeOrigin + window.asked,
    source: load.at - window.asked,
    script: load.at - startTime,
  };
}
