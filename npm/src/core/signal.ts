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
export const LOADED = 7 as Signal;
export const LOAD_FAILED = 8 as Signal;
export const UNREACHABLE = 9 as Signal;
export const RENEW = 10 as Signal;
export const RELOAD = 11 as Signal;
export const DESTROY = 12 as Signal;
