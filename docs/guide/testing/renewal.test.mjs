// A day of the page in some seconds: its backend fails at the wrong moment, its user signs out.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, beforeEach, test } from 'node:test';
import { Builder } from 'selenium-webdriver';
import chrome from 'selenium-webdriver/chrome.js';

const HOUR = 3_600_000;
let sandbox, host, driver;

before(async () => {
  const program = process.env.SVC_SANDBOX ?? 'svc-sandbox';
  const ports = ['--host-port', '0', '--tenant-port', '0'];
  sandbox = spawn(program, ['--json', ...ports, '--www', process.env.PAGE ?? 'page'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(sandbox.stdout), 'line');
  host = JSON.parse(line).host;

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
  sandbox?.kill();
});

/** One of the sandbox's levers. */
async function lever(name, change = {}) {
  const response = await fetch(`${host}/control/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  assert.ok(response.ok, `${name}: ${response.status}`);
}

/** Waits until the page's session is as `wanted` says. */
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
  await lever('reset');
  await driver.get(`${host}/`);
  await session({ status: 'active', mode: 'signed' });
});

test('the session is renewed, though the backend fails twice', async () => {
  await lever('faults', { backend: { mode: 'down', times: 2 } });
  await lever('clock', { advanceMs: 24 * HOUR });
  await session({ status: 'active', renewals: 1 });
});

test('a user who has signed out stays signed out', async () => {
  await lever('faults', { backend: { mode: 'signed-out' } });
  await lever('clock', { advanceMs: 24 * HOUR });
  const { lastError } = await session({ status: 'stopped' });
  assert.equal(lastError.code, 'signed-out');
});
