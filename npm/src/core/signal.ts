// Generated from src/npm by `npm run generate`; change the declarations there.

import type { Mode } from './mode.js';
import type { MintFailure } from './mint-failure.js';
import type { Epoch, Millis, Ticket, TextHash, None, Brand } from './exports.js';

declare const values: unique symbol;

/** Something that happened to an embed. */
export type Signal<Values extends number[] = number[]> = Brand<'Signal'> & { readonly [values]: Values };

export const TICK = 1 as Signal<[]>;
export const READY = 2 as Signal<[mode: Mode | None]>;
export const VIEW = 3 as Signal<[]>;
export const EXPIRING = 4 as Signal<[expiresAt: Epoch, expiresIn: Millis]>;
export const EXPIRED = 5 as Signal<[expiredAt: Epoch, reportedAt: Epoch]>;
export const REJECTED = 6 as Signal<[]>;
export const FOREGROUND = 7 as Signal<[]>;
export const SEEN = 8 as Signal<[]>;
export const VIEWED = 9 as Signal<[]>;
export const MINTED = 10 as Signal<[ticket: Ticket, hash: TextHash]>;
export const MINT_FAILED = 11 as Signal<[ticket: Ticket, failure: MintFailure]>;
export const LOADED = 12 as Signal<[]>;
export const LOAD_FAILED = 13 as Signal<[]>;
export const UNREACHABLE = 14 as Signal<[]>;
export const RENEW = 15 as Signal<[]>;
export const RELOAD = 16 as Signal<[]>;
export const DESTROY = 17 as Signal<[]>;
export const EVENT = 18 as Signal<[]>;
export const NAVIGATED_AS_ASKED = 19 as Signal<[]>;
export const NAVIGATED_ONWARDS = 20 as Signal<[]>;
export const NAVIGATED = 21 as Signal<[]>;
export const NAVIGATION_POSTED = 22 as Signal<[]>;
export const FRAME_LOADED = 23 as Signal<[]>;
export const FRAME_LOADED_OFFLINE = 24 as Signal<[]>;
export const FRAME_EMPTIED = 25 as Signal<[]>;
export const WINDOW_REPLACED = 26 as Signal<[]>;
export const PAGE_RESTORED = 27 as Signal<[]>;
export const BLOCKED = 28 as Signal<[]>;
