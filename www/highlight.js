// Colours code: comments, strings, keywords and names that are called. For the examples of these pages.

import { h } from './dom.js';

const KEYWORDS =
  'async await const else export fn for from function if import let new of return throw type typeof use';

const PART = new RegExp(
  [
    /(?<comment>\/\/.*|<!--[^]*?-->)/,
    /(?<string>'[^'\n]*'|"[^"\n]*"|`[^`]*`)/,
    new RegExp(`(?<keyword>\\b(?:${KEYWORDS.split(' ').join('|')})\\b)`),
    /(?<name>\b[A-Za-z_]\w*(?=\())/,
    /(?<tag><\/?[a-zA-Z][\w.-]*)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** Shows code in an element. The text stays as it is. */
export function showCode(element, code) {
  const parts = [];
  let at = 0;
  for (const match of code.matchAll(PART)) {
    parts.push(code.slice(at, match.index));
    const [kind, text] = Object.entries(match.groups).find(([, value]) => value !== undefined);
    parts.push(h('span', { class: `code-${kind}` }, text));
    at = match.index + text.length;
  }
  element.replaceChildren(...parts, code.slice(at));
}
