// How often a user may ask an endpoint that mints.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sessionEndpoint } from 'svc-embed/server';
import { ADA, answered, fake, optionsFor, SAME_ORIGIN } from './support/endpoint.mjs';
import { servers } from './support/servers.mjs';

const options = (change) => optionsFor(fake, change);

for (const [name, serving] of Object.entries(servers)) {
  describe(name, () => {
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
        // However long she waits, she may not ask more often at once.
        now += 60_000;
        for (const status of [200, 200, 429]) await answered(await askAs('ada'), status);
      });
    });

    test('can leave the limit to the backend', () =>
      serving(options({ rateLimit: false }), async (ask) => {
        const answers = await Promise.all(Array.from({ length: 70 }, () => ask()));
        assert.ok(answers.every(({ status }) => status === 200));
      }));
  });
}

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
