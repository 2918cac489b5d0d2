// `svc-embed doctor` against the sandbox. The sandbox's own document makes no difference. In an altered
// document, each difference is named, however the document is spelled.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
import { compare } from '../../target/npm/ts/cli/compare.js';
import { parsed, resolved } from '../../target/npm/ts/cli/document.js';
import { allows } from '../../target/npm/ts/cli/frame.js';
import { DESCRIPTION } from '../../target/npm/ts/cli/generated/description.js';
import { work } from '../../target/npm/ts/cli/work.js';
import { startSandbox } from '../support/sandbox.mjs';
import { cli, folderOf, serve } from './run.mjs';

const folder = folderOf('doctor');
let sandbox;
let served;

before(async () => {
  sandbox = await startSandbox();
  const { tenant: baseUrl, apiKey } = sandbox;
  served = await new ManagementClient({ baseUrl, apiKey }).spec.retrieve();
});

after(() => sandbox?.stop());

const run = (args, env) => cli(['doctor', ...args], env);

/** Runs the command with a file of these bytes. */
async function runOn(bytes, ...args) {
  const file = join(folder, 'document.json');
  writeFileSync(
    file,
    typeof bytes === 'object' && !Buffer.isBuffer(bytes) ? JSON.stringify(bytes) : bytes,
  );
  return run(['--document', file, ...args]);
}

const key = () => ({ SVC_API_KEY: sandbox.apiKey });
const ours = resolved(DESCRIPTION).document;

/** Compares a document in this process. */
const compared = (document) =>
  compare(ours, resolved(parsed(Buffer.from(JSON.stringify(document)))).document);

/** All differences, without what each says. An assumption that is wrong is a difference of another part, too. */
const differencesOf = ({ parts: { assumptions: _, ...parts } }) =>
  Object.values(parts)
    .flatMap(({ differences }) => differences)
    // One spelling has nothing outside the path of the server.
    .filter((line) => !/ path: \w+ .build./.test(line))
    .map((line) => line.replace(/ +/, ' ').replace(/: .*/, '').replaceAll('{its_', '{'));

const MINT = '{"embedTenantName":"acme","externalId":"doctor"}';

describe('the sandbox as it is', () => {
  test('twelve questions have twelve answers, and what was compared is counted', async () => {
    const origin = new URL(sandbox.host).origin;
    const more = ['--dashboard', 'sales-overview', '--mint', MINT, '--origin', origin];
    const { code, out } = await run(['--base-url', sandbox.tenant, ...more, '--json'], key());
    const { questions, fixes } = JSON.parse(out);
    assert.deepEqual(
      questions.map(({ question, answer }) => `${question}: ${answer}`),
      [
        ...['document: yes', 'operations: yes', 'unknown: yes', 'query: yes', 'bodies: yes'],
        ...['answers: yes', 'assumptions: yes', 'credential: yes', 'requests: yes'],
        ...['session: yes', 'page: yes', 'frame: yes'],
      ],
    );
    const counts = Object.fromEntries(
      questions.map(({ question, compared }) => [question, compared]),
    );
    assert.equal(counts.operations, 136);
    assert.equal(counts.assumptions, 39);
    assert.ok(counts.query >= 58 && counts.bodies >= 300 && counts.answers >= 700, out);
    assert.ok(counts.requests >= 15, out);
    assert.deepEqual(fixes, { paths: {}, inputs: {} });
    assert.equal(code, 0);
  });

  test('is told for people, and is the same afterwards', async () => {
    const counts = async () => JSON.stringify((await sandbox.state()).counts);
    const before = await counts();
    const { code, out, problem } = await run(['--base-url', sandbox.tenant], key());
    assert.equal(await counts(), before);
    assert.equal(out.match(/^ ?\d+\. .*\? (yes|not asked): /gm).length, 12, out);
    assert.match(out, /\n1\d{3} things were compared\. No difference\.\n$/);
    assert.equal(problem, '');
    assert.equal(code, 0);
  });
});

