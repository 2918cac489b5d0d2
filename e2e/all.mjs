// The end-to-end tests in one process, so that they share one browser and one sandbox.

import { readdirSync } from 'node:fs';

/**
 * What shows the same in each engine: the pages of the demo and the inspector, what the bridge does
 * without a window of its own, and long runs. Firefox and WebKit run these only with E2E_EVERYTHING.
 */
const ONE_ENGINE_SUFFICES = [
  'access',
  'actions',
  'demo-management',
  'demo',
  'diagnostics',
  'events',
  'inspector',
  'leaks',
  'long-day',
  'management',
  'memory',
  'panic',
  'random',
];

// The browser and the sandbox start first. Starting takes a while, and if all tests so far have
// ended while other files are still being imported, the test runner considers the run as over.
const { engine } = await import('./support/world.mjs');
const runsHere = (name) =>
  engine === 'chromium' || process.env.E2E_EVERYTHING || !ONE_ENGINE_SUFFICES.includes(name);
const names = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.test.mjs'))
  .map((file) => file.replace('.test.mjs', ''))
  .sort();
await Promise.all(names.filter(runsHere).map((name) => import(`./${name}.test.mjs`)));
