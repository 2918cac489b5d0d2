// Generated from src/npm by `npm run generate`; change the declarations there.

import type { Brand } from './exports.js';

/** What the renewal is doing. */
export type Renewal = Brand<'Renewal'>;

export const IDLE = 1 as Renewal;
export const SCHEDULED = 2 as Renewal;
export const MINTING = 3 as Renewal;
export const CONFIRMING = 4 as Renewal;
export const BACKING_OFF = 5 as Renewal;

/** The name that pages know a variant by is at its number less 1. */
export const NAMES = ['idle', 'scheduled', 'minting', 'confirming', 'backing-off'] as const;
