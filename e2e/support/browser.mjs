// Opens a browser of any engine through WebDriver.

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
/** Some scripts send a page a hundred thousand messages. */
const LONGEST_SCRIPT_MS = 300_000;

/** V8 without optimisation, so that the heap grows only with the page and not with compiled code. */
const STEADY_FLAGS = [
  ...['--no-opt', '--no-maglev', '--no-sparkplug'],
  ...['--no-lazy-feedback-allocation', '--no-flush-bytecode'],
];

/**
 * The function that starts each engine's driver. `profile` is an empty folder for the browser's
 * profile. The returned `stop` ends the processes that `driver.quit()` does not end.
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
    // Downloads are saved without a dialog.
    options.setPreference('browser.download.folderList', 2);
    options.setPreference('browser.download.dir', tmpdir());
    options.setPreference('browser.helperApps.neverAsk.saveToDisk', 'text/csv,image/png');
    const driver = await new Builder()
      .forBrowser(Browser.FIREFOX)
      .setFirefoxOptions(options)
      // Firefox's offline mode needs the system access.
      .setFirefoxService(
        new firefox.ServiceBuilder(paths.geckodriver).addArguments('--allow-system-access'),
      )
      .build();
    return { driver, stop() {} };
  },

  // WebKitGTK has no headless mode, so its MiniBrowser runs on a virtual display.
  async webkit() {
    const paths = found('WebKitGTK', enginePaths.webkit());
    const display = await startDisplay(paths.xvfb);
    const port = await freePort();
    const service = spawn(paths.webkitdriver, ['--host=127.0.0.1', `--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: display.name,
        // A machine without a graphics card draws with a third less of the processor this way.
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
        // WebKit cannot set up its sandbox as root, which is the usual user in a container.
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
    throw new Error(`${name} needs ${missing.join(' and ')}. \`npm test\` installs them.`);
  }
  return paths;
}

/** Starts an X server, which chooses the number of its display. */
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
 * Resolves to the WebDriver `driver`, the name of the `engine`, and `close()`. `engine` defaults to
 * E2E_ENGINE, then to Chromium. `isSteady` switches off Chromium's optimisations, so that a test can
 * compare the heap over a long time.
 */
export async function openBrowser(
  engine = process.env.E2E_ENGINE ?? 'chromium',
  { isSteady = false } = {},
) {
  const start = engines[engine];
  if (!start)
    throw new Error(`No engine "${engine}". Choose from: ${Object.keys(engines).join(', ')}.`);
  const profile = mkdtempSync(join(tmpdir(), 'svc-embed-e2e-'));
  const removeProfile = () => rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  try {
    const { driver, stop } = await start(profile, { isSteady });
    await driver.manage().setTimeouts({ script: LONGEST_SCRIPT_MS });
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
