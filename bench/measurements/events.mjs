// Measurements 1 and 2: how long a message takes in the page, from the listener to the page's
// callback.

import { contenders, FLOOR, NAMES } from '../contenders/index.mjs';
import { closeAll, openEmbeds, rounds } from '../lib/pages.mjs';
import { ratio, summary } from '../lib/statistics.mjs';
import { measureCatalog } from './catalog.mjs';

/** How many messages differ from one another. */
const POOL = 64;

/** What all contenders can deliver: an event with a text or two. */
const KIND = 'navigate';

export async function measure(world) {
  const pages = await openEmbeds(world, NAMES, 1);
  const listens = {};
  for (const [name, page] of pages) {
    const { via } = await page.run((...args) => bench.prepare(...args), KIND, POOL);
    const foreign = world.tenant('foreign');
    const listeners = await page.run((origin) => bench.prepareForeign(origin), foreign);
    if (via !== contenders[name].way) throw new Error(`${name} gets its events by a ${via}`);
    listens[name] = listeners > 0;
  }
  const onWindow = new Map([...pages].filter(([name]) => listens[name]));
  const good = compared(await rounds(world, pages, KIND));
  const foreign = compared(await rounds(world, onWindow, 'foreign'));
  await closeAll(pages);
  return { unit: 'ns', catalog: await measureCatalog(world), good, foreign };
}

function compared(samples) {
  const floor = samples.get(FLOOR);
  return Object.fromEntries(
    [...samples].map(([name, own]) => [name, { ...summary(own), ratio: ratio(own, floor) }]),
  );
}
