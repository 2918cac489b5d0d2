// The endpoint that mints, for the fetch API and for Node's `http`: whom it refuses, what it answers
// when the service fails, and that a session it mints opens an embed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, mock, test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
import { sessionEndpoint } from 'svc-embed/server';
import { json, serve, until } from '../management/support/service.mjs';
import { startSandbox } from '../support/sandbox.mjs';
import { ADA, answered, fake, optionsFor, OURS, SAME_ORIGIN } from './support/endpoint.mjs';
import { servers } from './support/servers.mjs';

// The endpoint names the pages that it refuses.
mock.method(console, 'warn', () => {});

let sandbox;
before(async () => (sandbox = await startSandbox()));
after(() => sandbox.stop());

const clientOf = (baseUrl, apiKey = 'sandbox-admin-key') =>
  new ManagementClient({ baseUrl, apiKey, logger: false });

/** The options of an endpoint that mints for Ada at the sandbox. */
const options = (change) => optionsFor(clientOf(sandbox.tenant), change);

/** The headers of every answer. Those of Node's `http` are its own. */
const OWN_HEADERS = ['cache-control', 'content-type', 'x-content-type-options'];
const BY_SERVER = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

const fixture = (name) =>
  JSON.parse(readFileSync(new URL(`../../tests/fixtures/${name}.json`, import.meta.url), 'utf8'));

/** The beginning of each refusal. */
const ERRORS = {
  method: 'Use POST.',
  origin: 'Only pages of this origin',
  header: 'The header x-svc-embed: 1 is missing.',
  nobody: 'Nobody is signed in.',
};

/** What each endpoint of the project answers to a request: those of Rust and Python are held to it, too. */
const EXCHANGES = fixture('session_endpoint');

