// Generated from src/npm by `npm run generate`; change the declarations there.

import type { Brand } from './exports.js';

/** How far the session is. */
export type Status = Brand<'Status'>;

export const STARTING = 1 as Status;
export const ACTIVE = 2 as Status;
export const EXPIRING = 3 as Status;
export const EXPIRED = 4 as Status;
export const STOPPED = 5 as Status;

/** The name that pages know a variant by is at its number less 1. */
export const NAMES = ['starting', 'active', 'expiring', 'expired', 'stopped'] as const;
