// Opens every HTML page of the README and the guide in a browser. It shows the dashboard. By day, those pages
// are opened that import something which no earlier one imports.

import assert from 'node:assert/strict';
import { test } from '../support/test.mjs';
import { consoleLines } from '../support/demo.mjs';
import { evaluate } from '../support/page.mjs';
import { driver } from '../support/world.mjs';
import { forSandbox, iframeShows, openPage } from './support/host-page.mjs';
import { blocks, placeOf } from './support/pages.mjs';

// A block that is a file is run by the test of that file.
for (const block of blocks.filter(({ language, source }) => language === 'html' && !source)) {
  test(placeOf(block), async () => {
    await openPage();
    await evaluate(
      driver,
      (html) => {
        document.open();
        document.write(html);
        document.close();
      },
      forSandbox(block.text),
    );
    await iframeShows({ sessionState: 'active' });
    const height = await evaluate(driver, () => {
      const iframe = document.querySelector('iframe') ?? document.querySelector('svc-embed').iframe;
      return iframe.getBoundingClientRect().height;
    });
    assert.equal(height, 640);
    const loaded = await evaluate(driver, () =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => /\.wasm$|translated/.test(name)),
    );
    // The WebAssembly is inside the JavaScript, and this page's policy allows it.
    assert.deepEqual(loaded, []);
    assert.deepEqual(await consoleLines(), []);
  });
}
