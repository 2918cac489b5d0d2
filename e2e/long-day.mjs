// `npm run long-day`: thirty days with fifty embeds on one page, and many kinds of failure.
// docs/long-day.md lists what it checks.

import { parseArgs } from 'node:util';
import { openBrowser } from './support/browser.mjs';
import { CLOCK_NAMES, runLongDay, USUAL_CLOCKS } from './support/long-day/run.mjs';
import { startSandbox } from './support/sandbox.mjs';

const USAGE = `npm run long-day -- [options]
  --days N        simulated days (30)
  --embeds N      embeds on the page (50)
  --seed N        draws the same faults again; also by LONG_DAY_SEED
  --clocks LIST   how the page's clocks go: some of ${CLOCK_NAMES.join(',')} (${USUAL_CLOCKS.join(',')})
  --dist DIR      the built package (dist)
  --strict        the service redeems an id when its page is asked for
  --every N       prints each Nth day (1)
  --verbose       prints each step`;

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '30' },
    embeds: { type: 'string', default: '50' },
    seed: { type: 'string', default: process.env.LONG_DAY_SEED },
    clocks: { type: 'string', default: USUAL_CLOCKS.join(',') },
    dist: { type: 'string', default: 'dist' },
    strict: { type: 'boolean', default: false },
    every: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const count = (name) => {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`--${name} needs a whole number above 0\n\n${USAGE}`);
};
const days = count('days');
const embeds = count('embeds');
const every = count('every');
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : count('seed');
const clocks = values.clocks.split(',');
const strange = clocks.find((name) => !CLOCK_NAMES.includes(name));
if (strange !== undefined) throw new Error(`no clocks "${strange}"\n\n${USAGE}`);

const columns = [
  ['day', ({ day }) => day],
  ['leaps', ({ leaps }) => leaps],
  ['late', ({ late }) => late],
  ['renew', ({ renewed }) => renewed],
  ['change', ({ changed }) => changed],
  ['mints', ({ mints }) => mints],
  ['taken', ({ exchanges }) => exchanges],
  ['refused', ({ rejected }) => rejected],
  ['at once', ({ atOnce }) => atOnce],
  ['revived', ({ revived }) => revived],
  ['whole', ({ whole }) => whole],
  ['s', ({ seconds }) => seconds.toFixed(1)],
  ['faults', ({ faults }) => faults.join(', ')],
];
const line = (cells) =>
  cells
    .map((cell, nth) => {
      const [name] = columns[nth];
      return name === 'faults' ? cell : String(cell).padStart(Math.max(name.length, 4));
    })
    .join('  ');

console.log(
  `${days} days, ${embeds} embeds, seed ${seed}, clocks ${clocks.join(', ')}${values.strict ? ', strict' : ''}\n`,
);
const started = performance.now();
const sandbox = await startSandbox({ dist: values.dist, isStrict: values.strict });
let browser;
try {
  browser = await openBrowser();
  console.log(line(columns.map(([name]) => name)));
  const { rows, failures } = await runLongDay({
    driver: browser.driver,
    sandbox,
    days,
    embeds,
    seed,
    clocks,
    onDay(row) {
      if (row.day % every === 0 || row.day === 1 || row.day === days) {
        console.log(line(columns.map(([, read]) => read(row))));
      }
    },
    ...(values.verbose ? { log: console.log } : {}),
  });

  const { requests, errors } = rows.at(-1).notes;
  const listed = (counters) =>
    Object.entries(counters)
      .map(([name, times]) => `${name} ${times}`)
      .join(', ');
  console.log(`\nAsked for an id: ${listed(requests)}.`);
  console.log(`Failed attempts: ${listed(errors)}.`);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  for (const failure of failures) console.log(`✗ ${failure}`);
  console.log(
    failures.length === 0
      ? `✓ No session was lost (${seconds} s).`
      : `✗ ${failures.length} failures (${seconds} s). Again: --seed ${seed} --days ${days} --embeds ${embeds}`,
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await browser?.close();
  await sandbox.stop();
}
