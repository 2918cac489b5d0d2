// The frame around a page: the navigation of the app, and the assistant beside a page.

import { thread } from './chat';
import { dashboards, type DashboardSummary } from './api';
import { h, icon } from './dom';
import { words } from './language';
import { dashboardPath } from './pages/dashboard';
import { ORDERS_WORKBOOK } from './pages/workspace';
import type { Controls } from './pages/page';
import { surface } from './protocol';
import { deploymentId, session } from './session';
import { state } from './state';

export interface Frame {
  element: HTMLElement;
  /** The element that contains the page. */
  main: HTMLElement;
  /** Loads the frame's own data. */
  load(): Promise<void>;
  paint(): void;
  /** Discards the viewer's changes. */
  reset(): void;
}

export function frame(controls: Controls): Frame {
  return surface === 'chat' ? chatFrame() : pageFrame(controls);
}

function chatFrame(): Frame {
  const conversation = thread();
  const main = h('main', { hidden: true });
  const title = h('h1', {});
  const element = h(
    'div',
    { class: 'chat-surface' },
    h('header', {}, icon('spark'), title),
    conversation.element,
    main,
  );
  return {
    element,
    main,
    load: async () => {},
    paint() {
      title.textContent = words().askAi;
      conversation.paint();
    },
    reset: conversation.reset,
  };
}

function pageFrame(controls: Controls): Frame {
  const main = h('main', {});
  const navigation = h('nav', { class: 'nav' });
  const conversation = thread();
  const panelTitle = h('h2', {});
  const close = h(
    'button',
    { class: 'icon-button', type: 'button', onclick: () => toggle(false) },
    icon('close'),
  );
  const panel = h(
    'aside',
    { class: 'panel', hidden: true, 'aria-labelledby': 'panel-title' },
    h('header', {}, icon('spark'), panelTitle, close),
    conversation.element,
  );
  panelTitle.id = 'panel-title';
  const opener = h('button', {
    class: 'ask-button',
    type: 'button',
    'data-control': 'ask',
    'aria-expanded': 'false',
    onclick: () => toggle(Boolean(panel.hidden)),
  });
  const element = h(
    'div',
    { class: `frame frame-${surface}` },
    surface === 'app' && navigation,
    main,
    panel,
    opener,
  );
  panel.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') toggle(false);
  });
  let list: DashboardSummary[] = [];

  function toggle(open: boolean): void {
    panel.hidden = !open;
    opener.setAttribute('aria-expanded', String(open));
    element.classList.toggle('with-panel', open);
    if (open) conversation.focus();
    else opener.focus();
  }

  function link(name: Parameters<typeof icon>[0], path: string, title: string): HTMLElement {
    const here = state.path === path || (path !== '/' && state.path.startsWith(`${path}/`));
    return h(
      'a',
      {
        href: path,
        class: 'nav-link',
        'data-path': path,
        'aria-current': here ? 'page' : null,
        onclick: (event) => {
          event.preventDefault();
          controls.navigate(path);
        },
      },
      icon(name),
      h('span', {}, title),
    );
  }

  /** Whether this page has the entry point of the chat. */
  function offersChat(): boolean {
    const { allowAi, showWorkbookChat, showDashboardChat } = session.settings;
    const shows = state.path.startsWith('/workbook/') ? showWorkbookChat : showDashboardChat;
    return allowAi !== false && shows !== false;
  }

  function paint(): void {
    navigation.setAttribute('aria-label', words().navigation);
    navigation.replaceChildren(
      link('home', '/', words().home),
      ...list.map(({ publicId, title }) =>
        link('grid', dashboardPath({ publicId, detail: null }), title),
      ),
      link('table', ORDERS_WORKBOOK, words().ordersWorkbook),
    );
    panelTitle.textContent = words().askAi;
    close.title = words().close;
    close.setAttribute('aria-label', words().close);
    opener.replaceChildren(icon('spark'), words().askAi);
    opener.hidden = !offersChat();
    if (opener.hidden && !panel.hidden) toggle(false);
    conversation.paint();
  }

  return {
    element,
    main,
    async load() {
      if (surface !== 'app') return;
      list = await dashboards(deploymentId());
      paint();
    },
    paint,
    reset() {
      conversation.reset();
      panel.hidden = true;
      opener.setAttribute('aria-expanded', 'false');
      element.classList.remove('with-panel');
    },
  };
}
