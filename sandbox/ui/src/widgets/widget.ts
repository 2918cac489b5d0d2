// The card of every widget: it loads and shows data, shows a failure, and can be exported.

import { HttpError } from '../api';
import { h, icon } from '../dom';
import { exportAllowed, exportRows, type Cell } from '../download';
import { say } from '../language';

export interface Widget {
  element: HTMLElement;
  /** Runs the widget's queries and shows the answer. Never rejects: the card shows a failure. */
  load(): Promise<void>;
  /** Shows the last answer again: in another language or time zone. */
  paint(): void;
}

export interface Part<Data> {
  id: string;
  kind: 'kpi' | 'chart' | 'table';
  /** Columns of twelve. */
  width: number;
  title(): string;
  fetch(): Promise<Data>;
  isEmpty(data: Data): boolean;
  show(body: HTMLElement, data: Data): void;
  /** The rows of a CSV file, the first with the titles. */
  rows?(data: Data): Cell[][];
}

export function widget<Data>(part: Part<Data>): Widget {
  const title = h('h2', { id: `title-${part.id}` }, part.title());
  const tools = h('div.tools');
  const body = h('div.card-body');
  const element = h(
    'section',
    {
      class: `card card-${part.kind}`,
      'data-widget': part.id,
      style: `--columns: ${part.width}`,
      'aria-labelledby': title.id,
      'aria-busy': 'true',
    },
    h('header.card-header', title, tools),
    body,
  );
  let latest: { data: Data } | null = null;
  let loads = 0;

  async function load(): Promise<void> {
    const turn = ++loads;
    element.setAttribute('aria-busy', 'true');
    try {
      const data = await part.fetch();
      if (turn !== loads) return;
      latest = { data };
      paint();
    } catch (error) {
      // A lapsed session covers the whole view: the card keeps what it shows.
      if (turn === loads && !(error instanceof HttpError && error.status === 401)) showFailure();
    } finally {
      if (turn === loads) element.setAttribute('aria-busy', 'false');
    }
  }

  function paint(): void {
    title.textContent = part.title();
    if (!latest) return;
    const { data } = latest;
    const isEmpty = part.isEmpty(data);
    tools.replaceChildren();
    if (exportAllowed && !isEmpty && part.rows) tools.append(exportButton(part.rows(data)));
    if (isEmpty) body.replaceChildren(h('p.card-note', say('noData')));
    else part.show(body, data);
  }

  function showFailure(): void {
    const retry = h('button.button', { type: 'button', onclick: () => void load() }, say('retry'));
    tools.replaceChildren();
    body.replaceChildren(
      h('div.card-note', { role: 'alert' }, icon('error'), say('failed'), retry),
    );
  }

  function exportButton(rows: Cell[][]): HTMLElement {
    const title = part.title();
    const label = say('exportCsv', { title });
    const names = { title: label, 'aria-label': label, 'data-export': 'csv' };
    const onclick = () => exportRows(part.id, title, rows);
    return h('button.button', { type: 'button', ...names, onclick }, icon('save'), 'CSV');
  }

  return { element, load, paint };
}
