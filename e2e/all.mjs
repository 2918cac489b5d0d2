// The end-to-end tests in one process, so that they share one browser and one sandbox. E2E_PART=1/4 plays
// each fourth file. `node e2e/all.mjs handlers` plays only these files, whatever the engine.

import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { FILES } from '../scripts/lib/suites.mjs';

// The browser and the sandbox start first. Starting takes a while, and if all tests so far have
// ended while other files are still being imported, the test runner considers the run as over.
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
/** A file that cannot be loaded is a test that fails: the runner itself only mentions it. */
const loaded = (what, loading) =>
  loading.catch((error) =>
    test(what, () => {
      throw error;
    }),
  );
await loaded('e2e/page', playInPage(own.filter(isInPage)));
const others = own.filter((name) => !isInPage(name));
await Promise.all(others.map((name) => loaded(name, import(`./${name}.test.mjs`))));
