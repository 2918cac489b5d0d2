// `node:test`, with a limit for every test, and with tests that only some engines can play.

import { test as unlimited } from 'node:test';

export { after, afterEach, before, beforeEach, describe } from 'node:test';

/** The longest test takes 40 s on a machine without other work. The failure names the limit. */
const LIMIT_MS = 300_000;

/** `test` of `node:test`, with a limit. A test within a test has the limit of the outer one. */
export function test(name, options, body) {
  if (typeof options === 'function') [options, body] = [{}, options];
  return unlimited(name, { timeout: LIMIT_MS, ...options }, body);
}

/** A test that only some engines can play: `why` says what the others lack. */
export function testIn(engines, why, name, body) {
  const skip = engines.includes(process.env.E2E_ENGINE ?? 'chromium') ? false : why;
  return test(name, { skip }, body);
}
