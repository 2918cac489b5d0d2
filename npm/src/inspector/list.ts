// The rows as a table. The elements of rows that stay are kept, so that what a reader has opened stays open.

import { make, pairs } from './dom.js';
import { clockTime, duration, exactTime, words } from './format.js';
import type { KeptRow } from './kept.js';
import { KINDS, type Facts, type Row } from './row.js';

/** How many rows are in the document. The others are in what is exported. */
const MOST_SHOWN = 200;

export class List {
  readonly element: HTMLElement;
  readonly #body: HTMLTableSectionElement = make('tbody');
  readonly #shown = new Map<number, HTMLTableRowElement>();

  constructor() {
    const heads = ['Time', 'Kind', 'What'].map((textContent) =>
      make('th', { textContent, scope: 'col' }),
    );
    const caption = make('caption', { textContent: 'Latest first' });
    const table = make(
      'table',
      {},
      caption,
      make('thead', {}, make('tr', {}, ...heads)),
      this.#body,
    );
    this.element = make('div', { className: 'rows', tabIndex: 0 }, table);
  }

  /** Shows the latest of these rows. The first row is the latest. */
  show(rows: readonly KeptRow[]): void {
    const latest = rows.slice(0, MOST_SHOWN);
    const numbers = new Set(latest.map(({ number }) => number));
    for (const [number, element] of this.#shown) {
      if (numbers.has(number)) continue;
      element.remove();
      this.#shown.delete(number);
    }
    let next = this.#body.firstChild;
    for (const row of latest) {
      let element = this.#shown.get(row.number);
      if (!element) this.#shown.set(row.number, (element = rowOf(row)));
      if (next === element) next = element.nextSibling;
      else this.#body.insertBefore(element, next);
    }
  }
}

const BAD = ['failed', 'gave up', 'stopped', 'expired'];

function rowOf({ at, kind, name, note, facts }: Row): HTMLTableRowElement {
  const time = make('time', { dateTime: new Date(at).toISOString(), textContent: exactTime(at) });
  const about = make('span', { className: 'note', textContent: note });
  const summary = make(
    'summary',
    {},
    make('span', { className: 'name', textContent: name }),
    ' ',
    about,
  );
  const terms = Object.entries(facts).map((fact) => describe(...fact));
  const what = terms.length > 0 ? make('details', {}, summary, pairs(terms)) : summary.childNodes;
  const cells = [
    make('td', {}, time),
    make('td', { className: 'kind', textContent: KINDS[kind] }),
    make('td', {}, ...(what instanceof Node ? [what] : what)),
  ];
  const isBad = kind === 'dropped' || BAD.includes(name);
  return make('tr', { className: isBad ? `${kind} bad` : kind }, ...cells);
}

/** A fact with its unit, as a term and its value. */
function describe(name: string, value: Facts[string]): readonly [string, string] {
  const isNumber = typeof value === 'number';
  if (isNumber && name.endsWith('At')) return [words(name.slice(0, -2)), clockTime(value)];
  if (isNumber && name.endsWith('Ms')) return [words(name.slice(0, -2)), duration(value)];
  return [words(name), String(value)];
}
