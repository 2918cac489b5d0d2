// Every pattern and loop of the client takes time in proportion to its input: twice the input, about
// twice the time. A pattern that looks at the same characters again and again would take four times.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
import { apiError } from '../../target/npm/ts/management/errors.js';
import { failureOf } from '../../target/npm/ts/management/failure.js';
import { HeaderList } from '../../target/npm/ts/management/headers.js';
import { bodyOf, parametersOf, partsOf, targetOf } from '../../target/npm/ts/management/request.js';
import { pauseOf } from '../../target/npm/ts/management/retry.js';
import { encoded, isSecure, without } from '../../target/npm/ts/management/values.js';
import { processorTime } from '../../scripts/lib/processor.mjs';

const quiet = (run) => (text) => {
  try {
    run(text);
  } catch {
    // The time is what counts.
  }
};
const row = { id: 'users.me', method: 'GET', path: '/api/v1/users/me' };
const answered = (type) => ({ status: 400, headers: new Headers({ 'content-type': type }) });
const pause = (retryAfter) =>
  pauseOf({ status: 429, retryAfter, retries: 0, maxRetries: 2, method: 'GET' });
const base = 'https://acme.example.com';

/** Each input: a text of about `size` characters that is hard for a careless pattern. */
const INPUTS = {
  'a header of spaces': [
    (n) => `a${' '.repeat(n)}b`,
    (value) => new HeaderList().merge({ a: value }),
  ],
  'a header of tabs': [
    (n) => '\t '.repeat(n / 2) + 'b',
    (value) => new HeaderList().merge({ a: value }),
  ],
  'a name of a header': [
    (n) => '-'.repeat(n) + ' ',
    (name) => new HeaderList().merge({ [name]: 'a' }),
  ],
  'Retry-After of digits': [(n) => '1'.repeat(n) + 'x', pause],
  'Retry-After of spaces': [(n) => 'Sun,' + ' '.repeat(n) + 'x', pause],
  'Retry-After between spaces': [(n) => ' '.repeat(n) + 'x' + ' '.repeat(n), pause],
  'Retry-After of letters': [(n) => 'S'.repeat(n), pause],
  'a host': [
    (n) => 'a.localhost'.repeat(n / 11),
    (hostname) => isSecure({ protocol: 'http:', hostname }),
  ],
  'a parameter': [(n) => "a!'()*".repeat(n / 6), encoded],
  'a parameter with sub-paths': [
    (n) => '/a'.repeat(n / 2),
    (text) => targetOf(partsOf('/x/{path}'), true, [text], {}),
  ],
  'a query of many parameters': [
    (n) =>
      new URLSearchParams(
        'a=1&'.repeat(n / 8) + Array.from({ length: n / 8 }, (_, i) => `k${i}=1`).join('&'),
      ),
    parametersOf,
  ],
  'a body of braces': [(n) => ({ a: '{ }nul'.repeat(n / 6) }), bodyOf],
  'a body of lists': [(n) => ({ a: null, list: Array.from({ length: n }, () => [null]) }), bodyOf],
  'an error of credentials': [
    (n) => 'sk-'.repeat(n / 3),
    (text) => failureOf(row, answered('text/html'), { text, isCut: true }, 'sk-sk-x'),
  ],
  'an error of many fields': [
    (n) =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: n / 16 }, (_, i) => [`k${i}`, 'sk-1'])),
      ),
    (text) => failureOf(row, answered('application/json'), { text, isCut: false }, 'sk-1'),
  ],
  'an error of spaces': [
    (n) => JSON.stringify({ error: ' '.repeat(n) + 'x' + ' '.repeat(n) }),
    (text) => failureOf(row, answered('application/json'), { text, isCut: false }, 'sk-1'),
  ],
  'a media type': [
    (n) => 'application/' + '+json'.repeat(n / 5) + 'x',
    (type) => failureOf(row, answered(type), { text: 'x', isCut: false }, 'sk-1'),
  ],
  'a media type of spaces': [
    (n) => 'a/' + ' '.repeat(n) + 'x',
    (type) => failureOf(row, answered(type), { text: 'x', isCut: false }, 'sk-1'),
  ],
  'a text with the credential': [(n) => 'sk-1'.repeat(n / 4), (text) => without(text, 'sk-1')],
  'an error': [(n) => 'x'.repeat(n), (message) => apiError(message, { status: 400 })],
};

/** The processor's time of a run in milliseconds. Short runs are repeated until they can be measured. */
function timeOf(run) {
  for (let runs = 1; ; runs *= 2) {
    const started = processorTime();
    for (let turn = 0; turn < runs; turn += 1) run();
    const time = processorTime() - started;
    if (time >= 2) return time / runs;
  }
}

/** The first runs are those of code that is not yet compiled. */
const LEAST_ROUNDS = 3;

/**
 * How many times as long the long run takes as the short one. Each time is the least of several, which are
 * measured in turn: what else the machine does then makes neither of them longer for good. It ends at the first
 * ratio that is no doubt: within `limit`, where no round of a careless pattern gets, or twice as high.
 */
async function ratioOf(short, long, { rounds, limit }, timeOf) {
  let [leastOfShort, leastOfLong, ratio] = [Infinity, Infinity, Infinity];
  for (let round = 1; round <= rounds; round += 1) {
    leastOfShort = Math.min(leastOfShort, await timeOf(short));
    leastOfLong = Math.min(leastOfLong, await timeOf(long));
    // Below a hundredth of a millisecond it is the clock that is measured.
    ratio = leastOfLong / Math.max(leastOfShort, 0.01);
    if (round >= LEAST_ROUNDS && (ratio <= limit || ratio > 2 * limit)) break;
  }
  return ratio;
}

/**
 * The limit for `times` the length: between what is proportional (`times`) and a square (`times ** 2`), as
 * far from the one as from the other.
 */
const limitOf = (times) => times ** 1.5;

/** How many times as long `run` takes for 16 times the length. */
const growthOf = (inputOf, run) => {
  const safe = quiet(run);
  const [short, long] = [4_096, 65_536].map((size) => inputOf(size));
  return ratioOf(
    () => safe(short),
    () => safe(long),
    { rounds: 20, limit: limitOf(16) },
    timeOf,
  );
};

for (const [name, [inputOf, run]] of Object.entries(INPUTS))
  test(`${name} takes time in proportion to its length`, async () => {
    const ratio = await growthOf(inputOf, run);
    assert.ok(ratio <= limitOf(16), `16 times the length took ${ratio.toFixed(1)} times as long`);
  });

test('a careless pattern is found', async () => {
  const ratio = await growthOf(
    (n) => ' '.repeat(n / 16) + 'x',
    (text) => /\s+$/.test(text),
  );
  assert.ok(ratio > limitOf(16), `16 times the length took ${ratio.toFixed(1)} times as long`);
});

test('a list of twice the pages takes about twice as long', async () => {
  const timeFor = async (pages) => {
    let page = 0;
    const client = new ManagementClient({
      baseUrl: base,
      apiKey: 'k',
      logger: false,
      fetch: async () => {
        page += 1;
        const pageInfo = { hasNextPage: page < pages, endCursor: `cursor-${page}` };
        return new Response(JSON.stringify({ items: [page], pageInfo }));
      },
    });
    const started = processorTime();
    for await (const item of client.branches.list(7)) assert.ok(item);
    return processorTime() - started;
  };
  await timeFor(250);
  const ratio = await ratioOf(250, 1_000, { rounds: 4, limit: limitOf(4) }, timeFor);
  assert.ok(ratio <= limitOf(4), `4 times the pages took ${ratio.toFixed(1)} times as long`);
});