describe('what a tenant says', () => {
  /** A line of its own would be a command for the hosted runner, and the others move a terminal. */
  const EVIL = 'x\u001b[2J\n::set-output name=a::b\r\u0007\u009b31m\u202e\u2028';
  // eslint-disable-next-line no-control-regex
  const MARK = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]|^::/m;

  test('moves no terminal and begins no line, in the document and in errors', async (t) => {
    const paths = structuredClone(served.paths);
    const answer = { $ref: EVIL };
    change({ paths }, 'paths /api/v1/users/me get answer', answer);
    const document = { ...served, paths: { ...paths, [`/${EVIL}`]: { get: {} } } };
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ message: EVIL, error: EVIL, code: EVIL });
    const baseUrl = await serve(t, (_, response) => response.writeHead(403, json).end(body));
    for (const { out, problem } of [
      await runOn(document),
      await runOn(document, '--json'),
      await run(['--base-url', baseUrl], { SVC_API_KEY: 'k' }),
    ]) {
      assert.match(out + problem, /set-output/);
      assert.doesNotMatch(out + problem, MARK);
    }
  });

  test('shows no secret, however it spells it', async (t) => {
    const secrets = { apiKey: 'Key+with/signs=="7', sessionId: 'id~of-a_session?9' };
    const spell = (text) => [
      ...[text, encodeURIComponent(text), encodeURIComponent(encodeURIComponent(text))],
      [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
      ...['', 'a', 'ab', 'user:'].map((before) =>
        Buffer.from(`${before}${text}:`).toString('base64'),
      ),
      ...[Buffer.from(text).toString('base64url'), Buffer.from(text).toString('hex')],
      encodeURIComponent(Buffer.from(text).toString('base64')),
    ];
    const all = Object.values(secrets).flatMap(spell);
    const baseUrl = await serve(t, ({ url, method }, response) => {
      if (url.startsWith('/embed/'))
        return response.writeHead(302, { location: `/${all.join('/')}?${all.join('&')}` }).end();
      response.setHeader('content-type', 'application/json');
      const isMint = method === 'POST';
      if (isMint) return response.end(JSON.stringify({ sessionId: secrets.sessionId }));
      if (url !== '/api/v1/spec')
        return response.writeHead(404).end(JSON.stringify({ error: all.join(' ') }));
      const repeated = Object.fromEntries(
        all.map((text) => [`/${text}`, { get: { operationId: text } }]),
      );
      response.end(JSON.stringify({ openapi: '3.1.0', paths: repeated }));
    });
    const args = ['--base-url', baseUrl, '--dashboard', 'a', '--mint', '{}'];
    const made = join(folder, 'fixes-of-secrets.json');
    for (const more of [[], ['--json', '--fix-presumptions', made]]) {
      const { out, problem } = await run([...args, ...more], { SVC_API_KEY: secrets.apiKey });
      assert.match(out, /\[credential\]/);
      for (const text of all) assert.ok(!(out + problem).includes(text), text);
    }
  });
});

describe('what cannot be found out', () => {
  const K = { SVC_API_KEY: 'key-of-nobody' };
  for (const [name, args, env, problem] of [
    ['no base URL', [], {}, /Give --base-url/],
    ['a wrong key', ['--base-url', 'TENANT'], { SVC_API_KEY: 'wrong-key-1' }, /401/],
    ['no service', ['--base-url', 'http://127.0.0.1:9'], K, /could not be read/],
    ['a base URL that is not https', ['--base-url', 'http://acme.example.com'], K, /https/],
    ['no credential', ['--base-url', 'TENANT'], {}, /Set SVC_API_KEY/],
    ['an option that does not exist', ['--api-key', 'k'], {}, /api-key/],
    ['a file that does not exist', ['--document', 'no.json'], {}, /no\.json could not be read/],
    ['a file that is no document', ['--document', 'LICENSE-MIT'], {}, /neither JSON nor YAML/],
    ['an origin that is none', ['--base-url', 'TENANT', '--origin', 'x'], {}, /--origin must be/],
    ['a body that is not JSON', ['--base-url', 'TENANT', '--mint', 'x'], {}, /--mint is not JSON/],
  ])
    test(`${name}: exit code 2`, async () => {
      const given = args.map((arg) => (arg === 'TENANT' ? sandbox.tenant : arg));
      const { code, out, problem: said } = await run(given, env);
      assert.equal(code, 2);
      assert.equal(out, '');
      assert.match(said, problem);
      assert.doesNotMatch(said, /wrong-key-1|at .*\.js:/);
    });
});

