// Generated from src/npm by `npm run generate`; change the declarations there.

import type { Brand } from './exports.js';

/** Why a session id is asked for; `SessionRequest.reason` in JavaScript. */
export type Reason = Brand<'Reason'>;

export const MOUNT = 1 as Reason;
export const EXPIRING = 2 as Reason;
export const EXPIRED = 3 as Reason;
export const FOREGROUND = 4 as Reason;
export const REJECTED = 5 as Reason;
export const MANUAL = 6 as Reason;
export const RELOAD = 7 as Reason;

/** The name that pages know a variant by is at its number less 1. */
export const NAMES = ['mount', 'expiring', 'expired', 'foreground', 'rejected', 'manual', 'reload'] as const;
