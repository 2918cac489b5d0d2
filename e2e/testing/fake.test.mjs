// The fake embed behaves for a page as a real one does, without a browser.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SignedOutError, isEmbedError } from 'svc-embed';
import { fakeEmbed } from 'svc-embed/testing';
import { rejection, until } from '../management/support/service.mjs';

/** A fake embed, and the states that its `session` handlers receive. */
function watched(options) {
  const embed = fakeEmbed(options);
  const states = [];
  embed.on('session', (state) => states.push(state));
  return { embed, states };
}

const statuses = (states) => states.map(({ status }) => status);

describe('events', () => {
  test('reach the handlers of their name and of all events, as envelopes', () => {
    const embed = fakeEmbed({ surface: 'app' });
    const received = [];
    embed.on('drilldown', (event) => received.push(event));
    embed.on('*', (event) => received.push(event));
    const before = Date.now();
    embed.emit('drilldown', { member: 'orders.revenue', value: 3 });
    const after = Date.now();
    assert.equal(received.length, 2);
    assert.equal(received[0], received[1]);
    const { timestamp, ...event } = received[0];
    assert.ok(before <= timestamp && timestamp <= after);
    assert.deepEqual(event, {
      source: 'svc-embed',
      direction: 'event',
      type: 'svc:event:drilldown',
      payload: { member: 'orders.revenue', value: 3 },
      surface: 'app',
    });
  });

  test('of another name are unknown', async () => {
    const embed = fakeEmbed();
    const event = embed.once('unknown');
    embed.emit('confetti', { colour: 'red' });
    assert.equal((await event).type, 'svc:event:confetti');
  });

  test('that the protocol does not allow are refused', () => {
    const embed = fakeEmbed();
    for (const payload of [undefined, {}, { member: 7 }, 'orders.revenue']) {
      assert.throws(() => embed.emit('drilldown', payload), {
        name: 'TypeError',
        message: 'The payload of drilldown does not fit the protocol.',
      });
    }
  });

  test('can be awaited and iterated', async () => {
    const embed = fakeEmbed();
    const events = embed.events();
    embed.emit('view', { surface: 'dashboard', path: '/' });
    embed.emit('dashboard-loaded');
    assert.equal((await events.next()).value.type, 'svc:event:view');
    assert.equal((await events.next()).value.type, 'svc:event:dashboard-loaded');
    embed.destroy();
    assert.equal((await events.next()).done, true);
  });

  test('of a removed handler are not delivered', () => {
    const embed = fakeEmbed();
    const off = embed.on('view', () => assert.fail());
    off();
    embed.emit('view', { surface: 'dashboard', path: '/' });
    for (const wrong of ['veiw', ['view'], { toString: () => 'view' }, Symbol('view'), null])
      assert.throws(() => embed.on(wrong, () => {}), { code: 'invalid-option' }, String(wrong));
  });
});

describe('actions', () => {
  test('are recorded as the embed would receive them', () => {
    const embed = fakeEmbed();
    embed.setLocale('de');
    embed.setFilter({ member: 'orders.status', value: 'completed' });
    embed.refresh();
    embed.send('confetti', { colour: 'red' });
    assert.deepEqual(embed.actions, [
      { type: 'set-locale', payload: { locale: 'de' } },
      {
        type: 'set-filter',
        payload: { filterUrlParameter: 'f_orders.status={"value":"completed"}' },
      },
      { type: 'refresh', payload: {} },
      { type: 'confetti', payload: { colour: 'red' } },
    ]);
  });

  test('that are wrong throw the errors of a real embed, and are not recorded', () => {
    const embed = fakeEmbed();
    assert.throws(() => embed.setFilter({ member: 'orders' }), { code: 'invalid-filter' });
    assert.throws(() => embed.navigate('https://example.com'), { code: 'invalid-path' });
    assert.throws(() => embed.send('set-session', {}), { code: 'reserved-action' });
    assert.deepEqual(embed.actions, []);
  });
});

