// Why there is no picture: the embed is ready, and has no size, or that of an iframe without one. A size that the
// page has given is no mistake.

import assert from 'node:assert/strict';
import { PLACES } from './support/causes.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { test } from './support/test.mjs';
import { line, mount, own } from './support/why.mjs';
import { driver } from './support/world.mjs';

const HIDDEN = [
  ['height:0', /it is \d+ × 0 pixels\. Give its target \(#target\) a height/],
  ['height:20rem;width:0', /it is 0 × 320 pixels\. Give its target \(#target\) a width/],
  ['display:none', /is not displayed \(display: none\)/],
  ['', /The embed is 150 pixels high, as every iframe/],
  ['display:inline;height:20rem', /\(#target\) is display: inline, and has no height of its own/],
  ['display:contents;height:20rem', /150 pixels high, as every iframe .* its target \(body\) one/],
  ['min-height:20rem', /150 pixels high: its target \(#target\) has only a min-height/],
];

/** Each of them fills what the page has given it, or has the height that the page wants. */
const SEEN = [
  'height:150px',
  'height:100px;width:40px',
  'display:flow-root;height:150px',
  'min-height:20rem;height:150px',
  'display:grid;grid-template-rows:150px;height:150px',
  'position:absolute;inset:0 0 auto 0;height:150px',
];

for (const style of SEEN) {
  test(`an embed of the height that its target has is no mistake: ${style}`, async (t) => {
    await mount(t, 'good', { style });
    await waitFor('ready', async () => (await own()).ready);
    await evaluate(driver, () => new Promise((resolve) => setTimeout(resolve, 400)));
    const { lines } = await own();
    assert.deepEqual(lines, []);
    const left = await evaluate(driver, () => window.own.embed.iframe.style.cssText);
    assert.match(left, /height: 100%/);
  });
}

test('an iframe whose height a style of the page decides is no mistake', async (t) => {
  const rule = '{ attributes: { style: "height: 150px !important" } }';
  await mount(t, 'good', { style: '', options: rule });
  await waitFor('ready', async () => (await own()).ready);
  await evaluate(driver, () => new Promise((resolve) => setTimeout(resolve, 400)));
  assert.deepEqual((await own()).lines, []);
});

const HEAD = '<!doctype html><meta charset="utf-8"><title>Why</title>';
/** An embed that is 300 pixels wide in a wide page, and whose width the sentence says to give. */
const NARROW = [
  [
    '<body style="display:flex"><aside style="width:100px"></aside><div id="target" style="height:20rem"></div>',
    'its target (#target)',
  ],
  [
    '<body style="display:flex"><main><div id="target" style="height:20rem"></div></main>',
    'the element around its target (main)',
  ],
  ['<body><div id="target" style="height:20rem;float:left"></div>', 'its target (#target)'],
];
/** Its width is that of the page, or there is no more room. */
const WIDE = [
  '<body style="display:flex"><div id="target" style="height:20rem;flex:1"></div>',
  '<body style="display:flex"><div id="target" style="height:20rem;width:300px"></div>',
  '<body style="display:grid;grid-template-columns:300px 1fr"><div id="target" style="height:20rem"></div>',
  '<body><div style="display:flex;width:400px"><div id="target" style="height:20rem"></div></div>',
  '<body style="width:300px;margin:0"><div id="target" style="height:20rem"></div>',
];

for (const [body, place] of NARROW) {
  test(`an embed that nothing gives a width says so once: ${place} in ${body}`, async (t) => {
    await mount(t, 'good', { body: HEAD + body });
    await waitFor('ready', async () => (await own()).ready);
    const { text } = await line();
    const wanted = PLACES.narrow.replace('its target (<target>)', () => place);
    assert.equal(text, `svc-embed: ${wanted}`);
    assert.equal((await own()).lines.length, 1);
    const left = await evaluate(driver, () => window.own.embed.iframe.style.width);
    assert.equal(left, '100%');
  });
}

for (const body of WIDE) {
  test(`an embed of the width that the page gives it is no mistake: ${body}`, async (t) => {
    await mount(t, 'good', { body: HEAD + body });
    await waitFor('ready', async () => (await own()).ready);
    await evaluate(driver, () => new Promise((resolve) => setTimeout(resolve, 400)));
    assert.deepEqual((await own()).lines, []);
  });
}

for (const [style, sentence] of HIDDEN) {
  test(`an embed that nobody can see says so once: ${style || 'no height'}`, async (t) => {
    await mount(t, 'good', { style });
    await waitFor('ready', async () => (await own()).ready);
    // An embed that is not displayed may be in a closed tab, so the console only notes it.
    const { text } = await line(style === 'display:none' ? 'info' : 'warn');
    assert.match(text, sentence);
    assert.equal((await own()).lines.length, 1);
  });
}
