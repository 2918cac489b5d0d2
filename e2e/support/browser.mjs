// A browser session, of whichever engine.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser, Builder, Capabilities } from 'selenium-webdriver';
import chrome from 'selenium-webdriver/chrome.js';
import firefox from 'selenium-webdriver/firefox.js';
import { browserPaths, enginePaths } from '../../scripts/lib/browser.mjs';
import { answering, freePort } from '../../scripts/lib/server.mjs';

const WINDOW = { width: 1280, height: 900 };

/** V8 without what it compiles and learns as code becomes hot: the heap then tells of the page. */
const STEADY_FLAGS = [
  ...['--no-opt', '--no-maglev', '--no-sparkplug'],
  ...['--no-lazy-feedback-allocation', '--no-flush-bytecode'],
];

/**
 * What starts each engine's driver, given an empty directory for the browser's profile. `stop` ends
 * what the driver's own end does not.
 */
const engines = {
  async chromium(profile, { isSteady }) {
    const paths = found('Chromium', browserPaths());
    const options = new chrome.Options();
    options.setChromeBinaryPath(paths.chrome);
    options.addArguments(
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--no-first-run',
      `--window-size=${WINDOW.width},${WINDOW.height}`,
      ...(isSteady ? [`--js-flags=${STEADY_FLAGS.join(' ')}`] : []),
      `--user-data-dir=${profile}`,
    );
    const driver = await new Builder()
      .forBrowser(Browser.CHROME)
      .setChromeOptions(options)
      .setChromeService(new chrome.ServiceBuilder(paths.chromedriver))
      .build();
    return { driver, stop() {} };
  },

  async firefox() {
    const paths = found('Firefox', enginePaths.firefox());
    const options = new firefox.Options();
    options.setBinary(paths.firefox);
    options.addArguments('-headless');
    options.windowSize(WINDOW);
    // Downloads go nowhere, and ask nobody.
    options.setPreference('browser.download.folderList', 2);
    options.setPreference('browser.download.dir', tmpdir());
    options.setPreference('browser.helperApps.neverAsk.saveToDisk', 'text/csv,image/png');
    const driver = await new Builder()
      .forBrowser(Browser.FIREFOX)
      .setFirefoxOptions(options)
      // The system access is for its offline mode.
      .setFirefoxService(
        new firefox.ServiceBuilder(paths.geckodriver).addArguments('--allow-system-access'),
      )
      .build();
    return { driver, stop() {} };
  },

  // WebKitGTK has no headless mode: its MiniBrowser is shown on a display of its own.
  async webkit() {
    const paths = found('WebKitGTK', enginePaths.webkit());
    const display = await startDisplay(paths.xvfb);
    const port = await freePort();
    const service = spawn(paths.webkitdriver, ['--host=127.0.0.1', `--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: display.name,
        // As root, as in a container, the engine's own sandbox cannot be set up.
        ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
      },
    });
    const stop = () => {
      service.kill();
      display.stop();
    };
    process.once('exit', stop);
    try {
      await answering(`http://127.0.0.1:${port}/status`, service);
      const driver = await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities(
          new Capabilities({
            browserName: 'MiniBrowser',
            'webkitgtk:browserOptions': { binary: paths.minibrowser, args: ['--automation'] },
          }),
        )
        .build();
      await driver
        .manage()
        .window()
        .setRect({ x: 0, y: 0, ...WINDOW });
      return { driver, stop };
    } catch (error) {
      stop();
      throw error;
    }
  },
};

function found(name, paths) {
  const missing = Object.keys(paths).filter((key) => !paths[key]);
  if (missing.length > 0) {
    throw new Error(`${name} lacks ${missing.join(' and ')}: \`npm test\` installs them.`);
  }
  return paths;
}

/** An X server on a display that it chooses itself. */
async function startDisplay(program) {
  const screen = `${WINDOW.width + 100}x${WINDOW.height + 200}x24`;
  const server = spawn(program, ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(server.stdio[3], 'data');
  return { name: `:${String(number).trim()}`, stop: () => void server.kill() };
}

/**
 * Starts a browser with a fresh profile.
 *
 * Resolves to its WebDriver `driver`, the `engine`'s name and `close()`. The engine is the one
 * named, or by E2E_ENGINE, or Chromium. With `isSteady` its heap is to be compared over a long time:
 * Chromium then keeps no code that it has optimised.
 */
export async function openBrowser(
  engine = process.env.E2E_ENGINE ?? 'chromium',
  { isSteady = false } = {},
) {
  const start = engines[engine];
  if (!start)
    throw new Error(`no engine "${engine}": there are ${Object.keys(engines).join(', ')}`);
  const profile = mkdtempSync(join(tmpdir(), 'svc-embed-e2e-'));
  const removeProfile = () => rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  try {
    const { driver, stop } = await start(profile, { isSteady });
    return {
      driver,
      engine,
      async close() {
        await driver.quit();
        stop();
        removeProfile();
      },
    };
  } catch (error) {
    removeProfile();
    throw error;
  }
}
