// Measurement 3: bursts of real messages through a real iframe. How many a second, and how long the
// page's main thread is at work for each.

import { FLOOR, NAMES } from '../contenders/index.mjs';
import { openEmbeds } from '../lib/pages.mjs';
import { ratio, summary } from '../lib/statistics.mjs';

/** The sizes of an event's payload, in bytes; 0 is the least that an event says. */
const SIZES = { small: 0, large: 10_000 };

export async function measure(world) {
  const [count, rounds] = world.quick ? [1_000, 1] : [10_000, 5];
  const pages = await openEmbeds(world, NAMES, 1);
  for (const page of pages.values()) {
    // In time of the thread, not of the clock: what else the machine does is not counted.
    await page.command('Performance.enable', { timeDomain: 'threadTicks' });
    await page.run((count) => bench.burst(count, 0), count);
  }
  const result = { count };
  for (const [name, size] of Object.entries(SIZES)) {
    result[name] = compared(await bursts(pages, { count, size, rounds }));
  }
  for (const page of pages.values()) await page.close();
  return result;
}

async function bursts(pages, { count, size, rounds }) {
  const samples = new Map([...pages.keys()].map((name) => [name, { perSecond: [], thread: [] }]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, page] of pages) {
      const before = await busy(page);
      const elapsed = await page.run((...args) => bench.burst(...args), count, size);
      const { perSecond, thread } = samples.get(name);
      perSecond.push((count * 1000) / elapsed);
      thread.push(((await busy(page)) - before) / count);
    }
  }
  return samples;
}

/** How long the tasks of a page's main thread have taken so far, in microseconds. */
async function busy(page) {
  const { metrics } = await page.command('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1e6;
}

function compared(samples) {
  const floor = samples.get(FLOOR);
  return Object.fromEntries(
    [...samples].map(([name, { perSecond, thread }]) => [
      name,
      {
        perSecond: { ...summary(perSecond), ratio: ratio(perSecond, floor.perSecond) },
        thread: { ...summary(thread), ratio: ratio(thread, floor.thread) },
      },
    ]),
  );
}
