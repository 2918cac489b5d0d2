// Generated from src/npm by `npm run generate`; change the declarations there.

import type { ErrorNumber } from './errors.js';
import type { Effect } from './effect.js';
import type { Signal } from './signal.js';
import type { Setting } from './setting.js';
import type { OnExhausted } from './on-exhausted.js';
import type { LoadedBy } from './loaded-by.js';
import type { Dispatch } from './dispatch.js';
import type { Mode } from './mode.js';
import type { Status } from './status.js';
import type { Renewal } from './renewal.js';
import type { Reason } from './reason.js';
import type { MintFailure } from './mint-failure.js';

declare const brand: unique symbol;

/** A number that means a `Name`. */
export type Brand<Name extends string> = number & { readonly [brand]: Name };

/** The number of a value that is missing. */
export type None = 0;

/** The number of a time that is missing. */
export type NotANumber = Brand<'NotANumber'>;

/** An embed of this page. */
export type EmbedId = Brand<'EmbedId'>;

/** A reading of `performance.now()`, in milliseconds. */
export type Monotonic = Brand<'Monotonic'>;

/** A point in time by a wall clock, in epoch milliseconds. */
export type Epoch = Brand<'Epoch'>;

/** A span of time in milliseconds. */
export type Millis = Brand<'Millis'>;

/** A mint of one embed. */
export type Ticket = Brand<'Ticket'>;

/** A hash of a session id or an origin: a whole number of at most 53 bits. */
export type Fingerprint = Brand<'Fingerprint'>;

export const SET = 'A';
export const SET_ON_EXHAUSTED = 'B';
export const SET_TENANT = 'C';
export const OPEN = 'D';
export const REFUSAL = 'E';
export const SIGNAL = 'F';
export const READY = 'G';
export const EXPIRING = 'I';
export const EXPIRED = 'J';
export const MINTED = 'K';
export const MINT_FAILED = 'L';
export const NOTE_USED_ID = 'M';
export const AWAITS_VIEW = 'N';
export const AWAITS_ANSWER = 'O';
export const DISPATCH = 'Q';
export const POLL = 'R';
export const POLLED_EMBED = 'S';
export const POLLED_TIME = 'T';
export const POLLED_TICKET = 'U';
export const POLLED_REASON = 'V';
export const POLLED_ERROR = 'W';
export const MODE = 'X';
export const STATUS = 'Y';
export const RENEWAL = 'Z';
export const ATTEMPT = 'a';
export const RENEWALS = 'b';
export const EXPIRES_AT = 'c';
export const NEXT_ATTEMPT_AT = 'd';
export const LAST_ERROR = 'e';

/** What the WebAssembly exports. */
export interface Core {
  /**
   * Sets one number of the next embed, in the unit of the setting. A number that is not set has its
   * default.
   */
  [SET](setting: Setting, value: number): void;
  /** Sets what the next embed does after its last failed attempt. */
  [SET_ON_EXHAUSTED](onExhausted: OnExhausted): void;
  /**
   * Sets the tenant of the next embed, by the fingerprint of its origin. The embeds of a tenant
   * share its turns to mint.
   */
  [SET_TENANT](tenant: Fingerprint): void;
  /**
   * Opens an embed with the settings made since the last one. If it returns none, `refusal` has the
   * reason.
   */
  [OPEN](
    monotonic: Monotonic,
    wall: Epoch,
    loadedBy: LoadedBy,
    canMint: boolean,
    seed: number,
  ): EmbedId | None;
  /** Why the last embed was not opened. */
  [REFUSAL](): ErrorNumber | None;
  /** Hands in something that needs no further value. */
  [SIGNAL](embed: EmbedId, monotonic: Monotonic, wall: Epoch, signal: Signal): void;
  /** The embed reported `ready`. */
  [READY](embed: EmbedId, monotonic: Monotonic, wall: Epoch, mode: Mode | None): void;
  /** The embed reported `session-expiring`. */
  [EXPIRING](
    embed: EmbedId,
    monotonic: Monotonic,
    wall: Epoch,
    expiresAt: Epoch,
    expiresIn: Millis,
  ): void;
  /** The embed reported `session-expired`. Both times are by the embed's clock. */
  [EXPIRED](
    embed: EmbedId,
    monotonic: Monotonic,
    wall: Epoch,
    expiredAt: Epoch,
    reportedAt: Epoch,
  ): void;
  /** `getSession` returned an id. */
  [MINTED](
    embed: EmbedId,
    monotonic: Monotonic,
    wall: Epoch,
    ticket: Ticket,
    fingerprint: Fingerprint,
  ): void;
  /** `getSession` returned no id. */
  [MINT_FAILED](
    embed: EmbedId,
    monotonic: Monotonic,
    wall: Epoch,
    ticket: Ticket,
    failure: MintFailure,
  ): void;
  /** Notes an id that the page itself used, in the URL of an iframe that it loads. */
  [NOTE_USED_ID](fingerprint: Fingerprint): void;
  /** Whether a `view` can change anything; if not, it need not be handed in. */
  [AWAITS_VIEW](embed: EmbedId): 0 | 1;
  /** Whether a `ready` may answer an id that was posted. */
  [AWAITS_ANSWER](embed: EmbedId): 0 | 1;
  /**
   * Whether an action is sent now, kept for later, or both; none if the embed was destroyed. An
   * action that `lasts` describes a state.
   */
  [DISPATCH](embed: EmbedId, lasts: boolean): Dispatch | None;
  /**
   * The next thing to do; none if nothing is left. The functions `polled…` have its values until
   * the next poll.
   */
  [POLL](): Effect | None;
  /** The embed that the effect is for. */
  [POLLED_EMBED](): EmbedId | None;
  /** The time that `SET_TIMER` is for. */
  [POLLED_TIME](): Monotonic | NotANumber;
  /** The ticket of `MINT`. */
  [POLLED_TICKET](): Ticket | None;
  /** The reason of `MINT`. */
  [POLLED_REASON](): Reason | None;
  /** The error of `REJECT_ASKED` and `REJECT_READY`. */
  [POLLED_ERROR](): ErrorNumber | None;
  /** How the embed is authenticated; none until `ready`. */
  [MODE](embed: EmbedId): Mode | None;
  /** How far the session is; none if the embed was destroyed. */
  [STATUS](embed: EmbedId): Status | None;
  /** What the renewal is doing; none if the embed was destroyed. */
  [RENEWAL](embed: EmbedId): Renewal | None;
  /** The attempt of the renewal under way, from 1; 0 if none has begun. */
  [ATTEMPT](embed: EmbedId): number;
  /** How many renewals were confirmed. */
  [RENEWALS](embed: EmbedId): number;
  /** When the session stops working. */
  [EXPIRES_AT](embed: EmbedId): Epoch | NotANumber;
  /** When the next attempt starts. */
  [NEXT_ATTEMPT_AT](embed: EmbedId): Epoch | NotANumber;
  /** Why the last attempt failed. */
  [LAST_ERROR](embed: EmbedId): ErrorNumber | None;
}
