// What programs that read for people get in the package: `llms.txt` and the skill. `site-llms.test.mjs` has what
// the site gives them.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '../support/test.mjs';
import { RAW, pagePaths } from '../../scripts/lib/site.mjs';
import { linksOf, pages, root } from './support/pages.mjs';

const inPackage = (name) => readFileSync(join(root, 'dist', name), 'utf8');

test('the list of the package names pages that are there, by addresses outside of it', () => {
  const files = linksOf(inPackage('llms.txt')).map((link) => link.replace(`${RAW}/`, ''));
  const listed = [...pagePaths.values()].filter((page) => !/^(guide\/)?index\.md$/.test(page));
  assert.equal(files.length, listed.length);
  for (const file of files) assert.ok(existsSync(join(root, file)), file);
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
