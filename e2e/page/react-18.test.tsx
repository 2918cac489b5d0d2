// What a page does most, in the oldest React as well.

import { version } from 'react';
import { SvcEmbed } from 'svc-embed/react';
import { deepEqual, ok, until } from './support/assert.js';
import { say } from './support/embed.js';
import { embed, h, heard, mint, oneEmbed, props, render } from './support/react.js';
import { test } from './support/test.js';

test('handlers and getSession are always the latest', async () => {
  // The tests of the present React import this file, too.
  ok(version.startsWith(import.meta.url.includes('react-18') ? '18.' : '19.'), version);
  const calls: unknown[][] = [];
  const show = (count: number) => {
    const note = (...what: unknown[]) => void calls.push([count, ...what]);
    render(
      h(SvcEmbed, {
        ...props(),
        onDrilldown: ({ payload }) => note('drilldown', payload.member),
        onDashboardLoaded: () => note('dashboard-loaded'),
        onUnknown: ({ type }) => note('unknown', type),
        onDropped: ({ reason }) => note('dropped', reason),
        onSession: ({ renewals }) => renewals === 1 && note('session'),
        getSession: (request) => (note('getSession', request.reason), mint.at(request as never)),
      }),
    );
  };
  show(1);
  await heard('dashboard-loaded');
  show(2);
  show(3);
  await say('drilldown', { member: 'orders.count' });
  await say('of-tomorrow');
  await say('drilldown');
  await until('what was dropped', () => calls.length >= 5);
  await embed.current!.renew();
  deepEqual(calls.slice(0, 6), [
    [1, 'getSession', 'mount'],
    [1, 'dashboard-loaded'],
    [3, 'drilldown', 'orders.count'],
    [3, 'unknown', 'svc:event:of-tomorrow'],
    [3, 'dropped', 'payload'],
    [3, 'getSession', 'manual'],
  ]);
  ok(calls.slice(6).every(([count, name]) => count === 3 && name === 'session'));
  await oneEmbed(2);
});
