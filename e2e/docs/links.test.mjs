// Every relative link leads to a file, and every anchor exists in that file. `site-links.test.mjs`
// looks at the built site.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from '../support/test.mjs';
import { allPages, anchorsOf, isElsewhere, root, withoutFences } from './support/pages.mjs';

/** A clone, GitHub and the registries resolve relative links and pictures: no link to a file of ours is whole. */
const OWN =
  /^https:\/\/(?:github\.com|raw\.githubusercontent\.com)\/svc-embed\/svc-embed\/.*main\//;

describe('links in the repository', () => {
  for (const page of ['README.md', ...allPages]) {
    test(page, () => {
      const text = withoutCode(readFileSync(join(root, page), 'utf8'));
      const inline = [...text.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)];
      const html = [...text.matchAll(/\b(?:href|src)="([^"]+)"/g)];
      const links = [...inline, ...html].map(([, link]) => link);
      assert.deepEqual(links.map((link) => problemOf(page, link)).filter(Boolean), []);
    });
  }
});

/** The problem of a link; undefined if it has none. */
function problemOf(page, link) {
  if (OWN.test(link)) return `${link}: must be relative`;
  if (isElsewhere(link)) return undefined;
  const [path, anchor] = decodeURI(link).split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return `${link}: there is no ${target}`;
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  return anchorsOf(target).includes(anchor) ? undefined : `${link}: there is no such heading`;
}

const withoutCode = (text) => withoutFences(text).replace(/`[^`\n]*`/g, '');
