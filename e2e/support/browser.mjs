// Opens a browser of any engine through WebDriver.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Browser, Builder, Capabilities, logging } from 'selenium-webdriver';
import chrome from 'selenium-webdriver/chrome.js';
import { Name } from 'selenium-webdriver/lib/command.js';
import { browserPaths, enginePaths } from '../../scripts/lib/browser.mjs';
import { endTree } from '../../scripts/lib/processes.mjs';
import { answering, freePort } from '../../scripts/lib/server.mjs';
import { startFirefox } from './marionette.mjs';

const WINDOW = { width: 1280, height: 900 };
/** How long the browser may take to start: two seconds, and a minute beside many busy processes. */
const LONGEST_START_MS = 180_000;
/** How long the browser may take for one command. */
const LONGEST_COMMAND_MS = 60_000;
/** How much earlier a script in a page must end: that it took too long is an answer, too. */
const SCRIPT_MARGIN_MS = 5_000;

/**
 * What starts each engine. `service` is its driver program, which `startBrowser` starts; `build` gives the builder
 * the options. Firefox needs no such program. `profile` is an empty folder for the browser's profile, `more` are
 * further arguments of Chromium.
 */
const engines = {
  chromium: {
    service: () => [found('Chromium', browserPaths()).chromedriver, []],
    async build(builder, { profile, more }) {
      const options = new chrome.Options();
      const shell = process.env.HEADLESS_SHELL;
      options.setChromeBinaryPath(shell || browserPaths().chrome);
      // Chromedriver opens no tab in it otherwise.
      if (shell) options.setBrowserName('chrome-headless-shell');
      options.addArguments(
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--no-first-run',
        `--window-size=${WINDOW.width},${WINDOW.height}`,
        `--user-data-dir=${profile}`,
        ...more,
      );
      const levels = new logging.Preferences();
      levels.setLevel(logging.Type.BROWSER, logging.Level.ALL);
      options.setLoggingPrefs(levels);
      const driver = await builder.forBrowser(Browser.CHROME).setChromeOptions(options).build();
      await driver.setDownloadPath(profile);
      return driver;
    },
  },

  firefox: {
    start: ({ profile, startProgram }) =>
      startFirefox({
        ...{ program: found('Firefox', enginePaths.firefox()).firefox, profile, startProgram },
        // Firefox's offline mode needs the system access.
        args: [
          `--width=${WINDOW.width}`,
          `--height=${WINDOW.height}`,
          '-remote-allow-system-access',
        ],
        preferences: {
          // A page that is left ends its socket, and Firefox would let the next page wait for its own.
          'network.websocket.delay-failed-reconnects': false,
          // No page of its own is loaded at the start, nor a process begun that nobody may need.
          'browser.startup.page': 0,
          'browser.newtab.preload': false,
          'dom.ipc.processPrelaunch.enabled': false,
          // All tests share a tab: after 50 entries, no test could see another one.
          'browser.sessionhistory.max_entries': 1_000,
          // Downloads are saved without a dialog.
          'browser.download.folderList': 2,
          'browser.download.dir': tmpdir(),
          'browser.helperApps.neverAsk.saveToDisk': 'text/csv,image/png',
        },
      }),
  },

  webkit: {
    // WebKitGTK has no headless mode, so its MiniBrowser runs on a virtual display.
    needsDisplay: true,
    service: () => [found('WebKitGTK', enginePaths.webkit()).webkitdriver, ['--host=127.0.0.1']],
    async build(builder) {
      const options = { binary: enginePaths.webkit().minibrowser, args: ['--automation'] };
      const capabilities = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
      const driver = await builder.withCapabilities(new Capabilities(capabilities)).build();
      await driver
        .manage()
        .window()
        .setRect({ x: 0, y: 0, ...WINDOW });
      return driver;
    },
  },
};

/**
 * Starts a browser with a fresh profile.
 *
 * Resolves to the WebDriver `driver`, the name of the `engine`, and `close()`. `engine` defaults to E2E_ENGINE, then to Chromium.
 *
 * A command that is not answered in time rejects, and the browser is started again: the tests that come
 * next find a new one behind the same `driver`. A test with a longer script sets the script's limit by
 * `driver.manage().setTimeouts`.
 */
