// Generated from src/npm by `npm run generate`; change the declarations there.

import type { ErrorNumber } from './errors.js';
import type { Mode } from './mode.js';
import type { Status } from './status.js';
import type { Renewal } from './renewal.js';
import type { Reason } from './reason.js';
import type { EmbedId, Monotonic, Epoch, Ticket, None, NotANumber } from './exports.js';

// Each value's place in the block.
export const EMBED = 0;
export const TIMER = 1;
export const TICKET = 2;
export const REASON = 3;
export const ERROR = 4;
export const MODE = 5;
export const STATUS = 6;
export const RENEWAL = 7;
export const ATTEMPT = 8;
export const RENEWALS = 9;
export const EXPIRES_AT = 10;
export const NEXT_ATTEMPT_AT = 11;
export const LAST_ERROR = 12;

/** How many values there are. */
export const LENGTH = 13;

/** The block: `poll`, `readState` and `open` write it. */
export interface Values {
  /** The embed that the effect is for. */
  readonly [EMBED]: EmbedId;
  /** The time that `SET_TIMER` is for. */
  readonly [TIMER]: Monotonic;
  /** The ticket of `MINT`. */
  readonly [TICKET]: Ticket;
  /** The reason of `MINT`. */
  readonly [REASON]: Reason;
  /** The error of `REJECT_ASKED` and `REJECT_READY`. */
  readonly [ERROR]: ErrorNumber;
  /** How the embed is authenticated; none until `ready`. */
  readonly [MODE]: Mode | None;
  /** How far the session is. */
  readonly [STATUS]: Status;
  /** What the renewal is doing. */
  readonly [RENEWAL]: Renewal;
  /** The attempt of the renewal under way, from 1; 0 if none has begun. */
  readonly [ATTEMPT]: number;
  /** How many renewals were confirmed. */
  readonly [RENEWALS]: number;
  /** When the session stops working. */
  readonly [EXPIRES_AT]: Epoch | NotANumber;
  /** When the next attempt starts. */
  readonly [NEXT_ATTEMPT_AT]: Epoch | NotANumber;
  /** Why the last attempt failed. */
  readonly [LAST_ERROR]: ErrorNumber | None;
}
