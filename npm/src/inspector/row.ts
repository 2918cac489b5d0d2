// What the inspector keeps of a message or of a change: names, times and counts. It never keeps a
// payload's value, because that may be a session id.

import type { AnyEvent } from '../core/protocol.js';
import type { DroppedMessage, SessionState } from '../types.js';
import { isDate } from './format.js';
import { nameOf, shapeOf, shownText } from './text.js';

/** The kinds of rows, with their names on the screen. */
export const KINDS = {
  event: 'Event',
  action: 'Action',
  dropped: 'Dropped',
  attempt: 'Attempt',
  session: 'Session',
} as const;

export type Kind = keyof typeof KINDS;

/** More about a row. A name that ends with `At` is a time in epoch ms, one with `Ms` a duration. */
export type Facts = Readonly<Record<string, string | number>>;

/** A row of the inspector. Every text in it can be shown. */
export interface Row {
  /** Epoch ms. */
  readonly at: number;
  readonly kind: Kind;
  readonly name: string;
  readonly note: string;
  readonly facts: Facts;
}

export function eventRow(at: number, event: AnyEvent): Row {
  const { type, payload, timestamp, surface } = event as Partial<AnyEvent>;
  const isTime = typeof timestamp === 'number' && isDate(timestamp);
  const way = isTime ? at - timestamp : 0;
  const facts = {
    ...(typeof surface === 'string' && /^[a-z]{1,20}$/.test(surface) ? { surface } : {}),
    ...(isTime ? { sentAt: timestamp } : {}),
    // The clock of the embed may be ahead of the page's.
    ...(way < 0 ? { itsClockIsAheadMs: -way } : isTime ? { onTheWayMs: way } : {}),
    payload: shapeOf(payload),
  };
  return { at, kind: 'event', name: nameOf(type), note: '', facts };
}

export function actionRow(at: number, type: unknown): Row {
  return { at, kind: 'action', name: nameOf(type), note: '', facts: {} };
}

export function droppedRow(at: number, { reason, origin, data }: DroppedMessage): Row {
  const type: unknown = (data as { type?: unknown } | null | undefined)?.type;
  const note = reason === 'origin' ? `origin ${origin}` : reason;
  return {
    at,
    kind: 'dropped',
    name: nameOf(type),
    note: shownText(note),
    facts: { failedCheck: shownText(reason), origin: shownText(origin) },
  };
}

/** How far the embed's clock is ahead of the page's, in ms, as a row of kind `event` shows it; else 0. */
export function aheadBy({ facts }: Row): number {
  const ahead = facts['itsClockIsAheadMs'];
  return typeof ahead === 'number' ? ahead : 0;
}

/** The session as facts. A fact that is not known is left out. */
export function sessionFacts(state: SessionState): Facts {
  const { mode, status, renewal, attempt, renewals, expiresAt, nextAttemptAt, lastError } = state;
  return {
    status,
    ...(mode === null ? {} : { mode: shownText(mode) }),
    renewal,
    attempt,
    renewals,
    ...(expiresAt === null ? {} : { expiresAt }),
    ...(nextAttemptAt === null ? {} : { nextAttemptAt }),
    ...(lastError ? { errorCode: lastError.code, error: shownText(lastError.message) } : {}),
  };
}
