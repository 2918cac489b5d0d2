// Which redirects the client follows, and what it takes along: by the table of
// tests/fixtures/redirects.json, once as a decision and once with the requests of a client.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConnectionError, ManagementClient } from 'svc-embed/management';
import { follow } from '../../target/npm/ts/management/redirect.js';
import {
  askedOf,
  isLengthBounded,
  PATH,
  redirects,
  wantedOf,
  wrongRedirects,
} from './support/redirects.mjs';
import { json, rejection, serve } from './support/service.mjs';

const KINDS = ['json', 'file'];
const REQUESTS = {
  json: (client) => client.users.me(),
  file: (client) => client.auditLogs.export(),
};
const RESULTS = { json: (data) => data, file: (response) => response.json() };

test('the table has at least 250 redirects', () => assert.ok(redirects.length >= 250));

for (const kind of KINDS) {
  test(`a redirect of ${kind} is decided as the table says`, () =>
    assert.deepEqual(wrongRedirects(follow, [kind]), []));

  test(`a redirect of ${kind} is followed as the table says`, async () => {
    let played = 0;
    for (const redirect of redirects) {
      const seen = await play(redirect, kind);
      if (!seen) continue;
      played += 1;
      const wanted = wantedOf(redirect, kind);
      const about = `${redirect.base}: ${redirect.location}`;
      if (typeof wanted === 'string') {
        assert.equal(seen.requests.length, 1, about);
        assert.ok(seen.error instanceof ConnectionError, about);
        assert.ok(seen.error.message.endsWith(`the redirect was not followed. ${wanted}`), about);
        continue;
      }
      const { url, headers, credentials } = seen.requests[1];
      assert.equal(url, wanted.url);
      assert.equal(seen.requests.length, 2, about);
      assert.deepEqual(seen.result, { ok: true }, about);
      if (wanted.withCredentials) assert.equal(headers['x-mine'], 'private', about);
      else {
        assert.deepEqual({ ...headers }, { accept: '*/*' }, about);
        assert.equal(credentials, 'omit', about);
      }
    }
    assert.ok(played > 200, `${played} were played`);
  });
}

/** Plays a redirect with a client that authenticates by cookies. Undefined if no header can contain it. */
async function play({ base, location }, kind) {
  let answer;
  try {
    const headers = new Headers({ location });
    if (headers.get('location') !== location) return undefined;
    answer = new Response(null, { status: 302, headers });
  } catch {
    return undefined;
  }
  const requests = [];
  const client = new ManagementClient({
    baseUrl: base,
    logger: false,
    headers: { 'X-Mine': 'private' },
    paths: { 'users.me': PATH, 'auditLogs.export': PATH },
    fetch: async (url, { headers, credentials }) => {
      requests.push({ url, headers, credentials });
      return requests.length === 1 ? answer : Response.json({ ok: true });
    },
  });
  try {
    return { requests, result: await RESULTS[kind](await REQUESTS[kind](client)) };
  } catch (error) {
    return { requests, error };
  }
}

describe('a redirect to another origin', () => {
  const away = async (t, options = {}) => {
    const other = await serve(t, (_, response) => json(response, { sessionId: 'of-a-stranger' }));
    const own = await serve(t, (_, response) =>
      response.writeHead(307, { Location: `${other.url}/x?X-Signature=secret` }).end(),
    );
    const client = new ManagementClient({
      baseUrl: own.url,
      accessToken: 'the-token',
      logger: false,
      ...options,
    });
    return { client, own, other };
  };

  test('is not answered by a fetch that follows it by itself', async (t) => {
    const careless = (url, init) => fetch(url, { ...init, redirect: 'follow' });
    const { client } = await away(t, { fetch: careless });
    const error = await rejection(client.users.me());
    assert.ok(error instanceof ConnectionError, String(error));
    assert.match(error.message, /fetch itself followed one to another origin/);
  });
});

test('a location that is longer than 8,192 characters is not followed', () =>
  assert.ok(isLengthBounded(follow)));

test('a HEAD that is redirected with 303 stays one', () => {
  const asked = askedOf({ base: 'https://acme.example.com', location: '/x' }, 'json');
  assert.equal(follow({ ...asked, status: 303, method: 'HEAD' }).method, 'HEAD');
});
