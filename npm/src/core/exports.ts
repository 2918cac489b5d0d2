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

/** What the WebAssembly exports. */
export interface Core {
  /**
   * Sets one number of the next embed, in the unit of the setting. A number that is not set has its
   * default.
   */
  set(setting: Setting, value: number): void;
  /** Sets what the next embed does after its last failed attempt. */
  setOnExhausted(onExhausted: OnExhausted): void;
  /**
   * Sets the tenant of the next embed, by the fingerprint of its origin. The embeds of a tenant
   * share its turns to mint.
   */
  setTenant(tenant: Fingerprint): void;
  /**
   * Opens an embed with the settings made since the last one. If it returns none, `refusal` has the
   * reason.
   */
  open(
    monotonic: Monotonic,
    wall: Epoch,
    loadedBy: LoadedBy,
    canMint: boolean,
    seed: number,
  ): EmbedId | None;
  /** Why the last embed was not opened. */
  refusal(): ErrorNumber | None;
  /** Hands in something that needs no further value. */
  signal(embed: EmbedId, monotonic: Monotonic, wall: Epoch, signal: Signal): void;
  /** The embed reported `ready`. */
  ready(embed: EmbedId, monotonic: Monotonic, wall: Epoch, mode: Mode | None): void;
  /** The embed reported `session-expiring`. */
  expiring(
    embed: EmbedId,
    monotonic: Monotonic,
    wall: Epoch,
    expiresAt: Epoch,
    expiresIn: Millis,
  ): void;
  /** The embed reported `session-expired`. Both times are by the embed's clock. */
  expired(
    embed: EmbedId,
    monotonic: Monotonic,
    wall: Epoch,
    expiredAt: Epoch,
    reportedAt: Epoch,
  ): void;
  /** `getSession` returned an id. */
  minted(
    embed: EmbedId,
    monotonic: Monotonic,
    wall: Epoch,
    ticket: Ticket,
    fingerprint: Fingerprint,
  ): void;
  /** `getSession` returned no id. */
  mintFailed(
    embed: EmbedId,
    monotonic: Monotonic,
    wall: Epoch,
    ticket: Ticket,
    failure: MintFailure,
  ): void;
  /** Notes an id that the page itself used, in the URL of an iframe that it loads. */
  noteUsedId(fingerprint: Fingerprint): void;
  /** Whether a `view` can change anything; if not, it need not be handed in. */
  awaitsView(embed: EmbedId): 0 | 1;
  /** Whether a `ready` may answer an id that was posted. */
  awaitsAnswer(embed: EmbedId): 0 | 1;
  /**
   * Whether an action is sent now, kept for later, or both; none if the embed was destroyed. An
   * action that `lasts` describes a state.
   */
  dispatch(embed: EmbedId, lasts: boolean): Dispatch | None;
  /**
   * The next thing to do; none if nothing is left. The functions `polled…` have its values until
   * the next poll.
   */
  poll(): Effect | None;
  /** The embed that the effect is for. */
  polledEmbed(): EmbedId | None;
  /** The time that `SET_TIMER` is for. */
  polledTime(): Monotonic | NotANumber;
  /** The ticket of `MINT`. */
  polledTicket(): Ticket | None;
  /** The reason of `MINT`. */
  polledReason(): Reason | None;
  /** The error of `REJECT_ASKED` and `REJECT_READY`. */
  polledError(): ErrorNumber | None;
  /** How the embed is authenticated; none until `ready`. */
  mode(embed: EmbedId): Mode | None;
  /** How far the session is; none if the embed was destroyed. */
  status(embed: EmbedId): Status | None;
  /** What the renewal is doing; none if the embed was destroyed. */
  renewal(embed: EmbedId): Renewal | None;
  /** The attempt of the renewal under way, from 1; 0 if none has begun. */
  attempt(embed: EmbedId): number;
  /** How many renewals were confirmed. */
  renewals(embed: EmbedId): number;
  /** When the session stops working. */
  expiresAt(embed: EmbedId): Epoch | NotANumber;
  /** When the next attempt starts. */
  nextAttemptAt(embed: EmbedId): Epoch | NotANumber;
  /** Why the last attempt failed. */
  lastError(embed: EmbedId): ErrorNumber | None;
}
