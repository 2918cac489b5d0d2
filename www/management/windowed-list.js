// A list box that has elements only for the rows in view, for lists of any length.

import { h } from '../dom.js';

const ROW = 36;
/** Rows beyond the edges of the view that have an element, too. */
const BEYOND = 8;

/**
 * The options are shown in `box`, an element with the role `listbox`. `draw` returns the children of an
 * option. `chosen` is called with the active item, and `near` with the number of rows that the viewer
 * has reached.
 */
export class WindowedList {
  items = [];
  /** True once there are no more items to come. */
  isWhole = false;
  #box;
  #rows = h('div', { class: 'rows', role: 'presentation' });
  #options = new Map();
  #calls;
  #active = -1;
  #frame = 0;

  constructor(box, calls) {
    this.#box = box;
    this.#calls = calls;
    box.replaceChildren(this.#rows);
    box.addEventListener('scroll', () => this.changed());
    box.addEventListener('keydown', (event) => this.#key(event));
    box.addEventListener('focus', () => {
      // By keyboard only: under a pointer, nothing may move before the click has chosen its row.
      if (this.#active < 0 && box.matches(':focus-visible'))
        this.activate(Math.ceil(box.scrollTop / ROW));
    });
    box.addEventListener('click', ({ target }) => {
      const option = target.closest('[role="option"]');
      if (option) this.activate(Number(option.dataset.index));
    });
    new ResizeObserver(() => this.changed()).observe(box);
  }

  /** Removes all items. */
  clear() {
    this.items = [];
    this.isWhole = false;
    this.#active = -1;
    this.#box.removeAttribute('aria-activedescendant');
    this.#box.scrollTop = 0;
    this.#forget(() => true);
    this.changed();
  }

  /** Shows what has changed, with the next frame. */
  changed() {
    this.#frame ||= requestAnimationFrame(() => this.#show());
  }

  /** Makes an item the active one, and scrolls to it. */
  activate(index) {
    if (this.items.length === 0) return;
    this.#active = Math.max(0, Math.min(index, this.items.length - 1));
    // It can scroll only as far as there is height.
    this.#fit();
    const top = this.#active * ROW;
    const { scrollTop, clientHeight } = this.#box;
    if (top < scrollTop) this.#box.scrollTop = top;
    if (top + ROW > scrollTop + clientHeight) this.#box.scrollTop = top + ROW - clientHeight;
    this.#show();
    this.#box.setAttribute('aria-activedescendant', this.#options.get(this.#active).id);
    this.#calls.chosen(this.items[this.#active]);
  }

  #show() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { length } = this.items;
    const { scrollTop, clientHeight } = this.#box;
    this.#fit();
    const first = Math.max(0, Math.floor(scrollTop / ROW) - BEYOND);
    const end = Math.min(length, Math.ceil((scrollTop + clientHeight) / ROW) + BEYOND);
    // The active option stays, because the list box refers to it.
    const isShown = (index) => (index >= first && index < end) || index === this.#active;
    this.#forget((index) => !isShown(index));
    for (let index = first; index < end; index += 1) this.#place(index);
    if (this.#active >= 0) this.#place(this.#active);
    this.#calls.near(end);
  }

  #fit() {
    this.#rows.style.height = `${this.items.length * ROW}px`;
  }

  #place(index) {
    let option = this.#options.get(index);
    if (!option) {
      const attributes = { role: 'option', 'data-index': index, 'aria-posinset': index + 1 };
      option = h('div', { ...attributes, id: `${this.#box.id}-${index}` });
      option.append(...this.#calls.draw(this.items[index]));
      option.style.transform = `translateY(${index * ROW}px)`;
      this.#options.set(index, option);
      this.#rows.append(option);
    }
    // -1 says that nobody knows yet how many there are.
    option.setAttribute('aria-setsize', String(this.isWhole ? this.items.length : -1));
    option.setAttribute('aria-selected', String(index === this.#active));
  }

  #forget(isGone) {
    for (const [index, option] of this.#options) {
      if (!isGone(index)) continue;
      option.remove();
      this.#options.delete(index);
    }
  }

  #key(event) {
    const page = Math.max(1, Math.floor(this.#box.clientHeight / ROW) - 1);
    const to = {
      ArrowDown: this.#active + 1,
      ArrowUp: this.#active - 1,
      PageDown: this.#active + page,
      PageUp: this.#active - page,
      Home: 0,
      End: Infinity,
    }[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.activate(to);
  }
}
