// What the tests of the React entry share: an embed of the page that `openReact` opens.

import assert from 'node:assert/strict';
import { counts } from './embed.mjs';
import { evaluate, insideFrame, say as sayInEmbed, showsIn, waitFor } from './page.mjs';
import { newest, openReact, versions } from './react.mjs';
import { test } from './test.mjs';
import { driver } from './world.mjs';

/** Runs `body` in the page with `window.page` as its first argument. */
export const inPage = (body, ...args) =>
  evaluate(driver, new Function('...args', `return (${body})(window.page, ...args);`), ...args);

export const inEmbed = (body, ...args) =>
  insideFrame(driver, 'iframe', () => evaluate(driver, body, ...args));

/** Makes the embed send an event. */
export const say = (...given) => inEmbed(sayInEmbed, ...given);

export const heard = (type, count = 1) =>
  waitFor(`event ${count} of kind ${type}`, async () => {
    const seen = await inPage(({ seen }) => seen);
    if (seen.filter((kind) => kind === type).length >= count) return true;
    throw new Error(seen.join());
  });

export const showsThat = (wanted) => showsIn(inEmbed, wanted);

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

/** A test in the newest React. */
export const inReact = (title, body) => inVersions(newest, title, body);

/** A test in each version of React, for what a page does most. */
export const inEachReact = (title, body) => inVersions(versions, title, body);

function inVersions(versions, title, body) {
  for (const version of versions)
    test(`React ${version}: ${title}`, async (t) => {
      await openReact(version);
      await body(t);
    });
}
