// Measurement 5: how long until the service is asked for the embed's page: by a slow device that has
// never loaded the page around it (cold), and by one that has (warm).

import { PLAIN, STARTERS } from '../contenders/index.mjs';
import { requestFor } from '../lib/servers.mjs';
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
  const samples = new Map(STARTERS.map((name) => [name, []]));
  for (let round = 0; round < count; round++) {
    for (const name of STARTERS) samples.get(name).push(await open(world, name, isCold));
  }
  const plain = samples.get(PLAIN);
  return Object.fromEntries(
    [...samples].map(([name, asked]) => [
      name,
      { asked: summary(asked), later: difference(asked, plain) },
    ]),
  );
}

/**
 * Opens the page in a new tab. Resolves to the milliseconds from its request for the script until the
 * service was asked for the embed's page.
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
    const began = await tab.run(() => performance.timeOrigin + window.asked);
    return (await requestFor(world, new URL(world.tenant(name)).host)) - began;
  } finally {
    await tab.close();
  }
}
