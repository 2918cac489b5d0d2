// Generated from src/npm by `npm run generate`; change the declarations there.

import type { Brand } from './exports.js';

/**
 * What an embed is made of: a number, in milliseconds but for `MAX_ATTEMPTS` and `ON_EXHAUSTED`.
 * Its public name is the option that sets it.
 */
export type Setting = Brand<'Setting'>;

export const MINT_TIMEOUT = 1 as Setting;
export const CONFIRM = 2 as Setting;
export const RETRY_MIN = 3 as Setting;
export const RETRY_MAX = 4 as Setting;
export const MAX_ATTEMPTS = 5 as Setting;
export const SPREAD = 6 as Setting;
export const LIFETIME = 7 as Setting;
export const RETRY_STOPPED = 8 as Setting;
export const ON_EXHAUSTED = 9 as Setting;
export const READY_TIMEOUT = 10 as Setting;

/** The name that pages know a variant by is at its number less 1. */
export const NAMES = ['mintTimeoutMs', 'confirmMs', 'retryMinMs', 'retryMaxMs', 'maxAttempts', 'spreadMs', 'lifetimeMs', 'retryStoppedMs', 'onExhausted', 'readyTimeoutMs'] as const;
