// Lists, their pages, and the memory that they use. The exchanges show how each style of list is read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, ManagementClient } from 'svc-embed/management';
import { all, json, world } from './support/service.mjs';

const numbers = (from, to) => Array.from({ length: Math.max(to - from, 0) }, (_, i) => from + i);

/** A service that lists `total` numbers, or what is made of them. */
const numbered =
  (total, itemOf = (number) => number) =>
  (request, response) => {
    const query = new URL(request.url, 'http://x').searchParams;
    const from = Number(query.get('after') ?? 0);
    const to = Math.min(from + Number(query.get('first') ?? 20), total);
    const pageInfo = { hasNextPage: to < total, endCursor: to < total ? String(to) : null };
    json(response, { items: numbers(from, to).map(itemOf), pageInfo });
  };

const list = (client) => client.reports.list(7, { first: 10 });

test('a list resolves to its first page, and iterates over its pages', async (t) => {
  const { client, requests } = await world(t, numbered(15));
  const page = await list(client);
  assert.deepEqual(page.items, numbers(0, 10));
  assert.deepEqual(page.pageInfo, { hasNextPage: true, endCursor: '10' });
  assert.equal(page.pagination, undefined);
  assert.deepEqual(page.body.items, page.items);
  assert.ok(page.hasNextPage());
  assert.equal(requests.length, 1);
  const last = await page.getNextPage();
  assert.deepEqual(last.items, numbers(10, 15));
  assert.equal(last.hasNextPage(), false);
  await assert.rejects(last.getNextPage(), RangeError);
  assert.equal(requests.length, 2);
  const sizes = [];
  for await (const { items } of list(client).pages()) sizes.push(items.length);
  assert.deepEqual(sizes, [10, 5]);
  assert.equal(requests.length, 4);
});

test('a list fetches no more pages after the loop is left, and each with the query of the options', async (t) => {
  const { client, requests } = await world(t, numbered(100_000));
  const items = client.reports.list(7, { first: 10 }, { query: { ofTomorrow: 1 } });
  for await (const item of items) if (item === 25) break;
  // A page that was asked for would come first.
  await client.users.me();
  assert.equal(requests.length, 4);
  assert.ok(requests.slice(0, 3).every(({ url }) => url.includes('ofTomorrow=1')));
});

test('a list of 50,000 items is read in constant memory', async (t) => {
  const text = 'x'.repeat(200);
  const itemOf = (id) => ({ id, text });
  const { client } = await world(t, numbered(50_000, itemOf));
  const used = () => (globalThis.gc(), process.memoryUsage().heapUsed);
  let count = 0;
  let early;
  for await (const item of client.reports.list(7, { first: 500 })) {
    assert.equal(item.id, count);
    count += 1;
    if (count === 10_000) early = used();
  }
  const late = used();
  assert.equal(count, 50_000);
  // If the other 40,000 items were kept, they would take more than 9 MB.
  assert.ok(late - early < 2_000_000, `${late - early} bytes more than after 10,000 items`);
});

test('items that are requested at the same time arrive in order', async (t) => {
  const { client } = await world(t, numbered(25));
  const items = list(client)[Symbol.asyncIterator]();
  const first = items.next().then(async ({ value }) => [value, (await items.next()).value]);
  const others = Array.from({ length: 24 }, () => items.next());
  const values = (await Promise.all(others)).map(({ value }) => value);
  assert.deepEqual(values, numbers(1, 25));
  // Requested when the first had arrived, so after the others.
  assert.deepEqual(await first, [0, undefined]);
  assert.deepEqual(await items.next(), { done: true, value: undefined });
});

test('an iteration that was ended, or has failed, yields nothing and fetches nothing', async (t) => {
  const { client, requests } = await world(t, numbered(25));
  const items = list(client)[Symbol.asyncIterator]();
  const done = { done: true, value: undefined };
  assert.deepEqual(await Promise.all([items.next(), items.return(), items.next()]), [
    { done: false, value: 0 },
    done,
    done,
  ]);
  assert.equal(requests.length, 1);
  const broken = await world(t, (_, response) => json(response, {}, 404));
  const none = list(broken.client)[Symbol.asyncIterator]();
  const [failed, next] = await Promise.allSettled([none.next(), none.next()]);
  assert.ok(failed.reason instanceof ApiError);
  assert.deepEqual(next.value, done);
  assert.equal(broken.requests.length, 1);
});

const page = (items, endCursor) => ({ items, pageInfo: { hasNextPage: true, endCursor } });
const last = { items: ['last'], pageInfo: { hasNextPage: false } };
const long = (length) => (n) => (n < 3 ? page([n], String(n).padEnd(length, 'x')) : last);
const TOO_LONG = /the cursor of the next page has more than 8192 characters/;
const EMPTY = /1000 empty pages one after the other/;
const reports = (client) => all(client.reports.list(7));

/** A list, the page of each number, how many pages are read, and what the error says if there is one. */
const ENDS = {
  'a cursor of 8,192 characters': [reports, long(8_192), 3],
  'a cursor that is longer': [reports, long(8_193), 1, TOO_LONG],
  'a cursor of 3 MB': [reports, long(3_000_000), 1, TOO_LONG],
  '1,000 empty pages': [reports, (n) => page([], `c-${n}`), 1_000, EMPTY],
  '1,000 empty pages, by pages': [
    (client) => all(client.reports.list(7).pages()),
    (n) => page([], `c-${n}`),
    1_000,
    EMPTY,
  ],
  'empty pages between others': [
    reports,
    (n) => (n === 2_000 ? last : page(n % 1_000 === 0 ? [n] : [], `c-${n}`)),
    2_000,
  ],
  'an offset that is not exact': [
    (client) => all(client.deployments.list()),
    () => ({ data: { x: [1] }, pagination: { offset: Number.MAX_SAFE_INTEGER, limit: 1 } }),
    1,
    /gives no cursor for it/,
  ],
};

for (const [what, [call, answer, wanted, message]] of Object.entries(ENDS))
  test(`${what}: ${message ? 'an error that says so' : 'no error'}`, async () => {
    let pages = 0;
    const fetch = async () => Response.json(answer((pages += 1)));
    const options = { baseUrl: 'https://acme.example.com', apiKey: 'k', logger: false };
    const outcome = await call(new ManagementClient({ ...options, fetch })).catch((it) => it);
    assert.equal(pages, wanted);
    if (!message) return assert.equal(outcome.at(-1), 'last');
    assert.ok(outcome instanceof ApiError);
    assert.match(outcome.message, message);
    assert.ok(outcome.message.length < 500);
  });

test('deprecated fields are logged once', async (t) => {
  const told = [];
  const logger = { warn: (message) => told.push(message) };
  const answer = (_, response) => json(response, { data: [1], count: 1 });
  const { client } = await world(t, answer, { logger });
  await all(client.reports.list(7));
  await all(client.reports.list(8));
  assert.equal(told.length, 1);
  assert.match(told[0], /^reports\.list: .*deprecated fields data, count and pagination/);
});
