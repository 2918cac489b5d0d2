// Generated from src/npm by `npm run generate`; change the declarations there.

import type { Brand } from './exports.js';

/** What happens when the last attempt of a renewal has failed. */
export type OnExhausted = Brand<'OnExhausted'>;

export const STOP = 1 as OnExhausted;
export const RELOAD = 2 as OnExhausted;

/** The name that pages know a variant by is at its number less 1. */
export const NAMES = ['stop', 'reload'] as const;
