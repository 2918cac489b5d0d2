// Lists in each style, their pages, and the memory that they use.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, ManagementClient } from 'svc-embed/management';
import { all, json, rejection, world } from './support/service.mjs';

const numbers = (from, to) => Array.from({ length: Math.max(to - from, 0) }, (_, i) => from + i);
const parameters = (request) => new URL(request.url, 'http://x').searchParams;

/** A service that lists `total` numbers. How each style of lists is read, the exchanges show. */
const numbered = (total) => (request, response) => {
  const query = parameters(request);
  const from = Number(query.get('after') ?? 0);
  const to = Math.min(from + Number(query.get('first') ?? 20), total);
  const pageInfo = { hasNextPage: to < total, endCursor: to < total ? String(to) : null };
  json(response, { items: numbers(from, to), pageInfo });
};

const list = (client) => client.reports.list(7, { first: 10 });

test('a list iterates over its pages', async (t) => {
  const { client, requests } = await world(t, numbered(45));
  const sizes = [];
  for await (const page of list(client).pages()) sizes.push(page.items.length);
  assert.deepEqual(sizes, [10, 10, 10, 10, 5]);
  assert.equal(requests.length, sizes.length);
});

test('a list resolves to its first page', async (t) => {
  const { client, requests } = await world(t, numbered(45));
  const page = await list(client);
  assert.equal(page.items[0], 0);
  assert.ok(page.hasNextPage());
  assert.equal(requests.length, 1);
  const next = await page.getNextPage();
  assert.equal(next.items[0], page.items.length);
  assert.equal(requests.length, 2);
});

test('a list fetches no more pages after the loop is left', async (t) => {
  const { client, requests } = await world(t, numbered(100_000));
  for await (const item of list(client)) if (item === 25) break;
  assert.equal(requests.length, 3);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(requests.length, 3);
});

