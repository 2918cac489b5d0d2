// Embeds that nobody sees.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { control, counts, event, freshPage, mountEmbed, sessionIs } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { testShells } from './support/shells.mjs';
import { driver } from './support/world.mjs';

testShells(
  'embeds that nobody sees, by a style or a closed details, are not loaded again until somebody does',
  async (t, { entry }) => {
    await freshPage();
    await control('faults', { failPages: 4 });
    await evaluate(driver, () => {
      const styled = document.querySelector('#target');
      const folded = styled.cloneNode();
      const details = document.createElement('details');
      styled.after(details);
      details.append(folded);
      styled.style.display = 'none';
      window.targets = { styled, folded };
    });
    for (const name of ['styled', 'folded']) {
      await evaluate(
        driver,
        (name) => {
          for (const [key, target] of Object.entries(window.targets))
            target.id = key === name ? 'target' : key;
        },
        name,
      );
      await mountEmbed({ readyTimeoutMs: 500 }, `in-${name}`, entry);
    }
    const each = async (check) => {
      for (const name of ['in-styled', 'in-folded']) await check(name);
    };
    await sleep(2_500);
    assert.equal((await counts()).mints, 2);
    await each((name) =>
      sessionIs({ status: 'starting', renewal: 'idle', lastError: null }, { name }),
    );
    await evaluate(driver, () => {
      const { styled, folded } = window.targets;
      styled.style.display = '';
      folded.closest('details').open = true;
      window.seenAt = performance.now();
    });
    await waitFor('the next attempts', async () => (await counts()).mints > 3);
    // The time for `ready` begins when somebody sees the embed. By the page's own clock, however slow the machine is.
    const waited = await evaluate(driver, () =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('/api/embed-session'))
        .map(({ startTime }) => startTime - window.seenAt)
        .filter((ms) => ms > 0),
    );
    assert.ok(Math.min(...waited) >= 500, `${waited} ms`);
    await each((name) => event('ready', 1, name));
    await each((name) =>
      sessionIs({ status: 'active', renewal: 'idle', lastError: null }, { name }),
    );
  },
);