for (const [name, serving] of Object.entries(servers)) {
  describe(name, () => {
    // Among them DNS rebinding: a host name of an attacker leads to this server, so that the request of their page
    // is of the same origin.
    for (const exchange of EXCHANGES) {
      const { what, method = 'POST', host = 'app.example.com', origin, user = 'ada' } = exchange;
      test(`answers ${exchange.status} to ${what}`, () => {
        const authorize = () => user && { ...ADA, userId: user };
        const checks = origin === undefined ? {} : { origin };
        return serving(options({ authorize, ...checks, client: fake }), async (ask) => {
          const answer = await ask({ host, ...exchange.headers }, { method });
          const { error = '' } = await answered(answer, exchange.status);
          assert.ok(error.startsWith(ERRORS[exchange.error] ?? ''), error);
          assert.equal(error === '', exchange.status === 200);
          assert.equal(answer.headers.get('allow'), exchange.status === 405 ? 'POST' : null);
        });
      });
    }

    test('mints a session, which an embed can exchange', () =>
      serving(options(), async (ask) => {
        const answer = await answered(await ask(), 200);
        assert.deepEqual(Object.keys(answer), ['sessionId']);
        const exchange = await fetch(`${sandbox.tenant}/embed/api/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ surface: 'dashboard', ...answer }),
        });
        assert.equal(exchange.status, 200);
        assert.equal((await exchange.json()).embedTenant, 'Acme Retail');
      }));

    test('gives authorize the request of the server', () => {
      const authorize = (request) => {
        const { headers } = request;
        const cookie = headers instanceof Headers ? headers.get('cookie') : headers.cookie;
        return cookie === 'token=ada' ? ADA : null;
      };
      return serving(options({ authorize }), async (ask) => {
        await answered(await ask({ ...SAME_ORIGIN, cookie: 'token=ada' }), 200);
        await answered(await ask({ ...SAME_ORIGIN, cookie: 'token=eve' }), 401);
      });
    });

    test('gives other origins no permission, and the page nothing of the service', async (t) => {
      const service = await serve(t, (_, response) => {
        response.writeHead(201, { 'x-secret': 'k-1', 'set-cookie': 'key=k-1' });
        response.end(JSON.stringify({ sessionId: 'minted', secret: 'k-1' }));
      });
      await serving(options({ client: clientOf(service.url) }), async (ask) => {
        for (const [headers, method, status] of [
          [SAME_ORIGIN, 'POST', 200],
          [{ origin: 'https://evil.example.com' }, 'POST', 403],
          [{ origin: 'https://evil.example.com' }, 'OPTIONS', 405],
        ]) {
          const response = await ask(headers, { method });
          const answer = await answered(response, status);
          const names = [...response.headers.keys()].filter((name) => !BY_SERVER.has(name));
          assert.deepEqual(names, [...OWN_HEADERS, ...(status === 405 ? ['allow'] : [])].sort());
          assert.deepEqual(Object.keys(answer), [status === 200 ? 'sessionId' : 'error']);
        }
      });
    });

    test('asks authorize before it counts, and counts before it mints', () => {
      let asked = 0;
      let isSignedIn = false;
      const authorize = () => ((asked += 1), isSignedIn ? ADA : null);
      const given = options({ authorize, rateLimit: { requests: 1, windowMs: 3_600_000 } });
      return serving(given, async (ask) => {
        const { error } = await answered(await ask(), 401);
        assert.equal(error, 'Nobody is signed in.');
        await answered(await ask(), 401);
        isSignedIn = true;
        await answered(await ask({ ...OURS, origin: 'https://evil.example.com' }), 403);
        await answered(await ask({ 'sec-fetch-site': 'same-origin' }), 403);
        await answered(await ask(SAME_ORIGIN, { method: 'PUT' }), 405);
        assert.equal(asked, 2);
        await answered(await ask(), 200);
        assert.match((await answered(await ask(), 429)).error, /^There were too many requests/);
        isSignedIn = false;
        await answered(await ask(), 401);
      });
    });

    test('reads each option once', async () => {
      const given = options({ client: fake, origin: 'https://app.example.com' });
      const reads = {};
      const counted = {};
      for (const [name, value] of Object.entries(given))
        Object.defineProperty(counted, name, {
          enumerable: true,
          get: () => ((reads[name] = (reads[name] ?? 0) + 1), value),
        });
      await serving(counted, async (ask) => {
        await answered(await ask({ ...SAME_ORIGIN, origin: 'https://app.example.com' }), 200);
        await answered(await ask({ ...SAME_ORIGIN, origin: 'https://evil.example.com' }), 403);
      });
      assert.ok(Object.values(reads).every((count) => count === 1));
    });

    test('answers by the kind of failure, and tells the page nothing about it', async (t) => {
      const service = await serve(t, ({ headers }, response) => {
        const [, kind] = headers.authorization.split(' ');
        if (kind === 'gone') return response.destroy();
        if (kind === 'empty') return json(response, { sessionId: '' });
        if (kind === 'page') return json(response, 'Please sign in');
        return json(response, { error: 'The key k-1 is not valid' }, Number(kind));
      });
      for (const [kind, status] of [
        ['401', 502],
        ['403', 502],
        ['400', 502],
        ['429', 503],
        ['500', 503],
        ['503', 503],
        ['gone', 503],
        ['empty', 502],
        ['page', 502],
      ]) {
        const given = options({ client: clientOf(service.url, kind) });
        await serving(given, async (ask) => {
          const answer = await answered(await ask(), status);
          assert.deepEqual(answer, { error: 'No session was minted.' }, kind);
        });
        assert.equal(given.errors.length, 1, kind);
      }
    });

    test('gives up when the service takes too long', async (t) => {
      const service = await serve(t, () => {});
      const given = options({ client: clientOf(service.url), timeoutMs: 50 });
      await serving(given, async (ask) => void (await answered(await ask(), 503)));
      assert.equal(given.errors[0].name, 'TimeoutError');
    });

    test('ends the call to the service when the page no longer waits', async (t) => {
      let isOpen;
      const service = await serve(t, (_, response) => {
        isOpen = true;
        response.once('close', () => (isOpen = false));
      });
      const given = options({ client: clientOf(service.url) });
      await serving(given, async (ask) => {
        const controller = new AbortController();
        const answer = ask(SAME_ORIGIN, { signal: controller.signal }).catch(() => {});
        await until(() => isOpen);
        controller.abort();
        await until(() => !isOpen);
        await answer;
      });
      assert.deepEqual(given.errors, []);
    });
  });
}

describe('origins that only look like the own one', () => {
  /** The bytes of UTF-8 as a header has them. */
  const bytesOf = (text) => Buffer.from(text).toString('latin1');
  const ask = async (endpoint, host, origin, site) => {
    const headers = { ...OURS, host, origin: bytesOf(origin), ...site };
    return (await endpoint(new Request('http://inside/', { method: 'POST', headers }))).status;
  };
  for (const site of [{}, { 'sec-fetch-site': 'same-origin' }]) {
    test(`with ${site['sec-fetch-site'] ?? 'no'} Sec-Fetch-Site`, async () => {
      for (const { own, other, why, sameHost = false } of fixture('origins')) {
        const { host } = new URL(own);
        const given = { client: fake, authorize: () => ADA, rateLimit: false };
        const set = sessionEndpoint({ ...given, origin: own });
        assert.equal(await ask(set, host, own, site), 200, own);
        assert.equal(await ask(set, host, other, site), 403, `${why}, by the option`);
        const trusting = sessionEndpoint(given);
        assert.equal(await ask(trusting, host, own, site), 200, own);
        // Without the option, only the host counts: a page of its other scheme is accepted.
        assert.equal(await ask(trusting, host, other, site), sameHost ? 200 : 403, why);
      }
    });
  }
});

test('the origin of a page must be the host that it asks, or that of the URL', async () => {
  // The header `Host` counts, or the URL's if a server does not keep the header.
  const endpoint = sessionEndpoint(options());
  const request = (headers) =>
    new Request('https://inside.example.com/', {
      method: 'POST',
      headers: { ...OURS, ...headers },
    });
  const outside = { host: 'app.example.com', origin: 'https://app.example.com' };
  await answered(await endpoint(request(outside)), 200);
  await answered(await endpoint(request({ origin: 'https://inside.example.com' })), 200);
  await answered(await endpoint(request({ origin: 'https://app.example.com' })), 403);
  // Anybody can send the header of a proxy, also to a server that does not keep `Host`.
  const named = { origin: 'https://app.example.com', 'x-forwarded-host': 'app.example.com' };
  await answered(await endpoint(request(named)), 403);
});

test('a client can be made at the first request', async () => {
  let made = 0;
  const client = () => ((made += 1), clientOf(sandbox.tenant));
  const endpoint = sessionEndpoint(options({ client }));
  assert.equal(made, 0);
  const request = () => new Request('http://a.example/', { method: 'POST', headers: SAME_ORIGIN });
  await answered(await endpoint(request()), 200);
  await answered(await endpoint(request()), 200);
  assert.equal(made, 1);

  const broken = options({ client: () => ({}) });
  await answered(await sessionEndpoint(broken)(request()), 500);
  assert.match(broken.errors[0].message, /^client must be/);
});