test('a list of 50,000 items is read in constant memory', async (t) => {
  const page = 500;
  const text = 'x'.repeat(200);
  const { client, requests } = await world(t, (request, response) => {
    const from = Number(parameters(request).get('after') ?? 0);
    const to = from + page;
    requests.length = 0;
    const items = numbers(from, to).map((id) => ({ id, text }));
    json(response, { items, pageInfo: { hasNextPage: to < 50_000, endCursor: String(to) } });
  });
  const used = () => {
    globalThis.gc();
    return process.memoryUsage().heapUsed;
  };
  let count = 0;
  let early;
  for await (const item of client.reports.list(7, { first: page })) {
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
  const items = client.reports.list(7, { first: 10 })[Symbol.asyncIterator]();
  const first = items.next().then(async ({ value }) => [value, (await items.next()).value]);
  const others = Array.from({ length: 24 }, () => items.next());
  const values = (await Promise.all(others)).map(({ value }) => value);
  assert.deepEqual(values, numbers(1, 25));
  // Requested when the first had arrived, so after the others.
  assert.deepEqual(await first, [0, undefined]);
  assert.deepEqual(await items.next(), { done: true, value: undefined });
});

test('an iteration that was ended yields nothing and fetches nothing', async (t) => {
  const { client, requests } = await world(t, numbered(25));
  const items = client.reports.list(7, { first: 10 })[Symbol.asyncIterator]();
  const [first, ended, after] = await Promise.all([items.next(), items.return(), items.next()]);
  assert.deepEqual(first, { done: false, value: 0 });
  assert.deepEqual(ended, { done: true, value: undefined });
  assert.deepEqual(after, { done: true, value: undefined });
  assert.equal(requests.length, 1);
});

test('an iteration ends when it fails', async (t) => {
  const { client, requests } = await world(t, (_, response) => json(response, {}, 404));
  const items = client.reports.list(7)[Symbol.asyncIterator]();
  assert.ok((await rejection(items.next())) instanceof ApiError);
  assert.deepEqual(await items.next(), { done: true, value: undefined });
  assert.equal(requests.length, 1);
});

test('an offset that is not exact is an error, not an endless loop', async (t) => {
  const pagination = { offset: Number.MAX_SAFE_INTEGER, limit: 1 };
  const { client, requests } = await world(t, (_, response) =>
    json(response, { data: { x: [1] }, pagination }),
  );
  const error = await rejection(all(client.deployments.list()));
  assert.ok(error instanceof ApiError);
  assert.match(error.message, /gives no cursor for it/);
  assert.equal(requests.length, 1);
});

/** A client whose service answers each page by its number. */
const scripted = (t, page) => {
  let count = 0;
  const client = new ManagementClient({
    ...{ baseUrl: 'https://acme.example.com', apiKey: 'k', logger: false },
    fetch: async () => Response.json(page((count += 1))),
  });
  return { list: () => client.reports.list(7), pages: () => count };
};
const cursorPage = (items, endCursor) => ({ items, pageInfo: { hasNextPage: true, endCursor } });

test('a cursor of more than 8,192 characters is an error that says so', async (t) => {
  for (const [length, wanted] of [
    [8_192, 3],
    [8_193, 1],
    [3_000_000, 1],
  ]) {
    const { list, pages } = scripted(t, (page) =>
      page < 3 ? cursorPage([page], String(page).padEnd(length, 'x')) : { items: [], pageInfo: {} },
    );
    const outcome = await all(list()).catch((error) => error);
    assert.equal(pages(), wanted, `${length}`);
    if (wanted > 1) continue;
    assert.ok(outcome instanceof ApiError);
    assert.match(outcome.message, /the cursor of the next page has more than 8192 characters/);
    assert.ok(outcome.message.length < 500);
  }
});

test('1,000 empty pages one after the other are an error that says so', async (t) => {
  const { list, pages } = scripted(t, (page) => cursorPage([], `c-${page}`));
  const error = await rejection(all(list()));
  assert.ok(error instanceof ApiError);
  assert.match(error.message, /1000 empty pages one after the other/);
  assert.equal(pages(), 1_000);
  const byPage = scripted(t, (page) => cursorPage([], `c-${page}`));
  const reading = (async () => {
    for await (const page of byPage.list().pages()) assert.deepEqual(page.items, []);
  })();
  assert.match((await rejection(reading)).message, /1000 empty pages/);
});

test('empty pages between others are no error, and neither are 999', async (t) => {
  const isFull = (page) => page % 1_000 === 0;
  const { list, pages } = scripted(t, (page) =>
    page === 2_000
      ? { items: [page], pageInfo: { hasNextPage: false } }
      : cursorPage(isFull(page) ? [page] : [], `c-${page}`),
  );
  assert.deepEqual(await all(list()), [1_000, 2_000]);
  assert.equal(pages(), 2_000);
});

test('a page has the information about the next page', async (t) => {
  const { client } = await world(t, numbered(45));
  const page = await client.reports.list(7, { first: 10 });
  assert.deepEqual(page.pageInfo, { hasNextPage: true, endCursor: '10' });
  assert.equal(page.pagination, undefined);
  assert.deepEqual(page.body.items, page.items);
});

test('the last page has no next page', async (t) => {
  const pagination = { offset: 0, limit: 20, total: 1 };
  const { client } = await world(t, (_, response) =>
    json(response, { data: { deployments: [1] }, pagination }),
  );
  const page = await client.deployments.list();
  assert.equal(page.hasNextPage(), false);
  assert.deepEqual(page.pagination, pagination);
  await assert.rejects(page.getNextPage(), RangeError);
});

test('deprecated fields are logged once', async (t) => {
  const told = [];
  const logger = { warn: (message) => told.push(message) };
  const answer = (_, response) => json(response, { data: [1], count: 1 });
  const { client } = await world(t, answer, { logger });
  for await (const _ of client.reports.list(7));
  for await (const _ of client.reports.list(8));
  assert.equal(told.length, 1);
  assert.match(told[0], /^reports\.list: .*deprecated fields data, count and pagination/);
});
