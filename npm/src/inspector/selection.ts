// Which of the kept rows are shown: by kind, by a text, and a page of them at a time.

import type { KeptRow } from './kept.js';
import { KINDS, type Kind, type Row } from './row.js';

/** How many rows are in the document at a time. */
export const PAGE = 100;

export interface Choice {
  /** The kinds to show. None means all. */
  readonly kinds: ReadonlySet<Kind>;
  /** What the rows must contain, in any case. */
  readonly text: string;
  /** How many of the rows are skipped, to show older ones. */
  readonly skip: number;
}

export interface Selection {
  /** The rows of the page, latest first. */
  readonly rows: readonly KeptRow[];
  /** All rows that match. */
  readonly matching: readonly KeptRow[];
}

/** Chooses from `rows`, which are latest first. */
export function select(rows: readonly KeptRow[], { kinds, text, skip }: Choice): Selection {
  const wanted = text.trim().toLowerCase();
  const matching = rows.filter(
    (row) =>
      (kinds.size === 0 || kinds.has(row.kind)) &&
      (wanted === '' || searched(row).includes(wanted)),
  );
  return { rows: matching.slice(skip, skip + PAGE), matching };
}

function searched({ kind, name, note, facts }: Row): string {
  return `${KINDS[kind]} ${name} ${note} ${facts['error'] ?? ''}`.toLowerCase();
}
