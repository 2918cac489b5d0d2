// A browser session, of whichever engine.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser, Builder } from 'selenium-webdriver';
import chrome from 'selenium-webdriver/chrome.js';
import { browserPaths } from '../../scripts/lib/browser.mjs';

/** What starts each engine's driver, given an empty directory for the browser's profile. */
const engines = {
  chromium(profile) {
    const paths = browserPaths();
    if (!paths.chrome || !paths.chromedriver) {
      throw new Error('Chromium and chromedriver are needed: `npm test` installs them.');
    }
    const options = new chrome.Options();
    options.setChromeBinaryPath(paths.chrome);
    options.addArguments(
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--no-first-run',
      '--window-size=1280,900',
      `--user-data-dir=${profile}`,
    );
    return new Builder()
      .forBrowser(Browser.CHROME)
      .setChromeOptions(options)
      .setChromeService(new chrome.ServiceBuilder(paths.chromedriver))
      .build();
  },
};

/**
 * Starts a browser with a fresh profile.
 *
 * Resolves to its WebDriver `driver`, the `engine`'s name and `close()`. The engine is the one
 * named, or by E2E_ENGINE, or Chromium.
 */
export async function openBrowser(engine = process.env.E2E_ENGINE ?? 'chromium') {
  const start = engines[engine];
  if (!start)
    throw new Error(`no engine "${engine}": there are ${Object.keys(engines).join(', ')}`);
  const profile = mkdtempSync(join(tmpdir(), 'svc-embed-e2e-'));
  const removeProfile = () => rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  try {
    const driver = await start(profile);
    return {
      driver,
      engine,
      async close() {
        await driver.quit();
        removeProfile();
      },
    };
  } catch (error) {
    removeProfile();
    throw error;
  }
}
