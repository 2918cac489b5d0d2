// The browser of the tests: Chromium (or Chrome) and its chromedriver.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isUbuntu } from './apt.mjs';
import { output, which } from './run.mjs';

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

/** WebKitGTK's own small browser, of its present and its next interface. */
const MINIBROWSERS = ['x86_64-linux-gnu', 'aarch64-linux-gnu', ''].flatMap((triple) =>
  ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].flatMap((version) =>
    ['lib', 'libexec'].map((lib) => join('/usr', lib, triple, version, 'MiniBrowser')),
  ),
);

/** Where the browser and its driver are: CHROME and CHROMEDRIVER, or what PATH holds. */
export function browserPaths() {
  return {
    chrome:
      process.env.CHROME || BROWSERS.map(which).find(Boolean) || MAC_BROWSERS.find(existsSync),
    chromedriver: process.env.CHROMEDRIVER || which('chromedriver'),
  };
}

/** The engines of the end-to-end tests. WebKitGTK exists on Linux alone. */
export const ENGINES = ['chromium', 'firefox', ...(process.platform === 'linux' ? ['webkit'] : [])];

/** Where the other engines' parts are: by the environment, or on PATH. */
export const enginePaths = {
  firefox: () => ({
    firefox: process.env.FIREFOX || which('firefox-esr') || which('firefox'),
    geckodriver: process.env.GECKODRIVER || which('geckodriver'),
  }),
  webkit: () => ({
    webkitdriver: process.env.WEBKITDRIVER || which('WebKitWebDriver'),
    minibrowser: process.env.MINIBROWSER || MINIBROWSERS.find(existsSync),
    xvfb: which('Xvfb'),
  }),
};

/**
 * The browser and its driver where they can be used together; else `missing`, a sentence saying
 * what to do, and `absent` where it is not there at all.
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
        `${chrome} is of version ${browserVersion} and ${chromedriver} of version ${driverVersion}: ` +
        `chromedriver works only with a browser of its own major version. ${advice()}`,
    };
  }
  return { chrome, chromedriver };
}

function advice() {
  const byHand =
    'Install Google Chrome and the chromedriver of the same version ' +
    '(https://googlechromelabs.github.io/chrome-for-testing/), on PATH or named by CHROME and CHROMEDRIVER.';
  if (isUbuntu())
    return `Ubuntu's own packages of Chromium are snaps, which do not serve here. ${byHand}`;
  if (which('apt-get')) return 'As root: apt-get install chromium chromium-driver';
  return byHand;
}

/** The major version a program prints, as in `Chromium 140.0.7339.185`. */
async function major(program) {
  return (await output(program, ['--version']))?.match(/(\d+)\.\d+\.\d+/)?.[1];
}
