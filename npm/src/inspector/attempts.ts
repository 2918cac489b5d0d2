// The attempts of a renewal, as rows. The bridge reports each change of the session; a row tells what
// the change means, how long the step before it took, and why an attempt failed.

import type { SessionState } from '../types.js';
import { clockTime, duration } from './format.js';
import { sessionFacts, type Facts, type Row } from './row.js';

/** A reading of both clocks: epoch ms for what is shown, monotonic ms for durations. */
export interface Now {
  readonly wall: number;
  readonly monotonic: number;
}

/** Follows a session from state to state. */
export class Attempts {
  #state: SessionState;
  /** When the present step began; undefined if that was before the inspector was opened. */
  #stepBegan: number | undefined;
  /** When the first attempt of the present renewal began. */
  #renewalBegan: number | undefined;

  constructor(state: SessionState) {
    this.#state = state;
  }

  /** The rows of a change of the session, in their order. */
  change(state: SessionState, now: Now): Row[] {
    const before = this.#state;
    this.#state = state;
    const row = (kind: Row['kind'], name: string, note: string, timings: Facts = {}): Row => ({
      at: now.wall,
      kind,
      name,
      note,
      facts: { ...timings, ...sessionFacts(state) },
    });
    const rows: Row[] = [];
    const isNewStep = before.renewal !== state.renewal || before.attempt !== state.attempt;
    if (isNewStep) {
      const end = endOf(before, state);
      const timings = this.#timings(now, end === 'confirmed');
      if (end)
        rows.push(row('attempt', end, noteOf(end, before.attempt, state, timings, now), timings));
      const begin = this.#begin(before, state, now);
      if (begin) rows.push(row('attempt', begin, noteOf(begin, state.attempt, state, {}, now)));
    }
    const isNews =
      before.status !== state.status ||
      before.mode !== state.mode ||
      before.expiresAt !== state.expiresAt;
    if (isNews) rows.push(row('session', state.status, sessionNote(state)));
    return rows;
  }

  #timings({ monotonic }: Now, isWhole: boolean): Record<string, number> {
    const took = this.#stepBegan === undefined ? undefined : monotonic - this.#stepBegan;
    const whole = this.#renewalBegan === undefined ? undefined : monotonic - this.#renewalBegan;
    return {
      ...(took === undefined ? {} : { tookMs: Math.round(took) }),
      ...(isWhole && whole !== undefined ? { renewalTookMs: Math.round(whole) } : {}),
    };
  }

  /** Notes when the step began. Returns its name if it has a row. */
  #begin(before: SessionState, state: SessionState, { monotonic }: Now): string | undefined {
    this.#stepBegan = monotonic;
    const isFirst = before.renewal === 'idle' || before.renewal === 'scheduled';
    if (state.renewal === 'minting' && isFirst) this.#renewalBegan = monotonic;
    return { minting: 'started', scheduled: 'scheduled' }[state.renewal as string];
  }
}

/** How a step ended; undefined if that needs no row. */
function endOf(before: SessionState, state: SessionState): string | undefined {
  if (before.renewal !== 'minting' && before.renewal !== 'confirming') return undefined;
  if (state.renewals > before.renewals) return 'confirmed';
  if (state.renewal === 'confirming') return 'minted';
  const isRepeated = state.renewal === 'minting' && state.attempt > before.attempt;
  if (state.renewal === 'backing-off' || isRepeated) return 'failed';
  if (state.status === 'stopped') return state.lastError ? 'gave up' : 'ended';
  // The id of a load needs no confirmation: it is used as soon as it is there.
  const isLoad = before.status === 'starting' || state.status === 'starting';
  return state.renewal === 'idle' && isLoad ? 'minted' : 'ended';
}

function noteOf(
  name: string,
  attempt: number,
  { nextAttemptAt, lastError }: SessionState,
  { tookMs, renewalTookMs }: Record<string, number>,
  now: Now,
): string {
  const isFailure = name === 'failed' || name === 'gave up';
  return [
    ...(attempt > 0 ? [`attempt ${attempt}`] : []),
    ...(tookMs === undefined ? [] : [`after ${duration(tookMs)}`]),
    ...(renewalTookMs === undefined ? [] : [`${duration(renewalTookMs)} in all`]),
    ...(isFailure && lastError ? [lastError.code] : []),
    ...(nextAttemptAt === null ? [] : [`next ${away(nextAttemptAt, now)}`]),
  ].join(' · ');
}

function sessionNote({ mode, status, expiresAt, lastError }: SessionState): string {
  return [
    ...(mode ? [mode] : []),
    ...(expiresAt === null ? [] : [`ends at ${clockTime(expiresAt)}`]),
    ...(status === 'stopped' && lastError ? [lastError.code] : []),
  ].join(' · ');
}

function away(at: number, { wall }: Now): string {
  return at < wall ? `${duration(wall - at)} ago` : `in ${duration(at - wall)}`;
}
