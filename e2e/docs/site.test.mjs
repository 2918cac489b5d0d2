// The built site in a browser: what axe finds, on a phone and on a wide screen, light and dark; the
// search; and that neither the folder in which the site is nor a policy against inline scripts breaks it.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, isNightly, test } from '../support/test.mjs';
import { pagePaths } from '../../scripts/lib/site.mjs';
import { serveFolder } from '../../scripts/lib/static.mjs';
import { showAs, showAsUsual, violations } from '../support/axe.mjs';
import { evaluate, waitFor } from '../support/page.mjs';
import { driver } from '../support/world.mjs';
import { site } from './support/pages.mjs';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 900 };

const VIEWS = [
  ['light', PHONE],
  ['dark', PHONE],
  ['light', WIDE],
  ['dark', WIDE],
];

/**
 * A page of each kind: the first one, one with tabs and programs, one with wide tables, one of TypeDoc's.
 * Every change is tested with these, in the first and the last view.
 */
const EACH_KIND = [
  ...['index.html', '404.html', 'guide/backend.html', 'benchmarks.html', 'reference/index.html'],
];

/** At night, all pages are seen in these views, and those of each kind in all of them. */
const viewsOf = (page) =>
  isNightly && EACH_KIND.includes(page) ? VIEWS : [VIEWS[0], VIEWS.at(-1)];

/** What a strict host allows: no inline script. The theme and TypeDoc set styles inline. */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

/** TypeDoc's script makes this list, with a link inside each button that opens a part of it. */
const EXCLUDED = ['.tsd-navigation summary'];

/** The first pages of a folder of TypeDoc's reference. */
const someOf = (folder, count = 2) =>
  readdirSync(join(site, 'reference', folder))
    .slice(0, count)
    .map((name) => `reference/${folder}/${name}`);

const written = [...pagePaths.values()].map((page) => page.replace(/\.md$/, '.html'));
const generated = [
  '404.html',
  'reference/index.html',
  ...['modules', 'classes', 'interfaces', 'functions', 'types', 'variables'].flatMap((folder) =>
    someOf(folder),
  ),
];

/**
 * What readers type, and the pages that answer it: one of them must be among so many first results. Three are
 * what the search shows without scrolling.
 */
const QUESTIONS = [
  ['renewal', 1, 'guide/renewal'],
  ['filter', 1, 'guide/events'],
  ['getSession', 1, 'guide/renewal'],
  ['error', 1, 'guide/errors'],
  ['React', 1, 'guide/react'],
  ['cursor', 1, 'guide/management'],
  ['SignedOutError', 1, 'guide/renewal'],
  ['quick start', 3, 'guide/quick-start'],
  ['troubleshooting', 3, 'guide/troubleshooting'],
  ['install', 3, 'guide/quick-start'],
  ['getting started', 3, 'guide/quick-start'],
  ['frame is empty', 3, 'guide/troubleshooting'],
  ['blank iframe', 3, 'guide/troubleshooting'],
  ['iframe height', 3, 'guide/troubleshooting', 'guide/events'],
  ['150 px', 3, 'guide/troubleshooting'],
  ['works in development but not in production', 3, 'guide/troubleshooting'],
  ['events do not arrive', 3, 'guide/troubleshooting'],
  ['dark mode', 3, 'guide/troubleshooting', 'guide/events'],
  ['third-party cookies', 3, 'guide/troubleshooting', 'guide/events'],
  ['what does my backend do', 3, 'guide/backend'],
  ['session expired', 3, 'guide/renewal', 'guide/troubleshooting'],
  ['export a dashboard as PDF', 3, 'guide/management'],
];

async function searchFor(term) {
  await waitFor('the search', () =>
    evaluate(
      driver,
      (term) => {
        const input = document.querySelector('#localsearch-input');
        if (!input) {
          document.querySelector('.DocSearch-Button')?.click();
          return false;
        }
        input.value = term;
        input.dispatchEvent(new Event('input', { bubbles: true }));
        return true;
      },
      term,
    ),
  );
}

let server;

const begin = async () => {
  server = await serveFolder(site, { headers: { 'content-security-policy': POLICY } });
};
const end = async () => {
  server.stop();
  await driver.get('about:blank');
  await showAsUsual();
};

async function open(page) {
  await driver.get(`${server.origin}/${page}`);
  // VitePress names its switch between light and dark when its script runs.
  await waitFor('the script', () =>
    evaluate(driver, () => !document.querySelector('.VPSwitchAppearance[title=""]')),
  );
}