const D = '/api/v1/deployments/{deploymentId}';
const REPORTS = `${D}/reports`;
const CLONE = `${D}/workbooks/{workbookId}/duplicate`;
const LIST = `paths ${REPORTS} get`;
const PUT = `paths ${REPORTS}/by-public-id/{publicId} put body`;
const MINTING = Object.keys(DESCRIPTION.paths).find(
  (path) => DESCRIPTION.paths[path].post?.operationId === 'embedSessions.generate',
);

/** What is changed in a document, and all differences that are to be named. `<-` moves what is at a place. */
const TABLE = `
an operation is gone: paths ${CLONE} = GONE
  absent workbooks.duplicate, path
an operation is new: paths /api/v1/quotas = {"get":{"operationId":"quotas.list"}}
  new GET /api/v1/quotas, operation
another method: paths ${D}/settings post <- paths ${D}/settings get
  absent deployments.retrieveSettings, path
  new POST ${D}/settings, operation
a presumed path is another one: paths /api/v1/embed/sessions/generate <- paths ${MINTING}
  other embedSessions.generate, path
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
a list is no list: paths ${D}/folders get answer = {"type":"object","properties":{"total":{}}}
  other folders.list, answer
a presumed field has another name: paths ${D}/workspace/bulk-move post body properties targetFolderId <- paths ${D}/workspace/bulk-move post body properties folderId
  absent workspace.bulkMove, body folderId
`;

const SHORT = {
  body: 'requestBody content application/json schema',
  answer: 'responses 200 content application/json schema',
  schemas: 'components schemas',
};

/** Changes what is at a place. A word names a member, an item of a list by its name, or the item. */
function change(document, place, value) {
  const target = (one) => (one?.$ref ? schema(document, one.$ref.split('/').at(-1)) : one);
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

function row(text) {
  const [line, ...wanted] = text.trim().split(/\n */);
  const [, name, place, how, value] = /^(.*?): (.*?) (=|<-) (.*)$/.exec(line);
  const read = (all) =>
    how === '<-' ? change(all, value) : value === 'GONE' ? undefined : JSON.parse(value);
  return [name, (all) => change(all, place, read(all)), wanted];
}

/** Each altered document: what is changed, and all differences that are to be named. */
const ALTERED = [
  ...TABLE.split(/\n(?! )/)
    .filter((text) => text)
    .map(row),
  [
    'a required field of a body is new',
    (all) => {
      change(all, `${PUT} properties owner`, { type: 'string' });
      change(all, `${PUT} required`, ['owner']);
    },
    ['new reports.upsertByPublicId, body owner'],
  ],
  [
    'a presumed body is sent as the query',
    (all) => {
      const names = ['placementId', 'externalWorkbookId', 'sheetName', 'anchorCell'];
      const place = `paths ${REPORTS}/{reportId}/connect-workbook delete`;
      change(all, `${place} requestBody`);
      for (const name of names) change(all, `${place} parameters ${name}`, { name, in: 'query' });
    },
    ['other reports.disconnectWorkbook, body'],
  ],
];

/** The operation of the served document. */
const at = (document, path, method) => document.paths[path][method];
const schema = (document, name) => document.components.schemas[name];

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
    Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  );

