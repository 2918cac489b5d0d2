// The demo's pages for everybody: what axe finds in them and in the embed, in light and dark, on a
// phone and on a wide screen; whether a phone has to scroll sideways; whether a page moves by
// itself; and what a screen reader has of a scene.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { showAs, showAsUsual, violations } from './support/axe.mjs';
import { PATIENCE, click, openDemo, playScene } from './support/demo.mjs';
import { openManagement, saysAfter } from './support/demo-management.mjs';
import { evaluate, insideFrame, screenshot, waitFor } from './support/page.mjs';
import { driver, engine } from './support/world.mjs';
import { SCENES } from '../www/scenes.js';

const SCHEMES = ['light', 'dark'];
const WIDTHS = { phone: 390, wide: 1_440 };

/** The sum of layout shifts that a browser's makers call good is below 0.1. */
const GOOD_SHIFT = 0.1;

/** A scene must not move what its viewer looks at. */
const SHIFT_OF_A_SCENE = 0.02;

/** Checks the page, and its embed if it has one, in both schemes. */
async function check(t, name, { hasEmbed = true } = {}) {
  for (const scheme of SCHEMES) {
    await t.test(`${name}, ${scheme}`, async () => {
      await click(`#page-scheme label:has([value="${scheme}"])`);
      await screenshot(driver, `access ${name} ${scheme}`.replaceAll(/\W+/g, '-'));
      assert.deepEqual(await violations(), [], 'in the page');
      if (hasEmbed)
        assert.deepEqual(
          await insideFrame(driver, '#embed iframe', violations),
          [],
          'in the embed',
        );
    });
  }
}

/** The widths of the page and of the screen. */
const widths = () =>
  evaluate(driver, () => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);

/** The sum of the layout shifts since the page was opened. */
const layoutShift = () =>
  evaluate(
    driver,
    () =>
      new Promise((resolve) => {
        let sum = 0;
        const add = (entries) => {
          for (const { value, hadRecentInput } of entries) if (!hadRecentInput) sum += value;
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => {
          add(observer.takeRecords());
          resolve(sum);
        }, 300);
      }),
  );

const needsChromium = engine === 'chromium' ? false : 'only Chromium shows a page as a phone does';

/** A phone does not scroll sideways. On a wide screen a bar takes some of the width. */
async function fits(width) {
  const [content, view] = await widths();
  assert.equal(content, width === 'phone' ? WIDTHS.phone : view);
}

for (const width of Object.keys(WIDTHS)) {
  test(`the demo, ${width}`, { skip: needsChromium }, async (t) => {
    t.after(showAsUsual);
    await showAs({ width: WIDTHS[width] });
    await openDemo(t);
    await fits(width);
    await check(t, `first view, ${width}`);
    await playScene('moved');
    await fits(width);
    await click('#inspect');
    await check(t, `with the inspector, ${width}`);
    await playScene('signed-out');
    await check(t, `signed out in a scene, ${width}`);
  });
}

/** The screens of a phone and of a small laptop, and the height that each frame has there. */
const SCREENS = { phone: [360, 740, 240], wide: [1_280, 800, 320] };

for (const [name, [width, height, frame]] of Object.entries(SCREENS)) {
  test(
    `a page that does not move by itself, with both frames on one screen, ${name}`,
    { skip: needsChromium },
    async (t) => {
      t.after(showAsUsual);
      await showAs({ width, height });
      await openDemo(t);
      const opened = await layoutShift();
      assert.ok(opened < GOOD_SHIFT, `${opened} before the scene`);
      await playScene('sleep');
      const shift = (await layoutShift()) - opened;
      t.diagnostic(`layout shift ${shift.toFixed(4)}`);
      assert.ok(shift <= SHIFT_OF_A_SCENE, `${shift}`);
      await playScene('moved');
      const places = await evaluate(driver, () =>
        ['#say', '#bridge-strip', '#embed', '#usual-strip', '#usual-stage'].map((selector) => {
          const { top, bottom, height } = document.querySelector(selector).getBoundingClientRect();
          return { selector, top, bottom, height };
        }),
      );
      for (const { selector, top, bottom } of places)
        assert.ok(top >= 0 && bottom <= height, `${selector}: ${top} to ${bottom}`);
      const [, , own, , other] = places;
      assert.deepEqual([own.height, other.height], [frame, frame]);
    },
  );
}

for (const width of Object.keys(WIDTHS)) {
  test(`the page of the management API, ${width}`, { skip: needsChromium }, async (t) => {
    t.after(showAsUsual);
    await showAs({ width: WIDTHS[width] });
    await openManagement(t);
    const shift = await layoutShift();
    t.diagnostic(`layout shift ${shift.toFixed(4)}`);
    assert.ok(shift < GOOD_SHIFT, `${shift}`);
    await click('#clone-run');
    await saysAfter('clone', 'is made');
    await click('#scim [aria-label="Deactivate ada@example.com"]');
    await saysAfter('users', 'PermissionDeniedError');
    await click('#workbooks [data-kind="workbook"]');
    await check(t, `management, ${width}`, { hasEmbed: false });
    await fits(width);
  });
}

/** What a screen reader has of the page: each node with its role, its name and the text in it. */
async function readTree() {
  const { nodes } = await driver.sendAndGetDevToolsCommand('Accessibility.getFullAXTree', {});
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = ({ role, name, childIds = [] }) =>
    role?.value === 'StaticText'
      ? name.value
      : childIds.map((id) => (byId.has(id) ? textOf(byId.get(id)) : '')).join(' ');
  return nodes
    .filter(({ ignored }) => !ignored)
    .map((node) => ({
      role: node.role.value,
      name: node.name?.value ?? '',
      text: textOf(node).trim(),
    }));
}

test(
  'a screen reader can follow a scene from its first step to its outcome',
  { skip: needsChromium },
  async (t) => {
    await openDemo(t, { pace: 0.4 });
    const { title, steps, why } = SCENES.find(({ id }) => id === 'moved');
    await click('[data-scene="moved"]');
    const state = () => evaluate(driver, () => document.getElementById('script').dataset.state);
    const heard = [];
    let tree;
    await waitFor(
      'the end',
      async () => {
        const isPlayed = (await state()) === 'played';
        tree = await readTree();
        const said = tree.filter(({ role, text }) => role === 'status' && text !== '');
        for (const { text } of said) if (!heard.includes(text)) heard.push(text);
        return isPlayed;
      },
      PATIENCE,
    );

    const wanted = ['Both pages show the dashboard.', ...steps.map(([text]) => text)].map(
      (text, index, { length }) => `${index + 1} of ${length}: ${text}`,
    );
    assert.deepEqual(
      heard.filter((text) => wanted.includes(text) || text === why.usual),
      [...wanted, why.usual],
      heard.join(' | '),
    );
    const has = (role, name) => tree.some((node) => node.role === role && node.name === name);
    assert.ok(has('heading', title));
    for (const button of ['Pause', 'Next', 'Again', 'End'])
      assert.ok(has('button', button), button);
    for (const frame of ['Sales overview', 'The usual listener'])
      assert.ok(has('Iframe', frame), frame);
    // Good and bad are words and signs in the tree, too.
    const words = tree.map(({ text }) => text);
    assert.ok(words.some((text) => /svc-embed.*works/.test(text)));
    assert.ok(words.some((text) => /The usual listener.*refused/.test(text)));
  },
);
