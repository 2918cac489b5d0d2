// Opens the demo's page of the management API.

import { evaluate, waitFor } from './page.mjs';
import { PATIENCE, textOf } from './demo.mjs';
import { startSandbox } from './sandbox.mjs';
import { driver } from './world.mjs';

/** Starts a sandbox that serves the demo, and opens the page. Resolves when each part has its data. */
export async function openManagement(t) {
  const own = await startSandbox({ www: 'www' });
  t.after(async () => {
    await driver.get('about:blank');
    await own.stop();
  });
  await driver.get(`${own.host}/management.html`);
  for (const [part, said] of [
    ['tree', 'shared workbooks'],
    ['reports', 'read so far'],
    ['users', 'sign in'],
  ]) {
    await saysAfter(part, said);
  }
  return own;
}

/** Resolves when a part says this: a text, or what an expression matches. */
export function saysAfter(part, said) {
  const isSaid = (text) => (typeof said === 'string' ? text.includes(said) : said.test(text));
  return waitFor(`${part}: ${said}`, async () => isSaid(await outcome(part)), PATIENCE);
}

export const outcome = (part) => textOf(`${part}-outcome`);

/** The texts of all elements that match. */
export const texts = (selector) =>
  evaluate(
    driver,
    (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent),
    selector,
  );
