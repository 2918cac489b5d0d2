// The tests go on if a browser's driver stops answering.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { openBrowser } from './support/browser.mjs';
import { engine } from './support/world.mjs';

test('a driver that stops answering fails one command, and the next one finds a new browser', async () => {
  const browser = await openBrowser(engine, { longestCommandMs: 10_000 });
  try {
    const { driver } = browser;
    await driver.get('data:text/html,<title>Before</title>');
    const stopped = browser.pid();
    process.kill(stopped, 'SIGSTOP');
    await assert.rejects(driver.getTitle(), {
      message:
        'The browser did not answer the command "getTitle" within 10 s. It was started again.',
    });
    assert.throws(() => process.kill(stopped, 0), { code: 'ESRCH' });
    await driver.get('data:text/html,<title>After</title>');
    assert.equal(await driver.getTitle(), 'After');
    assert.notEqual(browser.pid(), stopped);
  } finally {
    await browser.close();
  }
});
