// `npm run bench`: what a page pays for this library, beside what it would pay for another. What is
// measured, and how, stands in docs/benchmarks.md, which `-- --write` writes anew.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../scripts/build.mjs';
import { main, root, say } from '../scripts/lib/run.mjs';
import { ensureNodeModules, setupTests } from '../scripts/setup.mjs';
import { choose } from './measurements/index.mjs';

const USAGE = `npm run bench -- [options]
  --only LIST   some of the measurements: 1 and 2 events, 3 bursts, 4 embeds, 5 start, 6 renewal,
                7 management
  --quick       the short form: looks that everything still works; its figures mean little
  --write       writes docs/benchmarks.md, its plots and docs/benchmarks.json
  --help        this`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

await main(async () => {
  if (values.help) return console.log(USAGE);
  const measurements = choose(values.only);
  await setupTests(['chromium']);
  await ensureNodeModules('bench');
  await build();
  // These need the peers to be there.
  const { runAll } = await import('./lib/run-all.mjs');
  const found = await runAll({ measurements, quick: values.quick });
  const file = join(root, 'target/bench/results.json');
  writeFileSync(file, JSON.stringify(found, null, 2));
  say('Written: target/bench/results.json');
});
