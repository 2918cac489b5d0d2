// Generated from src/npm by `npm run generate`; change the declarations there.

import type { Brand } from './exports.js';

/** What a shell sees of the iframe and its document. */
export type Fact = Brand<'Fact'>;

export const EVENT = 1 as Fact;
export const NAVIGATED_AS_ASKED = 2 as Fact;
export const NAVIGATED_ONWARDS = 3 as Fact;
export const NAVIGATED = 4 as Fact;
export const NAVIGATION_POSTED = 5 as Fact;
export const FRAME_LOADED = 6 as Fact;
export const FRAME_LOADED_OFFLINE = 7 as Fact;
export const FRAME_EMPTIED = 8 as Fact;
export const WINDOW_REPLACED = 9 as Fact;
export const PAGE_RESTORED = 10 as Fact;
export const BLOCKED = 11 as Fact;
