// Pages with embeds, and samples taken from them in turn.

/** Opens a page for each contender, with `count` embeds on it. */
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

export async function closeAll(pages) {
  for (const page of pages.values()) await page.close();
}

/**
 * How long messages are delivered before the first sample, how long one try of a sample takes, how
 * many tries it has, and how many samples there are.
 */
const EFFORT = {
  full: { warmMs: 400, tryMs: 8, tries: 5, rounds: 31 },
  quick: { warmMs: 10, tryMs: 1, tries: 1, rounds: 1 },
};

/**
 * Samples the nanoseconds that delivering a message of the pool `kind` takes, from each of `pages`.
 * Resolves to the samples by the page's name.
 */
export const rounds = async (world, pages, kind) =>
  (await roundsOf(world, pages, [kind])).get(kind);

/**
 * The same for several kinds, by kind and name. The rounds go from kind to kind and, within a kind,
 * from page to page: work of the machine slows all of them down, and the engine compiles each
 * listener for all of its messages.
 */
export async function roundsOf(world, pages, kinds, effort = {}) {
  const { warmMs, tryMs, tries, rounds } = { ...EFFORT[world.quick ? 'quick' : 'full'], ...effort };
  const deliver = (page, kind, count) =>
    page.run((...args) => bench.deliver(...args), kind, count, tries);
  const counts = new Map();
  const samples = new Map(
    kinds.map((kind) => [kind, new Map([...pages.keys()].map((name) => [name, []]))]),
  );
  for (const kind of kinds) {
    for (const [name, page] of pages) {
      // Until the engine's compilers have finished with the listener.
      let count = 200;
      let cost;
      for (let spent = 0; spent < warmMs; spent += (cost * count * tries) / 1e6) {
        cost = await deliver(page, kind, count);
        count = Math.ceil(Math.min(count * 10, (tryMs * 1e6) / cost));
      }
      counts.set(`${kind} ${name}`, count);
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (const kind of kinds) {
      for (const [name, page] of pages) {
        const cost = await deliver(page, kind, counts.get(`${kind} ${name}`));
        samples.get(kind).get(name).push(cost);
      }
    }
  }
  return samples;
}