/** Other spellings of one document, in which each difference must be found as well. */
const SPELLINGS = {
  'bodies, answers and parameters by reference': (document) => {
    for (const { name, operation } of operationsOf(document)) {
      moved(document, 'responses', operation.responses, name);
      moved(document, 'parameters', operation.parameters, name);
      if (operation.requestBody) {
        const holder = { body: operation.requestBody };
        moved(document, 'requestBodies', holder, name);
        operation.requestBody = holder.body;
      }
    }
  },
  'path items by reference': (document) => moved(document, 'pathItems', document.paths, 'item'),
  'escaped names of schemas': (document) => {
    const text = JSON.stringify(document.components.schemas).replace(
      /#\/components\/schemas\/(\w+)/g,
      spelled,
    );
    const all = Object.entries(JSON.parse(text)).map(([name, one]) => [`a/${name}{~}`, one]);
    const paths = JSON.stringify(document.paths).replace(/#\/components\/schemas\/(\w+)/g, spelled);
    Object.assign(document, { paths: JSON.parse(paths) });
    document.components.schemas = Object.fromEntries(all);
  },
  'parameters of the path, and names of its own': (document) => {
    document.paths = Object.fromEntries(
      Object.entries(document.paths).map(([path, item]) => {
        const methods = Object.values(item);
        const parameters = methods.length === 1 ? methods[0].parameters : undefined;
        if (parameters) delete methods[0].parameters;
        return [
          path.replace(/\{(\w+)\}/g, '%7Bits_$1%7D'),
          { ...item, ...(parameters && { parameters }) },
        ];
      }),
    );
  },
  'OpenAPI 3.0': (document) => {
    const text = JSON.stringify(document, (_, value) => {
      if (!Array.isArray(value?.type) || !value.type.includes('null')) return value;
      const [type] = value.type.filter((one) => one !== 'null');
      return { ...value, type, nullable: true };
    });
    Object.assign(document, JSON.parse(text), { openapi: '3.0.3' });
  },
  'servers with variables, behind one for sockets': (document) => {
    document.servers = [
      { url: 'wss://acme.example.com/sockets' },
      {
        url: '{scheme}://{host}/{at}/',
        variables: { at: { default: 'api' }, host: { default: 'a.example' } },
      },
    ];
    const inside = Object.entries(document.paths).filter(([path]) => path.startsWith('/api/'));
    document.paths = Object.fromEntries(inside.map(([path, item]) => [path.slice(4), item]));
  },
  'any type of content': (document) => {
    for (const { operation } of operationsOf(document))
      for (const part of [operation.requestBody, ...Object.values(operation.responses ?? {})])
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
  test('each difference is named, and no other', () => {
    for (const [name, change, wanted] of ALTERED)
      assert.deepEqual(differencesOf(compared(altered(change))).sort(), wanted.sort(), name);
  });

  // What removes a part would hide what changes it.
  const hiding = ['an operation is gone'];
  const changes = ALTERED.filter(([name]) => !hiding.includes(name));

  for (const [spelling, respell] of Object.entries(SPELLINGS))
    test(`the same differences are named in another spelling: ${spelling}`, () => {
      const found = [[], changes].map((all) => {
        const change = (document) => all.forEach(([, one]) => one(document));
        return differencesOf(compared(altered((one) => (change(one), respell(one))))).sort();
      });
      const wanted = changes.flatMap(([, , differences]) => differences);
      assert.deepEqual(found, [[], wanted.sort()]);
    });

  test('all of them in one file: exit code 1, and each is told', async () => {
    const document = altered((all) => changes.forEach(([, change]) => change(all)));
    const { code, out } = await runOn(document);
    assert.equal(code, 1);
    const plain = out.replace(/^ +(other|absent|new) +/gm, '$1 ');
    for (const difference of changes.flatMap(([, , wanted]) => wanted))
      assert.ok(plain.includes(`${difference}: `), difference);
    assert.match(out, /assumptions of svc-embed right\? no: 39 compared, 4 differ/);
    assert.match(out, / other {2}embedSessions\.generate, path: The path is presumed\./);
  });

  test('with integers where any number is read has no difference', () => {
    const document = altered((all) => {
      schema(all, 'Workbook').properties.userId = { type: ['integer', 'null'] };
      schema(all, 'ExportJob').properties.jobId = { type: 'integer' };
    });
    assert.deepEqual(differencesOf(compared(document)), []);
  });
});

const json = (answer) => ({ content: { 'application/json': { schema: answer } } });
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });

