// Leaving a route that has a kept embed, and coming back to it, as a viewer does: by the links of the page.

import assert from 'node:assert/strict';
import { By } from 'selenium-webdriver';
import { control } from '../../e2e/support/embed.mjs';
import { evaluate, insideFrame, waitFor } from '../../e2e/support/page.mjs';
import { inEngines, load } from './framed.mjs';
import { complaints } from './page.mjs';

/** Visits a page with the links Home and Sales, and goes away and back: fifty times where the browser keeps embeds. */
export const checkKept = (url) => inEngines(checkIn, url);

async function checkIn(driver, engine, url) {
  const inPage = (body, ...args) => evaluate(driver, body, ...args);
  const until = (what, look) => waitFor(what, () => inPage(look));
  const follow = (text) =>
    waitFor(`a link to ${text}`, async () => {
      await driver.findElement(By.linkText(text)).click();
      return true;
    });
  const isShown = () =>
    until('the dashboard at its place', () => {
      const place = document.querySelector('.place');
      const frame = (place?.shadowRoot ?? place)?.querySelector('iframe');
      return location.pathname.endsWith('/sales') && frame?.style.opacity === '';
    });
  const inFrame = async (body, ...args) => {
    const frame = await driver.executeScript(
      `return (document.querySelector('.place')?.shadowRoot ?? document).querySelector('iframe')`,
    );
    return insideFrame(driver, frame, () => inPage(body, ...args));
  };

  await driver.get(url);
  // Where the app has a sign-in.
  await inPage(async () => {
    const headers = { 'content-type': 'application/json' };
    await fetch('/api/login', { method: 'POST', headers, body: '{"user":"ada"}' });
  });
  if (engine === 'chromium') await complaints(driver);
  await control('reset', {});
  // The service spends an id as soon as its page is asked for, so that a second load shows.
  await control('faults', { strict: true });
  await follow('Sales');
  await isShown();
  const path = '/embed/dashboard/sales-overview';
  await waitFor('its page', () => inFrame((path) => location.pathname === path, path));
  await inFrame(() => (window.mark = 'the first document'));
  const keeps = await inPage(() => 'moveBefore' in Element.prototype);
  const times = keeps ? 50 : 3;
  for (let time = 0; time < times; time++) {
    await follow('Home');
    await until('the other route', () => {
      const isHidden = document.querySelector('iframe')?.closest('[inert]') !== null;
      return document.querySelector('h1')?.checkVisibility() && isHidden;
    });
    assert.equal(await inPage(() => document.querySelectorAll('.place').length), 0);
    await follow('Sales');
    await isShown();
    if (!keeps)
      await waitFor('its page', () => inFrame((path) => location.pathname === path, path));
  }
  const all = keeps ? 1 : 1 + times;
  const wanted = { mints: all, exchanges: all, rejectedExchanges: 0, loads: all };
  await waitFor('the last exchange', async () => (await load()).exchanges === all);
  assert.deepEqual(await load(), wanted);
  if (keeps) assert.equal(await inFrame(() => window.mark), 'the first document');
  if (engine === 'chromium') assert.deepEqual(await complaints(driver), []);
}
