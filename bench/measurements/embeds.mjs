// Measurement 4: many embeds on one page: how long a message takes, and how much memory an embed
// takes.

import { say } from '../../scripts/lib/run.mjs';
import { FLOOR, NAMES, OURS } from '../contenders/index.mjs';
import { closeAll, openEmbeds, rounds } from '../lib/pages.mjs';
import { ratio, summary } from '../lib/statistics.mjs';

/**
 * How many embeds of a page load. A browser under WebDriver takes minutes for a thousand documents of
 * another site. The others wait for their documents; the contender holds as much for them.
 */
const SPEAKERS = 100;

/** The same on every page: messages of a larger pool are farther apart in memory. */
const POOL = 1000;

export async function measure(world) {
  const messages = {};
  const memory = {};
  for (const name of NAMES) {
    const pages = new Map();
    const bytes = new Map();
    for (const size of sizesFor(name, world)) {
      const page = await openPage(world, name, size, bytes);
      pages.set(size, page);
    }
    const samples = await rounds(world, pages, 'navigate');
    const one = samples.get(1);
    messages[name] = Object.fromEntries(
      [...samples].map(([size, own]) => [size, { ...summary(own), ratio: ratio(own, one) }]),
    );
    memory[name] = perEmbed(bytes);
    say(`${name} is measured`);
    await closeAll(pages);
  }
  return { unit: 'ns', messages, memoryUnit: 'bytes', memory };
}

/** A thousand embeds take the browser minutes, so peers are measured with a hundred. */
function sizesFor(name, { quick }) {
  if (quick) return [1, 10];
  return [OURS, FLOOR].includes(name) ? [1, 10, 100, 1000] : [1, 10, 100];
}

async function openPage(world, name, size, bytes) {
  const pages = await openEmbeds(world, [name], 0);
  const page = pages.get(name);
  const before = await heap(page);
  const open = (count, isMute) =>
    page.run((...args) => bench.open(...args), world.tenant(name), count, isMute);
  await open(Math.min(size, SPEAKERS), false);
  bytes.set(Math.min(size, SPEAKERS), (await heap(page)) - before);
  await waiting(world, () => open(Math.max(size - SPEAKERS, 0), true));
  await page.run((...args) => bench.prepare(...args), 'navigate', POOL);
  return page;
}

/** Opens embeds whose documents do not come. */
async function waiting(world, open) {
  world.mute(true);
  await open().finally(() => world.mute(false));
}

/** The bytes of each loaded embed after the first. The first also brings what all embeds share. */
function perEmbed(bytes) {
  const [[first, one], ...more] = [...bytes];
  const [last, all] = more.at(-1);
  const each = (all - one) / (last - first);
  return { each, first: one };
}

/** The memory of the page's JavaScript and of its DOM, in bytes. */
async function heap(page) {
  // A finalizer may release objects, which the next collection takes.
  for (let turn = 0; turn < 3; turn++) await page.command('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize = 0 } = await page.command('Runtime.getHeapUsage');
  return usedSize + embedderHeapUsedSize;
}