/** Documents that must be read to an end: what is changed, and what differs then. */
const HARD = [
  [
    'a schema that holds itself',
    (all) => {
      schema(all, 'Workbook').properties.parent = ref('Workbook');
      all.components.schemas.Loop = { type: 'object', properties: { next: ref('Loop') } };
      schema(all, 'Workbook').properties.meta = ref('Loop');
    },
    ['new workbooks.duplicate, answer parent'],
  ],
  [
    'schemas that are parts of themselves and of each other',
    (all) => {
      const names = Array.from({ length: 40 }, (_, at) => `Mesh${at}`);
      for (const name of names)
        all.components.schemas[name] = {
          allOf: names.map(ref),
          oneOf: names.map(ref),
          properties: Object.fromEntries(names.map((inner) => [inner, ref(inner)])),
        };
      const { Workbook } = all.components.schemas;
      all.components.schemas.Workbook = {
        allOf: [ref('Workbook'), { ...Workbook, allOf: [ref('Workbook')] }],
      };
      schema(all, 'WorkbookBase') ?? (Workbook.properties.meta = ref('Mesh0'));
    },
    [],
  ],
  [
    'an example of SCIM, whose $ref is none, and a field that is called so',
    (all) => {
      const { get } = all.paths['/api/v1/users/me'];
      const members = [
        { value: '1', $ref: 'https://acme.example.com/Users/1' },
        { $ref: '../Users/2' },
      ];
      const content = Object.values(get.responses)[0].content['application/json'];
      content.example = { members };
      content.examples = {
        one: { value: { members } },
        other: { externalValue: 'file:///etc/passwd' },
      };
      schema(all, 'Workbook').properties.meta = {
        type: 'object',
        properties: { $ref: { type: 'string' } },
      };
      schema(all, 'Workbook').default = { $ref: '#/nowhere' };
    },
    [],
  ],
];

const BODY = PUT.replace('body', 'requestBody');
const LOST = '#/components/nowhere leads nowhere in the document';
const NOWHERE = { $ref: '#/components/nowhere' };
const PARTLY = { type: 'object', allOf: [NOWHERE], required: ['id'], properties: { id: {} } };

