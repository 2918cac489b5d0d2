// The endpoint that mints, for the fetch API and for Node's `http`: whom it refuses, what it answers
// when the service fails, and that a session it mints opens an embed.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, mock, test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
import { nodeSessionEndpoint, sessionEndpoint } from 'svc-embed/server';
import { json, serve, until } from '../management/support/service.mjs';
import { startSandbox } from '../support/sandbox.mjs';
import { ADA, answered, fake, optionsFor, OURS, SAME_ORIGIN } from './support/endpoint.mjs';

// The endpoint names the pages that it refuses. One test looks at that.
mock.method(console, 'warn', () => {});

let sandbox;
before(async () => (sandbox = await startSandbox()));
after(() => sandbox.stop());

const clientOf = (baseUrl, apiKey = 'sandbox-admin-key') =>
  new ManagementClient({ baseUrl, apiKey, logger: false });

/** The options of an endpoint that mints for Ada at the sandbox. */
const options = (change) => optionsFor(clientOf(sandbox.tenant), change);

/** Sends a request as it is. `fetch` would join the values of a header that is sent twice. */
async function sent(url, { signal, ...init }) {
  const asked = request(url, init);
  signal?.addEventListener('abort', () => asked.destroy(signal.reason), { once: true });
  asked.end();
  const [answer] = await once(asked, 'response');
  const headers = new Headers(answer.headers);
  return new Response(await buffer(answer), { status: answer.statusCode, headers });
}

