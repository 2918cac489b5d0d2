// `npm run mutants:npm`: Stryker makes hundreds of small changes to the shell of the npm package, the
// element and the endpoint, one at a time, and plays the tests of `mutants/suites.mjs` with each, in
// Chromium or in Node. Fails if a file's run fails; a mutant that survives is listed.
//
// `-- host element` tries only these files. `-- --sample 10 --offset 3 host` tries the changes in one of
// ten blocks of six lines, beginning with the fourth block. `-- --minutes 25` starts no further file after
// that time.

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SUITES } from '../mutants/suites.mjs';
import { build } from './build.mjs';
import { Failure, main, node, root, say } from './lib/run.mjs';
import { buildSandbox } from './lib/sandbox.mjs';
import { ensureNodeModules } from './setup.mjs';

/** The lines of a block of a sample. */
const BLOCK = 6;

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '1' },
      offset: { type: 'string', default: '0' },
      minutes: { type: 'string' },
    },
  });
  const unknown = positionals.find((name) => !SUITES[name]);
  if (unknown)
    throw new Failure(`No file "${unknown}". Choose from: ${Object.keys(SUITES).join(', ')}.`);
  await ensureNodeModules('mutants');
  await build();
  const program = await buildSandbox();
  const end = performance.now() + Number(values.minutes ?? Infinity) * 60_000;
  const rows = [];
  for (const name of positionals.length > 0 ? positionals : Object.keys(SUITES)) {
    if (performance.now() > end) {
      say(`${name} was not tried: the time is over.`);
      continue;
    }
    const report = `target/mutants/${name.replace('/', '-')}.json`;
    mkdirSync(join(root, 'target/mutants'), { recursive: true });
    const started = performance.now();
    await node(
      'mutants/node_modules/@stryker-mutator/core/bin/stryker.js',
      [...['run', 'mutants/stryker.config.mjs']],
      {
        env: {
          MUTANTS_OF: parts(`npm/src/${name}.ts`, Number(values.sample), Number(values.offset)),
          MUTANTS_TESTS: SUITES[name].filter((file) => existsSync(join(root, file))).join(','),
          MUTANTS_REPORT: report,
          SVC_SANDBOX: program,
          E2E_ENGINE: 'chromium',
        },
      },
    );
    rows.push({ name, ...counts(report), seconds: (performance.now() - started) / 1000 });
  }
  console.table(rows);
});

/** The whole file, or one of `every` blocks of its lines, as Stryker's `mutate` names them. */
function parts(path, every, offset) {
  if (every === 1) return path;
  const lines = readFileSync(join(root, path), 'utf8').split('\n').length;
  const blocks = [];
  for (let first = 1 + (offset % every) * BLOCK; first < lines; first += every * BLOCK)
    blocks.push(`${path}:${first}-${Math.min(first + BLOCK, lines)}`);
  return blocks.join(',');
}

/** How many mutants had each end. */
function counts(report) {
  const { files } = JSON.parse(readFileSync(join(root, report), 'utf8'));
  const all = Object.values(files).flatMap(({ mutants }) => mutants);
  const of = (status) => all.filter((mutant) => mutant.status === status).length;
  return {
    mutants: all.length,
    killed: of('Killed'),
    timeout: of('Timeout'),
    survived: of('Survived'),
    invalid: of('CompileError') + of('RuntimeError'),
  };
}
