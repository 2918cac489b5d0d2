// A session stays alive: after expiries, while the backend fails, and when ids are refused.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import {
  advance,
  control,
  counts,
  event,
  inEmbed,
  mountEmbed,
  freshPage,
  openEmbed,
  QUICK,
  seen,
  sessionIs,
  showsThat,
  withEmbed,
} from './support/embed.mjs';
import { waitFor } from './support/page.mjs';

/** Sets a mark in the iframe's window. A reload would remove it. */
const leaveMark = () => inEmbed(() => void (window.mark = 'still the same window'));
const markIsThere = async () =>
  assert.equal(await inEmbed(() => window.mark), 'still the same window');

test('a session stays alive in the same window', async (t) => {
  await openEmbed();
  await leaveMark();
  const reasons = () => withEmbed((own) => own.requests.map(({ reason }) => reason));
  let renewals = 0;
  const renewed = async () => {
    renewals++;
    // On a busy machine an id may count as taken before the embed has exchanged it.
    await waitFor('the exchange', async () => (await counts()).exchanges === 1 + renewals);
    await sessionIs({ status: 'active', renewal: 'idle', renewals });
    await showsThat({ sessionState: 'active' });
    await markIsThere();
  };
  await t.test('over three expiries', async () => {
    for (let times = 0; times < 3; times++) {
      await advance({ hours: 22, minutes: 31 });
      await renewed();
    }
    assert.equal((await seen('ready')).length, 1);
    assert.equal((await seen('session-expired')).length, 0);
    // There was one mint for the load and one for each renewal.
    const { mints, exchanges, rejectedExchanges } = await counts();
    assert.deepEqual([mints, exchanges, rejectedExchanges], [4, 4, 0]);
    assert.deepEqual(await reasons(), ['mount', 'expiring', 'expiring', 'expiring']);
  });
  await t.test('when it has lapsed', async () => {
    await advance({ hours: 23, minutes: 1 });
    await renewed();
    assert.equal((await reasons()).at(-1), 'expired');
  });
});

test('when an id is refused, the next one renews the session in the same window', async () => {
  // However long the refusal takes, it comes before the id counts as taken.
  await openEmbed({ renewal: { ...QUICK, confirmMs: 60_000 } });
  await leaveMark();
  await control('faults', { rejectExchanges: 1 });
  await advance({ hours: 22, minutes: 31 });
  await event('error');
  await waitFor('the exchange', async () => (await counts()).exchanges === 2);
  await showsThat({ sessionState: 'active' });
  // The embed says when its session will end: it has begun with the second id.
  await advance({ hours: 22, minutes: 31 });
  await sessionIs({ renewals: 1 });
  await markIsThere();
  const requests = await withEmbed((own) =>
    own.requests.slice(0, 3).map(({ reason, attempt }) => `${reason} ${attempt}`),
  );
  assert.deepEqual(requests, ['mount 1', 'expiring 1', 'rejected 2']);
  const states = await withEmbed((own) => own.states.map(({ lastError }) => lastError?.code));
  assert.ok(states.includes('exchange-rejected'));
});

test('a session that ends while its first view is loading is renewed', async () => {
  await freshPage();
  const mounted = mountEmbed();
  await waitFor('the exchange', async () => (await counts()).exchanges === 1, { everyMs: 1 });
  await advance({ hours: 22, minutes: 35 });
  await advance({ minutes: 30 });
  await mounted;
  await sessionIs({ status: 'active', renewal: 'idle', renewals: 1 });
  const types = await withEmbed((own) => own.seen.map(({ type }) => type));
  assert.equal(types[0], 'svc:event:ready');
});
