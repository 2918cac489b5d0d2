// The sandbox's faults of an embed, and events at a moment that a test chooses: what a page sees of each.
// `why.test.mjs` has the pages that are wrong, and sandbox/tests what is asked for each fault.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { advance, event, freshPage, mountEmbed, openEmbed, withEmbed } from './support/embed.mjs';
import { sandbox } from './support/world.mjs';

const { fault, emit, state } = sandbox;

/** What a page sees of each fault of its embed. */
const FAULTS = {
  'a slow page': [
    { page: 'slow', delayMs: 700 },
    async (mounted) => {
      await event('ready');
      assert.ok(performance.now() - mounted >= 700);
    },
  ],
  'a load that ends after ready': [
    { loadDelayMs: 1_500 },
    async () => {
      await withEmbed((own) => new Promise((done) => (own.embed.iframe.onload = () => done())));
      assert.ok(await withEmbed((own) => own.seen.some(({ type }) => type === 'svc:event:ready')));
    },
  ],
  'a view for the path that is shown': [
    { samePathViews: true },
    async () => {
      await event('dashboard-loaded');
      await withEmbed((own) => own.embed.navigate('/dashboard/sales-overview'));
      await event('view', 2);
    },
  ],
  'a document for each path': [
    { documents: true },
    async () => {
      await event('dashboard-loaded');
      await withEmbed((own) => own.embed.navigate('/dashboard/fulfilment'));
      await event('ready', 2);
    },
  ],
  'ready for each session': [
    { readyEachSession: true },
    async () => {
      await event('ready');
      await withEmbed((own) => own.embed.renew());
      await event('ready', 2);
    },
  ],
  'an end that comes late': [
    { expiredLateMs: 7 },
    async () => {
      await event('ready');
      await fault({ backend: { mode: 'down' } });
      await advance({ hours: 22, minutes: 31 });
      const { expiresAt } = (await event('session-expiring')).payload;
      await advance({ minutes: 30 });
      assert.equal((await event('session-expired')).payload.expiredAt, expiresAt + 7);
    },
  ],
};

test('each fault of an embed does what it says', async (t) => {
  for (const [name, [embed, check]] of Object.entries(FAULTS))
    await t.test(name, async () => {
      await freshPage();
      await fault({ embed });
      const mounted = performance.now();
      await mountEmbed();
      await check(mounted);
    });
});

test('an embed sends what a test has it send', async () => {
  await openEmbed();
  const [{ n }] = (await state()).embeds;
  await emit('drilldown', { member: 'orders.revenue', value: 'Books' });
  const { payload } = await event('drilldown');
  assert.deepEqual(payload, { member: 'orders.revenue', value: 'Books' });
  await emit({ embed: n, event: 'ready' });
  assert.equal((await event('ready', 2)).payload.mode, 'signed');
  await assert.rejects(emit('drilldown', { member: 1 }), /does not fit drilldown/);
});
