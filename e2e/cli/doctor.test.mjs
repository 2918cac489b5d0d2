// `svc-embed doctor` against the sandbox, hostile tenants and a proxy.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { frame } from '../../target/npm/ts/cli/doctor.js';
import { cli, doctorOn, serve, startTenant } from './run.mjs';

let sandbox;
let served;

before(async () => ({ sandbox, served } = await startTenant()));
after(() => sandbox?.stop());

const run = (args, env) => cli(['doctor', ...args], env);
const key = () => ({ SVC_API_KEY: sandbox.apiKey });

const MINT = '{"embedTenantName":"acme","externalId":"doctor"}';

test('the sandbox as it is: twelve answers, counted, that change nothing', async () => {
  const counts = async () => JSON.stringify((await sandbox.state()).counts);
  const before = await counts();
  const told = await run(['--base-url', sandbox.tenant], key());
  assert.equal(await counts(), before);
  assert.equal(told.out.match(/^ ?\d+\. .*\?.* (yes: |not asked$)/gm).length, 12, told.out);
  assert.equal(told.problem, '');
  assert.equal(told.code, 0);
  const more = ['--dashboard', 'sales-overview', '--mint', MINT];
  const { code, out } = await run(['--base-url', sandbox.tenant, ...more], key());
  const compared = Array.from(out.matchAll(/^ ?\d+\. .*\?.* yes: (\d*)/gm), (line) =>
    Number(line[1]),
  );
  assert.equal(compared.length, 12, out);
  const [, operations, , query, bodies, answers, assumptions, , requests] = compared;
  assert.equal(operations, 136);
  assert.equal(assumptions, 39);
  assert.ok(query >= 58 && query < 136 && bodies >= 300 && answers >= 700 && requests >= 10, out);
  assert.equal(code, 0);
});

