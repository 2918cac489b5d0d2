// The rows as a table. The elements of rows that stay are kept, so that a reader who has scrolled down
// keeps the focus, the selection and the place while rows arrive.

import { button, make, pairs } from './dom.js';
import { clockTime, duration, exactTime, words } from './format.js';
import type { KeptRow } from './kept.js';
import { KINDS, type Facts, type Row } from './row.js';

/** The elements of a row. */
interface Shown {
  readonly row: HTMLTableRowElement;
  readonly opener: HTMLButtonElement;
  /** What the opened row shows. */
  more?: HTMLTableRowElement;
}

export class List {
  readonly element: HTMLElement;
  readonly #body: HTMLTableSectionElement = make('tbody');
  readonly #none: HTMLElement = make('p', { className: 'none' });
  readonly #shown = new Map<number, Shown>();
  readonly #copy: (row: Row) => void;

  /** @param copy - Called with the row whose button Copy was clicked. */
  constructor(copy: (row: Row) => void) {
    this.#copy = copy;
    const heads = ['Time', 'Kind', 'What'].map((textContent) =>
      make('th', { textContent, scope: 'col' }),
    );
    const caption = make('caption', { textContent: 'Latest first' });
    const head = make('thead', {}, make('tr', {}, ...heads));
    const table = make('table', {}, caption, head, this.#body);
    this.element = make('div', { className: 'rows' }, table, this.#none);
    this.#body.addEventListener('keydown', (event) => this.#onKey(event));
    this.#body.addEventListener('focusin', ({ target }) => this.#makeCurrent(target));
  }

  /** Shows these rows and no others. `none` is shown if there are none. */
  show(rows: readonly KeptRow[], none: string): void {
    const { element } = this;
    const { scrollTop } = element;
    // The first row in view. A reader who is at the top sees new rows.
    const anchor =
      scrollTop > 0 && [...this.#body.rows].find(({ offsetTop }) => offsetTop >= scrollTop);
    const anchorTop = anchor ? anchor.offsetTop : 0;
    const numbers = new Set(rows.map(({ number }) => number));
    let isOtherPage = true;
    for (const [number, { row, more }] of this.#shown) {
      if (numbers.has(number)) {
        isOtherPage = false;
        continue;
      }
      row.remove();
      more?.remove();
      this.#shown.delete(number);
    }
    let next = this.#body.firstChild;
    for (const row of rows) {
      const shown = this.#shown.get(row.number) ?? this.#make(row);
      if (next === shown.row) next = (shown.more ?? shown.row).nextSibling;
      else this.#body.insertBefore(shown.row, next);
    }
    this.#none.textContent = rows.length > 0 ? '' : none;
    if (isOtherPage) element.scrollTop = 0;
    else if (anchor && anchor.isConnected)
      element.scrollTop = scrollTop + anchor.offsetTop - anchorTop;
    this.#makeCurrent(this.#current ?? this.#openers[0] ?? null);
  }

  #make(row: KeptRow): Shown {
    const { at, kind, name, note } = row;
    const opener = button(name, () => this.#toggle(row));
    opener.className = 'opener';
    opener.tabIndex = -1;
    opener.setAttribute('aria-expanded', 'false');
    const time = make('time', { dateTime: new Date(at).toISOString(), textContent: exactTime(at) });
    const about = make('span', { className: 'note', textContent: note });
    const cells = [
      make('td', {}, time),
      make('td', { className: 'kind', textContent: KINDS[kind] }),
      make('td', {}, opener, ' ', about),
    ];
    const isBad = kind === 'dropped' || ['failed', 'gave up', 'stopped', 'expired'].includes(name);
    const className = `${kind}${isBad ? ' bad' : ''}`;
    const shown = { row: make('tr', { className }, ...cells), opener };
    this.#shown.set(row.number, shown);
    return shown;
  }

  /** Opens or closes a row. */
  #toggle(row: KeptRow): void {
    const shown = this.#shown.get(row.number);
    if (!shown) return;
    const isOpen = shown.more === undefined;
    shown.opener.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) {
      shown.more?.remove();
      delete shown.more;
      return;
    }
    const copy = button('Copy row', () => this.#copy(row));
    const cell = make('td', { colSpan: 3 }, pairs(detailsOf(row)), copy);
    shown.more = make('tr', { className: 'more' }, cell);
    shown.row.after(shown.more);
  }

  // The rows are one stop of the Tab key. The arrow keys go from row to row.

  get #openers(): HTMLButtonElement[] {
    return [...this.#body.querySelectorAll<HTMLButtonElement>('.opener')];
  }

  get #current(): HTMLButtonElement | null {
    return this.#body.querySelector('.opener[tabindex="0"]');
  }

  #makeCurrent(target: EventTarget | null): void {
    if (!(target as Element | null)?.matches('.opener')) return;
    this.#current?.setAttribute('tabindex', '-1');
    (target as HTMLElement).tabIndex = 0;
  }

  #onKey(event: KeyboardEvent): void {
    const openers = this.#openers;
    const index = openers.indexOf(event.target as HTMLButtonElement);
    if (index < 0) return;
    const to = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: openers.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    openers[to]?.focus();
  }
}

/** What an opened row shows. */
export function detailsOf({ at, facts }: Row): (readonly [string, string])[] {
  const details = Object.entries(facts).map(
    ([name, value]) => [words(name.replace(/Ms$/, '')), factText(name, value)] as const,
  );
  return [['At', new Date(at).toISOString()], ...details];
}

function factText(name: string, value: Facts[string]): string {
  if (typeof value === 'string') return value;
  if (name.endsWith('At')) return clockTime(value);
  return name.endsWith('Ms') ? duration(value) : `${value}`;
}

/** A row as lines of text, for the clipboard. */
export function textOf(row: Row, isWhole: boolean): string {
  const { at, kind, name, note } = row;
  const line = [new Date(at).toISOString(), KINDS[kind], name, note].filter(Boolean).join('  ');
  const details = isWhole ? detailsOf(row).map(([term, value]) => `  ${term}: ${value}`) : [];
  return [line, ...details].join('\n');
}
