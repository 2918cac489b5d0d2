// The scenes of the tour. Each step is said and done for both frames at once, and is true while it is
// shown. `world` is what a step can do, see world.js. `why` explains the outcome for each opponent; the
// figures above the frames are counted, not written.

const filter = [
  'The viewer filters both dashboards: status is completed.',
  (world) => world.setFilter(),
];

export const SCENES = [
  {
    id: 'sleep',
    title: 'A night’s sleep',
    invitation: 'a laptop sleeps overnight',
    steps: [
      filter,
      [
        'The laptop sleeps through the end of both sessions. It wakes before its network does.',
        async (world) => {
          world.setOffline(true);
          await world.turnPast('expired');
          await world.until(
            () => world.usual().requests >= 2 && world.usual().status === 'expired',
          );
          await world.pause(2);
        },
      ],
      [
        'The network is back.',
        async (world) => {
          world.setOffline(false);
          await world.untilBack();
        },
      ],
    ],
    why: {
      usual:
        'The listener asked once, without a network, and did not ask again. svc-embed did, and sent the filter again, because an expired embed forgets it.',
      careful:
        'Both work again, with the filter. The listener needs 120 lines for that: growing pauses, one renewal at a time, and a list of what to send again.',
    },
  },
  {
    id: 'moved',
    title: 'A moved iframe',
    steps: [
      filter,
      [
        'Both pages move their iframe within the document, as a tab or a dialog does. The browser loads it again.',
        (world) => world.moveIframes(),
      ],
      [
        'The address of each iframe has a session id that was used before.',
        async (world) => {
          await world.until(() => world.bridge().views >= 2 && world.status() === 'active');
          await world.untilUsual({ status: 'refused' });
        },
      ],
    ],
    why: {
      usual:
        'A session id works once. The listener’s iframe was loaded with the old id, and is refused. svc-embed noticed the move, and loaded it with a new id.',
      careful:
        'A session id works once, and the listener does not notice that its iframe was moved. svc-embed noticed it, and loaded the iframe with a new id and the filter.',
    },
  },
  {
    id: 'signed-out',
    title: 'Signed out',
    steps: [
      [
        'The viewer has signed out in another tab: the page’s backend answers 401.',
        (world) => world.setBackend('signed-out'),
      ],
      [
        'Both sessions have half an hour left.',
        async (world) => {
          await world.turnPast('expiring');
          await world.until(() => world.status() === 'stopped');
        },
      ],
      [
        'Both sessions have ended.',
        async (world) => {
          await world.turnPast('expired');
          await world.until(() => world.usual().status === 'expired');
          await world.pause(2);
        },
      ],
    ],
    why: {
      usual:
        'The listener posted “undefined” as the id, twice, unnoticed. svc-embed asked once, and told its page why: the page offers a sign-in. Try it.',
      careful:
        'Both stopped after the first 401. The listener shows the viewer a sentence. svc-embed gives its page a state and an error with a code.',
    },
  },
  {
    id: 'down',
    title: 'Backend down at renewal',
    steps: [
      ['The page’s backend answers 503.', (world) => world.setBackend('down')],
      [
        'Both sessions have half an hour left, and both pages ask for the next one.',
        async (world) => {
          await world.turnPast('expiring');
          await world.until(() => world.usual().requests >= 2);
          await world.pause(2);
        },
      ],
      [
        'Both sessions have ended, and the backend is still down.',
        async (world) => {
          await world.turnPast('expired');
          await world.until(
            () => world.usual().status === 'expired' && world.usual().requests >= 3,
          );
          await world.pause(2);
        },
      ],
      [
        'The backend is back.',
        async (world) => {
          await world.setBackend('ok');
          await world.untilBack();
        },
      ],
    ],
    why: {
      usual:
        'The listener asked for an id once for each event. No other event arrives, so its dashboard stays expired. svc-embed tries again after growing pauses.',
      careful:
        'Both try again after growing pauses. svc-embed also spreads a thousand tabs over 18 minutes, and tells its page when the next attempt is.',
    },
  },
  {
    id: 'offline',
    title: 'Offline',
    steps: [
      [
        'The train is in a tunnel: no request of the page arrives.',
        (world) => world.setOffline(true),
      ],
      [
        'Both sessions have half an hour left.',
        async (world) => {
          await world.turnPast('expiring');
          await world.until(() => world.usual().requests >= 2);
          await world.pause(2);
        },
      ],
      [
        'Both sessions have ended.',
        async (world) => {
          await world.turnPast('expired');
          await world.until(
            () => world.usual().status === 'expired' && world.usual().requests >= 3,
          );
          await world.pause(1);
        },
      ],
      [
        'The train has left the tunnel.',
        async (world) => {
          world.setOffline(false);
          await world.untilBack();
        },
      ],
    ],
    why: {
      usual:
        'Both requests of the listener failed. No other event arrives, so it never asks again. svc-embed asks as soon as the network is back.',
      careful: 'Both asked again when the network was back. The usual listener does not do that.',
    },
  },
  {
    id: 'both',
    title: 'Both events at once',
    isMore: true,
    better: ['ids', 'requests'],
    steps: [
      [
        'The page’s backend needs three seconds for an answer.',
        (world) => world.setBackend('slow'),
      ],
      [
        'Both embeds report that they are expiring, and right after it that they have expired.',
        async (world) => {
          await world.turnPast('expiring');
          await world.until(() => world.usual().requests >= 2);
          await world.turnPast('expired');
        },
      ],
      [
        'The answers arrive.',
        async (world) => {
          await world.untilRenewed();
          await world.until(() => world.usual().ids >= 2 && world.usual().status === 'active');
          await world.pause(4);
        },
      ],
    ],
    why: {
      usual:
        'The listener asked once for each event: two ids for one session. In a thousand tabs, that is a thousand requests too many. svc-embed asks once.',
      careful: 'Both make only one renewal at a time.',
    },
  },
  {
    id: 'rejected',
    title: 'A rejected id',
    isMore: true,
    better: ['views'],
    steps: [
      filter,
      ['The service will refuse the next id of each frame.', (world) => world.refuse(2)],
      [
        'Both sessions have half an hour left, and both pages post a new id.',
        async (world) => {
          await world.turnPast('expiring');
          await world.untilRenewed();
        },
      ],
      [
        'The first sessions have reached their end.',
        async (world) => {
          await world.turnPast('expired');
          await world.until(() => world.usual().status === 'active');
          await world.pause(1.5);
        },
      ],
    ],
    why: {
      usual:
        'The listener ignores the refusal. It asked again only after the end, so its dashboard was built again, without the filter. svc-embed asked in time.',
      careful: 'Both reacted to the refusal, and posted another id before the first session ended.',
    },
  },
];
