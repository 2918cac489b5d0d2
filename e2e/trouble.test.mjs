// Why there is no embed, and events at a moment that a test chooses: the sandbox's faults of a page, and
// what the bridge does under each.

import assert from 'node:assert/strict';
import { levers } from '../dist/testing/levers.js';
import { test } from './support/test.mjs';
import {
  control,
  counts,
  event,
  freshPage,
  inEmbed,
  mountEmbed,
  openEmbed,
  seen,
  sessionIs,
  withEmbed,
} from './support/embed.mjs';
import { waitFor } from './support/page.mjs';
import { engine, sandbox } from './support/world.mjs';

const { fault, emit, requests, state } = levers(sandbox.host);

const CHAT = { surface: { kind: 'chat' } };

test('a page that is wrong is loaded again, until ready gives up', async (t) => {
  await freshPage();
  for (const page of ['error', 'refused', 'silent', 'sign-in', 'elsewhere'])
    await t.test(page, async () => {
      await control('reset', {});
      await fault({ embed: { page } });
      await mountEmbed({ ...CHAT, readyTimeoutMs: 1_500, onExhausted: 'stop' }, page);
      const code = await withEmbed(
        (own) =>
          own.embed.ready.then(
            () => null,
            ({ code }) => code,
          ),
        [],
        page,
      );
      // Only Chromium reports to the page that the tenant refused the frame.
      const isTold = page === 'refused' && engine === 'chromium';
      assert.equal(code, isTold ? 'frame-blocked' : 'ready-timeout');
      const pages = (await requests()).filter(({ fault }) => fault === 'embed.page');
      assert.ok(pages.length >= 1, JSON.stringify(pages));
      assert.equal((await seen('ready', page)).length, 0);
      // Each load has its own id, and none was used up.
      const { mints, exchanges } = await counts();
      assert.ok(mints >= pages.length && exchanges === 0, JSON.stringify({ mints, exchanges }));
      if (page === 'elsewhere')
        await waitFor('the other origin', () =>
          inEmbed(
            () => location.pathname === '/embed/elsewhere' && document.title === 'Elsewhere',
            [],
            page,
          ),
        );
      await withEmbed((own) => own.embed.destroy(), [], page);
    });

  await t.test('one that failed once', async () => {
    await control('reset', {});
    await fault({ embed: { page: 'error', times: 1 } });
    await mountEmbed({ ...CHAT, readyTimeoutMs: 1_500 }, 'once');
    await event('ready', 1, 'once');
    await sessionIs({ status: 'active' }, { name: 'once' });
  });

  await t.test('one that is slow', async () => {
    await fault({ embed: { page: 'slow', delayMs: 700 } });
    const mounted = performance.now();
    await mountEmbed(CHAT, 'slow');
    await event('ready', 1, 'slow');
    assert.ok(performance.now() - mounted >= 700);
  });
});

test('an embed sends what a test has it send', async (t) => {
  await openEmbed();
  const [{ n, surface, publicId }] = (await state()).embeds;
  assert.deepEqual({ surface, publicId }, { surface: 'dashboard', publicId: 'sales-overview' });

  await t.test('an event of the catalog', async () => {
    await emit('drilldown', { member: 'orders.revenue', value: 'Books' });
    const { payload } = await event('drilldown');
    assert.deepEqual(payload, { member: 'orders.revenue', value: 'Books' });
  });

  await t.test('a second ready', async () => {
    await emit({ embed: n, event: 'ready' });
    assert.equal((await event('ready', 2)).payload.mode, 'signed');
  });

  await t.test('an error that is fatal', async () => {
    await emit('error', { message: 'All is lost.', fatal: true });
    assert.equal((await event('error')).payload.fatal, true);
  });

  await t.test('an event of tomorrow', async () => {
    const tomorrow = {
      source: 'svc-embed',
      direction: 'event',
      type: 'svc:event:tomorrow',
      payload: { brave: true },
      timestamp: 1,
      surface: 'dashboard',
    };
    await emit({ message: tomorrow });
    assert.deepEqual((await event('tomorrow')).payload, { brave: true });
  });

  await t.test('a message that the bridge drops', async () => {
    await emit({ message: { source: 'svc-embed', direction: 'event', type: 'svc:event:ready' } });
    await waitFor('a dropped message', () =>
      withEmbed((own) => own.dropped.some(({ reason }) => reason === 'envelope')),
    );
  });

  await t.test('and nothing that the catalog does not allow', async () => {
    await assert.rejects(emit('drilldown', { member: 1 }), /does not fit drilldown/);
    await assert.rejects(emit({ embed: 999, event: 'ready' }), /404/);
    assert.equal((await seen('drilldown')).length, 1);
  });

  await t.test('the embeds of a page are told apart', async () => {
    await mountEmbed(CHAT, 'chat');
    await event('ready', 1, 'chat');
    const { embeds } = await control('faults', {});
    assert.deepEqual(
      embeds.map(({ surface }) => surface),
      ['dashboard', 'chat'],
    );
    await emit({ embed: embeds[1].n, event: 'error', payload: { message: 'Only here.' } });
    await event('error', 1, 'chat');
    assert.equal((await seen('error')).length, 1, 'the one before');
  });
});
