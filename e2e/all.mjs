// The end-to-end tests in one process, so that they share one browser and one sandbox. E2E_PART=1/4 plays
// the first of four parts, which take about the same time.

import { readdirSync } from 'node:fs';
import { NIGHTLY_FILES } from '../scripts/lib/nightly.mjs';
import { isNightly } from './support/test.mjs';

/**
 * What every change is tested with in Firefox and WebKit, too: what the tests have shown to differ
 * between engines, or what the engine itself decides. Everything else has shown the same in each, and is
 * played there at night.
 */
const IN_EVERY_ENGINE = [
  // Whether a moved iframe gets a new window, when `load` comes, what the history does.
  'documents',
  // Elements that are moved or copied, and modules that could not be loaded.
  'element-life',
  // Hidden tabs, the back/forward cache, the network.
  'foreground',
  // WebAssembly under a policy, Trusted Types, violations.
  'forms',
  // Clocks, timers, promises and AbortSignal: all that the session machine needs of an engine.
  'scenes',
  // What a report of a blocked frame holds, and to whom it goes.
  'secrets',
  // Windows, origins and sources of messages.
  'security',
  // `sandbox`, popups, history.
  'tab',
  // What a parser has read of an element, history.
  'frame',
  // What is in view: `<details>`, carousels, margins.
  'later',
  // Where an element is, the tab order, dialogs, full screen.
  'keep',
  // A file as a stream, `File`.
  'export',
  // The history.
  'link',
  // Regular expressions, the URL parser, time zones.
  'vectors',
];

/** By day Chromium plays these with a strict service only, as Firefox and WebKit do: a suite of its own. */
const STRICT_BY_DAY = ['documents'];

/**
 * How many seconds a file takes in Chromium beside the other suites, if it is far more than the others:
 * `target/e2e/seconds-*.txt` has what the last run measured. Only the balance of the parts depends on it.
 */
const SECONDS = {
  ...{
    'react-life': 50,
    react: 50,
  },
  ...{ 'element-changes': 25, documents: 45, later: 25, memory: 40, frame: 25 },
  ...{ inspector: 20, attacks: 20, 'why-silence': 20, 'element-life': 25, keep: 30 },
  ...{ link: 25, 'react-failures': 22 },
};
const OTHERS_SECONDS = 15;

/** Divides the files: each, the longest first, goes to the part that has the least so far. */
function divide(names, parts) {
  const secondsOf = (name) => SECONDS[name] ?? OTHERS_SECONDS;
  const all = Array.from({ length: parts }, () => ({ seconds: 0, names: [] }));
  for (const name of names.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const part = all.reduce((least, one) => (one.seconds < least.seconds ? one : least));
    part.seconds += secondsOf(name);
    part.names.push(name);
  }
  return all.map(({ names }) => names);
}

// The browser and the sandbox start first. Starting takes a while, and if all tests so far have
// ended while other files are still being imported, the test runner considers the run as over.
const { engine } = await import('./support/world.mjs');
const notInChromium = process.env.E2E_STRICT ? NIGHTLY_FILES : [...NIGHTLY_FILES, ...STRICT_BY_DAY];
const runsHere = (name) =>
  isNightly ||
  (engine === 'chromium' ? !notInChromium.includes(name) : IN_EVERY_ENGINE.includes(name));
const names = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.test.mjs'))
  .map((file) => file.replace('.test.mjs', ''))
  .sort()
  .filter(runsHere);
const [part, parts] = (process.env.E2E_PART ?? '1/1').split('/').map(Number);
await Promise.all(divide(names, parts)[part - 1].map((name) => import(`./${name}.test.mjs`)));
