// No false alarm: good starts at random speed in a real browser, a sample of forty, at night 240.
// `npm/tests/why.test.mjs` plays ten thousand on a clock of its own.

import assert from 'node:assert/strict';
import { isNightly, test } from './support/test.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { html, servePages } from './support/pages-server.mjs';
import { driver } from './support/world.mjs';

const ROUNDS = isNightly ? 6 : 1;
/** Each with a server of its own, because a browser opens only six connections to one. */
const TENANTS = 10;
const EMBEDS_OF_TENANT = 4;
const LONGEST_LOAD_MS = 20_000;
/** Before the five seconds after which silence is told, also beside busy processes. */
const LONGEST_SILENCE_MS = 4_000;

const PAGE = '<meta charset="utf-8"><title>Starts</title><div id="targets"></div>';

/** A tenant whose pages are loaded and report `ready` as late as their parameters say. */
function serveTenant(t) {
  return servePages(t, {
    '/embed/chat': (request, response) => {
      const { searchParams } = new URL(request.url, 'http://localhost');
      const silence = Number(searchParams.get('silence'));
      const page = html(`<script>setTimeout(() => parent.postMessage({
        source: 'svc-embed', direction: 'event', type: 'svc:event:ready', surface: 'chat',
        timestamp: Date.now(),
        payload: { embedTenant: null, deploymentId: 1, mode: 'signed', surface: 'chat' },
      }, '*'), ${silence})</script>`);
      setTimeout(() => page(request, response), Number(searchParams.get('load')));
    },
  });
}

test('good starts of 0 to 24 seconds give no warning, and none is called failed', async (t) => {
  const tenants = await Promise.all(Array.from({ length: TENANTS }, () => serveTenant(t)));
  const host = await servePages(t, { '/': html(PAGE) });
  for (let round = 0; round < ROUNDS; round++) {
    await driver.get(`${host.origin.replace('127.0.0.1', 'localhost')}/`);
    const starts = tenants.flatMap(({ origin }) =>
      Array.from({ length: EMBEDS_OF_TENANT }, () => ({
        baseUrl: origin,
        params: {
          load: Math.round(Math.random() * LONGEST_LOAD_MS),
          silence: Math.round(Math.random() * LONGEST_SILENCE_MS),
        },
      })),
    );
    await evaluate(
      driver,
      async (starts) => {
        const { mount } = await import('/dist/index.js');
        const own = (window.own = { ready: 0, warned: [], failed: [] });
        const logger = { info() {}, warn: (text) => own.warned.push(text) };
        await Promise.all(
          starts.map(async (start, number) => {
            const target = document
              .querySelector('#targets')
              .appendChild(document.createElement('div'));
            // All of them are on the screen: an embed that nobody sees is not weighed.
            target.style.cssText = 'float:left;width:40px;height:40px';
            const embed = await mount(target, {
              ...start,
              surface: { kind: 'chat' },
              getSession: async () => `id-${number}-${Math.random()}`,
              logger,
            });
            embed.on('session', ({ lastError }) => lastError && own.failed.push(lastError.message));
            embed.ready.then(
              () => own.ready++,
              ({ message }) => own.failed.push(message),
            );
          }),
        );
      },
      starts,
    );
    await waitFor(
      'every embed',
      () => evaluate(driver, (count) => window.own.ready === count, starts.length),
      { timeoutMs: 40_000 },
    );
    // The frame of 40 pixels is no mistake of the start.
    const { warned, failed } = await evaluate(driver, () => window.own);
    const alarms = warned.filter((text) => !/pixels/.test(text));
    assert.deepEqual({ alarms, failed }, { alarms: [], failed: [] }, JSON.stringify(starts));
  }
});
