// How VitePress builds the site. scripts/docs.mjs copies the pages to where VitePress reads them.

import { defineConfig } from 'vitepress';
import {
  anchorOf,
  linkFrom,
  RAW,
  REPOSITORY,
  sidebar,
  site,
  sourceOf,
  staged,
} from '../../scripts/lib/site.mjs';

/** Without a target, the site's router would take the link for one of its own pages. */
const outside = (text, link) => ({ text, link, target: '_self' });

const fail = (message) => {
  throw new Error(message);
};

/** A warning fails the build. */
const customLogger = {
  info: console.log,
  warn: fail,
  warnOnce: fail,
  error: console.error,
  clearScreen() {},
  hasErrorLogged: () => false,
  hasWarned: false,
};

/** Replaces parts of a component of VitePress. A part that is not there fails the build. */
const patch = (component, replacements) => ({
  name: `patch-${component}`,
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith(`/${component}.vue`)) return undefined;
    return replacements.reduce((text, [pattern, replacement]) => {
      if (text.search(pattern) < 0) throw new Error(`${component} of VitePress has no ${pattern}.`);
      return text.replace(pattern, replacement);
    }, code);
  },
});

/**
 * The search's box of VitePress calls itself a button and its links options of a list, so a screen reader
 * does not offer the links. Here it is a dialog with a list of links.
 */
const searchAsDialog = patch('VPLocalSearchBox', [
  [
    /role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"/,
    'role="dialog" aria-modal="true"',
  ],
  [/:role="results\?\.length \? 'listbox' : undefined"/, ''],
  [/:aria-selected="[^"]*"\s+role="option"/, ''],
  // A `<kbd>` may not have a label, a picture may.
  [/<kbd(?= :aria-label)/g, '<kbd role="img"'],
  [/:aria-label="\[\.\.\.p\.titles[^"]*"/, ''],
]);

/** A group of the sidebar is one button that says whether it is open. VitePress puts a second one inside. */
const groupAsButton = patch('VPSidebarItem', [
  [
    /:role="itemRole"/,
    ':role="collapsible ? itemRole : undefined" :aria-expanded="collapsible ? !collapsed : undefined"',
  ],
  [/:tabindex="item\.items && 0"/, ':tabindex="collapsible ? 0 : undefined"'],
  [/role="button"\s+aria-label="toggle section"/, 'aria-hidden="true"'],
  [/@keydown\.enter="onCaretClick"\s+tabindex="0"/, ''],
  [/e\.key !== 'Enter'/, "e.key !== 'Enter' && e.key !== ' '"],
  [
    /!props\.item\.link && toggle\(\)/,
    "if ('key' in e) e.preventDefault()\n  !props.item.link && toggle()",
  ],
]);

const DESCRIPTION =
  'Shows the dashboards, the app and the chat of one analytics service in your page, and renews their sessions.';

/** The icon of the tab, and what a chat shows of a link. The picture has an address of its own. */
const headOf = ({ siteData, title }) => [
  ['link', { rel: 'icon', type: 'image/svg+xml', href: `${siteData.base}icon.svg` }],
  ['meta', { property: 'og:title', content: title }],
  ['meta', { property: 'og:type', content: 'website' }],
  ['meta', { property: 'og:description', content: DESCRIPTION }],
  ['meta', { property: 'og:image', content: `${RAW}/docs/social.png` }],
  [
    'meta',
    {
      property: 'og:image:alt',
      content: 'Two dashboards after a night: one works, one has expired',
    },
  ],
  ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
];

export default defineConfig({
  title: 'svc-embed',
  description: DESCRIPTION,
  lang: 'en',
  srcDir: staged,
  outDir: site,
  cacheDir: `${staged}-cache`,
  // The data of the pages is in a file instead of an inline script.
  metaChunk: true,
  vite: {
    customLogger,
    plugins: [searchAsDialog, groupAsButton],
    // The index of the search is one chunk, which the first search loads.
    build: { chunkSizeWarningLimit: 1_000 },
  },
  transformHead: headOf,
  // The page's file in the repository, for the link to its source.
  transformPageData: ({ relativePath, frontmatter }) => ({
    filePath: sourceOf(relativePath),
    // The list has an entry for each operation and each type: the outline has those that group them.
    frontmatter:
      relativePath === 'operations.md'
        ? { ...frontmatter, outline: 2, pageClass: 'entries' }
        : frontmatter,
  }),
  markdown: {
    // The description writes objects in braces, which are no attributes of HTML.
    attrs: { disable: true },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: anchorOf },
    config(md) {
      md.core.ruler.push('links-of-the-site', ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const name = { link_open: 'href', image: 'src' }[token.type];
          if (name) token.attrSet(name, linkFrom(env.relativePath, token.attrGet(name)));
        }
        // A column without a heading has a plain cell there.
        tokens.forEach((token, at) => {
          if (token.type !== 'th_open' || tokens[at + 1].content !== '') return;
          token.tag = 'td';
          tokens[at + 2].tag = 'td';
        });
      });
      // The keyboard must reach what scrolls sideways.
      md.renderer.rules.table_open = () => '<div class="scrolls" tabindex="0"><table>\n';
      md.renderer.rules.table_close = () => '</table></div>\n';
    },
  },
  themeConfig: {
    siteTitle: 'svc-embed',
    nav: [
      { text: 'Quick start', link: '/guide/quick-start' },
      { text: 'Guide', link: '/guide/', activeMatch: '^/guide/(?!quick-start)' },
      outside('TypeScript', '/reference/index.html'),
      outside('Rust', '/rust/svc_embed/index.html'),
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    // No functions here: the page would evaluate them, which a strict policy forbids. The theme sets the
    // ranking.
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: REPOSITORY, ariaLabel: 'The repository' }],
    editLink: { pattern: `${REPOSITORY}/blob/main/:path`, text: 'The source of this page' },
    externalLinkIcon: false,
  },
});
