// Every end-to-end test in one process, so that they share one browser and one sandbox.

import { readdirSync } from 'node:fs';

// First of all what they share: starting it takes a while, and a run whose tests so far have
// ended while others are still being imported would count as over.
await import('./support/world.mjs');
const files = readdirSync(new URL('.', import.meta.url));
const tests = files.filter((name) => name.endsWith('.test.mjs')).sort();
await Promise.all(tests.map((name) => import(`./${name}`)));
