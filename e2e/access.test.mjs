// The demo's pages for everybody: what axe finds in them and in the embed, in light and dark, from a phone to a
// wide screen; whether a phone has to scroll sideways; whether a page moves by itself; and what a screen reader
// has of a scene.

import assert from 'node:assert/strict';
import { testIn } from './support/test.mjs';
import { showAs, showAsUsual, violations } from './support/axe.mjs';
import { click, openDemo, openManagement, playScene, run } from './support/demo.mjs';
import { evaluate, insideFrame, screenshot } from './support/page.mjs';
import { driver } from './support/world.mjs';
import { SCENES } from '../www/scenes.js';

/** The sizes of a phone, of a small laptop and of a large screen. */
const SIZES = [
  [360, 740],
  [1_280, 800],
  [1_920, 1_080],
];

/** The sum of layout shifts that a browser's makers call good is below 0.1. A scene moves nothing. */
const GOOD_SHIFT = 0.1;
const SHIFT_OF_A_SCENE = 0.02;

const test = (name, body) =>
  testIn(['chromium'], 'only Chromium shows a page as a phone does', name, body);

/** Checks the page, and its embed if it has one, in both schemes, and that nobody has to scroll sideways. */
async function check(name, hasEmbed) {
  for (const scheme of ['light', 'dark']) {
    await click(`#page-scheme label:has([value="${scheme}"])`);
    await screenshot(driver, `access-${name}-${scheme}`);
    assert.deepEqual(await violations(), [], `${name}, ${scheme}`);
    if (hasEmbed)
      assert.deepEqual(await insideFrame(driver, '#embed iframe', violations), [], 'in the embed');
  }
  const [content, view] = await evaluate(driver, () => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  assert.equal(content, view);
}

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

for (const [width, height] of SIZES) {
  test(`the demo, ${width} pixels wide`, async (t) => {
    t.after(showAsUsual);
    await showAs({ width, height });
    await openDemo(t);
    const opened = await layoutShift();
    assert.ok(opened < GOOD_SHIFT, `${opened} before the scene`);
    await check(`first-${width}`, true);
    const before = await layoutShift();
    await playScene('signed-out');
    const shift = (await layoutShift()) - before;
    assert.ok(shift <= SHIFT_OF_A_SCENE, `${shift} in the scene`);
    const places = await evaluate(driver, () =>
      ['#bridge', '#usual', '#careful', '#story p:last-child'].map((selector) => {
        const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
        return { selector, top, bottom };
      }),
    );
    for (const { selector, top, bottom } of places)
      assert.ok(top >= 0 && bottom <= height, `${selector}: ${top} to ${bottom}`);
    await check(`signed-out-${width}`, true);
  });

  test(`the page of the management API, ${width} pixels wide`, async (t) => {
    t.after(showAsUsual);
    await showAs({ width, height });
    await openManagement(t);
    const shift = await layoutShift();
    assert.ok(shift < GOOD_SHIFT, `${shift}`);
    await run('cloneWorkbook');
    await run('cloneElsewhere');
    await check(`management-${width}`, false);
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

test('a screen reader can follow a scene from its first step to its outcome', async (t) => {
  await openDemo(t);
  const { title, steps, why } = SCENES.find(({ id }) => id === 'moved');
  await playScene('moved');
  const tree = await readTree();
  const story = tree.find(({ role, name }) => role === 'log' && name === title);
  for (const text of [...steps.map(([text]) => text), why])
    assert.ok(story.text.includes(text), `${text} in ${story.text}`);
  const has = (role, name) => tree.some((node) => node.role === role && node.name === name);
  for (const frame of ['Sales overview', 'The usual listener', 'A careful listener'])
    assert.ok(has('Iframe', frame), frame);
  // Good and bad are words and signs in the tree, too.
  const words = tree.map(({ text }) => text);
  assert.ok(words.some((text) => /svc-embed.*✓ +works/.test(text)));
  assert.ok(words.some((text) => /A careful listener.*✕ +refused/.test(text)));
});
