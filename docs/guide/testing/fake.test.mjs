// A page's code, tested with a fake embed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeEmbed } from 'svc-embed/testing';

/** The code under test: shows the member that the viewer drills into, and says when to sign in. */
function showDetails(embed, show) {
  embed.on('drilldown', ({ payload }) => show(payload.member));
  embed.on('session', ({ status, lastError }) => {
    if (status === 'stopped' && lastError?.code === 'signed-out') show('Please sign in again.');
  });
  embed.setFilter({ member: 'orders.status', value: 'completed' });
}

test('a drilldown is shown', () => {
  const shown = [];
  const embed = fakeEmbed();
  showDetails(embed, (text) => shown.push(text));
  embed.emit('ready');
  embed.emit('drilldown', { member: 'orders.revenue' });
  assert.deepEqual(shown, ['orders.revenue']);
});

test('the filter is set once', () => {
  const embed = fakeEmbed();
  showDetails(embed, () => {});
  assert.deepEqual(embed.actions, [
    {
      type: 'set-filter',
      payload: { filterUrlParameter: 'f_orders.status={"value":"completed"}' },
    },
  ]);
});

test('a user who is signed out is told so', () => {
  const shown = [];
  const embed = fakeEmbed();
  showDetails(embed, (text) => shown.push(text));
  embed.emit('ready');
  embed.emit('session-expiring');
  embed.fail('signed-out');
  assert.deepEqual(shown, ['Please sign in again.']);
});
