// Generated from src/npm by `npm run generate`; change the declarations there.

import type { Brand } from './exports.js';

/** Whether an action is sent now, kept for later, or both. */
export type Dispatch = Brand<'Dispatch'>;

export const SEND = 1 as Dispatch;
export const SEND_AND_KEEP = 2 as Dispatch;
export const KEEP = 3 as Dispatch;
