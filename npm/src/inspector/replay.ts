// The rows of a file, played one after another.

import { aheadBy, type Row } from './row.js';
import type { PlayedSource, Snapshot } from './source.js';

/** The longest wait between two rows, and the longest replay, in milliseconds. */
const LONGEST_WAIT = 700;
const LONGEST_REPLAY = 20_000;

const NOTHING: Snapshot = { facts: {}, at: 0, ahead: 0 };

/** Long waits are cut, so that a day is watched in seconds. */
export class Replay implements PlayedSource {
  readonly title: string;
  readonly isReplay = true;
  readonly #rows: readonly Row[];
  readonly #waits: readonly number[];
  #add: (row: Row) => void = () => {};
  #changed: () => void = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next = 0;
  #session: Snapshot = NOTHING;

  constructor(rows: readonly Row[]) {
    this.#rows = rows;
    this.#waits = waitsOf(rows);
    const styles = { dateStyle: 'short', timeStyle: 'short' } as const;
    this.title = `Replay of ${new Date(rows[0]!.at).toLocaleString(undefined, styles)}`;
  }

  get isAtEnd(): boolean {
    return this.#next === this.#rows.length;
  }

  session(): Snapshot {
    return this.#session;
  }

  start(add: (row: Row) => void, changed: () => void, signal: AbortSignal): void {
    this.#add = add;
    this.#changed = changed;
    signal.addEventListener('abort', () => this.pause());
    this.restart();
  }

  pause(): void {
    clearTimeout(this.#timer);
  }

  play(): void {
    this.pause();
    if (this.isAtEnd) return;
    const wait = this.#waits[this.#next]!;
    const due = performance.now() + wait;
    this.#timer = setTimeout(() => this.#playUntilNow(due), wait);
  }

  finish(): void {
    this.pause();
    while (!this.isAtEnd) this.#step();
    this.#changed();
  }

  restart(): void {
    this.#next = 0;
    this.#session = NOTHING;
    this.play();
  }

  /** Plays the next row, and what else is due: a timer for each would take longer than short waits. */
  #playUntilNow(due: number): void {
    const now = performance.now();
    let next = due;
    do {
      this.#step();
      next += this.#waits[this.#next] ?? 0;
    } while (!this.isAtEnd && next <= now);
    this.#changed();
    this.play();
  }

  #step(): void {
    const row = this.#rows[this.#next++]!;
    const { at, kind } = row;
    const facts = 'status' in row.facts ? row.facts : this.#session.facts;
    const ahead = kind === 'event' ? aheadBy(row) : this.#session.ahead;
    this.#session = { facts, at, ahead };
    this.#add(row);
  }
}

/** The wait before each row. */
export function waitsOf(rows: readonly Row[]): number[] {
  const waits = rows.map(({ at }, index) => {
    const before = rows[index - 1]?.at ?? at;
    // The clock may have been set back meanwhile.
    return Math.min(Math.max(at - before, 0), LONGEST_WAIT);
  });
  const sum = waits.reduce((sum, wait) => sum + wait, 0);
  return sum <= LONGEST_REPLAY ? waits : waits.map((wait) => (wait * LONGEST_REPLAY) / sum);
}
