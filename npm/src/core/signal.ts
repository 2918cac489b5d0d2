// Generated from src/npm by `npm run generate`; change the declarations there.

import type { Brand } from './exports.js';

/** Something that happened to an embed, without further values. */
export type Signal = Brand<'Signal'>;

export const TICK = 1 as Signal;
export const VIEW = 2 as Signal;
export const REJECTED = 3 as Signal;
export const FOREGROUND = 4 as Signal;
export const SEEN = 5 as Signal;
export const VIEWED = 6 as Signal;
export const SHOWN = 7 as Signal;
export const MOVED = 8 as Signal;
export const NAVIGATED = 9 as Signal;
export const LOADED_OFFLINE = 10 as Signal;
export const LOADED = 11 as Signal;
export const LOAD_FAILED = 12 as Signal;
export const UNREACHABLE = 13 as Signal;
export const RENEW = 14 as Signal;
export const RELOAD = 15 as Signal;
export const DESTROY = 16 as Signal;
