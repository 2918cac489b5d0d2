// Generated from src/npm by `npm run generate`; change the declarations there.

import type { Brand } from './exports.js';

/** How the embed is authenticated, according to its `ready` event. */
export type Mode = Brand<'Mode'>;

export const SIGNED = 1 as Mode;
export const PRIVATE = 2 as Mode;

/** The name that pages know a variant by is at its number less 1. */
export const NAMES = ['signed', 'private'] as const;
