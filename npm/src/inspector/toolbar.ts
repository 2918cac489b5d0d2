// What chooses rows: their kind, a text, older and newer pages.

import { button, make, press, toggle } from './dom.js';
import { KINDS, type Kind } from './row.js';
import { PAGE, type Choice } from './selection.js';

export class Toolbar {
  readonly element: HTMLElement;
  /** Shows which rows are on the screen, with the buttons that turn the pages. */
  readonly pager: HTMLElement;
  readonly #kinds = new Set<Kind>();
  readonly #search: HTMLInputElement = make('input', {
    type: 'search',
    placeholder: 'Search',
    ariaLabel: 'Search the rows',
    spellcheck: false,
    autocomplete: 'off',
  });
  readonly #range: HTMLElement = make('span', { className: 'range' });
  readonly #newer: HTMLButtonElement = button('Newer', () => this.#turn(-PAGE));
  readonly #older: HTMLButtonElement = button('Older', () => this.#turn(PAGE));
  readonly #changed: () => void;
  #skip = 0;

  /**
   * @param changed - Called when other rows are to be shown.
   * @param buttons - What else is in the toolbar.
   */
  constructor(changed: () => void, buttons: HTMLElement[]) {
    this.#changed = changed;
    this.#search.addEventListener('input', () => this.#choose());
    this.#search.addEventListener('keydown', (event) => {
      // Escape empties the field first. Only then does it close the inspector.
      if (event.key !== 'Escape' || this.#search.value === '') return;
      event.stopPropagation();
      this.#search.value = '';
      this.#choose();
    });
    const chips = Object.entries(KINDS).map(([kind, name]) => {
      const chip = toggle(name, () => {
        const isChosen = !this.#kinds.delete(kind as Kind);
        if (isChosen) this.#kinds.add(kind as Kind);
        press(chip, isChosen);
        this.#choose();
      });
      return chip;
    });
    const group = make('div', { className: 'kinds' }, ...chips);
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', 'Show only these kinds');
    const tools = make('div', { className: 'tools' }, this.#search, ...buttons);
    this.element = make('div', { className: 'toolbar' }, group, tools);
    this.pager = make('div', { className: 'pager' }, this.#newer, this.#older, this.#range);
  }

  get choice(): Choice {
    return { kinds: this.#kinds, text: this.#search.value, skip: this.#skip };
  }

  get isFiltering(): boolean {
    return this.#kinds.size > 0 || this.#search.value !== '';
  }

  /** True if the latest rows are not on the screen. */
  get isOlder(): boolean {
    return this.#skip > 0;
  }

  /** Goes to the latest rows. */
  toLatest(): void {
    this.#skip = 0;
  }

  /** Shows how many rows are on the screen, how many match, and how many there have been. */
  showRange(shown: number, matching: number, seen: number): void {
    const isFirst = this.#skip === 0;
    const isLast = this.#skip + shown >= matching;
    const part = shown === matching ? '' : `${this.#skip + 1} to ${this.#skip + shown} of `;
    const all = seen > matching ? `, ${count(seen)} in all` : '';
    this.#range.textContent = `${part}${count(matching)} ${matching === 1 ? 'row' : 'rows'}${all}`;
    // Not `disabled`, which would take the focus away from the button that was just used.
    this.#newer.setAttribute('aria-disabled', String(isFirst));
    this.#older.setAttribute('aria-disabled', String(isLast));
    this.#newer.hidden = this.#older.hidden = isFirst && isLast;
  }

  #choose(): void {
    this.#skip = 0;
    this.#changed();
  }

  #turn(by: number): void {
    const isDisabled = (by < 0 ? this.#newer : this.#older).ariaDisabled === 'true';
    if (isDisabled) return;
    this.#skip = Math.max(0, this.#skip + by);
    this.#changed();
  }
}

function count(number: number): string {
  return number.toLocaleString('en');
}
