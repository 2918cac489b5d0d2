// Opens the pages of the demo, and plays its scenes.

import { By } from 'selenium-webdriver';
import { evaluate, insideFrame, waitFor } from './page.mjs';
import { smallSeed, startSandbox } from './sandbox.mjs';
import { driver, engine } from './world.mjs';

/** A page that loads three dashboards may take a while on a busy machine. */
export const PATIENCE = { timeoutMs: 60_000 };

export const FRAMES = ['bridge', 'usual', 'careful'];

/** Scrolls to an element and clicks it. */
export async function click(selector) {
  const element = await driver.findElement(By.css(selector));
  await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', element);
  await element.click();
}

export const textOf = (id) => evaluate(driver, (id) => document.getElementById(id).textContent, id);

/**
 * Starts a sandbox that serves the demo, and opens a page of it. `seed` is the path of a file, instead of the
 * demonstration data.
 */
export async function openPage(t, path, { seed } = {}) {
  const own = await startSandbox({ www: 'www', seed });
  t.after(async () => {
    // Leaves the page before its sandbox ends.
    await driver.get('about:blank');
    await own.stop();
  });
  // The files of a process share one browser: the lines of an earlier page are taken out of its log.
  await driver.get('about:blank');
  await consoleLines();
  await driver.get(own.host + path);
  return own;
}

/** The lines of the console since the last call. Only Chromium's driver has what the browser itself writes there. */
export async function consoleLines() {
  if (engine !== 'chromium') return [];
  const entries = await driver.manage().logs().get('browser');
  return entries.map(({ message }) => message);
}

/** Opens the page of the embed. Resolves when all three frames show their dashboard. */
export async function openDemo(t, options) {
  const own = await openPage(t, '/', options);
  await waitFor('three dashboards', areLoaded, PATIENCE);
  return own;
}

export const areLoaded = async () =>
  Object.values(await figures()).every(({ filter }) => filter !== 'none' && filter !== '–');

/** Opens the page of the management API. */
export async function openManagement(t) {
  const own = await openPage(t, '/management.html');
  await waitFor('the recipes', () =>
    evaluate(driver, () => document.querySelectorAll('[data-run]').length === 5),
  );
  return own;
}

/** Runs a recipe of that page. Resolves to its answer. */
export async function run(recipe) {
  await click(`[data-run="${recipe}"]`);
  const answerOf = (recipe) => {
    const card = document.querySelector(`[data-run="${recipe}"]`).closest('.recipe');
    const isRunning = card.querySelector('[aria-disabled]') !== null;
    return isRunning ? null : JSON.parse(card.querySelector('.answer').textContent);
  };
  let answer;
  await waitFor(
    `the answer of ${recipe}`,
    async () => (answer = await evaluate(driver, answerOf, recipe)) !== null,
    PATIENCE,
  );
  return answer;
}

/** The figures of each frame, as its strip shows them. */
export const figures = () =>
  evaluate(
    driver,
    (frames) => {
      const read = (id) => {
        const { dataset, textContent } = document.getElementById(id);
        const text = dataset.value ?? textContent;
        return /^\d+$/.test(text) ? Number(text) : text;
      };
      const names = ['status', 'filter', 'requests', 'ids', 'errors'];
      const of = (frame) =>
        Object.fromEntries(names.map((name) => [name, read(`${frame}-${name}`)]));
      return Object.fromEntries(frames.map((frame) => [frame, of(frame)]));
    },
    FRAMES,
  );

/** Plays a scene to its end. */
export async function playScene(scene) {
  await click(`[data-scene="${scene}"]`);
  const state = () => evaluate(driver, () => document.getElementById('story').dataset.state);
  await waitFor(`the end of ${scene}`, async () => (await state()) !== 'playing', PATIENCE);
}

/** The demo without most of its charts, which take long to draw. */
export const small = { seed: smallSeed() };

const EMBEDS = {
  bridge: '#embed iframe',
  usual: '#usual-frame iframe',
  careful: '#careful-frame iframe',
};

/** The state, the colours and the filters that an embed shows in its own document. */
export function inside(frame) {
  return insideFrame(driver, EMBEDS[frame], async () => {
    // A listener is in a page of its own.
    if (frame !== 'bridge')
      await driver.switchTo().frame(await driver.findElement(By.css('iframe')));
    return evaluate(driver, () => {
      const { sessionState, schemeSetting, filters = '[]' } = document.documentElement.dataset;
      const isFiltered = JSON.parse(filters).some(({ values }) => values[0] === 'completed');
      return { sessionState, schemeSetting, isFiltered };
    });
  });
}

export const areFresh = async () =>
  (await areLoaded()) && Object.values(await figures()).every(({ ids }) => ids === 1);
export const stateOf = async ({ host }) => (await fetch(`${host}/control/state`)).json();
