// Which requests carry the credential, and that nothing else reveals it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { InvalidRequestError, ManagementClient } from 'svc-embed/management';
import { all, json, ok, rejection, serve, world } from './support/service.mjs';

const quick = { pollMs: 1, limitMs: 300 };

const deep = (depth, text) => '{"a":'.repeat(depth) + JSON.stringify(text) + '}'.repeat(depth);

describe('the header', () => {
  const sent = async (t, options, call) => {
    const { url, requests } = await serve(t, (_, response) =>
      json(response, { Resources: [], totalResults: 0 }),
    );
    await call(new ManagementClient({ baseUrl: url, ...options }));
    return requests[0].headers.authorization;
  };
  const me = (client) => client.users.me();
  const scim = (client) => client.scim.users.list();

  test('is in no error if its scheme has a line break', async (t) => {
    const options = { scimToken: 'secret', scimScheme: 'Bearer\r\n' };
    await assert.rejects(sent(t, options, scim), (error) => {
      assert.equal(error.field, 'scimToken');
      return !inspect(error, { depth: 9 }).includes('secret');
    });
  });
});

describe('a credential', () => {
  test('that is not valid is refused by name, without a request', async (t) => {
    const { url, requests } = await serve(t, ok);
    for (const apiKey of [
      '',
      'se cret',
      'se\ncret',
      'se\u00e4cret',
      () => undefined,
      async () => null,
    ]) {
      const client = new ManagementClient({ baseUrl: url, apiKey });
      const error = await rejection(client.users.me());
      assert.ok(error instanceof InvalidRequestError, inspect(apiKey));
      assert.equal(error.field, 'apiKey');
      assert.ok(!inspect(error).includes('cret'));
    }
    assert.equal(requests.length, 0);
  });

  test('that is undefined or null by mistake is refused', () => {
    const baseUrl = 'https://acme.example.com';
    for (const field of ['apiKey', 'accessToken', 'scimToken'])
      for (const given of [undefined, null]) {
        const make = () => new ManagementClient({ baseUrl, [field]: given });
        assert.throws(make, (error) => error.field === field);
        const client = new ManagementClient({ baseUrl, accessToken: 'token' });
        if (given === null && field !== 'scimToken')
          assert.throws(() => client.withOptions({ [field]: given }), InvalidRequestError);
      }
  });

  test('is in no error, no log and no URL', async (t) => {
    const lines = [];
    const log = (message) => lines.push(message);
    const logger = { debug: log, info: log, warn: log };
    let count = 0;
    const { client, requests } = await world(
      t,
      (_, response) => {
        count += 1;
        if (count === 1) response.destroy();
        else if (count === 2) json(response, { error: 'bad token sk-secret-9' }, 503);
        else
          json(response, { error: { message: 'bad token sk-secret-9', code: 'sk-secret-9' } }, 401);
      },
      { accessToken: 'sk-secret-9', logger },
    );
    const error = await rejection(client.users.me());
    assert.ok(lines.length >= 3);
    assert.ok(!lines.join('\n').includes('sk-secret-9'), lines.join('\n'));
    assert.ok(!error.message.includes('sk-secret-9'));
    assert.ok(!String(error.code).includes('sk-secret-9'));
    assert.ok(!error.stack.includes('sk-secret-9'));
    assert.ok(requests.every(({ url }) => !url.includes('secret')));
  });

  test('that a hook sets is removed like any other', async (t) => {
    const { client } = await world(
      t,
      (request, response) => json(response, { error: request.headers.authorization }, 401),
      { onRequest: ({ headers }) => headers.set('Authorization', 'Bearer sk-of-hook') },
    );
    const error = await rejection(client.users.me());
    assert.equal(error.message, 'users.me: 401 Bearer [credential]');
  });

  test('is removed from an error that is read after asResponse()', async (t) => {
    const { client } = await world(
      t,
      (request, response) => response.end(`<p>${request.headers.authorization}</p>`),
      { accessToken: 'sk-secret-9' },
    );
    const call = client.users.me();
    await call.asResponse();
    const error = await rejection(call);
    assert.equal(error.body, '<p>Bearer [credential]</p>');
  });

  test('is in no error of an answer that cannot be used, and in no text of it', async (t) => {
    const own = 'sk-secret-9';
    const headers = { 'x-request-id': `r ${own}`, 'x-echo': `Bearer ${own}` };
    const stuck = { hasNextPage: true, note: [own, { [own]: own }] };
    const failed = { status: 'failed', why: `Bearer ${own}` };
    const listed = (answer) => [(client) => all(client.reports.list(7)), [answer]];
    const worked = (...answers) => [(client) => client.transformSync.run(7, {}, quick), answers];
    for (const [what, [call, answers]] of Object.entries({
      'no list': listed({ list: { [own]: own } }),
      'no cursor': listed({ items: [own], pageInfo: stuck }),
      'a long answer without a list': listed({ text: `${'x'.repeat(20_000)}${own}` }),
      'a deep answer without a list': listed(deep(5_000, own)),
      'no id of a job': worked({ key: own }),
      'a job that failed': worked({ syncJobId: `job-${own}` }, failed),
      'a job that is gone': worked({ syncJobId: `job-${own}` }, undefined),
      'a job without an end': worked({ syncJobId: `job-${own}` }, { status: own }),
      'a media type': [(client) => client.users.me(), [undefined]],
    })) {
      const { client } = await world(
        t,
        (request, response) => {
          const body = answers.length > 1 ? answers.shift() : answers[0];
          const status = what === 'a job that is gone' && body === undefined ? 404 : 200;
          const type = body === undefined ? `text/${own}` : 'application/json';
          response.writeHead(status, { 'content-type': type, ...headers });
          const text = typeof body === 'string' ? body : JSON.stringify(body);
          response.end(text ?? own);
        },
        { accessToken: own, logger: false },
      );
      const error = await rejection(call(client));
      const shown = inspect(error, { depth: Infinity, maxStringLength: null, showHidden: true });
      assert.ok(!shown.includes(own), `${what}: ${shown.slice(0, 2_000)}`);
      if (error.headers) assert.equal(error.headers.get('x-echo'), 'Bearer [credential]', what);
      if (what === 'a long answer without a list') assert.equal(error.body.length, 8_193);
      if (what === 'no list')
        assert.deepEqual(error.body, { list: { '[credential]': '[credential]' } });
    }
  });

  test('is in no error of a connection whose cause repeats it', async () => {
    const client = new ManagementClient({
      ...{ baseUrl: 'https://acme.example.com', accessToken: 'sk-secret-9', maxRetries: 0 },
      fetch: async () => {
        throw new TypeError('Bearer sk-secret-9 was refused');
      },
    });
    const { message } = await rejection(client.users.me());
    assert.match(message, /\(Bearer \[credential\] was refused\)/);
  });

  test('is not removed from a successful answer', async (t) => {
    const { client } = await world(t, (_, response) => json(response, { token: 'sk-secret-9' }), {
      accessToken: 'sk-secret-9',
    });
    assert.deepEqual(await client.users.me(), { token: 'sk-secret-9' });
  });

  test('is not printed with the client', () => {
    const client = new ManagementClient({
      baseUrl: 'https://acme.example.com',
      apiKey: 'sk-secret',
    });
    assert.ok(!inspect(client, { depth: 9, showHidden: true }).includes('sk-secret'));
    assert.ok(!JSON.stringify(client).includes('sk-secret'));
  });

  test('is refused together with one of another kind', () => {
    const both = { baseUrl: 'https://acme.example.com', apiKey: 'k', accessToken: 'a' };
    assert.throws(() => new ManagementClient(both), { field: 'apiKey' });
  });
});

describe('a page', () => {
  const inPage = (t, name) => {
    globalThis[name] = {};
    t.after(() => delete globalThis[name]);
  };

  test('may not use an API key without dangerouslyAllowBrowser', (t) => {
    inPage(t, 'document');
    const baseUrl = 'https://acme.example.com';
    for (const field of ['apiKey', 'scimToken']) {
      assert.throws(() => new ManagementClient({ baseUrl, [field]: 'k' }), { field });
      const dangerouslyAllowBrowser = true;
      assert.ok(new ManagementClient({ baseUrl, [field]: 'k', dangerouslyAllowBrowser }));
    }
    assert.ok(new ManagementClient({ baseUrl, accessToken: 'a' }));
  });

  test('includes its workers', (t) => {
    inPage(t, 'WorkerGlobalScope');
    inPage(t, 'importScripts');
    const options = { baseUrl: 'https://acme.example.com', apiKey: 'k' };
    assert.throws(() => new ManagementClient(options), InvalidRequestError);
  });
});
