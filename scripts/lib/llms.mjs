// What programs that read for people get of the documentation: `llms.txt`, which lists the guide's pages
// (https://llmstxt.org), each page as Markdown, and a skill with the shortest programs that are right.
// All of it is made from the guide, whose programs are tested.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { Failure, root } from './run.mjs';
import { RAW, pagePaths } from './site.mjs';

const INDEX = 'docs/guide/README.md';
const SKILL = 'npm/skill.md';

const LINK = /\[([^\]]+)\]\(([^)]+)\)/g;

/** Who embeds a dashboard needs no measurements. The convention calls what may be left out optional. */
const OPTIONAL = ['Measurements', 'Project'];

const read = (path) => readFileSync(join(root, path), 'utf8');

/** The address of a page's Markdown in the repository. */
const inRepository = (path) => `${RAW}/${path}`;

/** What the npm package has, by its path there. The links lead to the repository's files. */
export function packageTexts() {
  return new Map([
    ['llms.txt', llmsText(inRepository)],
    ['skills/svc-embed/SKILL.md', skillText(inRepository)],
  ]);
}

/**
 * Writes what the site has: the same two, at `llms.txt` and `skill.md`, and beside each page its
 * Markdown.
 */
export function writeToSite(site, base) {
  const inSite = (path) =>
    pagePaths.has(path) ? `${base}${pagePaths.get(path)}` : inRepository(path);
  const texts = [...pagePaths].map(([path, place]) => [place, withLinks(path, inSite)]);
  texts.push(['llms.txt', llmsText(inSite)], ['skill.md', skillText(inSite)]);
  for (const [place, text] of texts) {
    mkdirSync(dirname(join(site, place)), { recursive: true });
    writeFileSync(join(site, place), text);
  }
}

/** The list of the guide's pages, in the order of its index. */
function llmsText(addressOf) {
  const readme = read('README.md');
  const [, title, summary] = /^# (.+)\n\n(.+)\n/.exec(readme) ?? [];
  if (!summary) throw new Failure('README.md does not begin with a title and a sentence.');
  const groups = new Map();
  let group = [];
  for (const line of read(INDEX).split('\n')) {
    const [, heading] = /^## (.+)$/.exec(line) ?? [];
    if (heading) {
      const name = OPTIONAL.includes(heading) ? 'Optional' : heading;
      group = groups.get(name) ?? [];
      groups.set(name, group);
    }
    const [, cell, about] = /^\| (\[[^|]+)\| ([^|]+?) *\|/.exec(line) ?? [];
    for (const [, name, link] of (cell ?? '').matchAll(LINK)) {
      const path = posix.join(posix.dirname(INDEX), link);
      group.push(`- [${name[0].toUpperCase()}${name.slice(1)}](${addressOf(path)}): ${about}`);
    }
  }
  const parts = [...groups]
    .filter(([, pages]) => pages.length > 0)
    .map(([name, pages]) => `## ${name}\n\n${pages.join('\n')}\n`);
  return [`# ${title}\n`, `> ${summary}\n`, ...parts].join('\n');
}

/** The skill, with the blocks of code that it names. */
function skillText(addressOf) {
  return withLinks(SKILL, addressOf, '.').replace(
    /^<!-- block: (\S+) (\w+) (.+) -->$/gm,
    (_, page, language, part) => {
      const blocks = [...read(page).matchAll(/^```(\w+)\n([^]*?)^```$/gm)].filter(
        ([, ofBlock, code]) => ofBlock === language && code.includes(part),
      );
      if (blocks.length !== 1)
        throw new Failure(
          `${page} has ${blocks.length} blocks of ${language} with "${part}", not one.`,
        );
      return blocks[0][0];
    },
  );
}

/** A page without the comments that only its tests read, and with the links' whole addresses. */
function withLinks(path, addressOf, folder = posix.dirname(path)) {
  return read(path)
    .replace(/^<!-- (?:given|source|excerpt): .+ -->\n\n?/gm, '')
    .replace(/\]\((?![a-z]+:|#)([^)#\s]+)(#[^)]*)?\)/g, (_, link, anchor = '') => {
      const target = posix.join(folder, link).replace(/\/$/, '');
      return `](${addressOf(target)}${anchor})`;
    });
}