// The hooks are those of a suite: a hook of the file would run after the browser is closed.
describe('the site', () => {
  before(begin);
  after(end);

  for (const page of isNightly ? [...written, ...generated] : EACH_KIND) {
    test(`axe finds nothing in ${page}`, async () => {
      let isOpen = false;
      for (const [scheme, size] of viewsOf(page)) {
        const place = `${scheme}, ${size.width} px`;
        await showAs({ ...size, scheme });
        // The page follows a change of the scheme and of the size, as it does for a reader.
        if (!isOpen) await open(page);
        isOpen = true;
        assert.deepEqual(await violations(EXCLUDED), [], place);
        const { width, mains } = await evaluate(driver, () => ({
          width: document.documentElement.scrollWidth,
          mains: document.querySelectorAll('main, [role=main]').length,
        }));
        assert.equal(mains, 1, `${place}: landmarks \`main\``);
        assert.ok(width <= size.width, `${place}: the page is ${width} px wide`);
      }
    });
  }

  test('what readers search for is found where they look', async () => {
    await showAs(WIDE);
    await open('guide/index.html');
    for (const [question, most, ...places] of QUESTIONS) {
      await searchFor(question);
      let found = [];
      const isFound = async () => {
        found = await evaluate(driver, () =>
          [...document.querySelectorAll('#localsearch-list a')].map(({ href }) =>
            new URL(href).pathname.replace(/^\/|\.html$/g, ''),
          ),
        );
        return found.slice(0, most).some((path) => places.includes(path));
      };
      await waitFor(`${question} in ${places.join(' or ')}`, isFound, { timeoutMs: 5_000 }).catch(
        (error) => {
          throw new Error(`${error.message} Found: ${found.join(', ')}`);
        },
      );
    }
    assert.deepEqual(await violations(EXCLUDED), []);
  });

  test('the operations are a list that a phone can show, and open where a link leads', async () => {
    await showAs({ width: 360, height: 740 });
    await open('operations.html');
    const height = await evaluate(driver, () => document.documentElement.scrollHeight);
    assert.ok(height < 8_000, `${height} px high`);
    /** Waits until the heading is where the reader looks. */
    const seen = (id) =>
      waitFor(`${id} in view`, () =>
        evaluate(
          driver,
          (id) => {
            const { top, height } = document.getElementById(id).getBoundingClientRect();
            return height > 0 && top > 60 && top < 700;
          },
          id,
        ),
      );
    await driver.get('about:blank');
    await open('operations.html#workbooksduplicate');
    await seen('workbooksduplicate');
    // A link on the page, to a type whose fields are a part of their own.
    await evaluate(driver, () => document.querySelector('a[href="#duplicateworkbook"]').click());
    await seen('duplicateworkbook');
    const fields = await evaluate(driver, () => {
      const table = document.querySelector('#duplicateworkbook ~ details table');
      return table.getBoundingClientRect().height;
    });
    assert.ok(fields > 0);
    await searchFor('folders.list');
    await waitFor('the result', () =>
      evaluate(driver, () => {
        const found = [...document.querySelectorAll('#localsearch-list a')].find(({ href }) =>
          href.endsWith('operations.html#folderslist'),
        );
        found?.click();
        return found !== undefined;
      }),
    );
    await seen('folderslist');
    // A look at all of it takes ten seconds.
    if (!isNightly) return;
    await evaluate(driver, () => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    assert.deepEqual(await violations(EXCLUDED), []);
  });

  test('an unknown address offers the search', async () => {
    await showAs(WIDE);
    await open('guide/no-such-page.html');
    const opened = await waitFor('the search', () =>
      evaluate(driver, () => {
        document.querySelector('.search-here')?.click();
        return document.querySelector('#localsearch-input') !== null;
      }),
    );
    assert.ok(opened);
  });

  test('the first page copies the command of the chosen package manager', async () => {
    await showAs(WIDE);
    await open('index.html');
    const shown = () =>
      evaluate(driver, () => document.querySelector('.copy-line code').textContent);
    assert.equal(await shown(), 'npm install svc-embed');
    await evaluate(driver, () =>
      [...document.querySelectorAll('.landing-tools button')]
        .find(({ textContent }) => textContent.trim() === 'pnpm')
        .click(),
    );
    await waitFor('pnpm', async () => (await shown()) === 'pnpm add svc-embed');
  });

  test('the references lead back to the guide', async () => {
    const rust = isNightly ? ['rust/svc_embed/index.html'] : [];
    for (const page of ['reference/index.html', ...rust]) {
      await driver.get(`${server.origin}/${page}`);
      const links = await evaluate(driver, () => [...document.links].map(({ href }) => href));
      assert.ok(links.includes(`${server.origin}/guide/index.html`), page);
    }
  });
});
