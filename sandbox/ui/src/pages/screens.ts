// Notices that replace the view or cover it.

import { h, icon } from '../dom';
import { say } from '../language';
import { homePath } from '../state';
import { painted, type Controls, type Page } from './page';

export function notFoundPage(path: string, controls: Controls): Page {
  const home = { type: 'button', onclick: () => controls.navigate(homePath) };
  return painted(
    () => say('notFound'),
    () => [
      h(
        'div.screen',
        h('h1', say('notFound')),
        h('p', say('notFoundAbout', { path })),
        h('button.button.button-primary', home, say('goHome')),
      ),
    ],
  );
}

export function failurePage(retry: () => void): Page {
  const again = { type: 'button', onclick: retry };
  return painted(
    () => say('failed'),
    () => [
      h(
        'div.screen',
        { role: 'alert' },
        h('span.screen-mark', icon('error')),
        h('h1', say('failed')),
        h('button.button', again, say('retry')),
      ),
    ],
  );
}

export function rejectedScreen(): HTMLElement {
  return h(
    'div.screen.screen-whole',
    { role: 'alert' },
    h('span.screen-mark', icon('error')),
    h('h1', say('rejected')),
    h('p', say('rejectedAbout')),
  );
}

export function expiredOverlay(): HTMLElement {
  const labels = { 'aria-labelledby': 'expired-title', 'aria-describedby': 'expired-about' };
  return h(
    'div.overlay',
    h(
      'div.overlay-card.card',
      { role: 'alertdialog', ...labels },
      h('span.screen-mark', icon('lock')),
      h('h1', { id: 'expired-title' }, say('expired')),
      h('p', { id: 'expired-about' }, say('expiredAbout')),
    ),
  );
}

export function loadingScreen(): HTMLElement {
  const card = (columns: number) => {
    const place = {
      class: `card card-${columns === 3 ? 'kpi' : 'chart'}`,
      style: `--columns: ${columns}`,
    };
    return h('div', place, h('div.card-body', h('div.skeleton')));
  };
  const busy = { 'aria-busy': 'true' };
  return h(
    'div.page',
    busy,
    h('div.skeleton.skeleton-title'),
    h('div.grid', ...[3, 3, 3, 3, 12].map(card)),
  );
}
