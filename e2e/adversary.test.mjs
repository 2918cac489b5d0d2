// Embeds that do what the description leaves open, at the worst moment: the viewer loses nothing by it,
// and the page's backend is not asked without a pause. Each has a fault of the sandbox.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import {
  control,
  counts,
  event,
  freshPage,
  inEmbed,
  mountEmbed,
  QUICK,
  sessionIs,
  showsThat,
  withEmbed,
} from './support/embed.mjs';

const DAY = 24 * 60 * 60 * 1_000;
const quiet = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const pass = (milliseconds) => control('clock', { advanceMs: milliseconds });
const mints = async () => (await counts()).mints;

/** Notes the actions that the present document of the embed receives. */
const noteActions = () =>
  inEmbed(() => {
    window.actions = [];
    addEventListener('message', ({ data }) => window.actions.push(data.type));
  });
const actionsOf = (name) =>
  inEmbed((type) => window.actions.filter((it) => it === type), [`svc:action:${name}`]);

/** Opens an embed of a service that has `faults`. */
async function openWith(faults, options = {}) {
  await freshPage();
  await control('faults', faults);
  await mountEmbed(options);
  await event('ready');
}

test('an embed that reports a view for the path it shows is sent to it once', async () => {
  // A confirmation by time alone would have the actions sent before the first view, and once more at it.
  const renewal = { ...QUICK, confirmMs: 20_000 };
  await openWith({ embed: { samePathViews: true } }, { renewal });
  await withEmbed((own) => own.embed.navigate('/dashboard/fulfilment'));
  await event('navigate');
  await noteActions();
  await pass(DAY);
  await sessionIs({ status: 'active', renewals: 1 });
  await quiet(500);
  assert.equal((await actionsOf('navigate')).length, 1);
});

test('an embed that has a document for each path stays where its viewer has gone', async () => {
  await openWith({ embed: { documents: true } });
  await withEmbed((own) => own.embed.navigate('/dashboard/fulfilment'));
  await event('ready', 2);
  await showsThat({ path: '/dashboard/fulfilment' });
  await inEmbed(() => void setTimeout(() => (location.search = '?at=/dashboard/sales-overview')));
  await event('ready', 3);
  await quiet(500);
  await showsThat({ path: '/dashboard/sales-overview' });
  assert.equal(await mints(), 1);
});

test('a frame that the viewer loads again works again, although its rejection comes before its load', async () => {
  await openWith({ strict: true, embed: { loadDelayMs: 500 } });
  await quiet(700);
  await inEmbed(() => void setTimeout(() => location.reload()));
  await event('ready', 2);
  await sessionIs({ status: 'active', renewal: 'idle', lastError: null });
  await showsThat({ sessionState: 'active' });
});

test('a session that lapses as soon as it is taken is minted again with a pause', async () => {
  await openWith({ lapseAtOnce: 1_000 }, { renewal: { retryMinMs: 1_000, retryMaxMs: 60_000 } });
  await quiet(4_000);
  const asked = await mints();
  assert.ok(asked >= 2 && asked <= 6, `${asked} mints in four seconds`);
});

test('a session that ends some milliseconds after the announced time is renewed once', async () => {
  await openWith({ embed: { expiredLateMs: 7 } });
  await pass(DAY - 90 * 60 * 1_000);
  await sessionIs({ renewals: 1 });
  await pass(30 * 60 * 1_000);
  await quiet(500);
  assert.equal(await mints(), 2);
});

test('an embed that is ready for each session keeps what its viewer has set', async () => {
  await openWith({ embed: { readyEachSession: true } }, { colorScheme: 'dark' });
  await showsThat({ scheme: 'dark' });
  await noteActions();
  await withEmbed((own) => own.embed.renew());
  await event('ready', 2);
  await quiet(300);
  assert.deepEqual(
    await actionsOf('set-color-scheme'),
    [],
    'a renewal in time sends nothing again',
  );
});

test('a load that fails is tried again', async () => {
  await freshPage();
  await control('faults', { failPages: 1 });
  await mountEmbed({ ...QUICK, readyTimeoutMs: 1_000 });
  await event('ready');
  await sessionIs({ status: 'active', renewal: 'idle', lastError: null });
  assert.equal(await mints(), 2);
});

test('so is the load after a move', async () => {
  await openWith({}, { readyTimeoutMs: 1_000 });
  await control('faults', { failPages: 2 });
  await withEmbed((own) => document.body.append(own.embed.iframe));
  await event('ready', 2);
  await sessionIs({ status: 'active', renewal: 'idle', lastError: null });
  assert.equal(await mints(), 3, 'one, and two for the move');
});
