// Measurement 6: how long it takes from the end of a session to the next one, with a backend that
// answers at once.

import { FLOOR, RENEWERS } from '../contenders/index.mjs';
import { closeAll, openEmbeds } from '../lib/pages.mjs';
import { ratio, summary } from '../lib/statistics.mjs';
import { renewInSandbox } from './renewal-in-sandbox.mjs';

export async function measure(world) {
  const rounds = world.quick ? 2 : 31;
  const pages = await openEmbeds(world, Object.keys(RENEWERS), 1);
  const samples = new Map();
  for (const [name, page] of pages) {
    await renew(name, page);
    samples.set(name, []);
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, page] of pages) samples.get(name).push(await renew(name, page));
  }
  await closeAll(pages);
  const floor = samples.get(FLOOR);
  const stubs = [...samples].map(([name, own]) => [
    name,
    { ...summary(own), ratio: ratio(own, floor) },
  ]);
  return {
    unit: 'ms',
    stubs: Object.fromEntries(stubs),
    sandbox: await inSandbox(world, rounds),
  };
}

async function inSandbox(world, rounds) {
  const samples = await renewInSandbox(world, rounds);
  const parts = ['asked', 'minted', 'all'];
  return Object.fromEntries(
    parts.map((part) => [part, summary(samples.map((sample) => sample[part]))]),
  );
}

function renew(name, page) {
  return page.run((byAlarm) => bench.renew(byAlarm), RENEWERS[name] === 'timer');
}