export async function openBrowser(engine = process.env.E2E_ENGINE ?? 'chromium', more = []) {
  if (!engines[engine])
    throw new Error(`No engine "${engine}". Choose from: ${Object.keys(engines).join(', ')}.`);
  let current;
  let restarted;
  let isClosed = false;
  const start = async () => {
    current = await startBrowser(engine, more);
    limitCommands(current.driver, () => (restarted ??= restart()));
    const script = LONGEST_COMMAND_MS - SCRIPT_MARGIN_MS;
    await current.driver.manage().setTimeouts({ script });
  };
  const restart = async () => {
    current.end();
    // Nobody would end a browser that starts after the last test: the process would wait for it for ever.
    if (isClosed) return;
    await start();
    restarted = undefined;
  };
  await start();
  const driver = new Proxy(
    {},
    {
      get(_, name) {
        const value = current.driver[name];
        return typeof value === 'function' ? value.bind(current.driver) : value;
      },
    },
  );
  return {
    driver,
    engine,
    async close() {
      isClosed = true;
      // A browser that does not end by itself is ended like one that does not answer.
      await Promise.race([
        current.driver.quit().catch(() => {}),
        sleep(10_000, null, { ref: false }),
      ]);
      current.end();
    },
  };
}

/** Starts a driver program and a browser. `end` ends both, whatever state they are in. */
async function startBrowser(engine, more) {
  const { start = startWithDriver, ...given } = engines[engine];
  const profile = mkdtempSync(join(tmpdir(), 'svc-embed-e2e-'));
  const programs = [];
  const end = () => {
    process.off('exit', end);
    for (const { pid } of programs) endTree(pid);
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  };
  process.once('exit', end);
  const startProgram = (program, args, options) => {
    const child = spawn(program, args, options);
    programs.push(child);
    return child;
  };
  try {
    const driver = await within(LONGEST_START_MS, 'start', () =>
      start({ ...given, profile, more, startProgram }),
    );
    return { driver, end };
  } catch (error) {
    end();
    throw error;
  }
}

/** Starts a driver program, which starts the browser. */
async function startWithDriver({ service, build, needsDisplay, startProgram, ...rest }) {
  const [program, args] = service();
  const env = needsDisplay ? await startDisplay(startProgram) : {};
  const port = await freePort();
  const child = startProgram(program, [...args, `--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/status`, child);
  return build(new Builder().usingServer(url), rest);
}

/** Starts an X server, which chooses the number of its display. Resolves to the environment for WebKit. */
async function startDisplay(startProgram) {
  const screen = `${WINDOW.width + 100}x${WINDOW.height + 200}x24`;
  const options = ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'];
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe'];
  const server = startProgram(enginePaths.webkit().xvfb, options, { stdio });
  const [number] = await once(server.stdio[3], 'data');
  return {
    DISPLAY: `:${String(number).trim()}`,
    // A machine without a graphics card draws with a third less of the processor this way.
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    // WebKit cannot set up its sandbox as root, which is the usual user in a container.
    ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
  };
}

/** Gives each command of `driver` a limit. `restart` is awaited before such a command rejects. */
function limitCommands(driver, restart) {
  const execute = driver.execute.bind(driver);
  let scriptMs = 0;
  driver.execute = async (command) => {
    const name = command.getName();
    if (name === Name.SET_TIMEOUT) scriptMs = command.getParameter('script') ?? scriptMs;
    const isScript = name === Name.EXECUTE_ASYNC_SCRIPT;
    const longest = isScript ? scriptMs + SCRIPT_MARGIN_MS : 0;
    const limit = Math.max(LONGEST_COMMAND_MS, longest);
    try {
      return await within(limit, name, () => execute(command));
    } catch (error) {
      if (error instanceof Silence) await restart();
      throw error;
    }
  };
}

/** A browser that did not answer. */
class Silence extends Error {}

/** Rejects with a `Silence` if `body` takes too long. */
async function within(ms, command, body) {
  const timer = new AbortController();
  const limit = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Silence(
      `The browser did not answer the command "${command}" within ${ms / 1000} s. It was started again.`,
    );
  });
  try {
    return await Promise.race([body(), limit]);
  } finally {
    limit.catch(() => {});
    timer.abort();
  }
}

function found(name, paths) {
  const missing = Object.keys(paths).filter((key) => !paths[key]);
  if (missing.length > 0) {
    throw new Error(`${name} needs ${missing.join(' and ')}. \`npm test\` installs them.`);
  }
  return paths;
}
