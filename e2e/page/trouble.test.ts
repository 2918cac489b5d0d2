// The sandbox's faults of an embed, and events at a moment that a test chooses: what a page sees of each.
// `why.test.mjs` has the pages that are wrong, and sandbox/tests what is asked for each fault.

import { equal, match, ok } from './support/assert.js';
import { advance, control, faults, mountEmbed, type Mounted } from './support/embed.js';
import { test } from './support/test.js';

/** The embed's document has loaded; it may have before `mount` resolves. */
const loaded = new Promise<void>((done) => {
  const onLoad = ({ target }: Event) =>
    (target as HTMLIFrameElement).contentDocument === null && done();
  document.addEventListener('load', onLoad, { capture: true });
});

/** What a page sees of each fault of its embed. */
const FAULTS: [object, (own: Mounted, start: number) => Promise<unknown>][] = [
  [
    { page: 'slow', delayMs: 700 },
    async (own, start) => {
      await own.event('ready');
      ok(performance.now() - start >= 700);
    },
  ],
  [
    { loadDelayMs: 1_500 },
    async (own, start) => {
      await Promise.all([own.event('ready'), loaded]);
      ok(performance.now() - start >= 1_500);
    },
  ],
  [
    { samePathViews: true },
    async (own) => {
      await own.event('dashboard-loaded');
      own.embed.navigate('/dashboard/sales-overview');
      await own.event('view', 2);
    },
  ],
  [
    { documents: true },
    async (own) => {
      await own.event('dashboard-loaded');
      own.embed.navigate('/dashboard/fulfilment');
      await own.event('ready', 2);
    },
  ],
  [
    { readyEachSession: true },
    async (own) => {
      await own.event('ready');
      await own.embed.renew();
      await own.event('ready', 2);
    },
  ],
  [
    { expiredLateMs: 7 },
    async (own) => {
      await own.event('ready');
      await faults({ backend: { mode: 'down' } });
      await advance({ hours: 22, minutes: 31 });
      const { expiresAt } = (await own.event('session-expiring')).payload;
      await advance({ minutes: 30 });
      equal((await own.event('session-expired')).payload.expiredAt, expiresAt + 7);
    },
  ],
];

for (const [embed, check] of FAULTS)
  test(`a fault of an embed does what it says: ${JSON.stringify(embed)}`, async () => {
    await faults({ embed });
    const start = performance.now();
    await check(await mountEmbed(), start);
  });

test('an embed sends what a test has it send, if it fits', async () => {
  const own = await mountEmbed({}, 'ready');
  const { embeds } = await (await fetch('/control/state')).json();
  await control('emit', { embed: embeds[0].n, event: 'ready' });
  equal((await own.event('ready', 2)).payload.mode, 'signed');
  const wrong = control('emit', { event: 'drilldown', payload: { member: 1 } });
  match(await wrong.then(String, String), /does not fit drilldown/);
});
