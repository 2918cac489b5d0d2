// A session stays alive: after expiries, while the backend fails, and when ids are refused.

import { deepEqual, equal, ok, until } from './support/assert.js';
import { advance, counts, faults, mountEmbed, QUICK } from './support/embed.js';
import { test } from './support/test.js';

const LATE = { hours: 22, minutes: 31 };
const exchanges = (count: number) =>
  until('the exchange', async () => (await counts()).exchanges === count);

test('a session stays alive in the same window, over three expiries and when it has lapsed', async () => {
  const own = await mountEmbed({}, 'dashboard-loaded');
  await own.inside('mark');
  for (let renewals = 1; renewals <= 4; renewals++) {
    if (renewals === 4) {
      deepEqual([own.all('ready').length, own.all('session-expired').length], [1, 0]);
      await advance({ hours: 23, minutes: 1 });
    } else await advance(LATE);
    // On a busy machine an id may count as taken before the embed has exchanged it.
    await exchanges(1 + renewals);
    await own.session({ status: 'active', renewal: 'idle', renewals });
    equal((await own.shows({ sessionState: 'active' })).mark, 'here');
  }
  // There was one mint for the load and one for each renewal.
  const { mints, rejectedExchanges } = await counts();
  deepEqual([mints, rejectedExchanges], [5, 0]);
  deepEqual(
    own.requests.map(({ reason }) => reason),
    ['mount', 'expiring', 'expiring', 'expiring', 'expired'],
  );
});

test('when an id is refused, the next one renews the session in the same window', async () => {
  // However long the refusal takes, it comes before the id counts as taken.
  const renewal = { ...QUICK, confirmMs: 60_000 };
  const own = await mountEmbed({ renewal }, 'dashboard-loaded');
  await own.inside('mark');
  await faults({ rejectExchanges: 1 });
  await advance(LATE);
  await own.event('error');
  await exchanges(2);
  await own.shows({ sessionState: 'active' });
  // The embed says when its session will end: it has begun with the second id.
  await advance(LATE);
  await own.session({ renewals: 1 });
  equal((await own.shows({})).mark, 'here');
  deepEqual(
    own.requests.slice(0, 3).map(({ reason, attempt }) => `${reason} ${attempt}`),
    ['mount 1', 'expiring 1', 'rejected 2'],
  );
  ok(own.states.some(({ lastError }) => lastError?.code === 'exchange-rejected'));
});

test('a session that ends while its first view is loading is renewed', async () => {
  const mounted = mountEmbed();
  await exchanges(1);
  await advance({ hours: 22, minutes: 35 });
  await advance({ minutes: 30 });
  const own = await mounted;
  await own.session({ status: 'active', renewal: 'idle', renewals: 1 });
  equal(own.seen[0].type, 'svc:event:ready');
});
