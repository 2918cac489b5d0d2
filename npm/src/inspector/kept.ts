import type { Row } from './row.js';

/** A row with its place in the order of all rows. */
export interface KeptRow extends Row {
  readonly number: number;
}

/**
 * The rows that the inspector keeps: the latest messages, and the latest rows of the session's life.
 * Each kind has a limit of its own, so that a day of messages does not displace its few renewals.
 */
export class Kept {
  readonly #limit: number;
  #messages: KeptRow[] = [];
  #life: KeptRow[] = [];
  #seen = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many rows there have been. */
  get seen(): number {
    return this.#seen;
  }

  add(row: Row): void {
    const isLife = row.kind === 'attempt' || row.kind === 'session';
    const list = isLife ? this.#life : this.#messages;
    list.push({ ...row, number: ++this.#seen });
    // Not at every row: removing from the front of a list moves the rest of it.
    if (list.length >= 2 * this.#limit) list.splice(0, list.length - this.#limit);
  }

  /** The rows, latest first. */
  rows(): KeptRow[] {
    const latest = [...this.#messages.slice(-this.#limit), ...this.#life.slice(-this.#limit)];
    return latest.sort((one, other) => other.number - one.number);
  }

  clear(): void {
    this.#messages = [];
    this.#life = [];
    this.#seen = 0;
  }
}
