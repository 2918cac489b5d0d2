// Runs axe in a page, and shows the page as other devices do.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { evaluate } from './page.mjs';
import { driver, engine } from './world.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe objects to in the driver's current frame: the rule, the element, and why. Elements that match
 * a selector of `exclude` are left out. With `include`, only what matches this selector is looked at.
 */
export async function violations(exclude = [], include = undefined) {
  if (!(await driver.executeScript('return "axe" in window'))) await prepare();
  return evaluate(
    driver,
    async (exclude, include) => {
      const { violations } = await axe.run(
        {
          exclude: exclude.map((selector) => [selector]),
          ...(include ? { include: [[include]] } : {}),
        },
        {
          // Frames of another origin have a run of their own.
          iframes: false,
          rules: { 'target-size': { enabled: true } },
        },
      );
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
      );
    },
    exclude,
    include,
  );
}

/** Loads axe. Without transitions, it sees the final colours. No policy forbids this kind of style sheet. */
async function prepare() {
  await driver.executeScript(AXE);
  await evaluate(driver, () => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);
  });
}

/** Shows pages as a device of this width does that prefers this scheme. Only Chromium can do that. */
export async function showAs({ width, height = 844, scheme = '' }) {
  if (engine !== 'chromium' || !width) return;
  const mobile = width < 500;
  const metrics = { width, height, deviceScaleFactor: 1, mobile };
  await driver.sendDevToolsCommand('Emulation.setDeviceMetricsOverride', metrics);
  await driver.sendDevToolsCommand('Emulation.setTouchEmulationEnabled', { enabled: mobile });
  const features = [{ name: 'prefers-color-scheme', value: scheme }];
  await driver.sendDevToolsCommand('Emulation.setEmulatedMedia', { features });
}

export async function showAsUsual() {
  if (engine !== 'chromium') return;
  await driver.sendDevToolsCommand('Emulation.clearDeviceMetricsOverride', {});
  await driver.sendDevToolsCommand('Emulation.setTouchEmulationEnabled', { enabled: false });
  await driver.sendDevToolsCommand('Emulation.setEmulatedMedia', { features: [] });
}