/** Each kind of server: calls `ask` with a function that sends a request to an endpoint. */
const servers = {
  'a handler of the fetch API': async (given, ask) => {
    const endpoint = sessionEndpoint(given);
    const url = 'http://app.example.com/api/embed-session';
    await ask((given = SAME_ORIGIN, init = {}) => {
      const headers = new Headers();
      for (const [name, values] of Object.entries({ host: 'app.example.com', ...given }))
        for (const value of [values].flat()) headers.append(name, value);
      return endpoint(new Request(url, { method: 'POST', ...init, headers }));
    });
  },
  "a handler of Node's http": async (given, ask) => {
    const server = createServer(nodeSessionEndpoint(given)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `http://127.0.0.1:${server.address().port}/api/embed-session`;
      await ask((headers = SAME_ORIGIN, init = {}) =>
        sent(url, { method: 'POST', ...init, headers }),
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
};

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

    test('mints for no form that markup puts into the page, and says what is missing', () =>
      serving(options({ origin: 'https://app.example.com' }), async (ask) => {
        const form = {
          origin: 'https://app.example.com',
          'sec-fetch-site': 'same-origin',
          'sec-fetch-mode': 'navigate',
          'content-type': 'application/x-www-form-urlencoded',
        };
        const { error } = await answered(await ask(form), 403);
        assert.match(error, /x-svc-embed: 1 is missing.*headers: \{ 'x-svc-embed': '1' \}/);
        for (const value of ['', '0', 'true', '1, 1', '11'])
          await answered(await ask({ ...form, 'x-svc-embed': value }), 403);
        await answered(await ask({ ...form, 'x-svc-embed': '1' }), 200);
        // Who asks from elsewhere learns that, and not which header to send.
        const other = { ...form, origin: 'https://evil.example.com' };
        assert.match((await answered(await ask(other), 403)).error, /^Only pages of this origin/);
      }));

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

    test('logs no id', async (t) => {
      const lines = ['error', 'warn', 'log', 'info', 'debug'].map((level) =>
        t.mock.method(console, level, () => {}),
      );
      // What writes past the console. The runner of the tests writes, too: its lines pass.
      const written = ['stdout', 'stderr'].map(
        (name) => t.mock.method(process[name], 'write').mock,
      );
      await serving({ client: fake, authorize: () => ADA }, async (ask) => {
        assert.deepEqual(await answered(await ask(), 200), { sessionId: 'minted' });
      });
      for (const { mock } of lines) assert.equal(mock.callCount(), 0);
      const texts = written.flatMap(({ calls }) => calls.map((call) => String(call.arguments[0])));
      assert.ok(
        texts.every((text) => !text.includes('minted')),
        texts.join(''),
      );
    });

    test('takes no id that only a polluted Object.prototype has', async () => {
      const client = { embedSessions: { generate: async () => ({ session_id: 'minted' }) } };
      const given = options({ client });
      await polluted('sessionId', 'evil', () =>
        serving(given, async (ask) => void (await answered(await ask(), 502))),
      );
      // What the service has answered may hold an id.
      assert.equal(given.errors[0].message, 'The service answered without a session id.');
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

    test('limits each user, and says how long to wait', (t) => {
      let now = performance.now();
      t.mock.method(performance, 'now', () => now);
      const authorize = ({ headers }) => {
        const userId = headers instanceof Headers ? headers.get('user') : headers['user'];
        return { ...ADA, userId };
      };
      const rateLimit = { requests: 2, windowMs: 2_000 };
      return serving(options({ authorize, rateLimit }), async (ask) => {
        const askAs = (user) => ask({ ...SAME_ORIGIN, user });
        await answered(await askAs('ada'), 200);
        await answered(await askAs('ada'), 200);
        // It is 0.7 seconds, which is not none.
        now += 300;
        const refused = await askAs('ada');
        await answered(refused, 429);
        assert.equal(refused.headers.get('retry-after'), '1');
        await answered(await askAs('ben'), 200);
        now += 1_050;
        await answered(await askAs('ada'), 200);
      });
    });

    test('can leave the limit to the backend', () =>
      serving(options({ rateLimit: false }), async (ask) => {
        const answers = await Promise.all(Array.from({ length: 70 }, () => ask()));
        assert.ok(answers.every(({ status }) => status === 200));
      }));

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

    test('answers 500 if the backend makes a mistake', async () => {
      for (const authorize of [
        () => Promise.reject(new Error('The database is down.')),
        () => true,
        () => ({ session: {} }),
        () => ({ userId: 7, session: {} }),
        () => ({ userId: 'ada' }),
        () => ({ userId: 'ada', session: { ephemeralTtlSeconds: 60 } }),
      ]) {
        const given = options({ authorize });
        await serving(given, async (ask) => void (await answered(await ask(), 500)));
        assert.equal(given.errors.length, 1);
      }
    });

    test('logs what an onError has thrown, and what it was to report', async (t) => {
      const lines = t.mock.method(console, 'error', () => {}).mock;
      const logger = {
        lines: [],
        error(reason) {
          this.lines.push(reason);
        },
      };
      const unhandled = [];
      const listener = (reason) => unhandled.push(reason);
      process.on('unhandledRejection', listener);
      try {
        for (const [onError, thrown] of [
          // A method without its object.
          [logger.error, /^TypeError: .*undefined/],
          [
            () => Promise.reject(new Error('The log\nis full.')),
            /^Error: The log\\u\{a\}is full\.$/,
          ],
          [() => Promise.reject({ __proto__: null }), /^It has no text\.$/],
        ]) {
          lines.resetCalls();
          const authorize = () => Promise.reject(new Error('The database is down.'));
          const given = options({ authorize, onError });
          await serving(given, async (ask) => void (await answered(await ask(), 500)));
          await until(() => lines.callCount() === 2);
          const [[hint, reason], ...rest] = lines.calls.map((call) => call.arguments);
          assert.match(
            hint,
            /^svc-embed: onError has failed\..*onError: \(error\) => log\.error\(/,
          );
          assert.match(reason, thrown);
          assert.deepEqual(rest, [
            ['svc-embed: No session was minted.', 'Error: The database is down.'],
          ]);
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      } finally {
        process.off('unhandledRejection', listener);
      }
      // Without a listener, each of them ends the process.
      assert.deepEqual(unhandled, []);
    });

    test('says once that authorize has returned undefined, and nothing about null', async (t) => {
      const lines = t.mock.method(console, 'warn', () => {}).mock;
      for (const [nobody, count] of [
        [null, 0],
        [undefined, 1],
      ]) {
        const given = options({ authorize: async () => nobody });
        await serving(given, async (ask) => {
          await answered(await ask(), 401);
          await answered(await ask(), 401);
        });
        assert.equal(lines.callCount(), count);
        assert.deepEqual(given.errors, []);
      }
      assert.match(
        lines.calls[0].arguments.join(' '),
        /^svc-embed: authorize .* return is missing\./,
      );
      // It has let somebody in, so that it has a return.
      let user = ADA;
      const given = options({ client: fake, authorize: () => user });
      await serving(given, async (ask) => {
        await answered(await ask(), 200);
        user = undefined;
        await answered(await ask(), 401);
      });
      assert.equal(lines.callCount(), 1);
    });

    test('names the first pages that it refuses by their origins, each once and in one short line', async (t) => {
      const lines = t.mock.method(console, 'warn', () => {}).mock;
      const app = 'https://app.example.com';
      for (const [origin, said] of [
        [app, app],
        [undefined, 'not set'],
      ]) {
        lines.resetCalls();
        const given = options({ client: fake, ...(origin && { origin }) });
        await serving(given, async (ask) => {
          // Those that no page of another origin sends.
          await answered(await ask({ 'sec-fetch-site': 'none' }, { method: 'GET' }), 405);
          await answered(await ask({ ...OURS, 'sec-fetch-site': 'cross-site' }), 403);
          await answered(await ask({ 'sec-fetch-site': 'same-origin' }), 403);
          assert.equal(lines.callCount(), 0);
          const page = `https://a.example/\u0085${'x'.repeat(5_000)}`;
          // A browser asks first whether the page may send the header, and sends no more then.
          await answered(await ask({ origin: page }, { method: 'OPTIONS' }), 405);
          for (const other of 'bcbdef')
            await answered(await ask({ ...SAME_ORIGIN, origin: `https://${other}.example` }), 403);
        });
        assert.deepEqual(given.errors, []);
        const texts = lines.calls.map((call) => call.arguments.join(' '));
        const named = texts.slice(1).map((text) => text.split(' ')[4]);
        assert.deepEqual(
          named
            .join(' ')
            .match(/\w(?=\.example)/g)
            .join(''),
          'bcde',
        );
        assert.match(
          texts[0],
          /^svc-embed: A page of https:\/\/a\.example\/\\u\{85\}x+ was refused\. /,
        );
        assert.match(texts[0], /^[ -~]{1,400}$/);
        assert.ok(texts[0].includes(`. The option origin is ${said}. Only pages of this origin`));
      }
    });

    test('says that it is elsewhere than its page', async (t) => {
      const lines = t.mock.method(console, 'warn', () => {}).mock;
      const origin = 'https://app.example.com';
      await serving(options({ client: fake, origin }), async (ask) => {
        const page = { ...OURS, origin, 'sec-fetch-site': 'same-site' };
        await answered(await ask(page), 403);
      });
      const [text] = lines.calls.map((call) => call.arguments.join(' '));
      assert.match(text, /app\.example\.com was refused\. The endpoint has another origin\. Only/);
    });

    test('logs one line without a secret', async (t) => {
      const lines = t.mock.method(console, 'error', () => {}).mock;
      const client = clientOf(sandbox.tenant, 'sandbox-expired-key');
      await serving({ client, authorize: () => ADA }, async (ask) => {
        await answered(await ask(), 502);
      });
      assert.equal(lines.calls.length, 1);
      const line = lines.calls[0].arguments.join(' ');
      assert.match(line, /^svc-embed: No session was minted\. AuthenticationError/);
      assert.ok(!line.includes('sandbox-expired-key'));
    });

    test('logs one line, whatever the reason says', async (t) => {
      const lines = t.mock.method(console, 'error', () => {}).mock;
      const authorize = () => Promise.reject(new Error('no\n[INFO] admin \u001b[31m\u2028'));
      await serving({ ...options({ authorize }), onError: undefined }, async (ask) => {
        await answered(await ask(), 500);
      });
      assert.deepEqual(lines.calls[0].arguments, [
        'svc-embed: No session was minted.',
        'Error: no\\u{a}[INFO] admin \\u{1b}[31m\\u{2028}',
      ]);
    });

    test('refuses nobody less if Object.prototype is polluted', async () => {
      const given = options();
      const statuses = [];
      for (const [key, value, headers] of [
        ['sec-fetch-site', 'same-origin', { ...OURS, origin: 'https://evil.example.com' }],
        ['x-svc-embed', '1', { 'sec-fetch-site': 'same-origin' }],
        ['origin', 'https://evil.example.com', { ...OURS, origin: 'https://evil.example.com' }],
      ])
        await polluted(key, value, () =>
          serving(given, async (ask) => statuses.push((await ask(headers)).status)),
        );
      assert.deepEqual(statuses, [403, 403, 403]);
    });

    test('mints for nobody whom only a polluted Object.prototype names', async () => {
      const given = options({ client: fake, authorize: () => ({}) });
      await polluted('session', { internal: { externalId: 'evil' } }, () =>
        polluted('userId', 'evil', () =>
          serving(given, async (ask) => void (await answered(await ask(), 500))),
        ),
      );
    });

    test('limits as before if Object.prototype is polluted', async () => {
      for (const [key, value, rateLimit, most] of [
        ['rateLimit', false, undefined, 60],
        ['requests', 1_000, {}, 60],
      ]) {
        const { rateLimit: _, ...given } = options({ client: fake });
        if (rateLimit) given.rateLimit = rateLimit;
        let minted = 0;
        await polluted(key, value, () =>
          serving(given, async (ask) => {
            for (let asked = 0; asked < 70; asked += 1)
              if ((await ask()).status === 200) minted += 1;
          }),
        );
        assert.ok(minted >= most && minted < 70, `${key}: ${minted}`);
      }
    });

    test('ends the call to the service when the page no longer waits', async (t) => {
      let isOpen;
      const service = await serve(t, (_, response) => {
        isOpen = true;
        response.once('close', () => (isOpen = false));
      });
      const given = options({ client: clientOf(service.url) });
      await serving(given, async (ask) => {
        const { signal, abort } = abortable();
        const answer = ask(SAME_ORIGIN, { signal }).catch(() => {});
        await until(() => isOpen);
        abort();
        await until(() => !isOpen);
        await answer;
      });
      assert.deepEqual(given.errors, []);
    });
  });
}

test('a polluted Object.prototype changes no answer of a handler of the fetch API', async () => {
  const endpoint = sessionEndpoint(options({ client: fake, rateLimit: false }));
  const ask = async (headers) => {
    const request = new Request('http://a.example/', { method: 'POST', headers });
    return () => endpoint(request);
  };
  const wrong = [];
  for (const name of ['statusText', 'status', 'headers', 'type', 'url', 'encodeBody', 'webSocket'])
    for (const value of ['evil', 'e\r\nvil', 7])
      for (const [headers, status] of [
        [SAME_ORIGIN, 200],
        [{}, 403],
      ]) {
        const answer = await ask(headers);
        let seen;
        await polluted(name, value, async () => {
          seen = await answer().then((given) => [given.status, given.statusText], String);
        });
        if (String(seen) !== String([status, ''])) wrong.push([name, value, seen]);
      }
  assert.deepEqual(wrong, []);
});

/** Runs `act` while `Object.prototype` has a member that it should not have. */
async function polluted(key, value, act) {
  Object.prototype[key] = value;
  try {
    await act();
  } finally {
    delete Object.prototype[key];
  }
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
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

test('an option that an endpoint does not have is warned of once', async (t) => {
  const lines = t.mock.method(console, 'warn', () => {}).mock;
  const misspelt = { ...optionsFor(fake), orign: 'https://app.example.com', pollMs: 5 };
  sessionEndpoint(misspelt);
  nodeSessionEndpoint(misspelt);
  await until(() => lines.callCount() === 2);
  const texts = lines.calls.map((call) => call.arguments.join(' '));
  assert.deepEqual(texts.sort(), [
    'svc-embed: The endpoint has no option orign. Did you mean origin?',
    'svc-embed: The endpoint has no option pollMs.',
  ]);
});

test('the origin of a page must be the host that it asks', async () => {
  const server = createServer(nodeSessionEndpoint(options())).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const ask = (origin) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { ...OURS, origin } });
  try {
    await answered(await ask(`http://127.0.0.1:${port}`), 200);
    await answered(await ask(`http://127.0.0.1:${port + 1}`), 403);
    await answered(await ask(`http://localhost:${port}`), 403);
  } finally {
    server.closeAllConnections();
    server.close();
  }

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

test('an answer that middleware has given already is left as it is', async () => {
  let answeredBefore = false;
  const endpoint = nodeSessionEndpoint(options());
  const server = createServer(async (request, response) => {
    const answer = endpoint(request, response);
    response.writeHead(504).end('too late');
    await answer;
    answeredBefore = true;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const url = `http://127.0.0.1:${server.address().port}/`;
    const response = await fetch(url, { method: 'POST', headers: SAME_ORIGIN });
    assert.equal(response.status, 504);
    await until(() => answeredBefore);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('a request without a whole URL and without a signal is answered', async () => {
  const endpoint = sessionEndpoint(options());
  const headers = new Headers({ ...OURS, origin: 'https://app.example.com' });
  const bare = { url: '/api/embed-session', method: 'POST', headers };
  await answered(await endpoint(bare), 403);
  headers.delete('origin');
  headers.set('sec-fetch-site', 'same-origin');
  await answered(await endpoint(bare), 200);
  const generate = () => Promise.reject(new Error('down'));
  const broken = sessionEndpoint(options({ client: { embedSessions: { generate } } }));
  await answered(await broken(bare), 500);
});

/** Hands a request to an endpoint for Node, without a connection. Resolves to its status and its end. */
async function handOver(given, headers) {
  let status;
  let close;
  const response = {
    headersSent: false,
    writableEnded: false,
    writeHead: (written) => (status = written),
    end: () => (response.writableEnded = true),
    once: (_, listener) => (close = listener),
  };
  await nodeSessionEndpoint(given)({ method: 'POST', headers }, response);
  return { status, close };
}

test('the host of an HTTP/2 request is that of :authority', async () => {
  for (const [authority, wanted] of [
    ['app.example.com', 200],
    ['evil.example.com', 403],
  ]) {
    const headers = { ...OURS, origin: 'https://app.example.com', ':authority': authority };
    assert.equal((await handOver(options(), headers)).status, wanted, authority);
  }
});

test('a header in two parts is not read as if they were one', async () => {
  const { status } = await handOver(options(), { ...OURS, 'sec-fetch-site': ['same-', 'origin'] });
  assert.equal(status, 403);
});

test('a connection that closes after its answer aborts nothing', async () => {
  let signal;
  const generate = async (_, given) => ((signal = given.signal), { sessionId: 'an-id' });
  const client = { embedSessions: { generate } };
  const { status, close } = await handOver(options({ client }), SAME_ORIGIN);
  close();
  assert.deepEqual([status, signal.aborted], [200, false]);
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

test('the limiter allows 60 in a minute unless told otherwise, and says how long to wait', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const { rateLimit: _, ...byDefault } = options({ client: fake });
  for (const [given, most, half, seconds] of [
    [byDefault, 60, 0, '1'],
    [{ ...byDefault, rateLimit: { requests: 2, windowMs: 7_200_000 } }, 2, 1_800_000, '1800'],
  ]) {
    const endpoint = sessionEndpoint(given);
    const ask = () =>
      endpoint(new Request('http://a.example/', { method: 'POST', headers: SAME_ORIGIN }));
    for (let asked = 0; asked < most; asked += 1) await answered(await ask(), 200);
    now += half;
    const refused = await ask();
    await answered(refused, 429);
    assert.equal(refused.headers.get('retry-after'), seconds);
  }
});

test('the limiter forgets the user who asked longest ago', async () => {
  const authorize = ({ headers }) => ({ ...ADA, userId: headers.get('user') });
  const client = { embedSessions: { generate: async () => ({ sessionId: 'id' }) } };
  const rateLimit = { requests: 1, windowMs: 3_600_000 };
  const endpoint = sessionEndpoint({ client, authorize, rateLimit });
  // One request for all: making one takes longer than answering it.
  const request = new Request('http://a.example/', { method: 'POST', headers: SAME_ORIGIN });
  const ask = async (user) => {
    request.headers.set('user', user);
    return (await endpoint(request)).status;
  };
  assert.equal(await ask('ada'), 200);
  assert.equal(await ask('ada'), 429);
  for (let user = 1; user < 10_000; user += 1) await ask(`user ${user}`);
  assert.equal(await ask('ada'), 429);
  // Ada asked just now: the 9,999 others come before her, and one of them is forgotten.
  await ask('bob');
  assert.equal(await ask('ada'), 429);
  assert.equal(await ask('user 1'), 200);
  for (let user = 0; user < 10_000; user += 1) await ask(`other ${user}`);
  assert.equal(await ask('ada'), 200);
});
