// Measurement 8: what a page still holds after it has mounted and destroyed an embed 10,000 times.

import { grown, measure as held, measureAfter as heldAfter } from '../../e2e/support/memory.mjs';
import { say } from '../../scripts/lib/run.mjs';
import { FLOOR, OURS } from '../contenders/index.mjs';
import { closeAll, openEmbeds } from '../lib/pages.mjs';

/**
 * The numbers of mounts after which the page's memory is read. By the first, the engine has compiled
 * the code, and everything that exists once is there.
 */
const FULL = {
  [OURS]: [100, 1_000, 2_500, 5_000, 7_500, 10_000],
  // Enough to show the growth that the browser and the engine cause.
  [FLOOR]: [100, 1_000, 2_500],
};
const QUICK = { [OURS]: [4, 12], [FLOOR]: [4, 12] };

export async function measure(world) {
  const marks = world.quick ? QUICK : FULL;
  const pages = await openEmbeds(world, [FLOOR, OURS], 0);
  const found = {};
  for (const [name, page] of pages) {
    const looks = [];
    let done = 0;
    for (const mark of marks[name]) {
      // In parts, each well within the driver's time limit for a script.
      while (done < mark) {
        const count = Math.min(100, mark - done);
        await page.run((...args) => bench.cycle(...args), world.tenant(name), count);
        done += count;
      }
      looks.push({ mounts: mark, ...(await look(page, looks[0])) });
    }
    say(`${name} is measured`);
    found[name] = { looks, growth: growth(looks) };
  }
  await closeAll(pages);
  const { looks } = found[OURS];
  const more = grown(looks[0], looks.at(-1));
  if (more.length > 0) {
    throw new Error(`the page has more ${more.join(', ')}: ${JSON.stringify(found[OURS])}`);
  }
  return { unit: 'bytes', found };
}

/** What the page holds once the garbage is collected. `before` is an earlier look at it. */
function look(page, before) {
  const driver = { sendDevToolsCommand: page.command, sendAndGetDevToolsCommand: page.command };
  return before ? heldAfter(driver, before) : held(driver);
}

function growth(looks) {
  const [first, last] = [looks[0], looks.at(-1)];
  return Object.fromEntries(Object.keys(first).map((what) => [what, last[what] - first[what]]));
}
