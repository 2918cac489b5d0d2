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
  seen,
  sessionIs,
  session,
  showsThat,
  withEmbed,
} from './support/embed.mjs';
import { waitFor } from './support/page.mjs';

/** Sets a mark in the iframe's window. A reload would remove it. */
const leaveMark = () => inEmbed(() => void (window.mark = 'still the same window'));
const markIsThere = async () =>
  assert.equal(await inEmbed(() => window.mark), 'still the same window');

test('a session is carried over three expiries in the same window', async () => {
  await openEmbed();
  await leaveMark();
  for (let renewals = 1; renewals <= 3; renewals++) {
    await advance({ hours: 22, minutes: 31 });
    await sessionIs({ status: 'active', renewal: 'idle', renewals });
    await showsThat({ sessionState: 'active' });
  }
  await markIsThere();
  assert.equal((await seen('ready')).length, 1);
  assert.equal((await seen('session-expired')).length, 0);
  // There was one mint for the load and one for each renewal.
  const { mints, exchanges, rejectedExchanges } = await counts();
  assert.deepEqual([mints, exchanges, rejectedExchanges], [4, 4, 0]);
  const reasons = await withEmbed((own) => own.requests.map(({ reason }) => reason));
  assert.deepEqual(reasons, ['mount', 'expiring', 'expiring', 'expiring']);
});

