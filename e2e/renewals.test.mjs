// What the viewer, the page and the backend do while a renewal is under way, against a strict service.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  advance,
  control,
  counts,
  event,
  freshPage,
  inEmbed,
  mountEmbed,
  QUICK,
  session,
  sessionIs,
  showsThat,
  withEmbed,
} from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { testShells } from './support/shells.mjs';
import { driver } from './support/world.mjs';

/** Opens an embed of the shell, of a strict service that has `faults`. */
async function open({ entry }, faults = {}, options = {}) {
  await freshPage();
  await control('faults', { strict: true, ...faults });
  await mountEmbed({ colorScheme: 'dark', ...options }, 'embed', entry);
  await event('ready');
}

/** The session is as it should be, and the embed shows what the page has set. */
async function isWell(name = 'embed') {
  await sessionIs({ status: 'active', renewal: 'idle', lastError: null }, { name });
  await showsThat({ scheme: 'dark', sessionState: 'active' }, name);
}

const confirms = () =>
  waitFor('an id that was posted', async () => (await session()).renewal === 'confirming');
/** Between two documents of the frame, a driver may look into the page instead. */
const reloads = () =>
  inEmbed(() => void setTimeout(() => window !== window.top && location.reload()));

testShells('eight embeds lapse together while the backend is down', async (t, { entry }) => {
  await freshPage();
  await control('faults', { strict: true });
  const names = Array.from({ length: 8 }, (_, index) => `embed${index + 1}`);
  for (const name of names) await mountEmbed({ colorScheme: 'dark' }, name, entry);
  for (const name of names) await event('ready', 1, name);
  await control('faults', { backend: { mode: 'down', times: 20 } });
  await advance({ hours: 24 });
  for (const name of names) await sessionIs({ renewals: 1 }, { name });
  for (const name of names) await isWell(name);
  const { mints, rejectedExchanges } = await counts();
  assert.deepEqual([mints, rejectedExchanges], [16, 0]);
});

testShells('a document of the embed comes while an id is minted', async (t, shell) => {
  await open(shell, { embed: { documents: true } });
  await withEmbed((own) => own.embed.navigate('/dashboard/fulfilment'));
  await event('ready', 2);
  await control('faults', { backend: { mode: 'slow', delayMs: 600, times: 1 } });
  await withEmbed((own) => void own.embed.renew().catch(() => {}));
  await inEmbed(() => void setTimeout(() => (location.search = '?at=/dashboard/sales-overview')));
  await event('ready', 3);
  await sleep(1_500);
  await isWell();
  await showsThat({ path: '/dashboard/sales-overview' });
  const { mints } = await counts();
  assert.ok(mints <= 3, `${mints} mints`);
});

testShells(
  'the viewer loads the frame again while a late renewal is confirmed',
  async (t, shell) => {
    const renewal = { ...QUICK, confirmMs: 6_000 };
    await open(shell, { embed: { loadDelayMs: 300 } }, { renewal });
    await advance({ hours: 24 });
    await confirms();
    await reloads();
    await sleep(4_000);
    await isWell();
    const { mints } = await counts();
    assert.ok(mints <= 4, `${mints} mints`);
  },
);

testShells('the page empties its target while an id is confirmed', async (t, shell) => {
  await open(shell);
  await withEmbed((own) => void own.embed.renew().catch(() => {}));
  await confirms();
  await withEmbed((own) => {
    window.kept = own.embed.iframe;
    document.querySelector('#target').replaceChildren();
  });
  await sleep(1_500);
  const before = (await counts()).mints;
  await advance({ hours: 24 });
  await sleep(1_500);
  assert.equal((await counts()).mints, before, 'nobody is minted for');
  await evaluate(driver, () => document.querySelector('#target').append(window.kept));
  await event('ready', 2);
  await isWell();
});

testShells('the viewer loads the frame again and again', async (t, shell) => {
  await open(shell);
  for (let times = 0; times < 10; times++) {
    // The frame may be between two documents.
    await reloads().catch(() => {});
    await sleep(120);
  }
  await sleep(2_000);
  await isWell();
  const { mints } = await counts();
  assert.ok(mints <= 12, `${mints} mints`);
});
