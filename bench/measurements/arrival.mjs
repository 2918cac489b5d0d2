// Measurement 10: how long until the service is asked for the embed's page, from when the viewer asks for
// the page around it. Everything comes over TLS and a network with 100 ms to there and back.

import {
  FRAME,
  PLAIN,
  SAME_SITE,
  SAME_SITE_WITHOUT,
  STARTERS,
  WITHOUT_PRECONNECT,
} from '../contenders/index.mjs';
import { requestFor } from '../lib/servers.mjs';
import { difference, summary } from '../lib/statistics.mjs';

export const RTT_MS = 100;
const ALL = [
  ...[PLAIN, FRAME, WITHOUT_PRECONNECT, SAME_SITE_WITHOUT, SAME_SITE],
  ...STARTERS.filter((name) => name !== PLAIN),
];
/** A slow device: its processor, and its network's throughput. */
const SLOW = {
  network: { offline: false, latency: 0, downloadThroughput: 200_000, uploadThroughput: 94_000 },
  cpu: { rate: 4 },
};

export async function measure(world) {
  const far = await world.startFar(RTT_MS);
  try {
    return {
      unit: 'ms',
      fast: await rounds(world, far, false),
      slow: await rounds(world, far, true),
    };
  } finally {
    far.close();
  }
}

async function rounds(world, far, isSlow) {
  const samples = new Map(ALL.map((name) => [name, []]));
  for (let round = 0; round < (world.quick ? 1 : 5); round++) {
    for (const name of ALL) samples.get(name).push(await open(world, far, name, isSlow));
  }
  const plain = samples.get(PLAIN);
  return Object.fromEntries(
    [...samples].map(([name, asked]) => [
      name,
      { asked: summary(asked), later: difference(asked, plain) },
    ]),
  );
}

/** Opens the page with an empty cache and without a connection. Resolves to milliseconds. */
async function open(world, far, name, isSlow) {
  const tab = await world.browser.open();
  try {
    await tab.command('Network.enable');
    await tab.command('Network.clearBrowserCache');
    if (isSlow) {
      await tab.command('Network.emulateNetworkConditions', SLOW.network);
      await tab.command('Emulation.setCPUThrottlingRate', SLOW.cpu);
    }
    // The browser keeps no connection of the round before.
    far.hangUp();
    world.requests.length = 0;
    await tab.goto(`${far.host(name)}/far/${name}`);
    const began = await tab.run(() => performance.timeOrigin);
    const host = new URL(far.tenant(name)).host;
    return (await requestFor(world, host)) - began;
  } finally {
    await tab.close();
  }
}
