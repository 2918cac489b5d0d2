// Why there is no picture: the page has thrown the iframe away. One that it puts back is no mistake.

import assert from 'node:assert/strict';
import { PLACES } from './support/causes.mjs';
import { freshPage } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { test } from './support/test.mjs';
import {
  SECRET,
  hasNoId,
  line,
  mount,
  own,
  provoke,
  serveTenant,
  written,
} from './support/why.mjs';
import { driver } from './support/world.mjs';

/** Longer than an iframe may be away before that is said. */
const AWAY_MS = 6_500;

/** Mounts the page `path` of a tenant for each change of the page, each in an element of its own. */
async function mountEach(t, path, changes) {
  const { origin } = await serveTenant(t);
  const surface = {
    kind: 'dashboard',
    publicId: 'sales',
    path: `/embed/${path}?session={session}`,
  };
  for (const change of changes)
    await provoke(change, origin, { surface }, `return '${SECRET}' + Math.random()`);
}

const isReady = (name) =>
  evaluate(driver, (name) => window.embeds[name].ready.then(() => true), name);

/** Makes the changes, each to its own embed, in a task of the page. */
const make = (changes) =>
  evaluate(
    driver,
    (changes) =>
      new Promise((done) =>
        setTimeout(() => {
          for (const change of changes) {
            const embed = window.embeds[change];
            const target = embed.iframe.parentNode;
            new Function('embed', 'target', change)(embed, target);
          }
          done();
        }),
      ),
    changes,
  );

test('an iframe that the page has thrown away is one warning', async (t) => {
  const rendered = 'target.outerHTML = target.outerHTML';
  const taken = ['target.innerHTML = ""', 'target.remove()'];
  // Before it has said anything.
  const early = 'embed.iframe.remove()';
  await freshPage();
  await mountEach(t, 'good', [rendered, ...taken]);
  for (const change of [rendered, ...taken]) await isReady(change);
  await mountEach(t, 'silent', [early]);
  await evaluate(driver, (name) => (window.embeds[name].iframe.parentNode.id = 'again'), rendered);
  const all = [rendered, ...taken, early];
  await make(all);
  for (const change of all)
    await waitFor('a line', async () => (await written(change)).lines.length > 0, {
      timeoutMs: 12_000,
    });
  await evaluate(driver, (ms) => new Promise((resolve) => setTimeout(resolve, ms)), AWAY_MS);
  for (const change of all) {
    const { lines, lastError } = await written(change);
    const sentence =
      change === rendered
        ? /has rendered #again again, and the/
        : /has taken the iframe of the embed/;
    assert.match(lines[0].text, sentence);
    assert.equal(lines.length, 1, JSON.stringify(lines));
    hasNoId({ lines, lastError });
  }
});

/** The page renders the target's copy after some time, the first one before there is an id. */
for (const delayMs of [0, 300]) {
  test(`a target that is rendered again ${delayMs} ms after mount() is one warning`, async (t) => {
    await mount(t, 'silent', {
      options: `{ getSession: () => new Promise((resolve) => setTimeout(resolve, 100, '${SECRET}' + Math.random())) }`,
      then: `setTimeout(() => (document.body.innerHTML += '<footer>'), ${delayMs})`,
    });
    await line('warn', 14_000);
    await evaluate(driver, (ms) => new Promise((resolve) => setTimeout(resolve, ms)), AWAY_MS);
    const { lines, lastError } = await own();
    assert.equal(lines[0].text, `svc-embed: ${PLACES.rendered.replace('<target>', '#target')}`);
    assert.equal(lines.length, 1, JSON.stringify(lines));
    // The code in `lastError` stays the same; only the console says more.
    if (delayMs === 0) assert.match(lastError ?? '', /^\[invalid-target\]/);
    hasNoId({ lines, lastError });
  });
}

test('a target without an id that is replaced before there is an id is one warning', async (t) => {
  await mount(t, 'silent', {
    options: `{ getSession: () => new Promise((resolve) => setTimeout(resolve, 100, '${SECRET}' + Math.random())) }`,
    then: "document.querySelector('#target').removeAttribute('id'); document.body.innerHTML += '<footer>'",
  });
  const { text } = await line('warn', 14_000);
  assert.equal(text, `svc-embed: ${PLACES.taken}`);
  await evaluate(driver, (ms) => new Promise((resolve) => setTimeout(resolve, ms)), AWAY_MS);
  assert.equal((await own()).lines.length, 1, JSON.stringify((await own()).lines));
});

test('a target that is put back before there is an id is no mistake', async (t) => {
  await mount(t, 'good', {
    options: `{ getSession: () => new Promise((resolve) => setTimeout(resolve, 100, '${SECRET}' + Math.random())) }`,
    then: "const target = document.querySelector('#target'); target.remove(); setTimeout(() => document.body.append(target), 1_000)",
  });
  await waitFor('ready', async () => (await own()).ready);
  await evaluate(driver, (ms) => new Promise((resolve) => setTimeout(resolve, ms)), AWAY_MS);
  // What was said of it before is taken back.
  const texts = (await own()).lines.map(({ text }) => text);
  assert.doesNotMatch(texts.join(), /The page has/);
  assert.ok(texts.length === 0 || /works again/.test(texts.at(-1)), texts.join());
});

test('an iframe that is put back, or whose embed has ended, was not thrown away', async (t) => {
  const changes = [
    'embed.destroy()',
    'embed.iframe.remove(); setTimeout(() => embed.destroy(), 1_000)',
    'const { iframe } = embed; iframe.remove(); setTimeout(() => target.append(iframe), 1_000)',
    'target.remove(); document.body.append(target)',
  ];
  await freshPage();
  await mountEach(t, 'soon', changes);
  for (const change of changes) await isReady(change);
  await make(changes);
  await evaluate(driver, (ms) => new Promise((resolve) => setTimeout(resolve, ms)), AWAY_MS);
  for (const change of changes) assert.deepEqual((await written(change)).lines, [], change);
});
