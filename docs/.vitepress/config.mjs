// How VitePress builds the site. scripts/docs.mjs copies the pages to where VitePress reads them.

import { defineConfig } from 'vitepress';
import {
  anchorOf,
  linkFrom,
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

/**
 * The search's box of VitePress calls itself a button and its links options of a list, so a screen reader
 * does not offer the links. Here it is a dialog with a list of links.
 */
const searchAsDialog = {
  name: 'search-as-dialog',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('VPLocalSearchBox.vue')) return undefined;
    return [
      [
        /role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"/,
        'role="dialog" aria-modal="true"',
      ],
      [/:role="results\?\.length \? 'listbox' : undefined"/, ''],
      [/:aria-selected="[^"]*"\s+role="option"/, ''],
      // A `<kbd>` may not have a label, a picture may.
      [/<kbd(?= :aria-label)/g, '<kbd role="img"'],
      [/:aria-label="\[\.\.\.p\.titles[^"]*"/, ''],
    ].reduce((text, [pattern, replacement]) => {
      if (text.search(pattern) < 0)
        throw new Error(`The search box of VitePress has no ${pattern}.`);
      return text.replace(pattern, replacement);
    }, code);
  },
};

export default defineConfig({
  title: 'svc-embed',
  description: 'A typed bridge between a web page and an embedded analytics surface',
  lang: 'en',
  srcDir: staged,
  outDir: site,
  cacheDir: `${staged}-cache`,
  // The data of the pages is in a file instead of an inline script.
  metaChunk: true,
  vite: { customLogger, plugins: [searchAsDialog] },
  // The page's file in the repository, for the link to its source.
  transformPageData: ({ relativePath }) => ({ filePath: sourceOf(relativePath) }),
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
      { text: 'Guide', link: '/guide/', activeMatch: '^/guide/' },
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
