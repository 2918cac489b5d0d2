// `node:test`, with a limit for every test, and with tests that only the nightly run plays.

import { test as unlimited } from 'node:test';

export { after, afterEach, before, beforeEach, describe } from 'node:test';

/** The longest test takes 40 s on a machine without other work. The failure names the limit. */
const LIMIT_MS = 300_000;

/** True in `npm test -- --nightly`, which plays every test in every engine. */
export const isNightly = Boolean(process.env.NIGHTLY);

/** `test` of `node:test`, with a limit. A test within a test has the limit of the outer one. */
export function test(name, options, body) {
  if (typeof options === 'function') [options, body] = [{}, options];
  return unlimited(name, { timeout: LIMIT_MS, ...options }, body);
}

/** A test of the nightly run: CONTRIBUTING.md says which tests are, and why that suffices. */
export const nightlyTest = isNightly ? test : () => {};
