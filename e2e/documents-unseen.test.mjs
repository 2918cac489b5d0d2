// Embeds that nobody sees.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { control, counts, event, freshPage, mountEmbed, sessionIs } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { testShells } from './support/shells.mjs';
import { driver } from './support/world.mjs';

/** How the target is hidden, and how it is shown. */
const WAYS = {
  'a style': [() => (target.style.display = 'none'), () => (target.style.display = '')],
  'a closed details': [
    () => {
      const details = document.createElement('details');
      target.before(details);
      details.append(target);
    },
    () => (target.parentElement.open = true),
  ],
};

for (const [way, [hide, show]] of Object.entries(WAYS))
  testShells(
    `an embed that nobody sees, by ${way}, is not loaded again until somebody does`,
    async (t, { entry }) => {
      await freshPage();
      await control('faults', { failPages: 2 });
      await evaluate(driver, hide);
      await mountEmbed({ readyTimeoutMs: 500 }, 'embed', entry);
      // Several times as long as one that is seen would wait.
      await sleep(2_500);
      assert.equal((await counts()).mints, 1);
      await sessionIs({ status: 'starting', renewal: 'idle', lastError: null });
      await evaluate(driver, () => void (window.seenAt = performance.now()));
      await evaluate(driver, show);
      await waitFor('the next attempt', async () => (await counts()).mints > 1);
      // The time for `ready` begins when somebody sees the embed. By the page's own clock, however slow the machine is.
      const waited = await evaluate(driver, () =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('/api/embed-session'))
          .map(({ startTime }) => startTime - window.seenAt)
          .filter((ms) => ms > 0),
      );
      assert.ok(Math.min(...waited) >= 500, `${waited} ms`);
      await event('ready');
      await sessionIs({ status: 'active', renewal: 'idle', lastError: null });
    },
  );
