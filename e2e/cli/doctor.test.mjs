// `svc-embed doctor` against the sandbox: as it is, which makes no difference, and with documents that
// were altered, of which each difference is named.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ManagementClient } from 'svc-embed/management';
import { allows, ancestorsOf } from '../../dist/cli/frame.js';
import { compare } from '../../dist/cli/compare.js';
import { DESCRIPTION } from '../../dist/cli/generated/description.js';
import { startSandbox } from '../support/sandbox.mjs';

const program = fileURLToPath(new URL('../../dist/cli/index.js', import.meta.url));

let sandbox;
let served;
let folder;

before(async () => {
  sandbox = await startSandbox();
  folder = mkdtempSync(join(tmpdir(), 'svc-embed-doctor-'));
  const { tenant: baseUrl, apiKey } = sandbox;
  served = await new ManagementClient({ baseUrl, apiKey }).spec.retrieve();
});

after(async () => {
  rmSync(folder, { recursive: true });
  await sandbox?.stop();
});

/** Runs the command. Resolves to its exit code and what it printed. */
function run(args, env = {}) {
  const { PATH } = process.env;
  const options = { env: { PATH, ...env }, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) =>
    execFile(process.execPath, [program, 'doctor', ...args], options, (error, out, problem) =>
      resolve({ code: error?.code ?? 0, out, problem }),
    ),
  );
}

const key = () => ({ SVC_API_KEY: sandbox.apiKey });

describe('the sandbox as it is', () => {
  test('has no difference, holds all presumptions, and answers every question', async () => {
    const args = ['--base-url', sandbox.tenant, '--json'];
    const { code, out } = await run(args, key());
    const { comparison, asked } = JSON.parse(out);
    assert.deepEqual(comparison.differences, []);
    assert.equal(comparison.operations, 136);
    assert.equal(comparison.same, 136);
    assert.ok(comparison.presumptions.length >= 39);
    assert.ok(comparison.presumptions.every(({ isConfirmed }) => isConfirmed));
    assert.deepEqual(comparison.fixes, { paths: {}, inputs: {} });
    assert.ok(asked.length >= 15, String(asked.length));
    assert.deepEqual(
      asked.filter(({ isAnswered, unlike }) => !isAnswered || unlike.length > 0),
      [],
    );
    assert.equal(code, 0);
  });

  test('is the same afterwards', async () => {
    const counts = async () => JSON.stringify((await sandbox.state()).counts);
    const before = await counts();
    await run(['--base-url', sandbox.tenant, '--dashboard', 'sales-overview'], key());
    assert.equal(await counts(), before);
  });

  test('is told for people, too, with what a page at an origin meets', async () => {
    const mint = '{"embedTenantName":"acme","externalId":"doctor"}';
    const origin = new URL(sandbox.host).origin;
    const args = ['--base-url', sandbox.tenant, '--dashboard', 'sales-overview', '--mint', mint];
    const { code, out, problem } = await run([...args, '--origin', origin], key());
    assert.match(out, /136 operations: 136 are the same\./);
    assert.match(out, /A session id was minted\./);
    assert.match(out, /The embed page \/embed\/dashboard\/sales-overview: 200/);
    assert.match(out, /No difference\.\n$/);
    assert.equal(problem, '');
    assert.equal(code, 0);
  });

  test('never shows the key or the session id', async () => {
    const mint = '{"embedTenantName":"acme","externalId":"doctor"}';
    const args = ['--base-url', sandbox.tenant, '--dashboard', 'sales-overview', '--mint', mint];
    for (const more of [[], ['--json']]) {
      const { out, problem } = await run([...args, ...more], key());
      assert.ok(!(out + problem).includes(sandbox.apiKey));
      assert.doesNotMatch(out, /session=|sessionId"/);
    }
  });
});

describe('what a tenant says', () => {
  /** A line of its own would be a command for the hosted runner, and the others move a terminal. */
  const EVIL = 'x\u001b[2J\n::set-output name=a::b\r\u0007\u009b31m\u202e\u2028';
  // eslint-disable-next-line no-control-regex
  const MARK = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]|^::/m;

  test('moves no terminal and begins no line: in the document', async () => {
    const file = join(folder, 'evil.json');
    const paths = structuredClone(served.paths);
    const { get } = paths['/api/v1/users/me'];
    const answer = { type: 'object', properties: { id: { type: EVIL } } };
    get.responses = { 200: { content: { 'application/json': { schema: answer } } } };
    writeFileSync(file, JSON.stringify({ ...served, paths: { ...paths, [`/${EVIL}`]: { get } } }));
    for (const more of [[], ['--json']]) {
      const { out } = await run(['--document', file, ...more]);
      assert.match(out, /set-output/);
      assert.doesNotMatch(out, MARK);
    }
  });

  test('moves no terminal and begins no line: in its errors', async (t) => {
    const server = createServer((_, response) =>
      response
        .writeHead(403, { 'content-type': 'application/json' })
        .end(JSON.stringify({ message: EVIL, error: EVIL, code: EVIL })),
    ).listen(0, '127.0.0.1');
    t.after(() => (server.closeAllConnections(), server.close()));
    await new Promise((listening) => server.once('listening', listening));
    const { code, problem } = await run(
      ['--base-url', `http://127.0.0.1:${server.address().port}`],
      {
        SVC_API_KEY: 'k',
      },
    );
    assert.equal(code, 2);
    assert.match(problem, /set-output/);
    assert.doesNotMatch(problem, MARK);
  });
});

