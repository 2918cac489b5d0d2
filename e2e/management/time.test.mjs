// Every loop of the client takes time in proportion to its input. One that looks at the same characters again
// and again would take 256 times as long for 16 times the input. Patterns: npm/tests/patterns.test.mjs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
import { all } from './support/service.mjs';
import { apiError } from '../../target/npm/ts/management/errors.js';
import { failureOf } from '../../target/npm/ts/management/failure.js';
import { HeaderList } from '../../target/npm/ts/management/headers.js';
import { bodyOf, parametersOf } from '../../target/npm/ts/management/request.js';
import { encoded, without } from '../../target/npm/ts/management/values.js';
import { processorTime } from '../../scripts/lib/processor.mjs';

const row = { id: 'users.me', method: 'GET', path: '/api/v1/users/me' };
const failed = (type, secret) => (text) =>
  failureOf(
    row,
    { status: 400, headers: new Headers({ 'content-type': type }) },
    { text, isCut: type === 'text/html' },
    secret,
  );
const header = (value) => new HeaderList().merge({ a: value });
const fields = (n) =>
  Object.fromEntries(Array.from({ length: n / 16 }, (_, i) => [`k${i}`, 'sk-1']));
const query = (n) => 'a=1&'.repeat(n / 8) + Object.keys(fields(2 * n)).join('=1&');

/** Reads a list of so many pages. */
function pagesOf(count) {
  let page = 0;
  const fetch = async () => {
    page += 1;
    const pageInfo = { hasNextPage: page < count, endCursor: `cursor-${page}` };
    return new Response(JSON.stringify({ items: [page], pageInfo }));
  };
  const options = { baseUrl: 'https://acme.example.com', apiKey: 'k', logger: false };
  return all(new ManagementClient({ ...options, fetch }).branches.list(7));
}

/** Each input: a text of about `n` characters that is hard for a careless pattern. */
const INPUTS = {
  'a header of spaces': [(n) => `a${' '.repeat(n)}b`, header],
  'a parameter': [(n) => "a!'()*".repeat(n / 6), encoded],
  'a query of many parameters': [(n) => new URLSearchParams(query(n)), parametersOf],
  'a body of lists': [(n) => ({ a: null, list: Array.from({ length: n }, () => [null]) }), bodyOf],
  'an error of credentials': [(n) => 'sk-'.repeat(n / 3), failed('text/html', 'sk-sk-x')],
  'an error of many fields': [(n) => JSON.stringify(fields(n)), failed('application/json', 'sk-1')],
  'an error of spaces': [
    (n) => JSON.stringify({ error: ' '.repeat(n) + 'x' + ' '.repeat(n) }),
    failed('application/json', 'sk-1'),
  ],
  'a text with the credential': [(n) => 'sk-1'.repeat(n / 4), (text) => without(text, 'sk-1')],
  'a list of many pages': [(n) => n / 128, pagesOf],
  'an error': [(n) => 'x'.repeat(n), (message) => apiError(message, { status: 400 })],
};

/** The processor's time of a run in milliseconds. Short runs are repeated until they can be measured. */
async function timeOf(run, input) {
  for (let runs = 1; ; runs *= 2) {
    const started = processorTime();
    for (let turn = 0; turn < runs; turn += 1)
      try {
        await run(input);
      } catch {
        // The time is what counts.
      }
    const time = processorTime() - started;
    if (time >= 2) return time / runs;
  }
}

/** As far from what is proportional, which is 16 times, as from a square. */
const LIMIT = 16 ** 1.5;

/**
 * How many times as long `run` takes for 16 times the length. Each time is the least of several, which are
 * measured in turn: what else the machine does then makes neither of them longer for good. It ends at the first
 * ratio that is no doubt: within the limit, where no round of a careless pattern gets, or twice as high.
 */
async function growthOf([inputOf, run]) {
  const [short, long] = [4_096, 65_536].map((size) => inputOf(size));
  let [leastOfShort, leastOfLong, ratio] = [Infinity, Infinity, Infinity];
  for (let round = 1; round <= 20; round += 1) {
    leastOfShort = Math.min(leastOfShort, await timeOf(run, short));
    leastOfLong = Math.min(leastOfLong, await timeOf(run, long));
    // Below a hundredth of a millisecond it is the clock that is measured.
    ratio = leastOfLong / Math.max(leastOfShort, 0.01);
    // The first rounds are those of code that is not yet compiled.
    if (round >= 3 && (ratio <= LIMIT || ratio > 2 * LIMIT)) break;
  }
  return ratio;
}

for (const [name, input] of Object.entries(INPUTS))
  test(`${name} takes time in proportion to its length`, async () => {
    const ratio = await growthOf(input);
    assert.ok(ratio <= LIMIT, `16 times the length took ${ratio.toFixed(1)} times as long`);
  });

test('a careless loop is found', async () =>
  assert.ok(
    (await growthOf([(n) => ' '.repeat(n / 16) + 'x', (text) => /\s+$/.test(text)])) > LIMIT,
  ));
