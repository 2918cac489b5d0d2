// What runs by day, which is for every change, and at night. The only list of it.

import { ENGINES } from './browser.mjs';

const NOWHERE = [];
const CHROMIUM = ['chromium'];

/** Each suite of `npm test`, by day, at night, and with `--quick`: its settings, or `null` if it does not run. */
export const SUITES = {
  // With `--quick`, without the tests of random inputs.
  native: [{ histories: 0 }, { histories: 20_000 }, { without: ['properties', 'fuzz', 'hostile'] }],
  // With `--quick`, only the formatting.
  check: [{ isDaily: true }, { isDaily: false }, {}],
  proof: [
    { scenarios: ['connect'], hasSmall: false },
    { scenarios: ['connect', 'slow mints', 'spread'], hasSmall: true },
  ],
  docs: [{}, {}],
  e2e: [{}, {}, { files: ['scenes', 'vectors'] }],
  browser: [{}, {}],
  apps: [
    {
      // One for each way to find a module.
      only: [
        'blockers of ads and trackers let every file of the package through',
        ...['no bundler', 'webpack', 'Vite with Vue: the development server', 'Node'],
        'unit tests in Vitest with jsdom',
      ],
      engines: CHROMIUM,
      hasAllTools: false,
    },
    { engines: ENGINES, hasAllTools: true },
  ],
  management: [{ isDaily: true }, { isDaily: false }],
  site: [null, {}],
  bench: [null, {}],
  conformance: [null, {}],
  publishing: [null, {}],
  // With `--quick`, only the published types.
  types: [{ isDaily: true }, { isDaily: false }, {}],
  // With `--quick`, only the tests of npm/tests.
  interpreters: [{ inputs: 5_000 }, { inputs: 100_000 }, {}],
  packaging: [{ isDaily: true }, { isDaily: false }],
  size: [{}, {}],
  supply: [null, {}],
};

/** Files of the suite `management` that only the night plays: a program to install, or a minute of a compiler. */
export const NIGHTLY_FILES = ['nginx.test.mjs', 'types-rust-crate.test.mjs'];

/**
 * The end-to-end files: the engines that play each by day, and at night. By day, every engine plays what the
 * tests have shown to differ between engines.
 */
export const FILES = {
  access: [NOWHERE, CHROMIUM],
  actions: [CHROMIUM, ENGINES],
  attacks: [CHROMIUM, ENGINES],
  'attacks-flood': [NOWHERE, ENGINES],
  demo: [CHROMIUM, ENGINES],
  'demo-management': [NOWHERE, CHROMIUM],
  // The day plays what they need of svc-embed in other files.
  'demo-scenes': [NOWHERE, ENGINES],
  diagnostics: [CHROMIUM, ENGINES],
  // Whether a moved iframe gets a new window, when `load` comes, what the history does. By day Chromium plays it
  // with a strict service only, as the others do: a suite of its own.
  documents: [['firefox', 'webkit'], ENGINES],
  'documents-unseen': [NOWHERE, ENGINES],
  element: [CHROMIUM, ENGINES],
  'element-changes': [CHROMIUM, ENGINES],
  // Elements that are moved or copied, and modules that could not be loaded.
  'element-life': [ENGINES, ENGINES],
  events: [CHROMIUM, ENGINES],
  failures: [CHROMIUM, ENGINES],
  // A file as a stream, `File`.
  export: [ENGINES, ENGINES],
  // Hidden tabs, the back/forward cache, the network.
  foreground: [ENGINES, ENGINES],
  // WebAssembly under a policy, Trusted Types, violations.
  forms: [ENGINES, ENGINES],
  // What a parser has read of an element, history.
  frame: [ENGINES, ENGINES],
  handlers: [CHROMIUM, ENGINES],
  inspector: [CHROMIUM, ENGINES],
  // Whether the browser has `moveBefore`.
  keep: [ENGINES, ENGINES],
  later: [CHROMIUM, ENGINES],
  leptos: [NOWHERE, ENGINES],
  link: [CHROMIUM, ENGINES],
  management: [CHROMIUM, ENGINES],
  markup: [CHROMIUM, ENGINES],
  memory: [CHROMIUM, ENGINES],
  mount: [CHROMIUM, ENGINES],
  panic: [CHROMIUM, ENGINES],
  pollution: [CHROMIUM, ENGINES],
  random: [NOWHERE, ENGINES],
  react: [CHROMIUM, ENGINES],
  'react-18': [CHROMIUM, CHROMIUM],
  'react-life': [CHROMIUM, ENGINES],
  // Clocks, timers, promises and AbortSignal: all that the session machine needs of an engine.
  scenes: [ENGINES, ENGINES],
  // The core decides the same as if it had been there from the start.
  'scenes-late': [CHROMIUM, ENGINES],
  secrets: [CHROMIUM, ENGINES],
  // What a report of a blocked frame holds, and to whom it goes.
  'secrets-reports': [ENGINES, ENGINES],
  // Windows, origins and sources of messages.
  security: [ENGINES, ENGINES],
  session: [CHROMIUM, ENGINES],
  shell: [CHROMIUM, ENGINES],
  smoke: [ENGINES, ENGINES],
  // When a page imports a module, what a policy lets it import, moved iframes.
  start: [ENGINES, ENGINES],
  // `sandbox`, popups, history.
  tab: [ENGINES, ENGINES],
  telemetry: [CHROMIUM, ENGINES],
  trouble: [CHROMIUM, ENGINES],
  // Regular expressions, the URL parser, time zones.
  vectors: [ENGINES, ENGINES],
  why: [CHROMIUM, ENGINES],
  widgets: [NOWHERE, ENGINES],
};

/** The rows of a file that Firefox and WebKit play by day, because an engine decides them. Chromium plays all. */
const DIFFERS = {
  // What a move does to a document, to focus and to a page's history.
  keep: /^(by hand|the keyboard|React Router:|Turbo:|idiomorph|a page that|away and back|elements:)/,
  // By its number. Each has clocks, timers, promises and AbortSignal: an engine that lacks some fails in many.
  scenes: /[05]$/,
  start: /works|lazy one$|own$|goes$|moved|comes later|another document/,
};

/** The rows of a file that only the night plays: others of the day fail on the same mistakes. */
const AT_NIGHT = {
  // The day has each component once, kept or not: what has failed is decided in the controller of all three.
  failures: /^(React|Angular) \{"keep|^Element \{\}/,
};

/** Whether an engine plays a row of a file now. */
export function isPlayed(file, row) {
  const { E2E_ENGINE: engine = 'chromium', E2E_AT_NIGHT: isNight } = process.env;
  if (isNight) return true;
  return (
    !AT_NIGHT[file]?.test(row) && (engine === 'chromium' || (DIFFERS[file]?.test(row) ?? true))
  );
}

/** Whether `scenes-late` plays a scene with a core that is late by each number of steps, or by one. */
export const LATE_BY_EACH = [false, true];
