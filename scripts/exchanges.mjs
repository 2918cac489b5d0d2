// `node scripts/exchanges.mjs`: makes the calls of tests/fixtures/exchanges.json with the built npm client, and
// writes what it did into the same file. Read the difference before you commit it: both clients are held to it.
//
// To add an exchange, add a line with its `name`, `call` and `responses`. An operation without one gets
// one here, with the input of the sandbox's happy path.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { play } from '../e2e/management/support/exchange.mjs';
import { Failure, main, root } from './lib/run.mjs';

const FILE = 'tests/fixtures/exchanges.json';
const client = await import(join(root, 'dist/management/index.js'));
const { OPERATIONS } = await import(join(root, 'target/npm/ts/management/generated/operations.js'));
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const TOKEN = { accessToken: 'the-token' };
const CLOCK = 784111777000;
const JSON_TYPE = { 'content-type': 'application/json' };

/** What an operation answers, by how its answer is read: the call's `how`, and the response. */
const ANSWERS = {
  list: ['items', { items: [{ id: 1 }], pageInfo: { hasNextPage: false } }],
  file: ['file', 'a,b', { 'content-type': 'text/csv' }],
  one: [undefined, { ok: true }],
};

/** An exchange for an operation, from its call in the sandbox's happy path. */
function exchangeOf({ id, path, query, body, status }) {
  const row = OPERATIONS.find((operation) => operation.id === id);
  const parameters = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => path[name]);
  const input = query ? Object.fromEntries(new URLSearchParams(query)) : body;
  const [how, answer, headers = JSON_TYPE] = ANSWERS[row.answer ?? 'one'];
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const responses = [
    status === 204 ? { status, headers: {}, body: '' } : { status, headers, body: text },
  ];
  return { name: id, call: { id, parameters, input, how }, responses };
}

await main(async () => {
  const exchanges = read(FILE);
  const names = new Set(exchanges.map(({ name }) => name));
  for (const call of read('sandbox/tests/fixtures/happy_path.json'))
    if (call.id && !names.has(call.id)) {
      names.add(call.id);
      exchanges.push(exchangeOf(call));
    }
  const lines = [];
  for (const { name, options = TOKEN, call, clock = CLOCK, chance = 1, responses } of exchanges) {
    const exchange = { name, options, call, clock, chance, responses };
    const played = await play(client, exchange);
    const unused = responses.length - played.requests.length;
    if (unused !== 0 || /one request more/.test(JSON.stringify(played)))
      throw new Failure(`${name}: ${unused} responses are left. ${JSON.stringify(played)}`);
    lines.push(JSON.stringify({ ...exchange, ...played }));
  }
  writeFileSync(join(root, FILE), `[\n${lines.join(',\n')}\n]\n`);
  console.log(`${lines.length} exchanges`);
});
