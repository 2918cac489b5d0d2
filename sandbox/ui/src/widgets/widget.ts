// The card of every widget: it loads and shows data, shows a failure, and can be exported.

import { HttpError } from '../api';
import { h, icon } from '../dom';
import { downloads, type Export } from '../download';
import { fill, words } from '../language';

export interface Widget {
  element: HTMLElement;
  /** Runs the widget's queries and shows the answer. Never rejects: the card shows a failure. */
  load(): Promise<void>;
  /** Shows the last answer again: in another language, time zone or colour. */
  paint(): Promise<void>;
  destroy(): void;
}

export interface Part<Data> {
  id: string;
  kind: 'kpi' | 'chart' | 'table';
  /** Columns of twelve. */
  width: number;
  title(): string;
  fetch(): Promise<Data>;
  isEmpty(data: Data): boolean;
  show(body: HTMLElement, data: Data): void | Promise<void>;
  exports?(data: Data): Export[];
  destroy?(): void;
}

export function widget<Data>(part: Part<Data>): Widget {
  const title = h('h2', { class: 'card-title', id: `title-${part.id}` });
  const tools = h('div', { class: 'card-tools' });
  const body = h('div', { class: 'card-body' }, h('div', { class: 'skeleton' }));
  const element = h(
    'section',
    {
      class: `card card-${part.kind}`,
      'data-widget': part.id,
      style: `--columns: ${part.width}`,
      'aria-labelledby': title.id,
      'aria-busy': 'true',
    },
    h('header', { class: 'card-header' }, title, tools),
    body,
  );
  title.textContent = part.title();

  let latest: { data: Data } | null = null;
  let loads = 0;

  async function load(): Promise<void> {
    const turn = ++loads;
    element.setAttribute('aria-busy', 'true');
    try {
      const data = await part.fetch();
      if (turn !== loads) return;
      latest = { data };
      await paint();
    } catch (error) {
      // A lapsed session covers the whole view: the card keeps what it shows.
      if (turn === loads && !(error instanceof HttpError && error.status === 401)) showFailure();
    } finally {
      if (turn === loads) element.setAttribute('aria-busy', 'false');
    }
  }

  async function paint(): Promise<void> {
    title.textContent = part.title();
    if (!latest) return;
    const { data } = latest;
    tools.replaceChildren(
      ...(part.isEmpty(data) ? [] : (part.exports?.(data) ?? [])).map(exportButton),
    );
    if (part.isEmpty(data)) {
      body.replaceChildren(h('p', { class: 'card-note' }, words().noData));
    } else {
      await part.show(body, data);
    }
  }

  function showFailure(): void {
    tools.replaceChildren();
    body.replaceChildren(
      h(
        'div',
        { class: 'card-note', role: 'alert' },
        icon('error'),
        words().failed,
        h('button', { class: 'button', type: 'button', onclick: () => void load() }, words().retry),
      ),
    );
  }

  function exportButton(given: Export): HTMLElement {
    const label = fill(given.format === 'csv' ? words().exportCsv : words().exportPng, {
      title: part.title(),
    });
    return h(
      'button',
      {
        class: 'icon-button',
        type: 'button',
        title: label,
        'aria-label': label,
        'data-export': given.format,
        onclick: () => void downloads.widget(part.id, part.title(), given),
      },
      icon(given.format === 'csv' ? 'csv' : 'image'),
      given.format.toUpperCase(),
    );
  }

  return {
    element,
    load,
    paint,
    destroy: () => {
      loads++;
      part.destroy?.();
    },
  };
}
