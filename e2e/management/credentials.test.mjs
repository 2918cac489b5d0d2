// Which credentials a client takes, and that nothing reveals them. Which request carries which one, the
// exchanges show.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { InvalidRequestError, ManagementClient } from 'svc-embed/management';
import { all, json, ok, rejection, serve, world } from './support/service.mjs';

const baseUrl = 'https://acme.example.com';
const SECRET = 'sk-secret-9';
const quick = { pollMs: 1, limitMs: 300 };
const deep = (depth, text) => '{"a":'.repeat(depth) + JSON.stringify(text) + '}'.repeat(depth);
/** All of a value that can be printed. */
const shown = (value) =>
  inspect(value, { depth: Infinity, maxStringLength: null, showHidden: true });

describe('a credential', () => {
  test('that is not valid is refused by name, without a request', async (t) => {
    const { url, requests } = await serve(t, ok);
    const me = (client) => client.users.me();
    for (const [field, options, call = me] of [
      ...['', 'se cret', 'se\ncret', 'se\u00e4cret', () => undefined, async () => null].map(
        (apiKey) => ['apiKey', { apiKey }],
      ),
      [
        'scimToken',
        { scimToken: 'secret', scimScheme: 'Bearer\r\n' },
        (client) => client.scim.users.list(),
      ],
    ]) {
      const error = await rejection(call(new ManagementClient({ baseUrl: url, ...options })));
      assert.ok(error instanceof InvalidRequestError, inspect(options));
      assert.equal(error.field, field);
      assert.doesNotMatch(shown(error), /cret'/);
    }
    assert.equal(requests.length, 0);
  });

  test('that is undefined or null by mistake, or one of two kinds, is refused', () => {
    const client = new ManagementClient({ baseUrl, accessToken: 'token' });
    for (const field of ['apiKey', 'accessToken', 'scimToken'])
      for (const given of [undefined, null]) {
        const make = () => new ManagementClient({ baseUrl, [field]: given });
        assert.throws(make, { field });
        if (given === null && field !== 'scimToken')
          assert.throws(() => client.withOptions({ [field]: given }), InvalidRequestError);
      }
    const both = { baseUrl, apiKey: 'k', accessToken: 'a' };
    assert.throws(() => new ManagementClient(both), { field: 'apiKey' });
  });

  test('is in no log and no URL, and not printed with the client', async (t) => {
    const lines = [];
    const log = (message) => lines.push(message);
    const { client, requests } = await world(
      t,
      (_, response, count) =>
        count === 1
          ? response.destroy()
          : json(response, { error: `bad token ${SECRET}` }, count === 2 ? 503 : 401),
      { accessToken: SECRET, logger: { debug: log, info: log, warn: log } },
    );
    await rejection(client.users.me());
    assert.ok(lines.length >= 3);
    assert.doesNotMatch(`${lines}${requests.map(({ url }) => url)}`, /secret/);
    assert.doesNotMatch(shown(client) + JSON.stringify(client), /secret/);
  });

  const repeated = (request) => `Bearer ${request.headers.authorization.split(' ')[1]}`;
  const failed = { status: 'failed', why: `Bearer ${SECRET}` };
  const started = { syncJobId: `job-${SECRET}` };
  const me = (client) => client.users.me();
  const list = (client) => all(client.reports.list(7));
  const work = (client) => client.transformSync.run(7, {}, quick);
  /** A call, the answers of the service, and what the error must have. An answer that is a text is sent unchanged. */
  const REVEALING = {
    'no list': [list, [{ list: { [SECRET]: SECRET } }], ['body.list.[credential]', /^\[cred/]],
    'no cursor': [
      list,
      [{ items: [SECRET], pageInfo: { hasNextPage: true, note: [SECRET, { [SECRET]: SECRET }] } }],
    ],
    'a long answer without a list': [
      list,
      [{ text: `${'x'.repeat(20_000)}${SECRET}` }],
      ['body.length', /^8193$/],
    ],
    'a deep answer without a list': [list, [deep(5_000, SECRET)]],
    'no id of a job': [work, [{ key: SECRET }]],
    'a job that failed': [work, [started, failed]],
    'a job that is gone': [work, [started, 404]],
    'a job without an end': [work, [started, { status: SECRET }]],
    'a media type': [me, [undefined]],
    'a message and a code': [
      me,
      [{ error: { message: `bad ${SECRET}`, code: SECRET } }],
      ['message', /401 bad \[credential\]$/],
      401,
    ],
    'a page that is read after asResponse()': [
      async (client) => {
        const call = client.users.me();
        await call.asResponse();
        return call;
      },
      [`<p>Bearer ${SECRET}</p>`],
      ['body', /^<p>Bearer \[credential\]<\/p>$/],
    ],
  };

  for (const [what, [call, answers, [place, wanted] = [], status = 200]] of Object.entries(
    REVEALING,
  ))
    test(`is in no error of ${what}`, async (t) => {
      const { client } = await world(
        t,
        (_, response) => {
          const body = answers.length > 1 ? answers.shift() : answers[0];
          const type = body === undefined ? `text/${SECRET}` : 'application/json';
          const headers = { 'x-request-id': `r ${SECRET}`, 'x-echo': `Bearer ${SECRET}` };
          response.writeHead(body === 404 ? 404 : status, { 'content-type': type, ...headers });
          response.end(typeof body === 'string' ? body : (JSON.stringify(body) ?? SECRET));
        },
        { accessToken: SECRET, logger: false },
      );
      const error = await rejection(call(client));
      assert.doesNotMatch(shown(error) + error.stack, /secret/);
      if (error.headers) assert.equal(error.headers.get('x-echo'), 'Bearer [credential]');
      const is = place?.split('.').reduce((at, key) => at[key], error);
      if (place) assert.match(String(is), wanted);
    });

  test('that a hook sets is removed like any other, and so is one in the cause', async (t) => {
    const { client } = await world(
      t,
      (request, response) => json(response, { error: repeated(request) }, 401),
      { onRequest: ({ headers }) => headers.set('Authorization', 'Bearer sk-of-hook') },
    );
    const { message } = await rejection(client.users.me());
    assert.equal(message, 'users.me: 401 Bearer [credential]');
    const fetch = async () => {
      throw new TypeError(`Bearer ${SECRET} was refused`);
    };
    const options = { baseUrl, accessToken: SECRET, maxRetries: 0, fetch };
    const failed = await rejection(new ManagementClient(options).users.me());
    assert.match(failed.message, /\(Bearer \[credential\] was refused\)/);
  });

  test('is not removed from a successful answer', async (t) => {
    const answer = (_, response) => json(response, { token: SECRET });
    const { client } = await world(t, answer, { accessToken: SECRET });
    assert.deepEqual(await client.users.me(), { token: SECRET });
  });
});

const electron = Object.create(process, { versions: { value: { electron: '40.0.0' } } });
/** Scopes, and whether they are of a page or of its worker: a document that is put into Node makes no page. */
const SCOPES = [
  [true, { document: {}, process: undefined }],
  // What bundlers put in the place of Node's, and what Electron's pages have.
  [true, { document: {}, process: { env: {} } }],
  [true, { document: {}, process: electron }],
  [true, { WorkerGlobalScope: {}, importScripts: {} }],
  [false, { document: {} }],
  [false, { WorkerGlobalScope: {} }],
];

test('a page and its workers may not use an API key without dangerouslyAllowBrowser', () => {
  for (const [isPage, scope] of SCOPES) {
    const before = Object.keys(scope).map((name) => [name, globalThis[name]]);
    Object.assign(globalThis, scope);
    try {
      for (const field of ['apiKey', 'scimToken']) {
        const make = (more) => new ManagementClient({ baseUrl, [field]: 'k', ...more });
        if (isPage) assert.throws(make, { field });
        else assert.ok(make());
        assert.ok(make({ dangerouslyAllowBrowser: true }));
      }
      assert.ok(new ManagementClient({ baseUrl, accessToken: 'a' }));
    } finally {
      for (const [name, value] of before)
        if (value === undefined) delete globalThis[name];
        else globalThis[name] = value;
    }
  }
});
