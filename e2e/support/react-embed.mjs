// What the tests of the React entry share: an embed of the page that `openReact` opens.

import assert from 'node:assert/strict';
import { counts } from './embed.mjs';
import { evaluate, insideFrame, waitFor } from './page.mjs';
import { newest, openReact, versions } from './react.mjs';
import { isNightly, test } from './test.mjs';
import { driver } from './world.mjs';

/** Runs `body` in the page with `window.page` as its first argument. */
export const inPage = (body, ...args) =>
  evaluate(driver, new Function('...args', `return (${body})(window.page, ...args);`), ...args);

export const inEmbed = (body, ...args) =>
  insideFrame(driver, 'iframe', () => evaluate(driver, body, ...args));

/** Makes the embed send an event. */
export const say = (type, payload) =>
  inEmbed(
    (type, payload) => {
      const message = { source: 'svc-embed', direction: 'event', surface: 'dashboard', payload };
      parent.postMessage({ ...message, type: `svc:event:${type}`, timestamp: Date.now() }, '*');
    },
    type,
    payload,
  );

export const heard = (type, count = 1) =>
  waitFor(`event ${count} of kind ${type}`, async () => {
    const seen = await inPage(({ seen }) => seen);
    if (seen.filter((kind) => kind === type).length >= count) return true;
    throw new Error(seen.join());
  });

export const showsThat = (wanted) =>
  waitFor(`an embed that shows ${JSON.stringify(wanted)}`, async () => {
    const state = await inEmbed(() => ({ ...document.documentElement.dataset }));
    if (Object.entries(wanted).every(([key, value]) => state[key] === value)) return true;
    throw new Error(JSON.stringify(state));
  });

export const settle = (ms = 300) =>
  evaluate(driver, (ms) => new Promise((done) => setTimeout(done, ms)), ms);
export const mints = async () => (await counts()).mintRequests;

/** Asserts: there is one iframe, its session works, and React has reported no problem. */
export async function oneEmbed({ minted = 1 } = {}) {
  await waitFor('a session', async () =>
    inPage(({ embed }) => embed.current.session.status === 'active'),
  );
  await settle();
  const found = await inPage(({ complaints, embed }) => [
    document.querySelectorAll('iframe').length,
    embed.current.iframe === document.querySelector('iframe'),
    complaints,
  ]);
  assert.deepEqual(found, [1, true, []]);
  assert.equal(await mints(), minted);
  assert.equal((await counts()).rejectedExchanges, 0);
}

/** A test in the newest React, and at night in each version. */
export const inReact = (title, body) => inVersions(isNightly ? versions : newest, title, body);

/** A test in each version of React, for what a page does most. */
export const inEachReact = (title, body) => inVersions(versions, title, body);

function inVersions(versions, title, body) {
  for (const version of versions)
    test(`React ${version}: ${title}`, async (t) => {
      await openReact(version);
      await body(t);
    });
}
