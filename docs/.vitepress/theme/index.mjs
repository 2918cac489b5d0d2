// VitePress's theme without its fonts: the system's fonts need no request.

import { h } from 'vue';
import { withBase } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import './style.css';

/** In VitePress's own page of this kind, nothing is the main landmark. */
const notFound = () =>
  h('main', { class: 'vp-doc not-found' }, [
    h('h1', 'This page does not exist'),
    h('p', 'It may have moved. Search for it, or start from one of these pages:'),
    h('p', [h('button', { class: 'search-here', type: 'button', onClick: openSearch }, 'Search')]),
    h(
      'ul',
      [
        ['guide/quick-start.html', 'Quick start'],
        ['guide/troubleshooting.html', 'Troubleshooting'],
        ['guide/', 'Every page of the guide'],
      ].map(([path, text]) => h('li', [h('a', { href: withBase(`/${path}`) }, text)])),
    ),
  ]);

/** The theme has one search, which its own button opens. */
const openSearch = () => document.querySelector('.DocSearch-Button')?.click();

/** Ranks the pages of the guide above the tables, which have every term in many short sections. */
const boostDocument = (id) => (/\/guide\/\w/.test(id) ? 3 : 1);

/**
 * Opens the part of the page to which the address leads: the parts around the heading, and the part
 * below it. VitePress scrolls to the heading by itself, but not if it was closed.
 */
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const parts = target ? [...around(target), ...below(target)] : [];
  for (const details of parts) details.open = true;
  return parts.length > 0 ? target : null;
}

/** Once now, and once when VitePress has drawn the page and has scrolled. */
function follow() {
  reveal();
  requestAnimationFrame(() => requestAnimationFrame(() => reveal()?.scrollIntoView()));
}

function around(element) {
  const details = element.parentElement?.closest('details');
  return details ? [details, ...around(details)] : [];
}

/** The parts up to the next heading. */
function below({ nextElementSibling: next }) {
  if (!next || /^H\d$/.test(next.tagName)) return [];
  return next.tagName === 'DETAILS' ? [next] : below(next);
}

export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { 'not-found': notFound }),
  // Not in `config.mjs`: VitePress would write the function into the page as a text to evaluate, which
  // a strict policy forbids.
  enhanceApp({ router, siteData }) {
    if (!import.meta.env.SSR) {
      // The search changes the address of the same page without an event of the browser.
      router.onAfterRouteChange = follow;
      addEventListener('hashchange', follow);
    }
    siteData.value.themeConfig.search.options = {
      miniSearch: { searchOptions: { boostDocument } },
    };
  },
};
