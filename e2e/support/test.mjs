// `node:test`, with a limit for every test, and with tests that only the nightly run plays.

import { writeFileSync } from 'node:fs';
import { test as unlimited } from 'node:test';

export { after, afterEach, before, beforeEach, describe } from 'node:test';

/** The longest test takes 40 s on a machine without other work. The failure names the limit. */
const LIMIT_MS = 300_000;

/** True in `npm test -- --nightly`, which plays every test in every engine. */
export const isNightly = Boolean(process.env.NIGHTLY);

/** `test` of `node:test`, with a limit. A test within a test has the limit of the outer one. */
export function test(name, options, body) {
  if (typeof options === 'function') [options, body] = [{}, options];
  return unlimited(name, { timeout: LIMIT_MS, ...options }, timed(body));
}

/** A test of the nightly run. */
export const nightlyTest = isNightly ? test : () => {};

/**
 * A test of what no engine decides, in a file that is played in every engine: for every change in Chromium,
 * at night in each.
 */
export const chromiumTest =
  isNightly || (process.env.E2E_ENGINE ?? 'chromium') === 'chromium' ? test : () => {};

/** The option `skip` of a part of a test in each engine that no engine decides: as `chromiumTest`. */
export const skipHere = chromiumTest === test ? false : 'no engine decides it';

/** The seconds of each file of tests, which are written at the end to the file that E2E_SECONDS names. */
const seconds = new Map();

/** Notes how long `body` takes, for the file that is calling `test`. */
function timed(body) {
  const [, file] = /([\w-]+)\.test\.mjs/.exec(new Error().stack) ?? [];
  return async (t) => {
    const start = performance.now();
    try {
      return await body(t);
    } finally {
      seconds.set(file, (seconds.get(file) ?? 0) + (performance.now() - start) / 1_000);
    }
  };
}

if (process.env.E2E_SECONDS)
  process.once('exit', () => {
    const lines = [...seconds]
      .sort(([, a], [, b]) => b - a)
      .map(([file, time]) => `${time.toFixed(1).padStart(6)} ${file}\n`);
    writeFileSync(process.env.E2E_SECONDS, lines.join(''));
  });
