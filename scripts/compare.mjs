// `npm run compare`: gives random inputs to the Rust and the TypeScript interpreter of the protocol,
// and fails if their results differ. `npm run compare -- 1000000 7` compares a million inputs of the
// seed 7; the default is 20,000 of the seed 1.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { LINTED, cargoPaths } from './lib/cargo.mjs';
import { Failure, main, root, run as runProgram, say } from './lib/run.mjs';
import { WORKSPACE } from './lib/sandbox.mjs';
import { load } from './lib/vectors.mjs';

/** How many differences are printed. */
const SHOWN = 10;

const [count = '20000', seed = '1'] = process.argv.slice(2);

await main(async () => {
  if (![count, seed].every((text) => /^\d+$/.test(text))) {
    throw new Failure('Usage: npm run compare -- <count> <seed>');
  }
  const { run, isEqual } = await load();
  say(`Comparing ${Number(count).toLocaleString('en')} random inputs of the seed ${seed}…`);
  // As `npm test` builds it, so that it is not compiled once more.
  const example = ['build', '--quiet', ...WORKSPACE, '--example', 'random_inputs'];
  await runProgram('cargo', example, { env: LINTED });
  const { targetDir } = await cargoPaths();
  const program = join(targetDir, 'debug/examples/random_inputs');
  const child = spawn(program, [seed, count], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const outcomes = new Map();
  let compared = 0;
  let different = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const { kind, input, output } = JSON.parse(line);
    const found = outcome(() => run(kind, input));
    compared += 1;
    const label = `${kind}: ${output?.name ?? output?.dropped ?? output?.event ?? 'accepted'}`;
    outcomes.set(label, (outcomes.get(label) ?? 0) + 1);
    if (isEqual(found, output)) continue;
    different += 1;
    if (different > SHOWN) continue;
    console.error(`\n${kind} ${JSON.stringify(input)}`);
    console.error(`    Rust       ${JSON.stringify(output)}`);
    console.error(`    TypeScript ${JSON.stringify(found)}`);
  }
  const [code] = await ended;
  if (code !== 0) throw new Failure(`The example random_inputs failed (${code}).`);
  if (compared !== Number(count)) throw new Failure(`Only ${compared} inputs arrived.`);
  for (const [label, times] of [...outcomes].sort()) {
    console.log(`${String(times).padStart(9)}  ${label}`);
  }
  if (different > 0) throw new Failure(`${different} of ${compared} inputs have two results.`);
  say(`${compared} inputs, each with the same result.`);
});

/** The result of `call`; what it throws is a result, too. */
function outcome(call) {
  try {
    return call();
  } catch (error) {
    return String(error);
  }
}