describe('a document that is hard to read', () => {
  test('is read to an end', () => {
    for (const [name, change, wanted] of HARD) {
      const comparison = compared(altered(change));
      assert.deepEqual(differencesOf(comparison), wanted, name);
      assert.equal(comparison.parts.operations.compared, 136);
      assert.ok(comparison.parts.answers.compared > 700);
    }
  });

  test('JSON and YAML in UTF-8 and UTF-16, with a byte order mark or without', async () => {
    const text = JSON.stringify(served);
    const big = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
    const yaml = 'openapi: 3.1.0\npaths:\n  /api/v1/users/me: { get: { operationId: users.me } }\n';
    for (const [bytes, count] of [
      [`\ufeff${text}`, 140],
      [Buffer.from(`\ufeff${text}`, 'utf16le'), 140],
      [Buffer.from(text, 'utf16le'), 140],
      [big, 140],
      [big.subarray(2), 140],
      [yaml, 1],
    ]) {
      const { out } = await runOn(bytes);
      assert.match(out, new RegExp(`be read\\? yes: it has ${count} operations`));
    }
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
    assert.ok(found.parts.bodies.compared > 0);
  });

  test('with a part that leads nowhere is not the same: each is said', async () => {
    const DUPLICATE = 'workbooks.duplicate, answer';
    const all = [
      // The place in the document that is replaced, by what, the part of the report, and the reason in it.
      [`${LIST} responses 200`, NOWHERE, 'answers', `reports.list, answer: ${LOST}`],
      [`${LIST} answer`, NOWHERE, 'answers', `reports.list, answer: ${LOST}`],
      ['schemas Workbook properties slug', NOWHERE, 'answers', `${DUPLICATE} slug: ${LOST}`],
      ['schemas Workbook', PARTLY, 'answers', `${DUPLICATE}: ${LOST}`],
      [BODY, { $ref: 'https://a.b/c' }, 'bodies', 'reports.upsertByPublicId, body: https://a.b/c'],
      [`${LIST} parameters`, [{ $ref: '/etc/a' }], 'query', 'reports.list, query: /etc/a leads'],
      [`paths ${REPORTS}`, { $ref: 'a.json#/a' }, 'operations', 'reports.list: its path'],
    ];
    for (const [place, value, part, reason] of all) {
      const { parts } = compared(altered((one) => void change(one, place, value)));
      const said = parts[part].unread.join('\n');
      assert.ok(said.includes(reason), `${place}: ${said}`);
      assert.deepEqual(differencesOf({ parts }), []);
    }
    const lose = (one) => all.slice(2).forEach(([place, value]) => change(one, place, value));
    const { code, out } = await runOn(altered(lose));
    assert.match(out, / unknown: \d+ compared, 0 differ/);
    assert.match(out, / could not be compared\.\n$/);
    assert.equal(code, 2);
  });

  test('what describes nothing is not the same: exit code 2', async () => {
    const open = (all) =>
      operationsOf(all).forEach(({ operation }) => (operation.responses = { 204: {} }));
    const { code, out } = await runOn(altered(open));
    assert.match(
      out,
      /Are the answers the same\? unknown: 0 compared, 0 differ; the document leaves \d+ open/,
    );
    assert.match(out, /assumptions of svc-embed right\? unknown: 38 compared, 0 differ/);
    assert.equal(code, 2);
    const html = (all) =>
      (at(all, REPORTS, 'get').responses = { 200: { content: { 'text/html': {} } } });
    const found = differencesOf(compared(altered(html)));
    assert.deepEqual(found, ['other reports.list, answer']);
  });

  test('its depth, its size and the time that it takes have limits', async () => {
    const refuses = (bytes, message, ...more) =>
      assert.rejects(work('compare', Buffer.from(bytes), 'It', ...more), message);
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    await refuses(`{"paths":{},"a":${deep}}`, /nested too deep/);
    const chain = Object.fromEntries(
      Array.from({ length: 12_000 }, (_, n) => [
        `C${n}`,
        { properties: { a: ref(`C${n + 1}`) }, allOf: [ref(`C${n + 1}`)] },
      ]),
    );
    const paths = { '/': { get: { responses: { 200: json(ref('C0')) } } } };
    await refuses(
      JSON.stringify({ openapi: '3.1.0', paths, components: { schemas: chain } }),
      /nested too deep/,
    );
    await refuses('{"paths":{}}', /takes more than 0 ms/, 0);
    const file = join(folder, 'long.json');
    writeFileSync(file, Buffer.alloc(64 * 1024 * 1024 + 1, ' '));
    const { code, problem } = await run(['--document', file]);
    assert.match(problem, /It has more than 67108864 bytes/);
    assert.equal(code, 2);
  });
});

describe('a proxy', () => {
  /** A proxy that tunnels. Resolves to its address and the hosts that it was asked for. */
  async function proxy(t) {
    const asked = [];
    const url = await serve(
      t,
      ({ url: host, headers }, socket) => {
        asked.push(`${host} ${headers['proxy-authorization'] ?? ''}`.trim());
        const [name, port] = host.split(':');
        if (name !== '127.0.0.1') return socket.end('HTTP/1.1 502 No\r\n\r\n');
        const other = connect(port, name, () => {
          socket.write('HTTP/1.1 200 Yes\r\n\r\n');
          socket.pipe(other).pipe(socket);
        });
        for (const one of [socket, other])
          one.on('error', () => (socket.destroy(), other.destroy()));
      },
      'connect',
    );
    return { url, asked };
  }

  test('is asked for each request, with its own credential, except for the hosts of NO_PROXY', async (t) => {
    const { url, asked } = await proxy(t);
    const args = ['--base-url', sandbox.tenant, '--dashboard', 'sales-overview'];
    const HTTP_PROXY = url.replace('//', '//user:word@');
    const { code, out } = await run(args, { ...key(), HTTP_PROXY });
    assert.equal(code, 0, out);
    const basic = `Basic ${Buffer.from('user:word').toString('base64')}`;
    assert.deepEqual([...new Set(asked)], [`${new URL(sandbox.tenant).host} ${basic}`]);
    assert.ok(asked.splice(0).length >= 20);
    await run(args, { ...key(), HTTP_PROXY, NO_PROXY: '127.0.0.1' });
    assert.deepEqual(asked, []);
    const away = ['--base-url', 'https://acme.example.com'];
    const refused = await run(away, { ...key(), HTTPS_PROXY: url });
    assert.equal(refused.code, 2);
    assert.doesNotMatch(refused.problem, /ignores HTTPS_PROXY/);
    assert.deepEqual([...new Set(asked)], ['acme.example.com:443']);
  });
});