describe('what cannot be found out', () => {
  const K = { SVC_API_KEY: 'k' };
  for (const [name, args, env, problem] of [
    ['no base URL', [], {}, /Give --base-url/],
    ['a wrong key', ['--base-url', 'TENANT'], { SVC_API_KEY: 'wrong-key-1' }, /401/],
    ['no service', ['--base-url', 'http://127.0.0.1:9'], K, /could not be read/],
    ['a base URL that is not https', ['--base-url', 'http://acme.example.com'], K, /https/],
    ['no credential', ['--base-url', 'TENANT'], {}, /Set SVC_API_KEY/],
    ['an option that does not exist', ['--api-key', 'k'], {}, /api-key/],
    ['a file that does not exist', ['--document', 'no.json'], {}, /no\.json could not be read/],
    ['a file that is not JSON', ['--document', program], {}, /is not JSON/],
    ['an origin that is none', ['--base-url', 'TENANT', '--origin', 'x'], {}, /--origin must be/],
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

/** The operation of the served document. */
const at = (document, path, method) => document.paths[path][method];

const D = '/api/v1/deployments/{deploymentId}';
const REPORTS = `${D}/reports`;
const BY_ID = `${REPORTS}/by-public-id/{publicId}`;
const META_SYNC = `${D}/environments/{environmentId}/tokens-for-meta-sync`;
const CLONE = `${D}/workbooks/{workbookId}/duplicate`;
const MINT = Object.keys(JSON.parse(JSON.stringify(DESCRIPTION)).paths).find(
  (path) => DESCRIPTION.paths[path].post?.operationId === 'embedSessions.generate',
);

const schema = (document, name) => document.components.schemas[name];

/** Each altered document: what is changed, and all differences that are to be named. */
const ALTERED = [
  [
    'an operation is gone',
    (document) => delete document.paths[CLONE],
    [['absent', 'workbooks.duplicate', 'path']],
  ],
  [
    'an operation is new',
    (document) => (document.paths['/api/v1/quotas'] = { get: { operationId: 'quotas.list' } }),
    [['new', 'GET /api/v1/quotas', 'operation']],
  ],
  [
    'another method',
    (document) => {
      const item = document.paths[`${D}/settings`];
      item.post = item.get;
      delete item.get;
    },
    [
      ['absent', 'deployments.retrieveSettings', 'path'],
      ['new', `POST ${D}/settings`, 'operation'],
    ],
  ],
  [
    'a presumed path is another one',
    (document) => {
      document.paths['/api/v1/embed/sessions/generate'] = document.paths[MINT];
      delete document.paths[MINT];
    },
    [['other', 'embedSessions.generate', 'path']],
  ],
  [
    'a parameter of the query is gone',
    (document) => {
      const list = at(document, REPORTS, 'get');
      list.parameters = list.parameters.filter(({ name }) => name !== 'search');
    },
    [['absent', 'reports.list', 'query search']],
  ],
  [
    'a parameter of the query has another type',
    (document) => {
      const { parameters } = at(document, REPORTS, 'get');
      parameters.find(({ name }) => name === 'folderId').schema = { type: 'string' };
    },
    [['other', 'reports.list', 'query folderId']],
  ],
  [
    'a parameter of the query is required',
    (document) => {
      const { parameters } = at(document, REPORTS, 'get');
      parameters.find(({ name }) => name === 'search').required = true;
    },
    [['other', 'reports.list', 'query search']],
  ],
  [
    'a required parameter is new',
    (document) =>
      at(document, REPORTS, 'get').parameters.push({
        ...{ name: 'tenant', in: 'query', required: true, schema: { type: 'string' } },
      }),
    [['new', 'reports.list', 'query tenant']],
  ],
  [
    'an order has one value more',
    (document) => {
      const { parameters } = at(document, REPORTS, 'get');
      parameters.find(({ name }) => name === 'sortBy').schema.enum.push('owner');
    },
    [['new', 'reports.list', 'query sortBy']],
  ],
  [
    'an order has one value less',
    (document) => {
      const { schema: order } = at(document, REPORTS, 'get').parameters.find(
        ({ name }) => name === 'sortBy',
      );
      order.enum = order.enum.filter((value) => value !== 'name');
    },
    [['absent', 'reports.list', 'query sortBy']],
  ],
  [
    'an enumeration of an answer has one value more',
    (document) => schema(document, 'Dashboard').properties.status.enum.push('scheduled'),
    [
      ['new', 'workbooks.duplicate', 'answer publishedDashboard.status'],
      ['new', 'workbooks.setAiWidgetThread', 'answer status'],
    ],
  ],
  [
    'a field of an answer is gone',
    (document) => delete schema(document, 'Workbook').properties.slug,
    [['absent', 'workbooks.duplicate', 'answer slug']],
  ],
  [
    'a field of an answer is new',
    (document) => (schema(document, 'Workbook').properties.locale = { type: 'string' }),
    [['new', 'workbooks.duplicate', 'answer locale']],
  ],
  [
    'a field of an answer has another type',
    (document) => (schema(document, 'Workbook').properties.id = { type: 'string' }),
    [['other', 'workbooks.duplicate', 'answer id']],
  ],
  [
    'a field of an answer may be missing',
    (document) => {
      const workbook = schema(document, 'Workbook');
      workbook.required = workbook.required.filter((key) => key !== 'name');
    },
    [['other', 'workbooks.duplicate', 'answer name']],
  ],
  [
    'a field of an answer may be null',
    (document) => (schema(document, 'Workbook').properties.name.type = ['string', 'null']),
    [['other', 'workbooks.duplicate', 'answer name']],
  ],
  [
    'a limit is another one',
    (document) => limitOf(document, 'name', (field) => (field.maxLength = 100)),
    [['other', 'reports.upsertByPublicId', 'body name']],
  ],
  [
    'a limit is gone',
    (document) => limitOf(document, 'title', (field) => delete field.maxLength),
    [['other', 'reports.upsertByPublicId', 'body title']],
  ],
  [
    'a lifetime may be shorter',
    (document) => {
      const token = at(document, `${D}/token`, 'post').requestBody.content['application/json'];
      token.schema = { allOf: [token.schema], properties: { expiresIn: { type: 'integer' } } };
      resolved(document, token.schema.allOf[0]).properties.expiresIn.minimum = 30;
    },
    [['other', 'deployments.createToken', 'body expiresIn']],
  ],
  [
    'a field of a body is required',
    (document) => {
      bodyOf(document, META_SYNC, 'post').required.push('expires_in');
    },
    [['other', 'environments.createMetaSyncToken', 'body expires_in']],
  ],
  [
    'a required field of a body is new',
    (document) => {
      const body = bodyOf(document, BY_ID, 'put');
      body.properties.owner = { type: 'string' };
      body.required = [...(body.required ?? []), 'owner'];
    },
    [['new', 'reports.upsertByPublicId', 'body owner']],
  ],
  [
    'a presumed body is sent as the query',
    (document) => {
      const disconnect = at(document, `${REPORTS}/{reportId}/connect-workbook`, 'delete');
      delete disconnect.requestBody;
      const names = ['placementId', 'externalWorkbookId', 'sheetName', 'anchorCell'];
      const kept = disconnect.parameters.filter(({ name }) => !names.includes(name));
      disconnect.parameters = [
        ...kept,
        ...names.map((name) => ({ name, in: 'query', schema: {} })),
      ];
    },
    [['other', 'reports.disconnectWorkbook', 'input']],
  ],
  [
    'a list is no list',
    (document) => {
      const responses = at(document, `${D}/folders`, 'get').responses;
      const ok = Object.keys(responses).find((status) => status.startsWith('2'));
      responses[ok].content['application/json'].schema = {
        type: 'object',
        properties: { total: { type: 'integer' } },
      };
    },
    [['other', 'folders.list', 'answer']],
  ],
  [
    'a name of a presumed field is another one',
    (document) => {
      const body = bodyOf(document, `${D}/workspace/bulk-move`, 'post');
      body.properties.targetFolderId = body.properties.folderId;
      delete body.properties.folderId;
    },
    [['absent', 'workspace.bulkMove', 'body folderId']],
  ],
];

const resolved = (document, it) => (it.$ref ? schema(document, it.$ref.split('/').at(-1)) : it);

/** The schema of a body, which can be changed. */
const bodyOf = (document, path, method) =>
  resolved(document, at(document, path, method).requestBody.content['application/json'].schema);

/** Changes a field of a report's body. */
function limitOf(document, key, change) {
  const body = bodyOf(document, BY_ID, 'put');
  body.properties[key] = { ...resolved(document, body.properties[key]) };
  change(body.properties[key]);
}

/** The served document after a change. */
function altered(change) {
  const document = structuredClone(served);
  change(document);
  return document;
}

const brief = ({ kind, operation, at: where }) => [kind, operation, where];

describe('a document that was altered', () => {
  test('there are at least twenty', () => assert.ok(ALTERED.length >= 20));

  for (const [name, change, wanted] of ALTERED)
    test(`${name}: each difference is named, and no other`, () => {
      const { differences } = compare(DESCRIPTION, altered(change));
      assert.deepEqual(differences.map(brief).sort(), wanted.sort());
    });

  test('all of them in one file: exit code 1, and each is told', async () => {
    const file = join(folder, 'altered.json');
    // What removes a part would hide what changes it.
    const hiding = ['an operation is gone', 'a parameter of the query is gone'];
    const changes = ALTERED.filter(([name]) => !hiding.includes(name));
    const document = altered((all) => changes.forEach(([, change]) => change(all)));
    writeFileSync(file, JSON.stringify(document));
    const { code, out } = await run(['--document', file]);
    assert.equal(code, 1);
    for (const [kind, operation, where] of changes.flatMap(([, , wanted]) => wanted))
      assert.ok(
        out.includes(`${kind.padEnd(6)} ${operation}, ${where}: `),
        `${operation} ${where}`,
      );
    assert.match(out, /39 assumptions of svc-embed: 35 are right for this tenant\./);
    assert.match(
      out,
      /Assumptions that are wrong for this tenant:\n(  .*\n)* {2}other {2}reports\.disconnectWorkbook, input/,
    );
  });

  test('with the names of parameters of its own, and in a server’s path, has no difference', () => {
    const document = altered((all) => {
      all.servers = [{ url: 'https://acme.example.com/api' }];
      all.paths = Object.fromEntries(
        Object.entries(all.paths).map(([path, item]) => [
          path.replace(/^\/api/, '').replace(/\{(\w+)\}/g, '{its_$1}'),
          item,
        ]),
      );
      for (const path of Object.keys(all.paths))
        if (path.startsWith('/build')) delete all.paths[path];
    });
    const { differences } = compare(DESCRIPTION, document);
    const others = differences.filter(({ ours }) => !ours.includes('/build/'));
    assert.deepEqual(others, []);
  });

  test('with integers where any number is read has no difference', () => {
    const document = altered((all) => {
      schema(all, 'Workbook').properties.userId = { type: ['integer', 'null'] };
      schema(all, 'ExportJob').properties.jobId = { type: 'integer' };
    });
    assert.deepEqual(compare(DESCRIPTION, document).differences, []);
  });

  test('that refers to itself is read to an end', () => {
    const document = altered((all) => {
      schema(all, 'Workbook').properties.parent = { $ref: '#/components/schemas/Workbook' };
      schema(all, 'Loop') ?? (all.components.schemas.Loop = { $ref: '#/components/schemas/Loop' });
      schema(all, 'Workbook').properties.meta = { $ref: '#/components/schemas/Loop' };
    });
    assert.deepEqual(compare(DESCRIPTION, document).differences.map(brief), [
      ['new', 'workbooks.duplicate', 'answer parent'],
    ]);
  });
});

describe('the file of --fix-presumptions', () => {
  test('makes the client call the tenant’s own paths', async (t) => {
    const [, moved] = ALTERED.find(([name]) => name === 'a presumed path is another one');
    const [, asQuery] = ALTERED.find(([name]) => name === 'a presumed body is sent as the query');
    const file = join(folder, 'moved.json');
    const fixes = join(folder, 'fixes.json');
    writeFileSync(file, JSON.stringify(altered((all) => [moved(all), asQuery(all)])));
    const { code } = await run(['--document', file, '--fix-presumptions', fixes]);
    assert.equal(code, 1);
    const presumptions = JSON.parse(readFileSync(fixes, 'utf8'));
    assert.deepEqual(presumptions, {
      paths: { 'embedSessions.generate': '/api/v1/embed/sessions/generate' },
      inputs: { 'reports.disconnectWorkbook': 'query' },
    });

    const seen = [];
    const server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.end('{}');
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const baseUrl = `http://127.0.0.1:${server.address().port}`;
    const client = new ManagementClient({ baseUrl, presumptions });
    await client.embedSessions.generate({});
    await client.reports.disconnectWorkbook(7, 1, { placementId: 'p' });
    await client
      .withOptions({ paths: { 'embedSessions.generate': '/mine' } })
      .embedSessions.generate({});
    assert.deepEqual(seen, [
      'POST /api/v1/embed/sessions/generate',
      'DELETE /api/v1/deployments/7/reports/1/connect-workbook?placementId=p',
      'POST /mine',
    ]);
  });
});

describe('a page that frames the embed', () => {
  const tenant = 'https://acme.example.com';
  const page = 'https://app.example.com';
  for (const [policy, origin, isAllowed] of [
    ["'none'", page, false],
    ["'self'", page, false],
    ["'self'", tenant, true],
    ['*', page, true],
    ['https:', page, true],
    ['https://app.example.com', page, true],
    ['https://other.example.com', page, false],
    ['https://*.example.com', page, true],
    ['https://*.example.com', 'https://example.com', false],
    ['https://*.example.com', 'https://evilexample.com', false],
    ['app.example.com', page, true],
    ['app.example.com', 'http://app.example.com', false],
    ['https://app.example.com:8443', page, false],
    ['https://app.example.com:8443', `${page}:8443`, true],
    ['https://app.example.com:*', `${page}:8443`, true],
    ["'self' https://app.example.com", page, true],
    ['HTTPS://APP.EXAMPLE.COM', page, true],
  ])
    test(`${policy} ${isAllowed ? 'allows' : 'does not allow'} ${origin}`, () => {
      assert.equal(allows(policy, tenant, origin), isAllowed);
    });

  test('finds frame-ancestors among the directives of each policy', () => {
    assert.equal(ancestorsOf(null), null);
    assert.equal(ancestorsOf("default-src 'self'"), null);
    assert.equal(ancestorsOf("default-src 'self'; Frame-Ancestors  https:  "), 'https:');
    assert.equal(ancestorsOf('frame-ancestors'), "'none'");
    assert.equal(ancestorsOf("frame-ancestors 'self', frame-ancestors https:"), "'self', https:");
  });

  /** A tenant that answers the document of the sandbox, and the embed page as told. */
  async function tenantOf(t, status, headers) {
    const server = createServer((request, response) => {
      if (request.url.startsWith('/embed/')) return response.writeHead(status, headers).end();
      response.setHeader('content-type', 'application/json');
      response.end(request.url === '/api/v1/spec' ? JSON.stringify(served) : '{"items":[]}');
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${server.address().port}`;
  }

  for (const [name, status, headers, isAllowed, verdict] of [
    ['no header', 200, {}, true, /no header forbids it/],
    ['DENY', 200, { 'x-frame-options': 'DENY' }, false, /X-Frame-Options is DENY/],
    ['SAMEORIGIN', 200, { 'x-frame-options': 'sameorigin' }, false, /SAMEORIGIN/],
    [
      'DENY and frame-ancestors, which comes before it',
      200,
      { 'x-frame-options': 'DENY', 'content-security-policy': 'frame-ancestors https:' },
      true,
      /frame-ancestors allows/,
    ],
    [
      'another origin in frame-ancestors',
      200,
      { 'content-security-policy': 'frame-ancestors https://other.example.com' },
      false,
      /does not allow https:\/\/app\.example\.com/,
    ],
    [
      'a redirect to another origin',
      302,
      { location: 'https://login.example.com/?a=1' },
      false,
      /another origin/,
    ],
    ['an error', 404, {}, false, /answers 404/],
  ])
    test(`meets ${name}`, async (t) => {
      const baseUrl = await tenantOf(t, status, headers);
      const args = ['--base-url', baseUrl, '--dashboard', 'a b', '--origin', page, '--json'];
      const { code, out } = await run(args, { SVC_API_KEY: 'k' });
      const { embed } = JSON.parse(out);
      assert.equal(embed.path, '/embed/dashboard/a%20b');
      assert.equal(embed.isAllowed, isAllowed);
      assert.match(embed.verdict, verdict);
      assert.equal(code === 0 || !isAllowed, true);
    });
});
