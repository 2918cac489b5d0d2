import type { Facts, Row } from './row.js';

/** The session at a time. */
export interface Snapshot {
  readonly facts: Facts;
  /** Epoch ms by the page's clock. */
  readonly at: number;
  /** How far the embed's clock is ahead of the page's, in ms. The session ends by the embed's clock. */
  readonly ahead: number;
}

/** Where the rows of an inspector come from: an embed, or a file. */
export interface Source {
  /** The inspector's title. */
  readonly title: string;
  /** True if the rows are those of a file. */
  readonly isReplay: boolean;
  /**
   * Begins to call `add` with each row, until `signal` is aborted. Calls `changed` after changes that
   * make no row.
   */
  start(add: (row: Row) => void, changed: () => void, signal: AbortSignal): void;
  session(): Snapshot;
}

/** A source that is played. */
export interface PlayedSource extends Source {
  readonly isReplay: true;
  readonly isAtEnd: boolean;
  pause(): void;
  play(): void;
  /** Plays the rest at once. */
  finish(): void;
  /** Plays again from the first row. */
  restart(): void;
}
