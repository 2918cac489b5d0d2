// Starts the Chromium that all measurements of a run share.

import { openBrowser as openEngine } from '../../e2e/support/browser.mjs';
import { evaluate } from '../../e2e/support/page.mjs';
import { hostOf } from '../contenders/index.mjs';

/**
 * Starts a headless Chromium that reaches only loopback and trusts the certificate of `spki`.
 * Resolves to `open(url)`, its `version` and `close()`.
 */
export async function openBrowser({ spki }) {
  const hosts = `MAP ${hostOf('powerbi')} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE *.localhost, EXCLUDE localhost, EXCLUDE 127.0.0.1`;
  const { driver, close } = await openEngine('chromium', [
    ...[`--host-resolver-rules=${hosts}`, `--ignore-certificate-errors-spki-list=${spki}`],
    // The contenders' tabs are open side by side: none may be throttled in the background.
    ...['--disable-background-timer-throttling', '--disable-renderer-backgrounding'],
    '--disable-backgrounding-occluded-windows',
  ]);
  await driver.manage().setTimeouts({ script: 600_000 });
  const home = await driver.getWindowHandle();
  const capabilities = await driver.getCapabilities();
  return {
    version: `${capabilities.getBrowserName()} ${capabilities.getBrowserVersion()}`,
    open: () => openTab(driver, home),
    close,
  };
}

/** Opens a tab, which has a process of its own. */
async function openTab(driver, home) {
  await driver.switchTo().newWindow('tab');
  const handle = await driver.getWindowHandle();
  const show = async () => {
    await driver.switchTo().window(handle);
    await driver.sendDevToolsCommand('Page.bringToFront', {});
  };
  return {
    async goto(url) {
      await show();
      await driver.get(url);
    },
    /** Runs `body` in the page, with the tab in front. */
    async run(body, ...args) {
      await show();
      return evaluate(driver, body, ...args);
    },
    /** Sends a command of Chromium's protocol. */
    async command(name, parameters = {}) {
      await show();
      return driver.sendAndGetDevToolsCommand(name, parameters);
    },
    async close() {
      await driver.switchTo().window(handle);
      await driver.close();
      await driver.switchTo().window(home);
    },
  };
}
