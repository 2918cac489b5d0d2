// A service that is down, and a program that goes on calling: what the retry budget keeps from it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';

/** A client of a service in memory, without pauses between the tries. `state.isDown` can be changed. */
function storm(options) {
  const state = { requests: 0, isDown: true };
  const client = new ManagementClient({
    baseUrl: 'https://acme.example.com',
    logger: false,
    ...options,
    fetch: async () => {
      state.requests += 1;
      if (state.isDown) return new Response(null, { status: 503, headers: { 'retry-after': '0' } });
      return Response.json({});
    },
  });
  return { client, state };
}

/** Makes calls one after the other. Returns how many succeeded. */
async function calling(client, count) {
  let succeeded = 0;
  for (let call = 0; call < count; call += 1)
    await client.users.me().then(
      () => (succeeded += 1),
      () => {},
    );
  return succeeded;
}

describe('the calls of a client while the service is down', () => {
  for (const [name, options, most] of [
    ['triple without a limit', { retryBudget: Infinity }, 600],
    // All calls, the whole budget, and one retry for ten calls.
    ['are few more than without retries', {}, 200 + 20 + 19],
    ['are no more than without retries, if there is no budget', { retryBudget: 0 }, 200],
  ])
    test(name, async () => {
      const { client, state } = storm(options);
      assert.equal(await calling(client, 200), 0);
      assert.equal(state.requests, most);
    });

  test('all at once have the same budget', async () => {
    const { client, state } = storm();
    await Promise.all(Array.from({ length: 200 }, () => calling(client, 1)));
    assert.ok(state.requests <= 200 + 20 + 20, String(state.requests));
  });

  test('of a client that differs in some options have the same budget, too', async () => {
    const { client, state } = storm({ retryBudget: 5 });
    for (let turn = 0; turn < 10; turn += 1)
      await calling(client.withOptions({ timeoutMs: 100 + turn }), 1);
    assert.equal(state.requests, 10 + 5);
    // Another service, and a budget of its own.
    await calling(client.withOptions({ baseUrl: 'https://other.example.com' }), 1);
    assert.equal(state.requests, 15 + 3);
    await calling(client.withOptions({ retryBudget: 2 }), 1);
    assert.equal(state.requests, 18 + 3);
  });
});

test('the budget fills again when the service is back', async () => {
  const { client, state } = storm({ retryBudget: 2 });
  await calling(client, 3);
  const before = state.requests;
  await calling(client, 1);
  assert.equal(state.requests, before + 1, 'no retry is left');
  state.isDown = false;
  assert.equal(await calling(client, 20), 20);
  state.isDown = true;
  state.requests = 0;
  await calling(client, 1);
  assert.equal(state.requests, 3);
});
