// Opens the demo page, and plays scenes of its tour.

import { By } from 'selenium-webdriver';
import { evaluate, waitFor } from './page.mjs';
import { startSandbox } from './sandbox.mjs';
import { driver } from './world.mjs';

/** A page that loads a dashboard may take a while on a busy machine. */
export const PATIENCE = { timeoutMs: 60_000 };

/** Clicks an element. The page scrolls smoothly, which would move the element away from the click. */
export async function click(selector) {
  const element = await driver.findElement(By.css(selector));
  await driver.executeScript(
    'arguments[0].scrollIntoView({ block: "center", behavior: "instant" })',
    element,
  );
  await element.click();
}

export const textOf = (id) => evaluate(driver, (id) => document.getElementById(id).textContent, id);

/**
 * Starts a sandbox that serves the demo, and opens it. Resolves when the dashboard is shown. `seed` is
 * the path of a file, instead of the demonstration data. Without a `pace`, no scene waits for a reader.
 */
export async function openDemo(t, { seed, pace = 0 } = {}) {
  const own = await startSandbox({ www: 'www', seed });
  t.after(async () => {
    // Leaves the page first. It asks the sandbox for its state all the time.
    await driver.get('about:blank');
    await own.stop();
  });
  await driver.get(`${own.host}/?pace=${pace}`);
  await waitFor(
    'the dashboard',
    async () => (await logged()).includes('dashboard-loaded'),
    PATIENCE,
  );
  return own;
}

/** The types of the lines in the event log, latest first. */
const logged = () =>
  evaluate(driver, () =>
    [...document.querySelectorAll('#log-list .type')].map((type) => type.textContent),
  );

/** Plays a scene to its end. */
export async function playScene(scene) {
  const isHidden = (scene) => document.querySelector(`[data-scene="${scene}"]`).hidden;
  if (await evaluate(driver, isHidden, scene)) await click('#scenes [aria-expanded]');
  await click(`[data-scene="${scene}"]`);
  const state = () => evaluate(driver, () => document.getElementById('script').dataset.state);
  await waitFor(`the end of ${scene}`, async () => (await state()) === 'played', PATIENCE);
}
