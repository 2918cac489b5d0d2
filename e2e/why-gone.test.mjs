// Why there is no picture: the page has thrown the iframe away. One that it puts back is no mistake.

import assert from 'node:assert/strict';
import { PLACES } from './support/causes.mjs';
import { evaluate } from './support/page.mjs';
import { test } from './support/test.mjs';
import {
  ANY_ID,
  SECRET,
  allAre,
  allWritten,
  hasNoId,
  openPage,
  pageOf,
  pause,
  provokeAll,
} from './support/why.mjs';
import { driver } from './support/world.mjs';

/** Longer than an iframe may be away before that is said. */
const AWAY_MS = 6_500;

/** `getSession` that has no id yet when the page changes. */
const LATER = `return new Promise((resolve) => setTimeout(resolve, 100, '${SECRET}' + Math.random()))`;
const renderedText = (id) => PLACES.rendered.replace('<target>', `#${id}`);

/**
 * What the page does to an embed: `change` once it is ready (with `silent`: once it is mounted), or `then`
 * before there is an id. `said` is the only line then.
 */
const CASES = {
  'a ready one is rendered again': {
    id: 'again',
    change: 'target.outerHTML = target.outerHTML',
    said: renderedText('again'),
  },
  'a ready one is taken': { change: 'target.innerHTML = ""', said: PLACES.taken },
  'the target of a ready one is removed': { change: 'target.remove()', said: PLACES.taken },
  'a silent one is removed': {
    page: 'silent',
    change: 'embed.iframe.remove()',
    said: PLACES.taken,
  },
  'the target is rendered again before there is an id': {
    page: 'silent',
    id: 'early',
    then: "place.innerHTML += '<footer>'",
    said: renderedText('early'),
    code: 'invalid-target',
  },
  'the target is rendered again after there is an id': {
    page: 'silent',
    id: 'late',
    then: "setTimeout(() => (place.innerHTML += '<footer>'), 300)",
    said: renderedText('late'),
  },
  'a target without an id is replaced before there is an id': {
    page: 'silent',
    then: "place.innerHTML += '<footer>'",
    said: PLACES.taken,
  },
  // No mistakes.
  'the target is put back before there is an id': {
    then: 'const [target] = place.children; target.remove(); setTimeout(() => place.append(target), 1_000)',
    isPutBack: true,
  },
  'it is destroyed': { page: 'soon', change: 'embed.destroy()' },
  'it is removed, and destroyed later': {
    page: 'soon',
    change: 'embed.iframe.remove(); setTimeout(() => embed.destroy(), 1_000)',
  },
  'it is put back': {
    page: 'soon',
    change:
      'const { iframe } = embed; iframe.remove(); setTimeout(() => target.append(iframe), 1_000)',
  },
  'its target is moved': { page: 'soon', change: 'target.remove(); document.body.append(target)' },
};

test('an iframe that the page has thrown away is one line, and one that it puts back none', async (t) => {
  const tenant = await openPage(t);
  const cases = Object.entries(CASES);
  await provokeAll(
    cases.map(([name, { page = 'good', id, then }]) => ({
      ...{ name, tenant, options: pageOf(page), body: then ? LATER : ANY_ID, then },
      markup: `<div ${id ? `id="${id}"` : ''} style="height:2rem;width:4rem"></div>`,
    })),
  );
  const namesOf = (isOf) => cases.filter(([, one]) => isOf(one)).map(([name]) => name);
  const talking = namesOf(({ page }) => page !== 'silent');
  await allAre('ready', talking, ({ ready }) => ready && ready.code === undefined);
  // Each in its own place, all in one task of the page.
  await evaluate(
    driver,
    (changes) =>
      new Promise((done) =>
        setTimeout(() => {
          for (const [name, change] of changes) {
            const embed = window.embeds[name];
            new Function('embed', 'target', change)(embed, embed.iframe.parentNode);
          }
          done();
        }),
      ),
    cases.flatMap(([name, { change }]) => (change ? [[name, change]] : [])),
  );
  const saying = namesOf(({ said }) => said);
  await allAre('a line', saying, ({ lines }) => lines.length > 0, 14_000);
  await pause(AWAY_MS);
  const all = await allWritten();
  for (const [name, { said, code, isPutBack }] of cases)
    await t.test(name, async () => {
      const { lines, lastError } = all[name];
      const texts = lines.map(({ text }) => text);
      hasNoId({ lines, lastError });
      if (isPutBack) {
        // What was said of it before is taken back.
        assert.doesNotMatch(texts.join(), /The page has/);
        assert.ok(texts.length === 0 || /works again/.test(texts.at(-1)), texts.join());
      } else assert.deepEqual(texts, said ? [`svc-embed: ${said}`] : []);
      // The code in `lastError` stays the same; only the console says more.
      if (code) assert.ok(lastError?.startsWith(`[${code}]`), lastError);
    });
});
