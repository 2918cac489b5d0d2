// Generated from src/npm by `npm run generate`; change the declarations there.

import type { Brand } from './exports.js';

/** Which [`Effect`] it is, without its values. */
export type EffectKind = Brand<'EffectKind'>;

export const SET_TIMER = 1 as EffectKind;
export const CLEAR_TIMER = 2 as EffectKind;
export const MINT = 3 as EffectKind;
export const ABORT_MINT = 4 as EffectKind;
export const LOAD_WITH_ID = 5 as EffectKind;
export const LOAD = 6 as EffectKind;
export const POST_ID = 7 as EffectKind;
export const FORGET_NAVIGATION = 8 as EffectKind;
export const SEND_ACTIONS = 9 as EffectKind;
export const RESOLVE_ASKED = 10 as EffectKind;
export const REJECT_ASKED = 11 as EffectKind;
export const REJECT_READY = 12 as EffectKind;
export const ASK_IF_SEEN = 13 as EffectKind;
export const ASK_IF_VIEWED = 14 as EffectKind;
export const PUT_BACK = 15 as EffectKind;
export const TELL_SESSION = 16 as EffectKind;
export const CLOSE = 17 as EffectKind;
