// What only the nightly run plays as a whole.

/** Suites of `npm test`. */
export const NIGHTLY_SUITES = ['site', 'bench', 'conformance', 'publishing', 'supply'];

/** End-to-end: long runs, an example that takes minutes to compile, and tests of other things than the package. */
export const NIGHTLY_FILES = [
  ...['leptos', 'long-day', 'random'],
  ...['access', 'demo-management', 'driver', 'people', 'widgets'],
];
