// Generated from src/npm by `npm run generate`; change the declarations there.

import type { Brand } from './exports.js';

/** Who loads the iframe. */
export type LoadedBy = Brand<'LoadedBy'>;

export const BRIDGE = 1 as LoadedBy;
export const PAGE = 2 as LoadedBy;
