// Leaving a route that has a kept embed, and coming back to it, as a viewer does: by the links of the page.

import assert from 'node:assert/strict';
import { By } from 'selenium-webdriver';
import { insideFrame, waitFor } from '../../e2e/support/page.mjs';
import { begin, inEngines, load } from './framed.mjs';
import { complaints } from './page.mjs';

/** Visits a page with the links Home and Sales, and goes away and back: fifty times where the browser keeps embeds. */
export const checkKept = (url) => inEngines(checkIn, url);

async function checkIn(driver, engine, url) {
  const { inPage } = await begin(driver, engine, url);
  const follow = (text) =>
    waitFor(`a link to ${text}`, async () => {
      await driver.findElement(By.linkText(text)).click();
      return true;
    });
  const findFrame = () => {
    const place = document.querySelector('.place');
    const frame = (place?.shadowRoot ?? place)?.querySelector('iframe');
    return location.pathname.endsWith('/sales') && frame?.style.opacity === '' && frame;
  };
  /** Waits for the dashboard at its place, and does something in it. */
  const inFrame = async (body) => {
    const frame = await waitFor('the dashboard', () => driver.executeScript(findFrame));
    return insideFrame(driver, frame, () => inPage(body));
  };
  const isLoaded = () =>
    waitFor('its page', () => inFrame(() => location.pathname.startsWith('/embed/dashboard/')));

  await driver.get(url);
  await follow('Sales');
  await isLoaded();
  await inFrame(() => (window.mark = 'the first document'));
  const keeps = await inPage(() => 'moveBefore' in Element.prototype);
  const times = keeps ? 50 : 3;
  for (let time = 0; time < times; time++) {
    await follow('Home');
    await waitFor('the other route', () =>
      inPage(() => {
        const isHidden = document.querySelector('iframe')?.closest('[inert]') !== null;
        const isGone = !document.querySelector('.place');
        return document.querySelector('h1')?.checkVisibility() && isHidden && isGone;
      }),
    );
    await follow('Sales');
    await isLoaded();
  }
  const all = keeps ? 1 : 1 + times;
  const wanted = { mints: all, exchanges: all, rejectedExchanges: 0, loads: all };
  await waitFor('the last exchange', async () => (await load()).exchanges === all);
  assert.deepEqual(await load(), wanted);
  if (keeps) assert.equal(await inFrame(() => window.mark), 'the first document');
  if (engine === 'chromium') assert.deepEqual(await complaints(driver), []);
}
