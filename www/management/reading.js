// One run through a list: it goes on while the viewer is near the end of what was read.

/** How many items are read beyond those that the viewer has reached. */
const AHEAD = 100;

export class Reading {
  #list;
  #added;
  #ending = new AbortController();
  #reached = 0;
  #isAll = false;
  /** Lets the run go on. Without effect while it is not waiting. */
  #goOn = () => {};

  /** `added` is called after each item that was added to the list. */
  constructor(list, added) {
    this.#list = list;
    this.#added = added;
    list.clear();
  }

  /** Aborted at the end. */
  get signal() {
    return this.#ending.signal;
  }

  add(item) {
    this.#list.items.push(item);
    this.#list.changed();
    this.#added();
  }

  /** Resolves when there is room for another item. Rejects after the end. */
  async room() {
    while (!this.#hasRoom()) {
      await new Promise((resolve) => {
        this.#goOn = resolve;
      });
    }
    this.signal.throwIfAborted();
  }

  /** The viewer has reached this many items. */
  reach(items) {
    this.#reached = items;
    this.#goOn();
  }

  /** Reads to the end of the list without waiting for the viewer. */
  readAll() {
    this.#isAll = true;
    this.#goOn();
  }

  end() {
    this.#ending.abort();
    this.#goOn();
  }

  #hasRoom() {
    const { length } = this.#list.items;
    return this.#isAll || this.signal.aborted || length < this.#reached + AHEAD;
  }
}
