// The scenes of the tour. Each step is said and done for both frames at once. `world` is what a step
// can do, see tour.js. `why` explains the outcome; the figures beside it are counted, not written.

export const SCENES = [
  {
    id: 'sleep',
    title: 'A night’s sleep',
    steps: [
      [
        'The laptop sleeps through the end of both sessions. It wakes before its network does.',
        async (world) => {
          world.setOffline(true);
          await world.turnPast('expired');
          await world.untilUsual({ errors: 1 });
          await world.pause(2);
        },
      ],
      ['The network is back.', (world) => world.setOffline(false)],
      ['svc-embed asks again.', (world) => world.untilRenewed()],
    ],
    why: 'The listener’s one request failed while the network was not there, and nothing makes it ask again. svc-embed pauses, asks again, and sends the embed again what the page had set.',
  },
  {
    id: 'down',
    title: 'Backend down at renewal',
    steps: [
      ['The page’s backend answers 503.', (world) => world.setBackend('down')],
      [
        'Both sessions have half an hour left.',
        async (world) => {
          await world.turnPast('expiring');
          await world.untilUsual({ requests: 2 });
          await world.pause(2);
        },
      ],
      [
        'The sessions lapse, and the backend is still down.',
        async (world) => {
          await world.turnPast('expired');
          await world.untilUsual({ requests: 3 });
          await world.pause(2);
        },
      ],
      ['The backend is back.', (world) => world.setBackend('ok')],
      ['svc-embed asks again.', (world) => world.untilRenewed()],
    ],
    why: 'The listener asked once for each event, and posted the id that was not in the answer. No other event comes, so its embed stays expired. svc-embed repeats a failed attempt after growing pauses.',
  },
  {
    id: 'rejected',
    title: 'A rejected id',
    steps: [
      ['The service will refuse the next id of each frame.', (world) => world.refuse(2)],
      [
        'Both sessions have half an hour left, and both pages post a new id.',
        async (world) => {
          await world.turnPast('expiring');
          await world.untilRenewed();
        },
      ],
      [
        'The first sessions reach their end.',
        async (world) => {
          await world.turnPast('expired');
          await world.untilUsual({ views: 2, status: 'active' });
          await world.pause(1);
        },
      ],
    ],
    why: 'The listener does not hear of the refusal. It asks again when the session has lapsed, so its viewer’s view is gone and built anew. svc-embed hears the refusal, and posts another id while the view is still there.',
  },
  {
    id: 'signed-out',
    title: 'Signed out',
    steps: [
      [
        'The viewer signs out in another tab: the backend answers 401.',
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
        'The sessions lapse.',
        async (world) => {
          await world.turnPast('expired');
          await world.untilUsual({ requests: 3 });
          await world.pause(2);
        },
      ],
    ],
    why: 'The listener posts an id that does not exist and asks once more, in vain. Its page knows nothing. svc-embed asks once, stops, and tells its page why, so the page offers a sign-in. Try it below.',
  },
  {
    id: 'offline',
    title: 'Offline',
    steps: [
      [
        'The train enters a tunnel: no request of the page arrives.',
        (world) => world.setOffline(true),
      ],
      [
        'Both embeds report that they are expiring.',
        async (world) => {
          await world.turnPast('expiring');
          await world.untilUsual({ errors: 1 });
          await world.pause(2);
        },
      ],
      [
        'They report that they have expired.',
        async (world) => {
          await world.turnPast('expired');
          await world.untilUsual({ errors: 2 });
          await world.pause(1);
        },
      ],
      ['The train leaves the tunnel.', (world) => world.setOffline(false)],
      ['svc-embed asks again.', (world) => world.untilRenewed()],
    ],
    why: 'Each request of the listener ended in an error that nobody catches. Both events have passed, so it never asks again.',
  },
  {
    id: 'both',
    title: 'Both events at once',
    steps: [
      ['The backend needs three seconds for an answer.', (world) => world.setBackend('slow')],
      [
        'Both embeds report that they are expiring, and at once that they have expired.',
        async (world) => {
          await world.turnPast('expiring');
          await world.untilUsual({ requests: 2 });
          await world.turnPast('expired');
        },
      ],
      [
        'The answers arrive.',
        async (world) => {
          await world.untilRenewed();
          await world.untilUsual({ ids: 3, status: 'active' });
          await world.pause(1);
        },
      ],
    ],
    why: 'The listener asked for each event, so it minted two ids for one session. With a thousand open tabs, that is a thousand requests too many. svc-embed has one renewal at a time.',
  },
  {
    id: 'moved',
    title: 'A moved iframe',
    steps: [
      [
        'Both pages move their iframe to another place of the document, so the browser loads it again.',
        (world) => world.moveIframes(),
      ],
      [
        'Each URL has an id that was used before.',
        async (world) => {
          await world.until(() => world.bridge().views === 2 && world.status() === 'active');
          await world.untilUsual({ status: 'refused' });
        },
      ],
    ],
    why: 'An id works once. The listener’s embed asks with the id of its first load and is refused for good. svc-embed notices the move and loads the iframe with a fresh id.',
  },
  {
    id: 'forged',
    title: 'A forged message',
    steps: [
      [
        'An advertisement in each page says five times that the session has expired.',
        (world) => world.forge(),
      ],
      [
        'Nothing has expired.',
        async (world) => {
          await world.untilUsual({ ids: 6 });
          await world.pause(3);
        },
      ],
    ],
    why: 'The listener looks at the text of a message and not at its sender. It minted five ids for a stranger. svc-embed takes messages only from its own iframe and from the tenant’s origin.',
  },
];
