// What each part of the page has: links to the guide and to its source, and the code of its calls.

import { h } from '../dom.js';
import { showCode } from '../highlight.js';
import { copies } from '../snippet.js';
import * as calls from './calls.js';

const FILES = 'https://github.com/svc-embed/svc-embed/blob/main';

/**
 * Completes a part, which has a heading and a result. Its `data-guide` is a section of the guide,
 * `data-source` a file in this folder, and `data-calls` names functions of `calls.js`.
 */
export function completePart(part) {
  const { guide, source, calls: names } = part.dataset;
  const [title, result] = part.children;
  title.id = `${part.id}-title`;
  part.setAttribute('aria-labelledby', title.id);

  const name = title.textContent;
  const link = (text, path) =>
    h('a', { href: `${FILES}/${path}`, 'aria-label': `${text}: ${name}` }, text);
  const links = [
    link('Guide', `docs/guide/management.md#${guide}`),
    link('Source', `www/management/${source}`),
  ];
  const head = h(
    'header',
    { class: 'card-head' },
    title,
    h('p', { class: 'part-links' }, ...links),
  );

  const sources = names.split(' ').map((call) => String(calls[call]));
  // It scrolls sideways, so the keyboard must reach it.
  const box = { class: 'part-code', tabindex: 0, role: 'group', 'aria-label': `Code: ${name}` };
  const code = h('code');
  showCode(code, sources.join('\n\n'));
  const copy = h(
    'button',
    { class: 'button', type: 'button', 'aria-label': `Copy: ${name}` },
    'Copy',
  );
  copies(copy, code);
  const listing = h('div', { class: 'part-listing' }, h('pre', box, code), copy);
  part.append(head, h('div', { class: 'part-body' }, result, listing));
}
