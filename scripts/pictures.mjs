// `npm run pictures`: takes the README's pictures of the demo page, in light and in dark. Needs a build
// (`npm run build`), the sandbox (`cargo build -p svc-sandbox`) and Chromium.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../e2e/support/browser.mjs';
import { evaluate, insideFrame, waitFor } from '../e2e/support/page.mjs';
import { startSandbox } from '../e2e/support/sandbox.mjs';
import { main, root } from './lib/run.mjs';

/** High enough for the page down to the end of the session's timeline. */
const SIZE = { width: 1_440, height: 1_350 };

await main(async () => {
  const sandbox = await startSandbox({ www: 'www' });
  try {
    const { driver, close } = await openBrowser('chromium');
    try {
      await take(driver, sandbox.host);
    } finally {
      await close();
    }
  } finally {
    await sandbox.stop();
  }
});

async function take(driver, host) {
  const metrics = { ...SIZE, deviceScaleFactor: 1, mobile: false };
  await driver.sendDevToolsCommand('Emulation.setDeviceMetricsOverride', metrics);
  await driver.sendDevToolsCommand('Emulation.setScrollbarsHidden', { hidden: true });
  for (const scheme of ['light', 'dark']) {
    const features = [{ name: 'prefers-color-scheme', value: scheme }];
    await driver.sendDevToolsCommand('Emulation.setEmulatedMedia', { features });
    await driver.get(`${host}/`);
    const isDrawn = () =>
      insideFrame(driver, '#embed iframe', () =>
        evaluate(driver, () => document.querySelectorAll('.chart svg').length >= 2),
      );
    await waitFor('the charts', isDrawn, { timeoutMs: 30_000 });
    // A renewal on the timeline says more than a mount.
    await evaluate(driver, () => document.querySelector('[data-move="expiring"]').click());
    const isRenewed = () =>
      evaluate(driver, () =>
        /^Session 2, (5|6|7) s/.test(document.querySelector('#lifebar .life-text').textContent),
      );
    await waitFor('a renewal', isRenewed, { timeoutMs: 30_000 });
    const picture = join(root, 'docs', `demo-${scheme}.png`);
    writeFileSync(picture, await driver.takeScreenshot(), 'base64');
    console.log(picture);
  }
}
