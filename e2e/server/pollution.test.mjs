// An endpoint that mints, in a process whose `Object.prototype` is polluted.

import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { sessionEndpoint } from 'svc-embed/server';
import { answered, fake, optionsFor, OURS, SAME_ORIGIN } from './support/endpoint.mjs';
import { servers } from './support/servers.mjs';

// The endpoint names the pages that it refuses.
mock.method(console, 'warn', () => {});

const options = (change) => optionsFor(fake, change);

for (const [name, serving] of Object.entries(servers)) {
  describe(name, () => {
    test('takes no id that only a polluted Object.prototype has', async () => {
      const client = { embedSessions: { generate: async () => ({ session_id: 'minted' }) } };
      const given = options({ client });
      await polluted('sessionId', 'evil', () =>
        serving(given, async (ask) => void (await answered(await ask(), 502))),
      );
      // What the service has answered may hold an id.
      assert.equal(given.errors[0].message, 'The service answered without a session id.');
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
