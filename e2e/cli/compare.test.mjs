// What `svc-embed doctor` says of documents. The sandbox's own makes no difference. In an altered one, each
// difference is named, however the document is spelled.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { compare } from '../../target/npm/ts/cli/compare.js';
import { parsed, resolved } from '../../target/npm/ts/cli/document.js';
import { DESCRIPTION } from '../../target/npm/ts/cli/generated/description.js';
import { work } from '../../target/npm/ts/cli/work.js';
import { doctorOn, startTenant } from './run.mjs';

let served;

before(async () => {
  const tenant = await startTenant();
  served = tenant.served;
  await tenant.sandbox.stop();
});

const ours = resolved(DESCRIPTION);

/** Compares a document in this process. */
const compared = (document) =>
  compare(ours, resolved(parsed(Buffer.from(JSON.stringify(document)))));

/** How many places of a part were compared. */
const countOf = (rows, part) =>
  rows.filter(({ question, state }) => question === part && state === 'compared').length;

/** All differences, without what each says. An assumption that is wrong is a difference of another part, too. */
const differencesOf = (rows) =>
  rows
    .filter(({ question, state }) => question !== 'assumptions' && /other|absent|new/.test(state))
    .map(({ state, text }) => `${state} ${text}`)
    // One spelling has nothing outside the path of the server.
    .filter((line) => !/ path: \w+ .build./.test(line))
    .map((line) => line.replace(/: .*/, '').replaceAll('{its_', '{'))
    // Another one has a part of each path in its servers.
    .map((line) => line.replace(/^(new [A-Z]+ )(\/api)?(\/v1)?\//, '$1/api/v1/'));

const D = '/api/v1/deployments/{deploymentId}';
const REPORTS = `${D}/reports`;
const CLONE = `${D}/workbooks/{workbookId}/duplicate`;
const LIST = `paths ${REPORTS} get`;
const PUT = `paths ${REPORTS}/by-public-id/{publicId} put body`;
const ME = 'paths /api/v1/users/me get responses 200 content application/json';
const MINTING = Object.keys(DESCRIPTION.paths).find(
  (path) => DESCRIPTION.paths[path].post?.operationId === 'embedSessions.generate',
);

/**
 * What is changed in a document, also by the lines with `&`, and all differences that are to be named. `<-` moves
 * what is at a place.
 */
const TABLE = `
an operation is gone: paths /api/v1/spec = GONE
  absent spec.retrieve, path
an operation is new: paths /api/v1/quotas = {"get":{"operationId":"quotas.list"}}
  new GET /api/v1/quotas, operation
another method: paths ${D}/settings post <- paths ${D}/settings get
  absent deployments.retrieveSettings, path
  new POST ${D}/settings, operation
a presumed path is another one: paths /api/v1/embed/sessions/generate <- paths ${MINTING}
  absent embedSessions.generate, path
  new POST /api/v1/embed/sessions/generate, operation
a parameter is gone: ${LIST} parameters search = GONE
  absent reports.list, query search
a parameter has another type: ${LIST} parameters folderId schema = {"type":"string"}
  other reports.list, query folderId
a parameter is required: ${LIST} parameters after required = true
  other reports.list, query after
a required parameter is new: ${LIST} parameters tenant = {"name":"tenant","in":"query","required":true}
  new reports.list, query tenant
an order has one value less: ${LIST} parameters sortBy schema enum name = GONE
  other reports.list, query sortBy
an enumeration of an answer has one value more: schemas Dashboard properties status enum x = "x"
  other workbooks.duplicate, answer publishedDashboard.status
  other workbooks.setAiWidgetThread, answer status
a field of an answer is gone: schemas Workbook properties slug = GONE
  absent workbooks.duplicate, answer slug
a field of an answer is new: schemas Workbook properties locale = {"type":"string"}
  new workbooks.duplicate, answer locale
a field of an answer has another type: schemas Workbook properties id = {"type":"string"}
  other workbooks.duplicate, answer id
a field of an answer may be missing: schemas Workbook required name = GONE
  other workbooks.duplicate, answer name
a field of an answer may be null: schemas Workbook properties name type = ["string","null"]
  other workbooks.duplicate, answer name
a field of a body is required: paths ${D}/environments/{environmentId}/tokens-for-meta-sync post body required expires_in = "expires_in"
  other environments.createMetaSyncToken, body expires_in
a required field of a body is new: ${PUT} properties owner = {"type":"string"}
  & ${PUT} required = ["owner"]
  new reports.upsertByPublicId, body owner
a presumed body is gone: paths ${REPORTS}/{reportId}/connect-workbook delete requestBody = GONE
  absent reports.disconnectWorkbook, body
an integer, where any number is read, is no difference: schemas Workbook properties userId = {"type":["integer","null"]}
  & schemas ExportJob properties jobId = {"type":"integer"}
a schema holds itself: schemas Workbook properties parent = {"$ref":"#/components/schemas/Workbook"}
  & schemas Loop = {"type":"object","properties":{"next":{"$ref":"#/components/schemas/Loop"}}}
  & schemas Workbook properties meta = {"$ref":"#/components/schemas/Loop"}
  new workbooks.duplicate, answer parent
an example of SCIM has a $ref, which is none: ${ME} example = {"members":[{"$ref":"https://a.b/Users/1"}]}
  & ${ME} examples = {"one":{"value":{"$ref":"../Users/2"}},"other":{"externalValue":"file:///etc/passwd"}}
  & schemas Workbook default = {"$ref":"#/nowhere"}
the values of a map have another type: schemas DashboardAppManifest properties dependencies additionalProperties = {"type":"integer"}
  other workbooks.duplicate, answer dashboardDraft.app.manifest.dependencies{}
  other workbooks.duplicate, answer dashboardPublished.app.manifest.dependencies{}
  other workbooks.duplicate, answer publishedDashboard.config.app.manifest.dependencies{}
  other workbooks.setAiWidgetThread, answer config.app.manifest.dependencies{}
  other workbooks.upsertBySlug, body dashboardDraft.app.manifest.dependencies{}
  other workbooks.upsertBySlug, body dashboardPublished.app.manifest.dependencies{}
a field is called $ref: schemas Dashboard properties meta = {"type":"object","properties":{"$ref":{"type":"string"}}}
  new workbooks.duplicate, answer publishedDashboard.meta
  new workbooks.setAiWidgetThread, answer meta
a list is no list: paths ${D}/folders get answer = {"type":"object","properties":{"total":{}}}
  other folders.list, answer
a presumed field has another name: paths ${D}/workspace/bulk-move post body properties targetFolderId <- paths ${D}/workspace/bulk-move post body properties folderId
  absent workspace.bulkMove, body folderId
an answer is no JSON, also one that the description leaves open: ${LIST} responses 200 content = {"text/html":{}}
  & paths /api/v1/users/me get responses 200 content = {"text/html; charset=utf-8":{}}
  other reports.list, answer
  other users.me, answer
`;

const SHORT = {
  body: 'requestBody content application/json schema',
  answer: 'responses 200 content application/json schema',
  schemas: 'components schemas',
};

/** Changes what is at a place. A word names a member, an item of a list by its name, or the item. */
function change(document, place, value) {
  const { schemas } = document.components;
  const target = (one) => (one?.$ref ? schemas[one.$ref.split('/').at(-1)] : one);
  const keys = place.split(' ').flatMap((key) => (SHORT[key] ?? key).split(' '));
  const indexIn = (list, key) => list.findIndex((one) => one === key || one.name === key);
  const keyIn = (at, key) => (Array.isArray(at) ? indexIn(at, key) : key);
  const holder = keys.slice(0, -1).reduce((at, key) => target(at[keyIn(at, key)]), document);
  const key = keyIn(holder, keys.at(-1));
  const old = holder[key];
  if (value !== undefined) holder[key === -1 ? holder.length : key] = value;
  else if (Array.isArray(holder)) holder.splice(key, 1);
  else delete holder[key];
  return old;
}

/** Each altered document: its name, what is changed, and the differences. */
const ALTERED = TABLE.trim()
  .split(/\n(?! )/)
  .map((text) => {
    const [, name, ...lines] = text.split(/^(.*?): |\n {2}/);
    const steps = lines.flatMap((line) => /^(?:& )?(.*?) (=|<-) (.*)$/.exec(line ?? '') ?? []);
    const wanted = lines.filter((line) => line && !/ (=|<-) /.test(line));
    const alter = (all) => {
      for (let at = 0; at < steps.length; at += 4) {
        const [place, how, value] = steps.slice(at + 1);
        const read = () => (value === 'GONE' ? undefined : JSON.parse(value));
        change(all, place, how === '<-' ? change(all, value) : read());
      }
    };
    return [name, alter, wanted];
  });

/** The last part of a reference to `name`. */
const pointer = (name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Moves each value of `holder` to the components, and leaves a reference. */
function moved(document, kind, holder, prefix) {
  const all = ((document.components ??= {})[kind] ??= {});
  for (const [key, value] of Object.entries(holder ?? {})) {
    if (value.$ref) continue;
    all[`${prefix} ${key}/{~}`] = value;
    holder[key] = { $ref: `#/components/${kind}/${pointer(`${prefix} ${key}/{~}`)}` };
  }
}

const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method} ${path}`, operation]),
  );

/** Replaces the value of each key by what `respelled` makes of it. */
const rewritten = (document, respelled) =>
  Object.assign(document, JSON.parse(JSON.stringify(document, (_, value) => respelled(value))));

/** The spellings of one document, in each of which each difference must be found. */
const SPELLINGS = {
  'as the sandbox spells it': () => {},
  'bodies, answers and parameters by reference'(document) {
    for (const [name, operation] of operationsOf(document)) {
      moved(document, 'responses', operation.responses, name);
      moved(document, 'parameters', operation.parameters, name);
      const { requestBody } = operation;
      const holder = requestBody && { requestBody };
      moved(document, 'requestBodies', holder, name);
      Object.assign(operation, holder);
    }
  },
  'path items by reference': (document) => moved(document, 'pathItems', document.paths, 'item'),
  'escaped names of schemas'(document) {
    const SCHEMA = /#\/components\/schemas\/(\w+)/;
    rewritten(document, (value) =>
      typeof value === 'string' ? value.replace(SCHEMA, spelled) : value,
    );
    const all = Object.entries(document.components.schemas);
    document.components.schemas = Object.fromEntries(
      all.map(([name, one]) => [`a/${name}{~}`, one]),
    );
  },
  'parameters of the path, and names of its own'(document) {
    document.paths = Object.fromEntries(
      Object.entries(document.paths).map(([path, item]) => {
        const [only, other] = Object.values(item);
        const { parameters } = other ? {} : only;
        // One is replaced by that of the operation.
        const replaced = parameters?.findLast(({ in: place }) => place === 'query');
        if (parameters) only.parameters = replaced ? [replaced] : undefined;
        if (replaced)
          parameters[parameters.indexOf(replaced)] = {
            ...replaced,
            required: !replaced.required,
            schema: {},
          };
        const own = path.replace(/\{(\w+)\}/g, '%7Bits_$1%7D');
        return [own, { ...item, ...(parameters && { parameters }) }];
      }),
    );
  },
  'OpenAPI 3.0'(document) {
    rewritten(document, (value) => {
      if (!Array.isArray(value?.type) || !value.type.includes('null')) return value;
      return { ...value, type: value.type.find((one) => one !== 'null'), nullable: true };
    }).openapi = '3.0.3';
  },
  'alternatives that a const tells apart'(document) {
    rewritten(document, (value) => {
      const { status, ...others } = value?.properties ?? {};
      if (!status?.enum) return value;
      const one = (known) => ({ ...value, properties: { status: { const: known }, ...others } });
      return { oneOf: status.enum.map(one) };
    });
  },
  'servers with variables, behind one for sockets, and those of paths and operations'(document) {
    const variables = { at: { default: 'api' }, host: { default: 'a.example' } };
    const http = { url: '{scheme}://{host}/{at}/', variables };
    document.servers = [{ url: 'wss://acme.example.com/sockets' }, http];
    const inside = Object.entries(document.paths).filter(([path]) => path.startsWith('/api/'));
    const moved = inside.map(([path, item], index) => {
      const [, url, rest] = /^(\/api\/\w+)(.*)$/.exec(path);
      // The servers of the document, of a path or of an operation.
      if (index % 3 === 0) return [path.slice(4), item];
      const own = index % 3 === 1 ? [item] : Object.values(item);
      for (const one of own) one.servers = [{ url }];
      return [rest, item];
    });
    document.paths = Object.fromEntries(moved);
  },
  'any type of content'(document) {
    for (const [, { requestBody, responses }] of operationsOf(document))
      for (const part of [requestBody, ...Object.values(responses ?? {})])
        if (part?.content?.['application/json'])
          part.content = { 'text/html': {}, '*/*': part.content['application/json'] };
  },
};

const spelled = (_, name) => `#/components/schemas/${pointer(`a/${name}{~}`)}`;

/** The served document after a change. */
function altered(change) {
  const document = structuredClone(served);
  change(document);
  return document;
}

describe('a document that was altered', () => {
  for (const [spelling, respell] of Object.entries(SPELLINGS))
    test(`each difference is named, and no other: ${spelling}`, () => {
      for (const all of [[], ALTERED]) {
        const change = (document) => all.forEach(([, one]) => one(document));
        const found = compared(altered((one) => (change(one), respell(one))));
        const wanted = all.flatMap(([, , differences]) => differences);
        assert.deepEqual(differencesOf(found).sort(), wanted.sort());
      }
    });

  test('all of them in one file: exit code 1, and each is told', async () => {
    const document = altered((all) => ALTERED.forEach(([, change]) => change(all)));
    const { code, out } = await doctorOn(document);
    assert.equal(code, 1);
    const told = out.split('\n').map((line) => line.trim().replace(/ +/, ' ').replace(/: .*/, ''));
    for (const difference of ALTERED.flatMap(([, , wanted]) => wanted))
      assert.ok(told.includes(difference), difference);
    assert.match(out, /assumptions of svc-embed right\? no: 39 compared, 4 differ/);
    assert.match(out, / other {2}embedSessions\.generate, path: The path is presumed\./);
  });

  test('keywords beside a reference count, and what not all alternatives require is not required', () => {
    const document = altered((all) => {
      const { schemas } = all.components;
      schemas.Anything = { description: 'a' };
      schemas.Workbook.properties.slug = { ...ref('Anything'), type: 'boolean' };
      schemas.Workbook = { oneOf: [schemas.Workbook, { type: 'object' }] };
      const { properties } = schemas.Dashboard;
      properties.status = { anyOf: [properties.status, { type: 'string' }] };
    });
    const found = differencesOf(compared(document));
    for (const field of ['name', 'slug', 'publishedDashboard.status'])
      assert.ok(found.includes(`other workbooks.duplicate, answer ${field}`), found.join());
  });
});

const ref = (name) => ({ $ref: `#/components/schemas/${name}` });

const BODY = PUT.replace('body', 'requestBody');
const LOST = '#/components/nowhere could not be read';
const NOWHERE = { $ref: '#/components/nowhere' };
const ITSELF = { anyOf: [ref('Workbook'), { type: 'null' }] };
const PARTLY = { type: 'object', allOf: [NOWHERE], required: ['id'], properties: { id: {} } };

describe('a document that is hard to read', () => {
  test('schemas that are parts of themselves and of each other have an end', () => {
    const names = Array.from({ length: 40 }, (_, at) => `Mesh${at}`);
    const fields = Object.fromEntries(names.map((inner) => [inner, ref(inner)]));
    const mesh = { allOf: names.map(ref), oneOf: names.map(ref), properties: fields };
    const found = altered(({ components: { schemas } }) => {
      const { Workbook } = schemas;
      for (const name of names) schemas[name] = mesh;
      Workbook.properties.meta = ref('Mesh0');
      schemas.Workbook = { allOf: [ref('Workbook'), { ...Workbook, allOf: [ref('Workbook')] }] };
    });
    const comparison = compared(found);
    assert.deepEqual(differencesOf(comparison), []);
    assert.equal(countOf(comparison, 'operations'), 136);
    assert.ok(countOf(comparison, 'answers') > 700);
  });

  test('JSON and YAML in UTF-8 and UTF-16, with a byte order mark or without', async () => {
    const text = JSON.stringify(served);
    const big = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
    for (const bytes of [
      Buffer.from(`\ufeff${text}`),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(text, 'utf16le'),
      big,
      big.subarray(2),
    ])
      assert.deepEqual(parsed(bytes), served);
    const yaml = 'openapi: 3.1.0\npaths:\n  /api/v1/users/me: { get: { operationId: users.me } }\n';
    const { out } = await doctorOn(yaml);
    assert.match(out, /be read\? yes: it has 1 operations/);
    assert.doesNotMatch(out, /the same\? not asked/);
  });

  test('Swagger 2.0', () => {
    const text = JSON.stringify(served.components.schemas);
    const definitions = JSON.parse(text.replaceAll('/components/schemas/', '/definitions/'));
    definitions.Workbook.properties.slug = { type: 'integer' };
    const definition = (name) => ({ schema: { $ref: `#/definitions/${name}` } });
    const post = {
      ...{ produces: ['application/json'], consumes: ['application/json'] },
      parameters: [{ name: 'body', in: 'body', ...definition('DuplicateWorkbook') }],
      responses: { 200: { description: '', ...definition('Workbook') } },
    };
    const paths = { [CLONE.replace('/api', '')]: { post } };
    const found = compared({ swagger: '2.0', info: {}, basePath: '/api', paths, definitions });
    const own = differencesOf(found).filter((line) => line.includes(' workbooks.duplicate,'));
    assert.deepEqual(own, ['other workbooks.duplicate, answer slug']);
    assert.ok(countOf(found, 'bodies') > 0);
  });

  test('with a part that leads nowhere is not the same: each is said', async () => {
    const DUPLICATE = 'workbooks.duplicate, answer';
    const all = [
      // The place in the document that is replaced, by what, the part of the report, and the reason in it.
      [`${LIST} responses 200`, NOWHERE, 'answers', `reports.list, answer: ${LOST}`],
      [`${LIST} answer`, NOWHERE, 'answers', `reports.list, answer: ${LOST}`],
      ['schemas Workbook properties slug', NOWHERE, 'answers', `${DUPLICATE} slug: ${LOST}`],
      ['schemas Workbook', PARTLY, 'answers', `${DUPLICATE}: ${LOST}`],
      ['schemas Workbook', ITSELF, 'answers', `${DUPLICATE}: a schema is an alternative of itself`],
      [BODY, { $ref: 'https://a.b/c' }, 'bodies', 'reports.upsertByPublicId, body: https://a.b/c'],
      [`${LIST} parameters`, [{ $ref: '/etc/a' }], 'query', 'reports.list, query: /etc/a could'],
      [`paths ${REPORTS}`, { $ref: 'a.json#/a' }, 'operations', 'reports.list, its path'],
    ];
    for (const [place, value, part, reason] of all) {
      const rows = compared(altered((one) => void change(one, place, value)));
      const unread = rows.filter(({ question, state }) => question === part && state === 'unread');
      const said = unread.map(({ text }) => text).join('\n');
      assert.ok(said.includes(reason), `${place}: ${said}`);
      assert.deepEqual(differencesOf(rows), []);
    }
    const lose = (one) => all.slice(3).forEach(([place, value]) => change(one, place, value));
    const { code, out } = await doctorOn(altered(lose));
    assert.match(out, / unknown: \d+ compared, 0 differ/);
    assert.equal(code, 2);
  });

  test('what describes nothing is not the same: exit code 2', async () => {
    const json = { content: { 'application/json': { schema: { type: 'string' } } } };
    const open = (all) =>
      operationsOf(all).forEach(([, operation]) => (operation.responses = { 204: {}, 400: json }));
    const { code, out } = await doctorOn(altered(open));
    assert.match(
      out,
      /Are the answers the same\? unknown: 0 compared, 0 differ; the document leaves \d+ open/,
    );
    assert.match(out, /assumptions of svc-embed right\? unknown: 38 compared, 0 differ/);
    assert.equal(code, 2);
  });

  test('its depth, its size and the time that it takes have limits', async () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const chain = Array.from({ length: 12_000 }, (_, n) => [
      `C${n}`,
      { properties: { a: ref(`C${n + 1}`) }, allOf: [ref(`C${n + 1}`)] },
    ]);
    const get = { responses: { 200: { content: { 'application/json': { schema: ref('C0') } } } } };
    const components = { schemas: Object.fromEntries(chain) };
    for (const [bytes, message] of [
      [`{"paths":{},"a":${deep}}`, /Maximum call stack size/],
      [{ openapi: '3.1.0', paths: { '/': { get } }, components }, /Maximum call stack size/],
      [Buffer.alloc(64 * 1024 * 1024 + 1, ' '), /It has more than 67108864 bytes/],
    ]) {
      const { code, problem } = await doctorOn(bytes);
      assert.match(problem, message);
      assert.equal(code, 2);
    }
    const nested = `${'{"type":"object","properties":{"a":'.repeat(1_500)}{}${'}}'.repeat(1_500)}`;
    const content = `{"application/json":{"schema":${nested}}}`;
    const paths = `{"/api/v1/users/me":{"get":{"responses":{"200":{"content":${content}}}}}}`;
    const made = work('typescript', Buffer.from(`{"openapi":"3.1.0","paths":${paths}}`), 'It');
    await assert.rejects(made, /It could not be read: Maximum call stack size/);
    const empty = Buffer.from('{"paths":{}}');
    await assert.rejects(
      work('compare', empty, 'It', 0),
      /It could not be read: it takes more than a minute/,
    );
  });
});
