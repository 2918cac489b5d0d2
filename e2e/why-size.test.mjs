// Why there is no picture: the embed is ready, and has no size, or that of an iframe without one. A size that the
// page has given is no mistake.

import assert from 'node:assert/strict';
import { PLACES } from './support/causes.mjs';
import { test } from './support/test.mjs';
import { ANY_ID, allAre, allWritten, openPage, pageOf, pause, provokeAll } from './support/why.mjs';

const target = (style) => `<div id="target" style="${style}"></div>`;
const narrow = (place) =>
  `svc-embed: ${PLACES.narrow.replace('its target (<target>)', () => place)}`;

/** What is around the embed, and what is said of it once, if that is a mistake. */
const CASES = [
  [target('height:0'), /it is \d+ × 0 pixels\. Give its target \(#target\) a height/],
  [target('height:20rem;width:0'), /it is 0 × 320 pixels\. Give its target \(#target\) a width/],
  // It may be in a closed tab, so the console only notes it.
  [target('display:none'), /is not displayed \(display: none\)/, 'info'],
  [target(''), /The embed is 150 pixels high, as every iframe/],
  [
    target('display:inline;height:20rem'),
    /\(#target\) is display: inline, and has no height of its own/,
  ],
  [
    `<main>${target('display:contents;height:20rem')}</main>`,
    /150 pixels high, as every iframe .* its target \(main\) one/,
  ],
  [target('min-height:20rem'), /150 pixels high: its target \(#target\) has only a min-height/],

  // Each of them fills what the page has given it, or has the height that the page wants.
  [target('height:150px')],
  [target('height:100px;width:40px')],
  [target('display:flow-root;height:150px')],
  [target('min-height:20rem;height:150px')],
  [target('display:grid;grid-template-rows:150px;height:150px')],
  [
    `<main style="position:relative">${target('position:absolute;inset:0 0 auto 0;height:150px')}</main>`,
  ],

  // 300 pixels wide in a wide page: the sentence says whose width to give.
  [
    `<main style="display:flex"><aside style="width:100px"></aside>${target('height:20rem')}</main>`,
    narrow('its target (#target)'),
  ],
  [
    `<div style="display:flex"><main>${target('height:20rem')}</main></div>`,
    narrow('the element around its target (main)'),
  ],
  [target('height:20rem;float:left'), narrow('its target (#target)')],

  // The width is that of the page, or there is no more room.
  [`<main style="display:flex">${target('height:20rem;flex:1')}</main>`],
  [`<main style="display:flex">${target('height:20rem;width:300px')}</main>`],
  [`<main style="display:grid;grid-template-columns:300px 1fr">${target('height:20rem')}</main>`],
  [`<main style="display:flex;width:400px">${target('height:20rem')}</main>`],
  [`<main style="width:300px;margin:0">${target('height:20rem')}</main>`],
];

/** A style of the page decides the height. */
const STYLED = target('');

test('what is said of an embed that nobody can see, and of one that has its size from the page', async (t) => {
  const tenant = await openPage(t);
  const attributes = { style: 'height: 150px !important' };
  await provokeAll(
    [
      ...CASES.map(([markup]) => ({ name: markup, markup, options: pageOf('good') })),
      { name: 'styled', markup: STYLED, options: { ...pageOf('good'), attributes } },
    ].map((cause) => ({ ...cause, tenant, body: ANY_ID })),
  );
  const names = [...CASES.map(([markup]) => markup), 'styled'];
  await allAre('ready', names, ({ ready }) => ready && ready.code === undefined);
  const saying = CASES.filter(([, sentence]) => sentence).map(([markup]) => markup);
  await allAre('a line', saying, ({ lines }) => lines.length > 0);
  // Longer than those that say something took.
  await pause(400);
  const all = await allWritten();
  for (const [markup, sentence, level = 'warn'] of CASES)
    await t.test(markup, async () => {
      const { lines, style } = all[markup];
      if (!sentence) assert.deepEqual(lines, []);
      else {
        assert.deepEqual(
          lines.map(({ level }) => level),
          [level],
        );
        const [{ text }] = lines;
        if (typeof sentence === 'string') assert.equal(text, sentence);
        else assert.match(text, sentence);
      }
      assert.match(style, /width: 100%/);
      assert.match(style, /height: 100%/);
    });
  await t.test('a height of a style', async () => assert.deepEqual(all.styled.lines, []));
});
