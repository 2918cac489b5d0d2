// Generated from src/npm by `npm run generate`; change the declarations there.

import type { Brand } from './exports.js';

/** How a mint ended without an id. */
export type MintFailure = Brand<'MintFailure'>;

export const FAILED = 1 as MintFailure;
export const INVALID = 2 as MintFailure;
export const REPEATED = 3 as MintFailure;
export const SIGNED_OUT = 4 as MintFailure;
