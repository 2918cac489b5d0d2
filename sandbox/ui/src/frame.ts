// The frame around a page: the navigation of the app, and the assistant beside a page.

import { thread } from './chat';
import { dashboards, type DashboardSummary } from './api';
import { h, icon, type Icon } from './dom';
import { say } from './language';
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
  const title = h('h1');
  return {
    element: h('div.chat-surface', h('header', icon('spark'), title), conversation.element, main),
    main,
    load: async () => {},
    paint() {
      title.textContent = say('askAi');
      conversation.paint();
    },
    reset: conversation.reset,
  };
}

function pageFrame(controls: Controls): Frame {
  const main = h('main');
  const navigation = h('nav.nav');
  const conversation = thread();
  const title = h('h2', { id: 'panel-title' });
  const shut = { type: 'button', onclick: () => toggle(false) };
  const close = h('button.button', shut, icon('close'));
  const panel = h(
    'aside.panel',
    {
      hidden: true,
      'aria-labelledby': title.id,
      onkeydown: (event) => (event as KeyboardEvent).key === 'Escape' && toggle(false),
    },
    h('header', icon('spark'), title, close),
    conversation.element,
  );
  const opener = h('button.button.button-primary.ask-button', {
    type: 'button',
    'data-control': 'ask',
    onclick: () => toggle(true),
  });
  const element = h(
    'div',
    { class: `frame-${surface}` },
    surface === 'app' && navigation,
    main,
    panel,
    opener,
  );
  let list: DashboardSummary[] = [];

  function show(open: boolean): void {
    panel.hidden = !open;
    opener.hidden = open || !offersChat();
  }

  function toggle(open: boolean): void {
    show(open);
    if (open) conversation.focus();
    else opener.focus();
  }

  function link(mark: Icon, path: string, title: string): HTMLElement {
    const here = state.path === path || (path !== '/' && state.path.startsWith(`${path}/`));
    const onclick = (event: Event) => {
      event.preventDefault();
      controls.navigate(path);
    };
    const names = { 'aria-label': title, 'aria-current': here && 'page' };
    const attributes = { href: path, 'data-path': path, ...names, onclick };
    return h('a.nav-link', attributes, icon(mark), h('span', title));
  }

  /** Whether this page has the entry point of the chat. */
  function offersChat(): boolean {
    const { allowAi, showWorkbookChat, showDashboardChat } = session.settings;
    const shows = state.path.startsWith('/workbook/') ? showWorkbookChat : showDashboardChat;
    return allowAi !== false && shows !== false;
  }

  function paint(): void {
    navigation.setAttribute('aria-label', say('navigation'));
    navigation.replaceChildren(
      link('home', '/', say('home')),
      ...list.map(({ publicId, title }) =>
        link('grid', dashboardPath({ publicId, detail: null }), title),
      ),
      link('table', ORDERS_WORKBOOK, say('ordersWorkbook')),
    );
    title.textContent = say('askAi');
    close.title = say('close');
    close.setAttribute('aria-label', say('close'));
    opener.replaceChildren(icon('spark'), say('askAi'));
    show(!panel.hidden && offersChat());
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
      show(false);
    },
  };
}