describe('what a tenant says', () => {
  /** A line of its own would be a command for the hosted runner, and the others move a terminal. */
  const EVIL = 'x\u001b[2J\n::set-output name=a::b\r\u0007\u009b31m\u202e\u2028';
  // eslint-disable-next-line no-control-regex
  const MARK = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]|^::/m;

  test('moves no terminal and begins no line, in the document and in errors', async (t) => {
    const paths = structuredClone(served.paths);
    const { responses } = paths['/api/v1/users/me'].get;
    responses[200] = { $ref: EVIL };
    const document = { ...served, paths: { ...paths, [`/${EVIL}`]: { get: {} } } };
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ message: EVIL, error: EVIL, code: EVIL });
    const baseUrl = await serve(t, (_, response) => response.writeHead(403, json).end(body));
    // The parser of YAML warns of the tag, and quotes its line.
    const yaml = `openapi: 3.1.0\npaths: ${JSON.stringify({ [`/${EVIL}`]: { get: {} } })}\n::evil: !tag b\n`;
    for (const { out, problem } of [
      await doctorOn(document),
      await doctorOn(yaml),
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
      text.replace(/\W/g, (mark) => `&#${mark.charCodeAt(0)};`),
      text.replace(/\W/g, (mark) => `&#x${mark.charCodeAt(0).toString(16)};`),
      ...['', 'a', 'ab', 'user:'].map((before) =>
        Buffer.from(`${before}${text}:`).toString('base64'),
      ),
      ...[Buffer.from(text).toString('base64url'), Buffer.from(text).toString('hex')],
      encodeURIComponent(Buffer.from(text).toString('base64')),
    ];
    const all = Object.values(secrets).flatMap(spell);
    const baseUrl = await serve(t, ({ url, method }, response) => {
      if (url.startsWith('/embed/') && url.includes('?session='))
        return response.writeHead(302, { location: `/${all.join('/')}?${all.join('&')}` }).end();
      response.setHeader('content-type', 'application/json');
      const isMint = method === 'POST';
      if (isMint) return response.end(JSON.stringify({ sessionId: secrets.sessionId }));
      if (url !== '/api/v1/spec')
        return response.writeHead(404).end(JSON.stringify({ error: all.join(' ') }));
      // One that is hard to search, and longer than anybody reads.
      const repeated = Object.fromEntries(
        [...all, '\\'.repeat(500_000)].map((text) => [`/${text}`, { get: { operationId: text } }]),
      );
      response.end(JSON.stringify({ openapi: '3.1.0', paths: repeated }));
    });
    const args = ['--base-url', baseUrl, '--dashboard', 'a', '--mint', '{}'];
    const { out, problem } = await run(args, { SVC_API_KEY: secrets.apiKey });
    assert.match(out, /\[credential\]/);
    assert.doesNotMatch(out, /.{3000}/);
    for (const text of all) assert.ok(!(out + problem).includes(text), text);
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
    ['a body that is not JSON', ['--base-url', 'TENANT', '--mint', 'x'], {}, /not valid JSON/],
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

test('an id that is not a text is no session', async (t) => {
  let answer;
  const baseUrl = await serve(t, ({ url, method }, response) => {
    response.setHeader('content-type', 'application/json');
    if (method === 'POST') return response.writeHead(answer ? 200 : 204).end(answer);
    response.end(url === '/api/v1/spec' ? '{"paths":{}}' : '{}');
  });
  for (answer of ['', '{}', '{"sessionId":7}', '{"sessionId":{}}', '{"sessionId":""}']) {
    const { out } = await run(['--base-url', baseUrl, '--mint', '{}'], { SVC_API_KEY: 'k' });
    assert.match(out, /session id\? \(--mint\) no: its sessionId is empty or not a text/, answer);
  }
});

test('a tenant that answers no longer is asked no further', async (t) => {
  let asked = 0;
  const baseUrl = await serve(t, ({ url }, response) => {
    if (url === '/api/v1/spec') return response.end(JSON.stringify(served));
    asked += 1;
    response.destroy();
  });
  const { code } = await run(['--base-url', baseUrl], { SVC_API_KEY: 'key-of-nobody' });
  assert.equal(code, 2);
  // Two calls, each of them tried twice.
  assert.equal(asked, 4);
});

const CSP = 'content-security-policy';

test('a page that frames the embed meets a header, a redirect or an error', async (t) => {
  let answer;
  const baseUrl = await serve(t, ({ url }, response) =>
    response.writeHead(...(url === '/embed/dashboard/a%20b' ? answer : [500])).end(),
  );
  for (const [status, headers, wanted, words] of [
    [200, {}, 'compared', /^no header forbids it$/],
    [200, { 'x-frame-options': 'DENY' }, 'other', /X-Frame-Options: DENY/],
    [200, { 'x-frame-options': 'sameorigin' }, 'other', /sameorigin/],
    // frame-ancestors comes before X-Frame-Options.
    [
      200,
      { 'x-frame-options': 'DENY', [CSP]: 'a; Frame-Ancestors  b:  ' },
      'compared',
      /-Ancestors {2}b:/,
    ],
    [200, { [CSP]: "frame-ancestors 'self'" }, 'other', /'self'/],
    [200, { [CSP]: "frame-ancestors 'self' https://b.example" }, 'compared', /b\.example/],
    [200, { [CSP]: 'frame-ancestors https:, frame-ancestors' }, 'other', /https:; frame-ancestors/],
    [200, { [CSP]: "frame-ancestors 'none'" }, 'other', /'none'/],
    [
      200,
      { [CSP]: "default-src 'self'; x-frame-ancestors 'none'" },
      'compared',
      /no header forbids/,
    ],
    [302, { location: 'https://a.example/?a=1' }, 'other', /: 302, to https:\/\/a\.example\/$/],
    [404, {}, 'other', /: 404$/],
  ]) {
    answer = [status, headers];
    const { state, text } = (await frame(`${baseUrl}//`, 'a b')).at(-1);
    assert.equal(state, wanted, JSON.stringify(headers));
    assert.match(text, words);
  }
});
