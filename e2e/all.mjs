// The end-to-end tests in one process, so that they share one browser and one sandbox. E2E_PART=1/4 plays
// each fourth file. `node e2e/all.mjs handlers` plays only these files, whatever the engine.

import { readdirSync } from 'node:fs';
import { FILES } from '../scripts/lib/suites.mjs';
import { whenLoaded } from './support/loaded.mjs';

// The browser and the sandbox start first.
const { engine } = await import('./support/world.mjs');
const { inPage, playInPage } = await import('./support/in-page.mjs');

const withDriver = readdirSync(new URL('.', import.meta.url)).flatMap(
  (file) => /^(.+)\.test\.mjs$/.exec(file)?.[1] ?? [],
);
const all = [...new Set([...withDriver, ...inPage])].sort();
const when = process.env.E2E_AT_NIGHT ? 1 : 0;
const due = all.filter((name) => {
  if (!(name in FILES)) throw new Error(`scripts/lib/suites.mjs does not say who plays ${name}.`);
  return FILES[name][when].includes(engine);
});
const [part, parts] = (process.env.E2E_PART ?? '1/1').split('/').map(Number);
const chosen = process.argv.slice(2);
const own = chosen.length > 0 ? chosen : due.filter((_, at) => at % parts === part - 1);
const isInPage = (name) => inPage.includes(name);
await whenLoaded([
  playInPage(own.filter(isInPage)),
  ...own.filter((name) => !isInPage(name)).map((name) => import(`./${name}.test.mjs`)),
]);
