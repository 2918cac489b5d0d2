// Generated from src/npm by `npm run generate`; change the declarations there.

import type { Brand } from './exports.js';

/** What the core wants done. */
export type Effect = Brand<'Effect'>;

export const SET_TIMER = 1 as Effect;
export const CLEAR_TIMER = 2 as Effect;
export const MINT = 3 as Effect;
export const ABORT_MINT = 4 as Effect;
export const LOAD_WITH_ID = 5 as Effect;
export const LOAD = 6 as Effect;
export const POST_ID = 7 as Effect;
export const SEND_KEPT = 8 as Effect;
export const SEND_AGAIN = 9 as Effect;
export const SEND_ALL = 10 as Effect;
export const RESOLVE_ASKED = 11 as Effect;
export const REJECT_ASKED = 12 as Effect;
export const REJECT_READY = 13 as Effect;
export const ASK_IF_SEEN = 14 as Effect;
export const ASK_IF_VIEWED = 15 as Effect;
export const TELL_SESSION = 16 as Effect;
export const CLOSE = 17 as Effect;
