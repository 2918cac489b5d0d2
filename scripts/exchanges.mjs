// `node scripts/exchanges.mjs`: plays the scenarios of `exchanges/` with the built npm client and writes what it
// did to tests/fixtures/exchanges.json. Read the difference before you commit it: both clients are
// held to that file.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { play } from '../e2e/management/support/exchange.mjs';
import './exchanges/operations.mjs';
import './exchanges/requests.mjs';
import './exchanges/retries.mjs';
import './exchanges/answers.mjs';
import './exchanges/lists.mjs';
import './exchanges/jobs.mjs';
import { client, scenarios } from './exchanges/scenario.mjs';
import { main, root } from './lib/run.mjs';

await main(async () => {
  const exchanges = [];
  for (const scenario of scenarios) {
    const { how } = scenario.call;
    const call = how === 'runFile' ? { ...scenario.call, how: 'file' } : scenario.call;
    const played = await play(client, { ...scenario, call });
    const unused = scenario.responses.length - played.requests.length;
    if (unused !== 0 || /one request more/.test(JSON.stringify(played)))
      throw new Error(`${scenario.name}: ${unused} responses are left. ${JSON.stringify(played)}`);
    exchanges.push({ ...scenario, call, ...played });
  }
  writeFileSync(
    join(root, 'tests/fixtures/exchanges.json'),
    `[\n${exchanges.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`,
  );
  console.log(`${exchanges.length} exchanges`);
});
