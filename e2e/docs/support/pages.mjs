// Reads the pages of the documentation and their blocks of code.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorOf, pagePaths } from '../../../scripts/lib/site.mjs';

/** The repository's root. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

const markdownIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
    .sort();

/** The folder of the built site, for the tests of the site. */
export const site = process.env.DOCS_SITE;

/** Every page whose links are checked. */
export const allPages = [...pagePaths.keys()];

/** The pages whose blocks of code are compiled or run. */
export const pages = ['README.md', ...markdownIn('docs/guide'), 'sandbox/README.md'];

/**
 * The blocks of code of a page: `language`, `text`, `line`, and the directives in the comment above
 * the block, such as `<!-- given: embed -->`. Readers of the page do not see that comment.
 */
export function blocksOf(page) {
  const lines = readFileSync(join(root, page), 'utf8').split('\n');
  const blocks = [];
  for (let at = 0; at < lines.length; at++) {
    const fence = /^( *)(`{3,})(.*)$/.exec(lines[at]);
    if (!fence) continue;
    const [, indent, ticks, info] = fence;
    const end = lines.findIndex((line, later) => later > at && line.trim() === ticks);
    if (end < 0) throw new Error(`${page}:${at + 1}: the block of code does not end.`);
    const text = lines.slice(at + 1, end).map((line) => line.slice(indent.length));
    blocks.push({
      page,
      line: at + 1,
      language: info.trim(),
      text: `${text.join('\n')}\n`,
      ...directivesBefore(lines, at),
    });
    at = end;
  }
  return blocks;
}

/** The blocks of all `pages`. */
export const blocks = pages.flatMap(blocksOf);

/** The block of a page that has a language and contains a text. Throws unless there is exactly one. */
export function block(page, language, text = '') {
  const found = blocksOf(page).filter(
    (block) => block.language === language && block.text.includes(text),
  );
  if (found.length !== 1) {
    throw new Error(`${page} has ${found.length} blocks of ${language} with "${text}".`);
  }
  return found[0].text;
}

/** The place of a block, for test names and messages. */
export const placeOf = ({ page, line }) => `${page}:${line}`;

/** The directive in the comment above a block: `{ given: ['embed'] }`, `{ source: 'express.mjs' }`. */
function directivesBefore(lines, at) {
  let above = at - 1;
  while (above >= 0 && lines[above].trim() === '') above--;
  const found = /^<!-- (given|source|excerpt): (.+) -->$/.exec(lines[above]?.trim() ?? '');
  if (!found) return {};
  const [, name, value] = found;
  return { [name]: name === 'given' ? value.split(', ') : value };
}

/** True of a link that leaves the repository, or the site. */
export const isElsewhere = (link) => /^([a-z][a-z\d+.-]*:|\/\/)/i.test(link);

/** The anchors of a page's headings, by the rules of the sites that show repositories. */
export function anchorsOf(page) {
  const seen = new Map();
  const text = withoutFences(readFileSync(join(root, page), 'utf8'));
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => {
    const slug = anchorOf(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
}

/** A text without its blocks of code. */
export const withoutFences = (text) => text.replace(/^( *)(`{3,})[^]*?^\1\2$/gm, '');
