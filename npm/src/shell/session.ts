// The session of an embed as the page sees it, and why it is not well.

import {
  BLOCKED,
  MINT_FAILED,
  NOT_LOADED,
  READY_TIMED_OUT,
  SIGNED_OUT,
  type ErrorNumber,
} from '../core/errors.js';
import type { Core, EmbedId, Epoch, None, NotANumber } from '../core/exports.js';
import * as Mode from '../core/mode.js';
import * as Renewal from '../core/renewal.js';
import * as Status from '../core/status.js';
import * as At from '../core/values.js';
import { embedError, reasonOf, type EmbedError } from '../errors.js';
import type { SessionState } from '../types.js';
import { nameOf } from './values.js';

/** The session of an embed that is not closed: a fresh object. */
export function readSession(core: Core, id: EmbedId, reasons: Reasons): SessionState {
  const { values } = core;
  core.readState(id);
  const error = values[At.LAST_ERROR];
  return {
    mode: nameOf(Mode.NAMES, values[At.MODE]) ?? null,
    status: nameOf(Status.NAMES, values[At.STATUS])!,
    renewal: nameOf(Renewal.NAMES, values[At.RENEWAL])!,
    attempt: values[At.ATTEMPT],
    renewals: values[At.RENEWALS],
    expiresAt: orNull(values[At.EXPIRES_AT]),
    nextAttemptAt: orNull(values[At.NEXT_ATTEMPT_AT]),
    lastError: error ? reasons.of(error, error) : null,
    // The core keeps to the union.
  } as SessionState;
}

/** What the page and the diagnostics know of why something failed. */
export class Reasons {
  /**
   * What `getSession` threw last, or what it returned last that is no id, and what the diagnostics make of
   * it. Only what it threw is for the page: an answer may hold an id.
   */
  cause: unknown;
  detail: string | undefined;
  /** Why there is no embed. */
  found: EmbedError | undefined;
  /** How long `ready` may take, in milliseconds. */
  declare wait: number;

  /** The error of a number. `last`: what failed before, which may have been a load that was never ready. */
  of(number: ErrorNumber, last: ErrorNumber | None): EmbedError {
    let cause: unknown;
    let { detail } = this;
    if (number === BLOCKED && this.found) return this.found;
    if (number === MINT_FAILED || number === SIGNED_OUT) cause = this.cause;
    if (number === READY_TIMED_OUT || number === NOT_LOADED) {
      cause = last && last !== number ? this.of(last, last) : this.found;
      detail = this.wait + ' ms' + reasonOf(cause);
    }
    return embedError(number, cause, detail);
  }
}

function orNull(time: Epoch | NotANumber): number | null {
  return Number.isNaN(time) ? null : time;
}
