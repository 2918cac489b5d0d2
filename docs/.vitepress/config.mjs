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

const DESCRIPTION =
  'Shows the dashboards, the app and the chat of one analytics service in your page, and renews their sessions.';

/** Text that VitePress shows too pale to read (the languages of code, the main button), and a picture for each scheme. */
const STYLE = `
  html:root { --vp-code-lang-color: var(--vp-c-text-2) }
  html:not(.dark) { --vp-button-brand-bg: var(--vp-c-brand-2) }
  html.dark .of-light, html:not(.dark) .of-dark { display: none }`;

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
    // The index of the search is one chunk, which the first search loads.
    build: { chunkSizeWarningLimit: 1_000 },
  },
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' }],
    ['style', {}, STYLE],
  ],
  // VitePress's first page has no main landmark.
  transformHtml: (html) => html.replace(/class="VPContent is-home"/, '$& role="main"'),
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
      });
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
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: REPOSITORY, ariaLabel: 'The repository' }],
    editLink: { pattern: `${REPOSITORY}/blob/main/:path`, text: 'The source of this page' },
    externalLinkIcon: false,
  },
});
