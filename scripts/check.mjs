// `npm run check`: the quick checks: formatting, lints, types and the contents of the packages.

import { build } from './build.mjs';
import { lint, packaging, publishing, supply, types } from './lib/checks.mjs';
import { Failure, main } from './lib/run.mjs';
import { Tally } from './lib/tally.mjs';
import { setupChecks } from './setup.mjs';

await main(async () => {
  await setupChecks();
  const tally = new Tally();
  await lint(tally);
  await build();
  await types(tally);
  await packaging(tally);
  await publishing(tally);
  await supply(tally);
  if (tally.notDone.length > 0) console.log(`\nNot checked: ${tally.notDone.join('; ')}.`);
  console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
  if (tally.failed > 0) throw new Failure('Some checks failed. Their errors are printed above.');
});
