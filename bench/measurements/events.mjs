// Measurements 1 and 2: what a message costs in the page, from the listener to the page's callback.

import { contenders, FLOOR, NAMES } from '../contenders/index.mjs';
import { openEmbeds, rounds } from '../lib/pages.mjs';
import { ratio, summary } from '../lib/statistics.mjs';

/** How many messages differ from one another. */
const POOL = 64;

export async function measure(world) {
  const pages = await openEmbeds(world, NAMES, 1);
  const listens = {};
  for (const [name, page] of pages) {
    const { via } = await page.run((size) => bench.prepareGood(size), POOL);
    const foreign = world.tenant('foreign');
    const listeners = await page.run((origin) => bench.prepareForeign(origin), foreign);
    if (via !== contenders[name].way) throw new Error(`${name} gets its events by a ${via}`);
    listens[name] = listeners > 0;
  }
  const onWindow = [...pages].filter(([name]) => listens[name]);
  const result = {
    unit: 'ns',
    good: compared(await rounds(world, pages, 'good')),
    foreign: compared(await rounds(world, onWindow, 'foreign')),
  };
  for (const page of pages.values()) await page.close();
  return result;
}

function compared(samples) {
  const floor = samples.get(FLOOR);
  return Object.fromEntries(
    [...samples].map(([name, own]) => [name, { ...summary(own), ratio: ratio(own, floor) }]),
  );
}
