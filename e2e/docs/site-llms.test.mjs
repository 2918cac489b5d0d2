// What programs that read for people get from the site: `llms.txt`, and the pages as Markdown.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '../support/test.mjs';
import { RAW, pagePaths } from '../../scripts/lib/site.mjs';
import { linksOf, root, site } from './support/pages.mjs';

const inSite = (name) => readFileSync(join(site, name), 'utf8');

test('the list names each page of the guide once, as Markdown that is there', () => {
  const links = linksOf(inSite('llms.txt'));
  const listed = links.map((link) => link.replace(/^\//, ''));
  assert.deepEqual(
    listed.toSorted(),
    [...pagePaths.values()]
      .filter((page) => page !== 'guide/index.md' && page !== 'index.md')
      .sort(),
  );
  for (const page of listed) assert.ok(existsSync(join(site, page)), page);
});

test('a page has no comment of the tests, and its links lead somewhere', () => {
  const written = readdirSync(site, { recursive: true }).filter((name) => name.endsWith('.md'));
  assert.ok(written.length > 40);
  for (const name of written) {
    const text = inSite(name)
      .replace(/^( *)(`{3,})[^]*?^\1\2$/gm, '')
      .replace(/`[^`\n]*`/g, '');
    assert.doesNotMatch(text, /<!-- (given|source|excerpt|block)/, name);
    for (const link of linksOf(text)) {
      if (/^(https?|mailto):/.test(link) && !link.startsWith(RAW)) continue;
      const there = link.startsWith(RAW) ? join(root, link.slice(RAW.length)) : join(site, link);
      assert.ok(existsSync(there), `${name}: ${link}`);
    }
  }
});
