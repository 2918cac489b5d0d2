// The pages of the documentation's site: which files they are, where each is in the site, and where its
// links lead. The files stay readable in the repository, so the site's paths are not theirs.

import {
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { Failure, root } from './run.mjs';

/** The repository's address, for links to files that are no pages. */
export const REPOSITORY = 'https://github.com/svc-embed/svc-embed';

/** The folder of the built site. */
export const site = join(root, 'target', 'docs');

/** The folder from which VitePress builds: each page at its path in the site. */
export const staged = join(root, 'target', 'docs-pages');

/** Pages whose path in the site does not follow from their own. */
const MOVED = {
  'docs/guide/README.md': 'guide/index.md',
  'sandbox/README.md': 'sandbox.md',
  // `docs/security.md` is there, too, and some file systems ignore case.
  'SECURITY.md': 'vulnerabilities.md',
};

const PICTURE = /\.(png|svg|webp)$/;

/** The first page of the site stands in for the README: both say the same. */
const INSTEAD = { 'README.md': 'docs/index.md' };

/** What VitePress copies as it is: the icon, and the pictures of the first page. */
const PUBLIC = [
  ['www/icon.svg', 'public/icon.svg'],
  ...['light', 'dark'].map((name) => [`docs/night-${name}.webp`, `public/night-${name}.webp`]),
];
const INDEX = 'docs/guide/README.md';

/** Every page: its path in the repository, and in the site. */
export const pagePaths = new Map(
  ['.', 'docs', 'docs/guide', 'sandbox'].flatMap((folder) =>
    namesIn(folder, /\.md$/)
      .filter((path) => !(path in INSTEAD))
      .map((path) => [path, MOVED[path] ?? placeOf(path.toLowerCase())]),
  ),
);

const sources = new Map([...pagePaths].map(([source, page]) => [page, source]));

/** The file of the repository that a page of the site was made from. */
export const sourceOf = (page) => sources.get(page);

/**
 * Copies the pages and their pictures to where VitePress builds. They find Vue there: else VitePress
 * would link it into the repository's `node_modules`, where compilers that run meanwhile would find it.
 */
export function stage() {
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(join(staged, 'node_modules'), { recursive: true });
  symlinkSync(join(root, 'docs/node_modules/vue'), join(staged, 'node_modules/vue'), 'junction');
  const pictures = ['docs', 'docs/guide'].flatMap((folder) =>
    namesIn(folder, PICTURE).map((path) => [path, placeOf(path)]),
  );
  for (const [source, place] of [...pagePaths, ...pictures, ...PUBLIC]) {
    mkdirSync(dirname(join(staged, place)), { recursive: true });
    cpSync(join(root, source), join(staged, place));
  }
}

/**
 * Where a link or a picture of a page leads in the site. What is no page and no picture is at the
 * repository's address. A link to a missing file throws.
 */
export function linkFrom(page, link) {
  if (link.startsWith('#')) return link;
  if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(link)) return link;
  const [path, anchor] = link.split('#');
  const target = posix.join(posix.dirname(sourceOf(page)), decodeURI(path)).replace(/\/$/, '');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const place =
    pagePaths.get(INSTEAD[target] ?? target) ??
    (PICTURE.test(target) ? placeOf(target) : undefined);
  if (place !== undefined) {
    const relative = posix.relative(posix.dirname(page), place);
    return (relative.startsWith('.') ? relative : `./${relative}`) + hash;
  }
  const file = statSync(join(root, target), { throwIfNoEntry: false });
  if (!file) throw new Failure(`${sourceOf(page)}: the link ${link} leads nowhere.`);
  return `${REPOSITORY}/${file.isDirectory() ? 'tree' : 'blob'}/main/${target}${hash}`;
}

/**
 * The site's path for an address of the repository, such as that of a page which a doc comment links
 * to; undefined if the address is of no page.
 */
export function pathOfAddress(address) {
  const [path, anchor] = address.replace(`${REPOSITORY}/blob/main/`, '').split('#');
  const page = pagePaths.get(path);
  if (page === undefined) return undefined;
  return page.replace(/\.md$/, '.html') + (anchor === undefined ? '' : `#${anchor}`);
}

/**
 * The sidebar, in the order of the guide's index: a group for each of its headings, and a link for each
 * link in the first column of the tables. Throws if a page is missing there.
 */
export function sidebar() {
  const groups = [];
  for (const line of readFileSync(join(root, INDEX), 'utf8').split('\n')) {
    const [, heading] = /^## (.+)$/.exec(line) ?? [];
    if (heading) groups.push({ text: heading, items: [], ...collapse(groups.length) });
    const [, cell] = /^\|([^|]+)\|/.exec(line) ?? [];
    for (const [, text, link] of (cell ?? '').matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)) {
      const page = pagePaths.get(posix.join(posix.dirname(INDEX), link));
      if (!page) throw new Failure(`${INDEX}: ${link} is no page.`);
      const name = text[0].toUpperCase() + text.slice(1);
      groups.at(-1).items.push({ text: name, link: `/${page.replace(/\.md$/, '')}` });
    }
  }
  const listed = new Set(groups.flatMap(({ items }) => items.map(({ link }) => link)));
  for (const [source, page] of pagePaths) {
    const isIndex = page === 'index.md' || page === 'guide/index.md';
    if (!isIndex && !listed.has(`/${page.replace(/\.md$/, '')}`))
      throw new Failure(`${INDEX} has no link to ${source}.`);
  }
  return groups.filter(({ items }) => items.length > 0);
}

/** The first group is always open. Those of a newcomer are open at first, the others are not. */
function collapse(at) {
  return at === 0 ? {} : { collapsed: at > 2 };
}

/** The anchor of a heading, as the sites that show repositories make it. */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function placeOf(path) {
  return path.replace(/^docs\//, '');
}

function namesIn(folder, pattern) {
  return readdirSync(join(root, folder))
    .filter((name) => pattern.test(name))
    .map((name) => posix.join(folder, name))
    .sort();
}
