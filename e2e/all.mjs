// The end-to-end tests in one process, so that they share one browser and one sandbox. E2E_PART=1/4 plays
// each fourth file.

import { readdirSync } from 'node:fs';
import { FILES } from '../scripts/lib/suites.mjs';

// The browser and the sandbox start first. Starting takes a while, and if all tests so far have
// ended while other files are still being imported, the test runner considers the run as over.
const { engine } = await import('./support/world.mjs');
const all = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.test.mjs'))
  .map((file) => file.replace('.test.mjs', ''))
  .sort();
const when = process.env.E2E_AT_NIGHT ? 1 : 0;
const names = all.filter((name) => {
  if (!(name in FILES)) throw new Error(`scripts/lib/suites.mjs does not say who plays ${name}.`);
  return FILES[name][when].includes(engine);
});
const [part, parts] = (process.env.E2E_PART ?? '1/1').split('/').map(Number);
const own = names.filter((_, at) => at % parts === part - 1);
await Promise.all(own.map((name) => import(`./${name}.test.mjs`)));
