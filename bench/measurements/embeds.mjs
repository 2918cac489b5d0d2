// Measurement 4: many embeds on one page. What a message costs then, and what an embed takes.

import { say } from '../../scripts/lib/run.mjs';
import { FLOOR, NAMES, OURS } from '../contenders/index.mjs';
import { openEmbeds, rounds } from '../lib/pages.mjs';
import { ratio, summary } from '../lib/statistics.mjs';

/**
 * How many embeds of a page load. A browser under WebDriver takes minutes for a thousand documents of
 * another site: the others wait for theirs, and what the contender holds for them is there.
 */
const SPEAKERS = 100;

/** As many messages on every page, so that they are spread in memory alike. */
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
    const samples = await rounds(world, pages, 'good');
    const one = samples.get(1);
    messages[name] = Object.fromEntries(
      [...samples].map(([size, own]) => [size, { ...summary(own), ratio: ratio(own, one) }]),
    );
    memory[name] = perEmbed(bytes);
    say(`${name} is through`);
    for (const page of pages.values()) await page.close();
  }
  return { unit: 'ns', messages, memoryUnit: 'bytes', memory };
}

/** Even so a thousand take the browser long: peers do with a hundred. */
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
  await page.run((count) => bench.prepareGood(count), POOL);
  return page;
}

/** Opens embeds that wait for their documents. */
async function waiting(world, open) {
  world.mute(true);
  await open().finally(() => world.mute(false));
}

/** What each embed that has loaded takes, after the first. The first brings what all share. */
function perEmbed(bytes) {
  const [[first, one], ...more] = [...bytes];
  const [last, all] = more.at(-1);
  const each = (all - one) / (last - first);
  return { each, first: one };
}

/** The page's own memory, in bytes: of JavaScript, of its DOM, and of WebAssembly. */
async function heap(page) {
  // What finalizers let go of is collected in the next turn.
  for (let turn = 0; turn < 3; turn++) await page.command('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize = 0 } = await page.command('Runtime.getHeapUsage');
  return usedSize + embedderHeapUsedSize + (await page.run(() => bench.wasmBytes()));
}
