// Runs the tests of the documentation in one process, so that they share a browser and a sandbox.

import { readdirSync } from 'node:fs';

await import('../support/world.mjs');
const files = readdirSync(new URL('.', import.meta.url));
const tests = files.filter((name) => name.endsWith('.test.mjs')).sort();
await Promise.all(tests.map((name) => import(`./${name}`)));
