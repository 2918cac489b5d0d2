// Measurement 3: bursts of real messages through a real iframe: how many arrive each second, and how
// long the page's main thread works for one.

import { FLOOR, NAMES } from '../contenders/index.mjs';
import { closeAll, openEmbeds } from '../lib/pages.mjs';
import { ratio, summary } from '../lib/statistics.mjs';

/** The sizes of an event's payload, in bytes; 0 means no padding. */
const SIZES = { small: 0, large: 10_000 };

export async function measure(world) {
  const [count, rounds] = world.quick ? [1_000, 1] : [10_000, 5];
  const pages = await openEmbeds(world, NAMES, 1);
  for (const page of pages.values()) {
    // The thread's own time: other work of the machine is not counted.
    await page.command('Performance.enable', { timeDomain: 'threadTicks' });
    await page.run((count) => bench.burst(count, 0), count);
  }
  const result = { count };
  for (const [name, size] of Object.entries(SIZES)) {
    result[name] = compared(await bursts(pages, { count, size, rounds }));
  }
  await closeAll(pages);
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

/** The time of all tasks of the page's main thread so far, in microseconds. */
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
