// The exchanges that both clients must reproduce. `node scripts/exchanges.mjs` writes them; the Rust
// client plays the same in tests/native/management/exchanges.rs.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import * as management from 'svc-embed/management';
import { play } from './support/exchange.mjs';

const file = new URL('../../tests/fixtures/exchanges.json', import.meta.url);
const exchanges = JSON.parse(await readFile(file, 'utf8'));

test('there are at least 200 exchanges', () => assert.ok(exchanges.length >= 200));

for (const exchange of exchanges) {
  test(exchange.name, async () => {
    const { requests, pauses, result, error } = exchange;
    const wanted = { requests, pauses, ...(error ? { error } : { result }) };
    // The file has JSON's values.
    const played = JSON.parse(JSON.stringify(await play(management, exchange)));
    assert.deepEqual(played, wanted);
  });
}
