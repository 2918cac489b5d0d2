// `npm run bench`: what this library costs a page, beside others and a listener written by hand, as ratios and,
// of the starts, as milliseconds. docs/benchmarks.md describes the columns, and has more tables of an earlier day.

import { build } from '../scripts/build.mjs';
import { headline, main, readOptions } from '../scripts/lib/run.mjs';
import { ensureNodeModules, setup, setupBrowsers } from '../scripts/setup.mjs';

const USAGE = `npm run bench -- [options]
  --quick       checks that each contender gets all of its messages; its figures mean little
  --help        prints this text`;

const { quick } = readOptions({ quick: { type: 'boolean', default: false } }, USAGE);

// An interrupted run still ends the processes that it started.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

await main(async () => {
  await setup();
  await setupBrowsers(['chromium']);
  await ensureNodeModules('bench');
  await build();
  // These modules import packages that may have been installed only now.
  const { buildBundles } = await import('./lib/bundles.mjs');
  const { startServers } = await import('./lib/servers.mjs');
  const { openBrowser } = await import('./lib/browser.mjs');
  const { bytes, messages, starts } = await import('./measure.mjs');
  const built = await buildBundles();
  const servers = await startServers(built);
  let browser;
  try {
    browser = await openBrowser(servers);
    const world = { ...servers, browser, quick };
    const { event, foreign } = await messages(world);
    const later = await starts(world);
    headline(`${browser.version}, ${new Date().toISOString().slice(0, 10)}`);
    console.log(await table({ bytes: bytes(built), event, foreign }, later));
  } finally {
    await browser?.close();
    servers.close();
  }
});

/** A Markdown table, with a row for each contender. `later`: the columns of milliseconds. */
async function table({ bytes, ...ratios }, later) {
  const { PLAIN, TITLES } = await import('./contenders/index.mjs');
  const number = (value, unit) =>
    value === undefined ? '–' : `${Number(value.toPrecision(3)).toLocaleString('en')}${unit}`;
  const rows = Object.entries({ [PLAIN]: 'a plain iframe', ...TITLES }).map(([name, title]) => [
    title,
    bytes.get(name)?.toLocaleString('en') ?? '–',
    ...Object.values(ratios).map((of) => number(of.get(name), '×')),
    ...Object.values(later).map((of) => of.get(name)),
  ]);
  const units = Object.keys(later).map((what) => `${what}, ms later`);
  const head = ['contender', 'bytes', ...Object.keys(ratios), ...units];
  const rule = head.map((_, place) => (place === 0 ? '---' : '--:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
