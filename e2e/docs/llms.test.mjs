// What programs that read for people get: `llms.txt`, the pages as Markdown, and the skill.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from '../support/test.mjs';
import { RAW, pagePaths } from '../../scripts/lib/site.mjs';
import { pages, root } from './support/pages.mjs';

const site = process.env.DOCS_SITE;
if (!site) throw new Error('DOCS_SITE is not set: `npm test -- --only docs` sets it.');

const inSite = (name) => readFileSync(join(site, name), 'utf8');
const inPackage = (name) => readFileSync(join(root, 'dist', name), 'utf8');
const linksOf = (text) => [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, link]) => link);

describe('what programs read', () => {
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

  test('the package has the same list, with addresses outside of the site', () => {
    const files = linksOf(inPackage('llms.txt')).map((link) => link.replace(`${RAW}/`, ''));
    assert.equal(files.length, linksOf(inSite('llms.txt')).length);
    for (const file of files) assert.ok(existsSync(join(root, file)), file);
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

  test('the skill is short, and each of its programs stands in a tested page', () => {
    const skill = inPackage('skills/svc-embed/SKILL.md');
    assert.match(skill, /^---\nname: svc-embed\ndescription: .{50,1000}\n---\n/);
    assert.ok(skill.split(/\s+/).length < 700);
    const programs = [...skill.matchAll(/^```\w+\n[^]*?^```$/gm)].map(([block]) => block);
    assert.equal(programs.length, 3);
    const guide = pages.map((page) => readFileSync(join(root, page), 'utf8')).join('\n');
    for (const program of programs) assert.ok(guide.includes(program), program);
  });
});
