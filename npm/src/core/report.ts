// Generated from src/protocol by `npm run generate`; change the declarations there.

import type { Brand } from './exports.js';

/** What an event means for the session of its embed. */
export type Report = Brand<'Report'>;

export const NONE = 0 as Report;
export const READY = 1 as Report;
export const VIEW = 2 as Report;
export const EXPIRING = 3 as Report;
export const EXPIRED = 4 as Report;
export const NAVIGATE = 5 as Report;
export const ERROR = 6 as Report;
