// Every end-to-end test in one process, so that they share one browser and one sandbox.

import { readdirSync } from 'node:fs';

// The browser and the sandbox start first. Starting takes a while, and if all tests so far have
// ended while other files are still being imported, the test runner considers the run as over.
await import('./support/world.mjs');
const files = readdirSync(new URL('.', import.meta.url));
const tests = files.filter((name) => name.endsWith('.test.mjs')).sort();
await Promise.all(tests.map((name) => import(`./${name}`)));
