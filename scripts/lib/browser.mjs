// Finds the browsers of the tests and their drivers.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isUbuntu } from './apt.mjs';
import { output, toolsDir, which } from './run.mjs';

const BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const MAC_BROWSERS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The paths where distributions put WebKitGTK's MiniBrowser, for each version of its API. */
const MINIBROWSERS = ['x86_64-linux-gnu', 'aarch64-linux-gnu', ''].flatMap((triple) =>
  ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].flatMap((version) =>
    ['lib', 'libexec'].map((lib) => join('/usr', lib, triple, version, 'MiniBrowser')),
  ),
);

/** The paths of Chromium (or Chrome) and chromedriver: CHROME and CHROMEDRIVER, else from PATH. */
export function browserPaths() {
  return {
    chrome:
      process.env.CHROME || BROWSERS.map(which).find(Boolean) || MAC_BROWSERS.find(existsSync),
    chromedriver: process.env.CHROMEDRIVER || which('chromedriver'),
  };
}

/** Where the setup puts Chromium without windows, menus and pages of its own. */
export const shellFolder = join(toolsDir, 'headless-shell');

/**
 * The path of that program, if chromedriver can drive it and CHROME names no other. It is the same engine, and
 * needs half as much of the processor. HEADLESS_SHELL is this path for tests that are to use it.
 */
export async function headlessShell() {
  if (process.env.CHROME) return undefined;
  const path = join(shellFolder, 'usr/lib/chromium/chromium-headless-shell');
  const [version, driver] = await Promise.all([path, browserPaths().chromedriver].map(major));
  return version !== undefined && version === driver ? path : undefined;
}

/** The engines of the end-to-end tests. WebKitGTK exists only on Linux. */
export const ENGINES = ['chromium', 'firefox', ...(process.platform === 'linux' ? ['webkit'] : [])];

/** The paths of the other engines' programs: from the environment, else from PATH. */
export const enginePaths = {
  firefox: () => ({
    firefox: process.env.FIREFOX || which('firefox-esr') || which('firefox'),
  }),
  webkit: () => ({
    webkitdriver: process.env.WEBKITDRIVER || which('WebKitWebDriver'),
    minibrowser: process.env.MINIBROWSER || MINIBROWSERS.find(existsSync),
    xvfb: which('Xvfb'),
  }),
};

/**
 * Returns the paths of Chromium and chromedriver if they work together. Otherwise returns
 * `missing`, a sentence that says what to do, and `absent`, the names of the programs not found.
 */
export async function installedBrowser() {
  const { chrome, chromedriver } = browserPaths();
  const absent = [!chrome && 'Chromium or Chrome', !chromedriver && 'chromedriver']
    .filter(Boolean)
    .join(' and ');
  if (absent) return { absent, missing: `The browser tests need ${absent}. ${advice()}` };

  const [browserVersion, driverVersion] = await Promise.all([major(chrome), major(chromedriver)]);
  if (browserVersion === undefined)
    return { missing: `The browser does not run: ${chrome} --version fails.` };
  if (driverVersion === undefined)
    return { missing: `chromedriver does not run: ${chromedriver} --version fails.` };
  if (browserVersion !== driverVersion) {
    return {
      missing:
        `${chrome} has version ${browserVersion} and ${chromedriver} has version ${driverVersion}: ` +
        `chromedriver works only with a browser of the same major version. ${advice()}`,
    };
  }
  return { chrome, chromedriver };
}

function advice() {
  const byHand =
    'Install Google Chrome and the chromedriver of the same version ' +
    '(https://googlechromelabs.github.io/chrome-for-testing/), on PATH, or set CHROME and CHROMEDRIVER to their paths.';
  if (isUbuntu())
    return `Ubuntu's Chromium packages are snaps, which the tests cannot drive. ${byHand}`;
  if (which('apt-get')) return 'As root: apt-get install chromium chromium-driver';
  return byHand;
}

/** The major version that a program prints: 140 of `Chromium 140.0.7339.185`. */
async function major(program) {
  return (await output(program, ['--version']))?.match(/(\d+)\.\d+\.\d+/)?.[1];
}
