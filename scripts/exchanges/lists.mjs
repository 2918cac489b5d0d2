// Lists, page by page.

import { add, answer, ok, page } from './scenario.mjs';

const items = (id, parameters = [7]) => ({ id, parameters, how: 'items' });
const more = (endCursor) => ({ hasNextPage: true, endCursor });
const end = { hasNextPage: false, endCursor: 'z' };
add('a list by cursors', items('reports.list'), [
  page([{ name: 'a' }], more('c')),
  page([], more('d')),
  page([{ name: 'b' }], end),
]);
add(
  'a list that keeps its query',
  { ...items('reports.list'), input: { first: 1, search: 'x y' } },
  [page([{}], more('c')), page([{}], end)],
);
add('the same cursor', items('reports.list'), [page([{}], more('c')), page([{}], more('c'))]);
add('alternating cursors', items('reports.list'), [
  page([{}], more('a')),
  page([{}], more('b')),
  page([{}], more('a')),
]);
add('a next page without a cursor', items('branches.list'), [page([{}], { hasNextPage: true })]);
add('a cursor with another name', items('branches.list'), [
  page([{}], { nextCursor: 'n' }),
  page([{}], {}),
]);
const byOffset = (offset, length, total) =>
  ok({
    data: {
      deployments: Array.from({ length: Number(length) }, (_, at) => ({
        id: String(offset + at),
        name: 'n',
        created_at: 't',
      })),
    },
    pagination: { offset, limit: 2, total },
  });
add('a list by offsets', items('deployments.list', []), [byOffset(0, 2, 3), byOffset(2, 1, 3)]);
add('an offset that stays', items('deployments.list', []), [byOffset(0, 2, 5), byOffset(0, 2, 5)]);
add('an empty page before the end', items('deployments.list', []), [
  byOffset(0, 2, 5),
  byOffset(2, 0, 5),
]);
add('a list whose numbers have a fraction of zero', items('regions.list', []), [
  answer(200, '{"data":[1,2],"pagination":{"offset":0.0,"limit":2.0,"total":3.0}}'),
  answer(200, '{"data":[3],"pagination":{"offset":2.0,"limit":2.0,"total":3.0}}'),
]);
for (const input of [[1], 'first', 7])
  add(`no query ${JSON.stringify(input)}`, { ...items('reports.list', [7]), input }, []);
add('a list without a total', items('regions.list', []), [
  ok({ data: [1, 2], pagination: { offset: 0, limit: 2 } }),
  ok({ data: [3], pagination: { offset: 2, limit: 2 } }),
]);
add('a list with the deprecated fields', items('folders.list'), [
  ok({ data: [1, 2], count: 3 }),
  ok({ data: [3], count: 3 }),
]);
add('a list that is a bare array', items('regions.list', []), [ok(['eu', 'us'])]);
add('a list under a name', items('regions.list', []), [ok({ regions: ['eu'] })]);
add('no list', items('regions.list', []), [ok({ a: 1 })]);
for (const body of [null, 7, 'text', true, { items: 3 }, { data: null }])
  add(`no list in ${JSON.stringify(body)}`, items('regions.list', []), [ok(body)]);
add('a list with items and offsets', items('regions.list', []), [
  ok({ items: [1], pagination: { offset: 0, limit: 1, total: 2 } }),
  ok({ items: [2], pagination: { offset: 1, limit: 1, total: 2 } }),
]);
add('a list with data beside pageInfo', items('regions.list', []), [
  ok({ data: [1, 2], pageInfo: { hasNextPage: true, endCursor: 'c' } }),
]);
add('a list with items beside data', items('regions.list', []), [
  ok({ items: [1], data: [2], count: 1 }),
]);
add(
  'a list from an offset of the caller',
  { ...items('deployments.list', []), input: { offset: 2 } },
  [byOffset(2, 1, 3)],
);
add('a list without an offset in its answers', { ...items('folders.list'), input: { offset: 2 } }, [
  ok({ data: [3, 4], count: 5 }),
  ok({ data: [5], count: 5 }),
]);
add('generated files that are gone', items('transformSync.generatedFiles', [7, 's']), [
  answer(404, { error: 'not found' }),
]);
const byIndex = (startIndex, length, totalResults) =>
  ok({
    Resources: Array.from({ length }, () => ({ id: 'u' })),
    startIndex,
    itemsPerPage: length,
    totalResults,
  });
add('a list of SCIM', items('scim.users.list', []), [byIndex(1, 2, 3), byIndex(3, 1, 3)]);
add('a list of SCIM whose numbers are texts', items('scim.users.list', []), [
  byIndex('1', '2', '3'),
  byIndex('3', '1', '3'),
]);
add('a list of SCIM whose total is a text with a sign', items('scim.users.list', []), [
  byIndex(1, 2, '+3'),
]);
add('a list of SCIM with one resource on a page', items('scim.users.list', []), [
  byIndex(1, 1, 2),
  byIndex(2, 1, 2),
]);
add('a list of SCIM without startIndex', items('scim.users.list', []), [
  ok({ Resources: [{ id: 'u' }, { id: 'v' }], totalResults: 3 }),
  ok({ Resources: [{ id: 'w' }], totalResults: 3 }),
]);
add('a list of SCIM by its number only', items('scim.users.list', []), [
  ok({ Resources: [], itemsPerPage: 0, totalResults: 5 }),
]);
add('a list of SCIM by its number only, as a text', items('scim.users.list', []), [
  ok({ Resources: [], itemsPerPage: '0', totalResults: '5' }),
]);
add('a list of SCIM with an empty page', items('scim.users.list', []), [
  ok({ Resources: [], itemsPerPage: 1, totalResults: 5 }),
]);
add('a list of SCIM with a wrong itemsPerPage', items('scim.users.list', []), [
  ok({ Resources: [{ id: 'u' }], itemsPerPage: 0, totalResults: 2 }),
  ok({ Resources: [{ id: 'v' }], startIndex: 2, totalResults: 2 }),
]);
add('a list of SCIM past its end', { ...items('scim.users.list', []), input: { startIndex: 3 } }, [
  ok({ totalResults: 2 }),
]);
add('a list of SCIM with one resource that is missing', items('scim.groups.list', []), [
  ok({ totalResults: 1 }),
]);
add('a startIndex that stays', items('scim.users.list', []), [byIndex(1, 2, 5), byIndex(1, 2, 5)]);
add('a list of SCIM that is empty', items('scim.groups.list', []), [ok({ totalResults: 0 })]);
add('a list of SCIM without its resources', items('scim.groups.list', []), [
  ok({ totalResults: 3 }),
]);
