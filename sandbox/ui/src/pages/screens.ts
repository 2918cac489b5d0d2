// Notices that replace the view or cover it.

import { h, icon } from '../dom';
import { fill, words } from '../language';
import { homePath } from '../state';
import type { Controls, Page } from './page';

export function notFoundPage(path: string, controls: Controls): Page {
  const element = h('div', { class: 'page' });
  const paint = () =>
    element.replaceChildren(
      h(
        'div',
        { class: 'screen' },
        h('h1', {}, words().notFound),
        h('p', {}, fill(words().notFoundAbout, { path })),
        h(
          'button',
          {
            class: 'button button-primary',
            type: 'button',
            onclick: () => controls.navigate(homePath),
          },
          words().goHome,
        ),
      ),
    );
  paint();
  return { element, title: () => words().notFound, load: async () => {}, paint, destroy: () => {} };
}

export function failurePage(retry: () => void): Page {
  const element = h('div', { class: 'page' });
  const paint = () =>
    element.replaceChildren(
      h(
        'div',
        { class: 'screen', role: 'alert' },
        h('span', { class: 'screen-mark' }, icon('error')),
        h('h1', {}, words().failed),
        h('button', { class: 'button', type: 'button', onclick: retry }, words().retry),
      ),
    );
  paint();
  return { element, title: () => words().failed, load: async () => {}, paint, destroy: () => {} };
}

export function rejectedScreen(): HTMLElement {
  return h(
    'div',
    { class: 'screen screen-whole', role: 'alert' },
    h('span', { class: 'screen-mark' }, icon('error')),
    h('h1', {}, words().rejected),
    h('p', {}, words().rejectedAbout),
  );
}

export function expiredOverlay(): HTMLElement {
  return h(
    'div',
    { class: 'overlay' },
    h(
      'div',
      {
        class: 'overlay-card',
        role: 'alertdialog',
        'aria-labelledby': 'expired-title',
        'aria-describedby': 'expired-about',
      },
      h('span', { class: 'screen-mark' }, icon('lock')),
      h('h1', { id: 'expired-title' }, words().expired),
      h('p', { id: 'expired-about' }, words().expiredAbout),
    ),
  );
}

export function loadingScreen(): HTMLElement {
  return h(
    'div',
    { class: 'page', 'aria-busy': 'true' },
    h('div', { class: 'skeleton skeleton-title' }),
    h(
      'div',
      { class: 'grid' },
      ...[3, 3, 3, 3, 12].map((columns) =>
        h(
          'div',
          { class: `card card-${columns === 3 ? 'kpi' : 'chart'}`, style: `--columns: ${columns}` },
          h('div', { class: 'card-body' }, h('div', { class: 'skeleton' })),
        ),
      ),
    ),
  );
}
