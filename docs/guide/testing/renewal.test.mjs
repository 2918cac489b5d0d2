// A day of the page in some seconds: its backend fails at the wrong moment, its user signs out.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Builder } from 'selenium-webdriver';
import chrome from 'selenium-webdriver/chrome.js';
import { startSandbox } from 'svc-embed/testing';

let sandbox, driver;

before(async () => {
  // In your project, `www` is your built page, and `dist` is not needed.
  const { PAGE = 'page', DIST = 'node_modules/svc-embed/dist' } = process.env;
  sandbox = await startSandbox({ www: PAGE, dist: DIST });

  const options = new chrome.Options().addArguments('--headless=new', '--no-sandbox');
  if (process.env.CHROME) options.setChromeBinaryPath(process.env.CHROME);
  const service = new chrome.ServiceBuilder(process.env.CHROMEDRIVER);
  driver = await new Builder()
    .forBrowser('chrome')
    .setChromeOptions(options)
    .setChromeService(service)
    .build();
});

after(async () => {
  await driver?.quit();
  await sandbox?.stop();
});

/** Waits until the page's session has the wanted values. */
async function session(wanted) {
  const state = () => driver.executeScript('return window.embed?.session');
  await driver.wait(async () => {
    const now = await state();
    return now && Object.entries(wanted).every(([key, value]) => now[key] === value);
  }, 30_000);
  return state();
}

beforeEach(async () => {
  await driver.get('about:blank');
  await sandbox.reset();
  await driver.get(sandbox.host);
  await session({ status: 'active', mode: 'signed' });
});

test('the session is renewed, though the backend fails twice', async () => {
  await sandbox.fault({ backend: { mode: 'down', times: 2 } });
  await sandbox.clock.advance('24h');
  await session({ status: 'active', renewals: 1 });
});

test('a user who has signed out stays signed out', async () => {
  await sandbox.fault({ backend: { mode: 'signed-out' } });
  await sandbox.clock.advance('24h');
  const { lastError } = await session({ status: 'stopped' });
  assert.equal(lastError.code, 'signed-out');
});
