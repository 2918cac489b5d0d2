// The built site in a browser: what axe finds in what we write, on a phone and on a wide screen, light and dark;
// and that a search finds the page that answers.

import assert from 'node:assert/strict';
import { after, before, describe, test } from '../support/test.mjs';
import { serveFolders } from '../../scripts/lib/static.mjs';
import { showAs, showAsUsual, violations } from '../support/axe.mjs';
import { evaluate, waitFor } from '../support/page.mjs';
import { driver } from '../support/world.mjs';
import { site } from './support/pages.mjs';

const VIEWS = [
  { scheme: 'light', width: 390, height: 844 },
  { scheme: 'dark', width: 1280, height: 900 },
];

/** A page of each kind: the first one, one with tabs and programs, one with wide tables, one of TypeDoc's. */
const PAGES = ['index.html', 'guide/backend.html', 'benchmarks.html', 'reference/index.html'];

/** What VitePress and TypeDoc put around our pages: their search, menus and lists are theirs. */
const THEIRS = [
  ...['.VPNav', '.VPLocalNav', '.VPSidebar', '.VPDocAside', '.VPFooter', '.VPSkipLink'],
  ...['header.tsd-page-toolbar', '.site-menu', '.page-menu', '.col-sidebar', 'footer'],
];

describe('the site', () => {
  let server;
  before(async () => {
    server = await serveFolders({ '/': site });
  });
  after(async () => {
    server.stop();
    await driver.get('about:blank');
    await showAsUsual();
  });

  for (const page of PAGES) {
    test(`axe finds nothing in ${page}`, async () => {
      for (const view of VIEWS) {
        await showAs(view);
        await driver.get(`${server.origin}/${page}`);
        assert.deepEqual(await violations(THEIRS), [], `${view.scheme}, ${view.width} px`);
      }
    });
  }

  test('the search finds the page that answers', async () => {
    await driver.get(`${server.origin}/guide/index.html`);
    await waitFor('the search', () =>
      evaluate(driver, () => {
        const input = document.querySelector('#localsearch-input');
        if (!input) document.querySelector('.DocSearch-Button')?.click();
        else {
          input.value = 'SignedOutError';
          input.dispatchEvent(new Event('input', { bubbles: true }));
        }
        return input !== null;
      }),
    );
    await waitFor('the page on renewal', () =>
      evaluate(driver, () =>
        [...document.querySelectorAll('#localsearch-list a')].some(({ href }) =>
          href.includes('/guide/renewal'),
        ),
      ),
    );
  });

  test('the reference leads back to the guide', async () => {
    await driver.get(`${server.origin}/reference/index.html`);
    const links = await evaluate(driver, () => [...document.links].map(({ href }) => href));
    assert.ok(links.includes(`${server.origin}/guide/index.html`));
  });
});
