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
        h('button.button', home, say('goHome')),
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
        icon('error'),
        h('h1', say('failed')),
        h('button.button', again, say('retry')),
      ),
    ],
  );
}

export function rejectedScreen(): HTMLElement {
  return h(
    'div.screen',
    { role: 'alert' },
    icon('error'),
    h('h1', say('rejected')),
    h('p', say('rejectedAbout')),
  );
}

export function expiredOverlay(): HTMLElement {
  const labels = { 'aria-labelledby': 'expired-title', 'aria-describedby': 'expired-about' };
  const title = h('h1', { id: 'expired-title' }, say('expired'));
  const about = h('p', { id: 'expired-about' }, say('expiredAbout'));
  const notice = { role: 'alertdialog', ...labels };
  return h('div.overlay', h('div.card.screen', notice, icon('lock'), title, about));
}

export function loadingScreen(): HTMLElement {
  return h('div.page', { 'aria-busy': 'true' }, h('p.card-note', say('loading')));
}