describe('the session', () => {
  test('goes through its states with the events', async () => {
    const { embed, states } = watched();
    assert.equal(embed.session.status, 'starting');
    embed.emit('ready');
    assert.equal((await embed.ready).payload.mode, 'signed');
    embed.emit('session-expiring');
    assert.ok(embed.session.expiresAt > Date.now());
    embed.emit('session-expired');
    await embed.renew();
    assert.deepEqual(statuses(states), ['active', 'expiring', 'expired', 'expired', 'active']);
    const { mode, renewal, renewals, lastError } = embed.session;
    assert.deepEqual(
      { mode, renewal, renewals, lastError },
      { mode: 'signed', renewal: 'idle', renewals: 1, lastError: null },
    );
    assert.notEqual(embed.session, embed.session);
  });

  test('reports a change before the event that caused it', () => {
    const embed = fakeEmbed();
    const seen = [];
    embed.on('ready', () => seen.push('ready'));
    embed.on('session', () => seen.push('session'));
    embed.emit('ready');
    assert.deepEqual(seen, ['session', 'ready']);
  });

  test('can be private, and is then not renewed', async () => {
    const embed = fakeEmbed({ mode: 'private' });
    assert.equal(embed.session.renewal, 'idle');
    embed.emit('ready');
    assert.equal(embed.session.mode, 'private');
    assert.equal((await rejection(embed.renew())).code, 'invalid-option');
    await embed.reload();
  });

  test('stops with an error, and ready rejects with it', async () => {
    const { embed, states } = watched();
    embed.fail('mint-failed', new Error('The backend answered 503.'));
    const error = await rejection(embed.ready);
    assert.ok(isEmbedError(error));
    assert.match(error.message, /The backend answered 503/);
    assert.equal(embed.session.lastError, error);
    assert.deepEqual(statuses(states), ['stopped']);
    for (const code of ['signed-out', 'ready-timeout', 'exchange-rejected', 'invalid-base-url']) {
      embed.fail(code);
      assert.equal(embed.session.lastError.code, code);
    }
    await embed.renew();
    assert.equal(embed.session.status, 'active');
  });

  test('of a renewal that fails is stopped', async () => {
    let thrown = new Error('down');
    const embed = fakeEmbed({ onRenew: () => Promise.reject(thrown) });
    embed.emit('ready');
    const error = await rejection(embed.renew());
    assert.equal(error.code, 'mint-failed');
    assert.equal(error.cause, thrown);
    assert.equal(embed.session.status, 'stopped');
    thrown = new SignedOutError();
    assert.equal((await rejection(embed.reload())).code, 'signed-out');
  });

  test('can be changed while a renewal runs', async () => {
    let finish;
    const embed = fakeEmbed({ onRenew: () => new Promise((resolve) => (finish = resolve)) });
    embed.emit('ready');
    const renewal = embed.renew();
    assert.equal(embed.session.renewal, 'minting');
    embed.setSession({ renewal: 'backing-off', attempt: 2 });
    assert.equal(embed.session.attempt, 2);
    await until(() => finish);
    finish();
    await renewal;
    assert.equal(embed.session.renewals, 1);
  });
});

describe('the end', () => {
  test('rejects what waits, and everything after it', async () => {
    const { embed, states } = watched({ onRenew: () => new Promise(() => {}) });
    const waiting = [embed.ready, embed.once('ready')];
    embed.destroy();
    embed.destroy();
    for (const promise of [...waiting, embed.renew(), embed.reload(), embed.once('view')])
      assert.equal((await rejection(promise)).code, 'destroyed');
    for (const call of [
      () => embed.refresh(),
      () => embed.on('view', () => {}),
      () => embed.emit('ready'),
      () => embed.fail(),
      () => embed.setSession({}),
    ])
      assert.throws(call, { code: 'destroyed' });
    assert.equal(states.length, 1);
    assert.deepEqual([states[0].status, states[0].lastError], ['stopped', null]);
    const { embed: failed } = watched();
    failed.fail('mint-stale');
    failed.destroy();
    assert.equal(failed.session.lastError.code, 'mint-stale');
  });

  test('of an embed whose renewal is under way rejects the renewal', async () => {
    let finish;
    const embed = fakeEmbed({ onRenew: () => new Promise((resolve) => (finish = resolve)) });
    const renewal = rejection(embed.renew());
    await until(() => finish);
    embed.destroy();
    finish();
    assert.equal((await renewal).code, 'destroyed');
  });
});

test('the iframe is made only if a page reads it', (t) => {
  const embed = fakeEmbed();
  assert.throws(() => embed.iframe, { code: 'not-a-browser' });
  globalThis.document = { createElement: (localName) => ({ localName, remove() {} }) };
  t.after(() => delete globalThis.document);
  assert.equal(embed.iframe.localName, 'iframe');
  assert.equal(embed.iframe, embed.iframe);
  const iframe = { localName: 'iframe', remove() {} };
  assert.equal(fakeEmbed({ iframe }).iframe, iframe);
});
