// `npm run bench`: measures this library beside others and a listener written by hand.
// docs/benchmarks.md describes each measurement; `-- --write` writes that page.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from '../scripts/build.mjs';
import { Failure, main, readOptions, root, say } from '../scripts/lib/run.mjs';
import { buildSandbox } from '../scripts/lib/sandbox.mjs';
import { ensureNodeModules, setupTests } from '../scripts/setup.mjs';
import { choose } from './measurements/index.mjs';

const docs = join(root, 'docs/benchmarks');

const USAGE = `npm run bench -- [options]
  --only LIST   runs some of the measurements: 1 and 2 events, 3 bursts, 4 embeds, 5 start,
                6 renewal, 7 management, 8 mounts, 9 claims,
                10 arrival
  --quick       the short form: checks that every contender gets all of its messages and that an
                embed leaves nothing behind; its figures mean little
  --write       writes docs/benchmarks.md, its plots and figures
  --help        prints this text`;

const values = readOptions(
  {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
  USAGE,
);

// An interrupted run still ends the processes that it started.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

await main(async () => {
  if (values.quick && values.write)
    throw new Failure('--write needs the full form: the figures of --quick mean little.');
  const measurements = choose(values.only);
  await setupTests(['chromium']);
  await ensureNodeModules('bench');
  await build();
  if (measurements.some(({ name }) => name === 'renewal')) {
    process.env.SVC_SANDBOX ??= await buildSandbox();
  }
  // These modules import packages that may have been installed only now.
  const { runAll } = await import('./lib/run-all.mjs');
  const { report } = await import('./report/index.mjs');
  const found = await runAll({ measurements, quick: values.quick });
  const { markdown, json } = await report(found);
  console.log(`\n${markdown}`);
  save(join(root, 'target/bench'), 'results.json', json);
  if (values.write) await write(report, found);
});

/** Writes the documentation. Measurements that did not run keep their earlier results. */
async function write(report, found) {
  const file = join(docs, 'results.json');
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const all = { ...before, ...found };
  const { markdown, plots, json } = await report(all);
  save(docs, 'results.json', json);
  for (const [name, svg] of Object.entries(plots)) save(docs, `${name}.svg`, svg);
  save(dirname(docs), 'benchmarks.md', markdown);
}

function save(folder, name, text) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  say(`Written: ${relative(root, join(folder, name))}`);
}
