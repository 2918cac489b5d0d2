// Floods of messages, foreign and valid.

import assert from 'node:assert/strict';
import { openHostile, inPage } from './support/hostile.mjs';
import { testShells } from './support/shells.mjs';
import { driver } from './support/world.mjs';

/** The messages of each sender, and the number of floods. Other programs of the machine may disturb some floods. */
const FLOOD = { messages: 5_000, rounds: 10 };

testShells(
  'under a flood of messages, foreign and valid, the page answers within 100 ms',
  async (t, shell) => {
    const { tenant, stranger } = await openHostile(t, [], shell);
    await driver.manage().setTimeouts({ script: 240_000 });
    const outcome = await inPage(
      async (tenant, stranger, { messages, rounds }) => {
        const foreign = await addFrame({ src: `${stranger}/puppet` });
        let longest = 0;
        let last = performance.now();
        let isOver = false;
        (function tick() {
          const now = performance.now();
          longest = Math.max(longest, now - last);
          last = now;
          if (!isOver) setTimeout(tick);
        })();
        // In bursts: the sender may share the page's thread, and would block it by itself.
        const flood = async (message, times) => {
          for (let sent = 0; sent < times; sent += 250) {
            for (let count = 0; count < 250; count++) parent.postMessage(message, '*');
            await new Promise((done) => setTimeout(done));
          }
        };
        /** The longest pause while both send. */
        const pauseOf = async (one, settle) => {
          longest = 0;
          await Promise.all([
            command(one.contentWindow, flood, good(), messages),
            command(foreign.contentWindow, flood, good({ member: 'a stranger' }), messages),
          ]);
          await settle?.();
          return Math.round(longest);
        };
        // What the machine itself needs for so many messages, if nobody reads them.
        const none = await addFrame({ src: `${tenant}/puppet` });
        const unread = [];
        while (unread.length < 3) unread.push(await pauseOf(none));
        const [, median] = unread.sort((one, other) => one - other);
        const limit = Math.max(100, 3 * median);
        const own = await mountPuppet(tenant);
        const pauses = [];
        // Other programs of the machine cause pauses, too, but not in each round.
        const quick = () => pauses.filter((pause) => pause < limit).length;
        while (pauses.length < rounds || (quick() < 3 && pauses.length < 50))
          pauses.push(await pauseOf(own.embed.iframe, own.settle));
        isOver = true;
        const strange = own.members.filter((member) => member !== 'own').length;
        const received = own.members.length / pauses.length;
        return { received, strange, dropped: own.dropped.length, pauses, quick: quick(), limit };
      },
      tenant,
      stranger,
      FLOOD,
    );
    const { received, strange, dropped, pauses, quick, limit } = outcome;
    t.diagnostic(`the longest pause of each flood, in ms: ${pauses.join(', ')} (${limit})`);
    assert.deepEqual([received, strange, dropped], [FLOOD.messages, 0, 0]);
    const least = Math.min(...pauses);
    assert.ok(quick >= 3, `the page did not answer for ${least} ms at least, and may for ${limit}`);
  },
);
