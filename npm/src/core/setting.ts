// Generated from src/npm by `npm run generate`; change the declarations there.

import type { Brand } from './exports.js';

/**
 * A number that an embed is made of, in milliseconds; only `MAX_ATTEMPTS` is a count. Its public
 * name is the option that sets it.
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
export const READY_TIMEOUT = 9 as Setting;

/** The name that pages know a variant by is at its number less 1. */
export const NAMES = ['mintTimeoutMs', 'confirmMs', 'retryMinMs', 'retryMaxMs', 'maxAttempts', 'spreadMs', 'lifetimeMs', 'retryStoppedMs', 'readyTimeoutMs'] as const;
