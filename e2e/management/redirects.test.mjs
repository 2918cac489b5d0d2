// Which redirects the client follows, and what it takes along: by the table of
// tests/fixtures/redirects.json, once as a decision and once with the requests of a client. A row has the base
// URL, the location, what a parser makes of it, and what the client does. `json` is about operations that answer
// JSON, `file` about those that answer a file: `own` follows as it is, `bare` without credential and headers. The
// other words are the reasons below. The Rust client is held to the same file in
// tests/native/management/redirects.rs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ConnectionError, ManagementClient } from 'svc-embed/management';
import { follow } from '../../target/npm/ts/management/redirect.js';
import { json, rejection, serve } from './support/service.mjs';

const file = new URL('../../tests/fixtures/redirects.json', import.meta.url);
const redirects = JSON.parse(readFileSync(file, 'utf8'));
const PATH = '/api/v1/a';
const CALLS = {
  json: (client) => client.users.me(),
  file: async (client) => (await client.auditLogs.export()).json(),
};

const REASONS = {
  url: () => 'The service redirected to a text that is no URL.',
  scheme: (origin) => `The service redirected to a URL that is not https: ${origin}.`,
  user: (origin) => `The service redirected to a URL with a user name or a password: ${origin}.`,
  origin: (origin) =>
    `The service redirected to another origin: ${origin}. Only a file may come from there.`,
  internal: (origin) => `The service redirected to an internal network: ${origin}.`,
};

/** The answer that `follow` must give: a step, or a sentence. */
const wantedOf = ({ to, origin, ...redirect }, kind) =>
  REASONS[redirect[kind]]?.(origin) ?? {
    url: to,
    method: 'GET',
    withCredentials: redirect[kind] === 'own',
  };

/** What `follow` is asked. */
const askedOf = ({ base = 'https://acme.example.com', location }, kind = 'json') => ({
  ...{ status: 302, method: 'GET', from: base + PATH, location },
  ...{ isFile: kind === 'file', followed: 0 },
});

test('the table has at least 250 redirects', () => assert.ok(redirects.length >= 250));

for (const kind of Object.keys(CALLS)) {
  test(`a redirect of ${kind} is decided as the table says`, () => {
    for (const redirect of redirects)
      assert.deepEqual(
        follow(askedOf(redirect, kind)),
        wantedOf(redirect, kind),
        redirect.location,
      );
  });

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
    return { requests, result: await CALLS[kind](client) };
  } catch (error) {
    return { requests, error };
  }
}

test('a fetch that follows a redirect to another origin by itself gives no answer', async (t) => {
  const other = await serve(t, (_, response) => json(response, { sessionId: 'of-a-stranger' }));
  const own = await serve(t, (_, response) =>
    response.writeHead(307, { Location: `${other.url}/x?X-Signature=secret` }).end(),
  );
  const options = { baseUrl: own.url, accessToken: 'the-token', logger: false };
  const careless = (url, init) => fetch(url, { ...init, redirect: 'follow' });
  const error = await rejection(new ManagementClient({ ...options, fetch: careless }).users.me());
  assert.ok(error instanceof ConnectionError, String(error));
  assert.match(error.message, /fetch itself followed one to another origin/);
});

test('a location that is longer than 8,192 characters is not followed', () => {
  const asked = (length) => follow(askedOf({ location: '/'.padEnd(length, 'x') }));
  assert.equal(asked(8_192).withCredentials, true);
  assert.equal(asked(8_193), REASONS.url());
});

test('a HEAD that is redirected with 303 stays one', () => {
  const asked = { ...askedOf({ location: '/x' }), status: 303, method: 'HEAD' };
  assert.equal(follow(asked).method, 'HEAD');
});
