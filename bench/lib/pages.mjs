// Pages with embeds, and samples taken from them in turn.

/** A page for each contender, with `count` embeds on it. */
export async function openEmbeds(world, names, count) {
  const pages = new Map();
  for (const name of names) {
    const page = await world.browser.open(`${world.host}/page/${name}`);
    const opened = await page.run(
      (origin, count) => bench.open(origin, count),
      world.tenant(name),
      count,
    );
    if (opened !== count) throw new Error(`${name}: ${opened} embeds of ${count}`);
    pages.set(name, page);
  }
  return pages;
}

/** How long one try of a sample takes, how many tries it has, and how many samples there are. */
const EFFORT = {
  full: { tryMs: 8, tries: 5, rounds: 31 },
  quick: { tryMs: 2, tries: 2, rounds: 3 },
};

/**
 * Samples what delivering a message of the pool `kind` costs, in nanoseconds, from `pages`: one
 * after the other, round after round, so that what disturbs the machine disturbs all.
 */
export async function rounds(world, pages, kind) {
  const { tryMs, tries, rounds } = EFFORT[world.quick ? 'quick' : 'full'];
  const deliver = (page, count) =>
    page.run((...args) => bench.deliver(...args), kind, count, tries);
  const samples = new Map();
  const counts = new Map();
  for (const [name, page] of pages) {
    // Warm: until the engine's compilers are through with it.
    let count = 200;
    let cost;
    for (let spent = 0; spent < tryMs * 50; spent += (cost * count * tries) / 1e6) {
      cost = await deliver(page, count);
      count = Math.ceil(Math.min(count * 10, (tryMs * 1e6) / cost));
    }
    counts.set(name, count);
    samples.set(name, []);
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, page] of pages) samples.get(name).push(await deliver(page, counts.get(name)));
  }
  return samples;
}
