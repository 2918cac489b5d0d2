// Reading is never stricter than the description. Each answer of each operation is made whole, by the
// generated document. Then each field is taken away that the description does not mark as required, and
// each object gets a field that nobody knows. tests/native/management/reading.rs does the same to the
// Rust client.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
import { DESCRIPTION as document } from '../../dist/cli/generated/description.js';

const read = async (path) =>
  JSON.parse(await readFile(new URL(`../../${path}`, import.meta.url), 'utf8'));

/** The fields that the description marks, by model: written down from it by hand. */
const marked = await read('tests/fixtures/required.json');
const models = document.components.schemas;

const nameOf = (schema) => schema?.$ref?.split('/').at(-1);

/** A value of the schema, with every field. */
function whole(schema = {}) {
  const of = (properties) =>
    Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, whole(inner)]));
  const name = nameOf(schema);
  if (name) return of(models[name].properties);
  if (schema.anyOf) return whole(schema.anyOf[0]);
  if (schema.enum) return schema.enum[0];
  switch ([schema.type].flat()[0]) {
    case 'string':
      return 'a';
    case 'boolean':
      return true;
    case 'integer':
      return 7;
    case 'number':
      return 7.5;
    case 'array':
      return [whole(schema.items)];
    case 'object':
      return schema.additionalProperties
        ? { key: whole(schema.additionalProperties) }
        : { key: [1, { a: null }] };
    default:
      return { any: ['thing'] };
  }
}

/** The objects of a whole value that have a model: the keys that lead to each, and its model's name. */
function objects(schema = {}, at = []) {
  const name = nameOf(schema);
  if (name) {
    const inner = Object.entries(models[name].properties);
    return [{ at, name }, ...inner.flatMap(([key, field]) => objects(field, [...at, key]))];
  }
  if (schema.anyOf) return objects(schema.anyOf[0], at);
  if (schema.additionalProperties) return objects(schema.additionalProperties, [...at, 'key']);
  return schema.items ? objects(schema.items, [...at, 0]) : [];
}

/** A copy of `value` whose object at `at` was changed. */
function changed(value, at, change) {
  const copy = structuredClone(value);
  change(at.reduce((inner, key) => inner[key], copy));
  return copy;
}

/** What a service may answer in place of `answer`. */
function* variants(answer, found) {
  yield { kind: 'whole', answer };
  for (const { at, name } of found) {
    for (const key of Object.keys(models[name].properties)) {
      if (marked[name]?.includes(key)) continue;
      const less = changed(answer, at, (object) => delete object[key]);
      yield { kind: 'without', answer: less, what: [...at, key].join('/') };
    }
    const more = changed(answer, at, (object) => (object.ofTomorrow = { a: [1] }));
    yield { kind: 'added', answer: more, what: [...at, 'ofTomorrow'].join('/') };
  }
}

/** A client that is answered with what `answers` has next. */
const answers = [];
const client = new ManagementClient({
  baseUrl: 'https://acme.example.com',
  fetch: async () => Response.json(answers.shift()),
  logger: false,
});

/** Calls an operation. A list gives its items. */
async function call(id, method, path, input) {
  const place = id.split('.').reduce((at, name) => at[name], client);
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(() => 7);
  const result = place(...(method === '*' ? ['GET'] : []), ...parameters, ...input);
  if (!(Symbol.asyncIterator in result)) return result;
  const items = [];
  for await (const item of result) items.push(item);
  return items;
}

/** An input with which the client sends the call. */
function inputOf(described) {
  const content = described.requestBody?.content['application/json'].schema;
  const queries = described.parameters.filter((parameter) => parameter.in === 'query');
  if (!content && queries.length === 0) return [];
  const input = Object.fromEntries(
    queries.filter(({ required }) => required).map(({ name }) => [name, 'a']),
  );
  const model = models[nameOf(content)] ?? {};
  for (const key of model.required ?? []) input[key] = whole(model.properties[key]);
  Object.assign(input, chosen(nameOf(content)));
  return [input];
}

/** The fields among which a caller chooses. */
function chosen(name) {
  const one = models[name]?.oneOf?.[0].required[0];
  if (one) return { [one]: 7 };
  return name === 'PlacementAddress' ? { placementId: 'p' } : {};
}

const rows = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, described]) => ({ path, method, described })),
);

test('no answer is read more strictly than it is described', async () => {
  const counts = { operations: 0, described: 0, whole: 0, without: 0, added: 0 };
  for (const { path, method, described } of rows) {
    counts.operations += 1;
    const id = described.operationId;
    const { schema } = described.responses?.['2XX']?.content['application/json'] ?? {};
    const isList = client.operations.some((row) => row.id === id) && schema?.type === 'array';
    const shape = isList ? schema.items : schema;
    const found = objects(shape);
    if (found.length > 0) counts.described += 1;
    for (const { kind, answer, what } of variants(whole(shape), found)) {
      answers.push(isList ? { items: [answer], pageInfo: { hasNextPage: false } } : answer);
      const given = await call(id, method === 'x-any' ? '*' : method, path, inputOf(described));
      if (given instanceof Response) assert.deepEqual(await given.json(), answer);
      else assert.deepEqual(given, isList ? [answer] : answer, `${id}: ${kind} ${what}`);
      counts[kind] += 1;
    }
  }
  console.log(JSON.stringify(counts));
  assert.equal(counts.operations, client.operations.length);
  assert.ok(counts.described >= 35 && counts.without >= 500 && counts.added >= 100);
});

test('a page is read without what is not its list', async () => {
  const pages = [
    { items: [1], pageInfo: { hasNextPage: false, endCursor: 'c' } },
    { data: { deployments: [1] }, pagination: { offset: 0, limit: 20, total: 1 } },
    { data: [1], count: 1, pagination: { offset: 0, limit: 20, total: 1 } },
    { schemas: ['s'], totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: [1] },
  ];
  const lists = ['items', 'data', 'deployments', 'Resources'];
  let count = 0;
  for (const page of pages)
    for (const [at, key] of members(page)) {
      if (lists.includes(key)) continue;
      const change = (object) => {
        delete object[key];
        object.ofTomorrow = { a: 1 };
      };
      answers.push(changed(page, at, change));
      const { items } = await client.deployments.list();
      assert.deepEqual(items, [1], `without ${[...at, key].join('/')}`);
      count += 1;
    }
  assert.equal(count, 16);
});

/** Each member of each object: the keys that lead to the object, and the member's name. */
function members(value, at = []) {
  if (typeof value !== 'object' || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [at, key],
    ...members(inner, [...at, key]),
  ]);
}
