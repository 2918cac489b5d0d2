// Generated from src/npm by `npm run generate`; change the declarations there.

import type { Brand } from './exports.js';

/** Who loads the iframe. */
export type Frame = Brand<'Frame'>;

export const MOUNTED = 1 as Frame;
export const ADOPTED = 2 as Frame;
