// In the built site, every link leads to a file, every anchor exists in that file, and every page is reached.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, test } from '../support/test.mjs';
import { pagePaths, REPOSITORY } from '../../scripts/lib/site.mjs';
import { anchorsOf, isElsewhere, site } from './support/pages.mjs';

/** rustdoc links to a list of a trait's implementations even if no other crate implements it. */
const OPTIONAL = /\/(trait|type)\.impl\/.*\.js$/;

/** rustdoc copies what other crates document of their blanket implementations, with its relative links. */
const OF_OTHERS = /^(dispatcher#|futures_core::)/;

describe('links in the site', () => {
  const files = filesIn(site).filter((file) => file.endsWith('.html'));
  const parsed = new Map(files.map((file) => [file, parse(readFileSync(file, 'utf8'))]));
  /** The file that a path names. VitePress's paths start at the site's root. */
  const targetOf = (file, path) => {
    const target = path.startsWith('/') ? join(site, path) : join(dirname(file), path);
    return path.endsWith('/') ? join(target, 'index.html') : target;
  };

  test('lead to files and anchors that exist', () => {
    const problems = [];
    let count = 0;
    for (const [file, { links }] of parsed) {
      for (const link of links) {
        count++;
        const [address, anchor] = link.split('#');
        const path = decodeURIComponent(address.split('?')[0]);
        let target = path === '' ? file : targetOf(file, path);
        if (existsSync(target) && statSync(target).isDirectory())
          target = join(target, 'index.html');
        const ids = parsed.get(target)?.ids;
        const isThere = existsSync(target) && (!anchor || !ids || hasAnchor(ids, anchor));
        if (!isThere) problems.push(`${relative(site, file)}: ${link}`);
      }
    }
    assert.deepEqual(problems, []);
    assert.ok(count > 5_000, `only ${count} links were found`);
  });

  test('stay in the site, also those of the reference to the guide', () => {
    const isStray = (file) =>
      file.startsWith(join(site, 'reference')) &&
      readFileSync(file, 'utf8').includes(`href="${REPOSITORY}/blob/main/docs/`);
    assert.deepEqual(files.filter(isStray), []);
  });

  test('have the anchors of the repository', () => {
    for (const [source, page] of pagePaths) {
      const { ids, isFolded } = parsed.get(join(site, page.replace(/\.md$/, '.html')));
      const missing = anchorsOf(source).filter((anchor) => !ids.has(anchor));
      assert.deepEqual(missing, [], source);
      // VitePress scrolls to a heading, and opens no part around it.
      assert.ok(!isFolded, source);
    }
  });

  test('reach every page from the index', () => {
    const seen = new Set();
    const visit = (file) => {
      if (seen.has(file) || !parsed.has(file)) return;
      seen.add(file);
      for (const link of parsed.get(file).links) {
        const path = decodeURIComponent(link.split(/[?#]/)[0]);
        if (path !== '') visit(targetOf(file, path));
      }
    };
    visit(join(site, 'index.html'));
    for (const page of ['guide', 'reference/modules', 'rust/svc_embed']) {
      const found = [...seen].filter((file) => dirname(file) === join(site, page));
      assert.ok(found.length > 0, `no page of ${page} is reached`);
    }
    for (const page of pagePaths.values()) {
      assert.ok(seen.has(join(site, page.replace(/\.md$/, '.html'))), `${page} is not reached`);
    }
  });
});

/** True if a page has an anchor. An anchor may be percent-encoded, or a range of lines. */
function hasAnchor(ids, anchor) {
  const lines = /^(\d+)-(\d+)$/.exec(anchor);
  if (lines) return ids.has(lines[1]) && ids.has(lines[2]);
  return ids.has(anchor) || ids.has(decodeURIComponent(anchor));
}

/** The links of a page to the same site, and the ids that anchors can name. */
function parse(html) {
  // Removes scripts, because their strings can look like links.
  const text = html.replace(
    /<script[^>]*>[^]*?<\/script>/g,
    (script) => script.split('>')[0] + '>',
  );
  const values = (pattern) => [...text.matchAll(pattern)].map(([, value]) => unescape(value));
  return {
    links: values(/\s(?:href|src)="([^"]+)"/g).filter(
      (link) => !isElsewhere(link) && !OPTIONAL.test(link) && !OF_OTHERS.test(link),
    ),
    ids: new Set(values(/\s(?:id|name)="?([^"\s>]+)/g)),
    isFolded: text.includes('<details'),
  };
}

function unescape(text) {
  const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };
  return text.replace(/&(#?\w+);/g, (whole, name) => entities[name] ?? whole);
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}
