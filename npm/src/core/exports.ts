// Generated from src/npm by `npm run generate`; change the declarations there.

import type { EffectKind } from './effect-kind.js';
import type { Signal } from './signal.js';
import type { Setting } from './setting.js';
import type { LoadedBy } from './loaded-by.js';
import type { Dispatch } from './dispatch.js';
import type { Values } from './values.js';

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
export type TextHash = Brand<'TextHash'>;

/** The core as the shell uses it: what the WebAssembly exports, and the values in its memory. */
export interface Core {
  readonly values: Values;
  /**
   * Sets one number of the next embed, in the unit of the setting. A number that is not set has its
   * default.
   */
  set(setting: Setting, value: number): void;
  /**
   * Opens an embed with the settings made since the last one. `tenant` is the hash of the tenant's
   * origin, whose embeds share its turns to mint. It returns none if the page has too many.
   */
  open(monotonic: Monotonic, wall: Epoch, tenant: TextHash, loadedBy: LoadedBy, canMint: boolean, seed: number): EmbedId | None;
  /** Hands in something that happened, with its values. */
  signal(embed: EmbedId, monotonic: Monotonic, wall: Epoch, signal: Signal, first: number, second: number): void;
  /** Notes an id that the page itself used, in the URL of an iframe that it loads. */
  noteUsedId(hash: TextHash): void;
  /**
   * Whether an event that has no meaning of its own, or a `view`, may change something; if not, it
   * need not be handed in.
   */
  awaits(embed: EmbedId): 0 | 1;
  /** Whether the document in the iframe has reported anything but a rejection. */
  isShown(embed: EmbedId): 0 | 1;
  /**
   * Whether an action is sent now, kept for later, or both; none if the embed was destroyed. An
   * action that `lasts` describes a state.
   */
  dispatch(embed: EmbedId, lasts: boolean): Dispatch | None;
  /**
   * The next thing to do; none if nothing is left. Its values are in `values` until the next poll.
   */
  poll(): EffectKind | None;
  /**
   * Puts the session of an embed into the values, from `mode` to `lastError`; nothing if the embed
   * was destroyed.
   */
  readState(embed: EmbedId): void;
  /** Where the values are in the memory, in bytes. They stay there. */
  valuesAt(): number;
}

/** What the WebAssembly exports. */
export interface Exports extends Omit<Core, 'values'> {
  readonly memory: { readonly buffer: ArrayBuffer };
}
