// Every relative link leads to a file, and every anchor exists in that file. `site-links.test.mjs`
// looks at the built site.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, test } from '../support/test.mjs';
import { allPages, anchorsOf, isElsewhere, root, withoutFences } from './support/pages.mjs';

/** The README is read in the published package, too, so its links are whole. They lead to this repository. */
const OWN =
  /^https:\/\/(?:github\.com|raw\.githubusercontent\.com)\/svc-embed\/svc-embed\/(?:blob\/)?main\//;

describe('links in the repository', () => {
  for (const page of allPages) {
    test(page, () => {
      const text = withoutCode(readFileSync(join(root, page), 'utf8'));
      const inline = [...text.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)];
      const html = [...text.matchAll(/\b(?:href|src)="([^"]+)"/g)];
      const links = [...inline, ...html]
        .map(([, link]) => (OWN.test(link) ? fromPage(page, link.replace(OWN, '')) : link))
        .filter((link) => !isElsewhere(link));
      assert.deepEqual(links.map((link) => problemOf(page, link)).filter(Boolean), []);
    });
  }
});

/** The link from a page to a path of the repository. */
const fromPage = (page, path) => posix.join(posix.relative(posix.dirname(page), '.'), path);

test('the links and the picture of the README work in the published package', () => {
  const text = withoutCode(readFileSync(join(root, 'README.md'), 'utf8'));
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
  assert.ok(links.length > 10);
  assert.deepEqual(
    links.filter((link) => !isElsewhere(link)),
    [],
  );
});

/** The problem of a link; undefined if it has none. */
function problemOf(page, link) {
  const [path, anchor] = decodeURI(link).split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return `${link}: there is no ${target}`;
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  return anchorsOf(target).includes(anchor) ? undefined : `${link}: there is no such heading`;
}

const withoutCode = (text) => withoutFences(text).replace(/`[^`\n]*`/g, '');