test('--fix-presumptions writes what the client takes as presumptions', async () => {
  const moved = new Map(ALTERED.map(([name, change]) => [name, change]));
  const file = join(folder, 'fixes.json');
  const document = altered((all) => {
    moved.get('a presumed path is another one')(all);
    moved.get('a presumed body is sent as the query')(all);
  });
  const { code } = await runOn(document, '--fix-presumptions', file);
  assert.equal(code, 1);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
    paths: { 'embedSessions.generate': '/api/v1/embed/sessions/generate' },
    inputs: { 'reports.disconnectWorkbook': 'query' },
  });
});

/** A policy, and the origins of pages that it allows and that it does not. The tenant is https://a.example. */
const POLICIES = `
'none' | | https://a.example https://b.example
'self' | https://a.example | https://b.example
* | https://b.example http://b.example | tauri://b.example
https: | https://b.example | http://b.example
https://b.example | https://b.example | https://c.example https://b.example:8443
https://*.b.example | https://c.b.example | https://b.example https://evilb.example
b.example | https://b.example | http://b.example
https://b.example:8443 | https://b.example:8443 | https://b.example
https://b.example:* | https://b.example:8443 https://b.example |
'self' HTTPS://B.EXAMPLE | https://b.example https://a.example | https://c.example
`;

const PAGE = 'https://app.example.com';
const CSP = 'content-security-policy';

/** A status, headers, the answer to the last question, and what it says. */
const FRAMES = [
  [200, {}, 'yes', /no header forbids it/],
  [200, { 'x-frame-options': 'DENY' }, 'no', /X-Frame-Options is DENY/],
  [200, { 'x-frame-options': 'sameorigin' }, 'no', /SAMEORIGIN/],
  // frame-ancestors comes before X-Frame-Options.
  [200, { 'x-frame-options': 'DENY', [CSP]: 'a; Frame-Ancestors  https:  ' }, 'yes', / allows /],
  [200, { [CSP]: 'frame-ancestors https:, frame-ancestors' }, 'no', /not allow .*: https:, 'none'/],
  [200, { [CSP]: "default-src 'self'; x-frame-ancestors 'none'" }, 'yes', /no header forbids/],
  [
    302,
    { location: 'https://login.example.com/?a=1' },
    'no',
    /origin, https:..login\.example\.com:/,
  ],
  [404, {}, 'unknown', /answers 404/],
];

describe('a page that frames the embed', () => {
  test('is allowed by the sources of a policy as by a browser', () => {
    for (const row of POLICIES.trim().split('\n')) {
      const [policy, ...lists] = row.split('|').map((text) => text.trim());
      lists.forEach((list, at) => {
        for (const origin of list.split(' ').filter((one) => one))
          assert.equal(allows(policy, 'https://a.example', origin), at === 0, `${row}: ${origin}`);
      });
    }
  });

  test('meets a header, a redirect or an error', async (t) => {
    for (const [status, headers, wanted, words] of FRAMES) {
      const baseUrl = await serve(t, ({ url }, response) => {
        if (url.startsWith('/embed/dashboard/a%20b'))
          return response.writeHead(status, headers).end();
        response.setHeader('content-type', 'application/json');
        response.end(url === '/api/v1/spec' ? JSON.stringify(served) : '{"items":[]}');
      });
      const args = ['--base-url', `${baseUrl}//`, '--dashboard', 'a b', '--origin', PAGE, '--json'];
      const { out } = await run(args, { SVC_API_KEY: 'key-of-nobody' });
      const { answer, detail } = JSON.parse(out).questions.at(-1);
      assert.equal(answer, wanted, JSON.stringify(headers));
      assert.match(detail, words);
    }
  });
});
