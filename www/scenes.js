// The scenes. A step is said and done for all three frames at once. `world` is what a step can do and see,
// see demo.js. `why` explains the outcome; the figures above the frames are counted, not written.

export const SCENES = [
  {
    id: 'night',
    title: 'A night’s sleep',
    steps: [
      [
        'The laptop sleeps until all three sessions have ended. It wakes before its network does.',
        async (world) => {
          world.setOffline(true);
          await world.turnPast('expired');
          await world.until(({ usual, careful }) =>
            [usual, careful].every(({ requests, status }) => requests >= 2 && status === 'expired'),
          );
        },
      ],
      [
        'The network is back.',
        async (world) => {
          world.setOffline(false);
          await world.untilRenewed();
        },
      ],
    ],
    why: 'The usual listener asked once, without a network, and never again. The careful one is back, with 120 lines of code. svc-embed is back too, and has sent the filter again: an expired embed forgets it.',
  },
  {
    id: 'moved',
    title: 'A moved frame',
    steps: [
      [
        'Each page moves its iframe within the document, as a tab or a dialog does. The browser loads it again.',
        (world) => world.move(),
      ],
      [
        'The address of each iframe has a session id that was used before.',
        (world) =>
          world.until(
            ({ bridge, usual, careful }) =>
              bridge.ids === 2 &&
              bridge.status === 'active' &&
              bridge.filter === 'kept' &&
              usual.status === 'refused' &&
              careful.status === 'refused',
          ),
      ],
    ],
    why: 'A session id works once. Both listeners loaded their iframe with the old id, and are refused. svc-embed noticed the move. It loaded its iframe with a new id, and sent the filter again.',
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
        'The sessions have half an hour left.',
        async (world) => {
          await world.turnPast('expiring');
          await world.until(
            ({ bridge, usual, careful }) =>
              bridge.status === 'stopped' && usual.requests >= 2 && careful.requests >= 2,
          );
        },
      ],
      [
        'The sessions have ended.',
        async (world) => {
          await world.turnPast('expired');
          await world.until(
            ({ usual, careful }) =>
              usual.requests >= 3 && usual.status === 'expired' && careful.status === 'expired',
          );
        },
      ],
    ],
    why: 'The usual listener posted “undefined” as the id, twice. The careful one asked once and stopped. svc-embed asked once too, and told its page why: the page offers a sign-in. Try it.',
  },
  {
    id: 'down',
    title: 'Backend down',
    steps: [
      ['The page’s backend answers 503.', (world) => world.setBackend('down')],
      [
        'The sessions have half an hour left: each page asks for a new id.',
        async (world) => {
          await world.turnPast('expiring');
          await world.until(({ usual, careful }) => usual.requests >= 2 && careful.requests >= 2);
        },
      ],
      [
        'The sessions have ended. The backend is still down.',
        async (world) => {
          await world.turnPast('expired');
          await world.until(({ usual }) => usual.requests >= 3 && usual.status === 'expired');
        },
      ],
      [
        'The backend is back.',
        async (world) => {
          await world.setBackend('ok');
          await world.untilRenewed();
        },
      ],
    ],
    why: 'The usual listener asked once for each event, and no other event arrives: its dashboard stays expired. The other two try again after growing pauses.',
  },
  {
    id: 'offline',
    title: 'Offline',
    steps: [
      ['The train is in a tunnel: no request arrives.', (world) => world.setOffline(true)],
      [
        'The sessions have half an hour left.',
        async (world) => {
          await world.turnPast('expiring');
          await world.until(({ usual, careful }) => usual.requests >= 2 && careful.requests >= 2);
        },
      ],
      [
        'The sessions have ended.',
        async (world) => {
          await world.turnPast('expired');
          await world.until(({ usual }) => usual.requests >= 3 && usual.status === 'expired');
        },
      ],
      [
        'The train has left the tunnel.',
        async (world) => {
          world.setOffline(false);
          await world.untilRenewed();
        },
      ],
    ],
    why: 'Both requests of the usual listener failed, and no other event arrives: it never asks again. The other two ask as soon as the network is back.',
  },
];
