// Runs the tests of the documentation in one process, so that they share a browser and a sandbox: those of the
// built site if DOCS_SITE names it, otherwise the others.

import { readdirSync } from 'node:fs';
import { whenLoaded } from '../support/loaded.mjs';
import { site } from './support/pages.mjs';

await import('../support/world.mjs');
const isOfSite = (name) => name.startsWith('site');
const files = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.test.mjs') && isOfSite(name) === Boolean(site))
  .sort();
await whenLoaded(files.map((name) => import(`./${name}`)));
