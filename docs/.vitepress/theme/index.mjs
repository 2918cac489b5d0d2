// VitePress's theme without its fonts: the system's fonts need no request.

import { h } from 'vue';
import { withBase } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import './style.css';

/** In VitePress's own page of this kind, nothing is the main landmark. */
const notFound = () =>
  h('main', { class: 'vp-doc not-found' }, [
    h('h1', 'There is no such page'),
    h('p', [h('a', { href: withBase('/') }, 'The first page')]),
  ]);

/** Ranks the pages of the guide above the tables, which have every term in many short sections. */
const boostDocument = (id) => (/\/guide\/\w/.test(id) ? 3 : 1);

export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { 'not-found': notFound }),
  // Not in `config.mjs`: VitePress would write the function into the page as a text to evaluate, which
  // a strict policy forbids.
  enhanceApp({ siteData }) {
    siteData.value.themeConfig.search.options = {
      miniSearch: { searchOptions: { boostDocument } },
    };
  },
};