test('a session that has lapsed is renewed in the same window', async () => {
  await openEmbed();
  await leaveMark();
  await advance({ hours: 23, minutes: 1 });
  await sessionIs({ status: 'active', renewals: 1 });
  await showsThat({ sessionState: 'active' });
  await markIsThere();
  const reasons = await withEmbed((own) => own.requests.map(({ reason }) => reason));
  assert.deepEqual(reasons, ['mount', 'expired']);
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

test('the states of a renewal are told one after the other', async () => {
  await openEmbed();
  await withEmbed((own) => void own.states.splice(0));
  await advance({ hours: 22, minutes: 31 });
  await sessionIs({ status: 'active', renewals: 1 });
  const states = await withEmbed((own) =>
    own.states.map(({ status, renewal }) => `${status} ${renewal}`),
  );
  assert.deepEqual(states, ['expiring minting', 'expiring confirming', 'active idle']);
});

test('a backend that was down is asked again, and the session goes on', async () => {
  await openEmbed();
  await control('faults', { backend: { mode: 'down', times: 3 } });
  await advance({ hours: 22, minutes: 31 });
  await sessionIs({ status: 'active', renewals: 1, lastError: null });
  const [code, cause] = await withEmbed((own) => {
    const { lastError } = own.states.find(({ renewal }) => renewal === 'backing-off');
    return [lastError.code, String(lastError.cause)];
  });
  assert.equal(code, 'mint-failed');
  assert.match(cause, /the backend answered 503/);
  const attempts = await withEmbed((own) => own.requests.map(({ attempt }) => attempt));
  assert.deepEqual(attempts, [1, 1, 2, 3, 4]);
});

test('an id that the embed refuses is followed by a fresh one', async () => {
  await openEmbed();
  await leaveMark();
  await control('faults', { rejectExchanges: 1 });
  await advance({ hours: 22, minutes: 31 });
  // A slow refusal comes after the id has counted as taken, and takes the renewal back.
  await event('error');
  await sessionIs({ status: 'active', renewals: 1 });
  const requests = await withEmbed((own) =>
    own.requests.map(({ reason, attempt }) => `${reason} ${attempt}`),
  );
  assert.deepEqual(requests, ['mount 1', 'expiring 1', 'rejected 2']);
  const states = await withEmbed((own) => own.states.map(({ lastError }) => lastError?.code));
  assert.ok(states.includes('exchange-rejected'));
  await markIsThere();
});

for (const [mode, code] of [
  ['number', 'mint-invalid'],
  ['empty', 'mint-invalid'],
  ['junk', 'mint-failed'],
  ['repeat', 'mint-repeated'],
]) {
  test(`a backend that answers ${mode} is refused (${code}) and asked again`, async () => {
    await openEmbed();
    await control('faults', { backend: { mode, times: 1 } });
    const exchanged = (await counts()).exchanges;
    await advance({ hours: 22, minutes: 31 });
    await sessionIs({ status: 'active', renewals: 1 });
    const codes = await withEmbed((own) => own.states.map(({ lastError }) => lastError?.code));
    assert.ok(codes.includes(code), codes.join());
    // A renewal may be confirmed before the embed has exchanged the id.
    await waitFor('the exchange', async () => (await counts()).exchanges > exchanged);
    assert.equal((await counts()).exchanges, exchanged + 1, 'what was refused was never sent');
  });
}

test('an id that was given for another embed of the page is never sent', async () => {
  await openEmbed();
  await control('faults', { backend: { mode: 'repeat', times: 1 } });
  await mountEmbed({}, 'second');
  await sessionIs({ status: 'active', mode: 'signed' }, { name: 'second' });
  const attempts = await withEmbed(
    (own) => own.requests.map(({ attempt }) => attempt),
    [],
    'second',
  );
  assert.deepEqual(attempts, [1, 2]);
  assert.equal((await counts()).exchanges, 2, 'one for each embed');
});

test('a backend that hangs is given up and asked again', async () => {
  await openEmbed({ renewal: { spreadMs: 0, confirmMs: 300, retryMinMs: 50, mintTimeoutMs: 400 } });
  await control('faults', { backend: { mode: 'hang', times: 1 } });
  await withEmbed((own) => own.embed.renew());
  const codes = await withEmbed((own) => own.states.map(({ lastError }) => lastError?.code));
  assert.ok(codes.includes('mint-timeout'), codes.join());
});

test('a user who is signed out is asked no more', async () => {
  await openEmbed();
  await control('faults', { backend: { mode: 'signed-out' } });
  await advance({ hours: 22, minutes: 31 });
  await sessionIs({ status: 'stopped', renewal: 'idle' });
  assert.equal(await withEmbed((own) => own.embed.session.lastError.code), 'signed-out');
  const asked = (await counts()).mintRequests;
  await advance({ hours: 1 });
  await waitFor('the expiry', async () => (await seen('session-expired')).length === 1);
  assert.equal((await counts()).mintRequests, asked);
});

test('a first mint that fails shows in the session, and mount resolves', async () => {
  await freshPage();
  await control('faults', { backend: { mode: 'down', times: 2 } });
  await mountEmbed();
  await sessionIs({ status: 'active', mode: 'signed' });
  assert.equal(await withEmbed((own) => own.requests.length), 3);
});

test('a first id that is refused is followed by another load', async () => {
  await freshPage();
  await control('faults', { rejectExchanges: 1 });
  await mountEmbed();
  await sessionIs({ status: 'active', mode: 'signed', lastError: null });
  const requests = await withEmbed((own) => own.requests.map(({ reason }) => reason));
  assert.deepEqual(requests, ['mount', 'rejected']);
});

test('renewal that is exhausted stops, and renew revives it', async () => {
  await openEmbed({
    renewal: { spreadMs: 0, confirmMs: 300, retryMinMs: 20, retryMaxMs: 20, maxAttempts: 3 },
  });
  await control('faults', { backend: { mode: 'down' } });
  const code = await withEmbed((own) => own.embed.renew().catch(({ code }) => code));
  assert.equal(code, 'mint-failed');
  await sessionIs({ status: 'stopped' });
  assert.equal(await withEmbed((own) => own.requests.length), 4);
  await control('faults', { backend: { mode: 'ok' } });
  await withEmbed((own) => own.embed.renew());
  await sessionIs({ status: 'active', renewals: 1 });
});

test('reload loads the iframe anew with a fresh id and what the page set', async () => {
  await openEmbed();
  await withEmbed((own) => own.embed.setLocale('de'));
  await leaveMark();
  await withEmbed((own) => own.embed.reload());
  assert.equal(await inEmbed(() => window.mark ?? null), null);
  await showsThat({ locale: 'de', sessionState: 'active' });
  await sessionIs({ status: 'active' });
});

test('no id stands in what the page is told', async () => {
  await openEmbed();
  await control('faults', { backend: { mode: 'repeat', times: 1 }, rejectExchanges: 1 });
  await advance({ hours: 22, minutes: 31 });
  await sessionIs({ status: 'active', renewals: 1 });
  const id = await inEmbed(() => new URLSearchParams(location.search).get('session'));
  const leaked = await withEmbed(
    (own, id) => {
      const errors = own.states.map(({ lastError }) => String(lastError?.stack));
      const told = JSON.stringify([own.seen, own.states, own.dropped, errors]);
      return id.length < 8 || told.includes(id) || told.includes('sessionId');
    },
    [id],
  );
  assert.equal(leaked, false);
});
