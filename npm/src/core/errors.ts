// Generated from src/error.rs by `npm run generate`; change it there.

import type { Brand } from './exports.js';

/** An error of the bridge, as the core names it. */
export type ErrorNumber = Brand<'ErrorNumber'>;

/**
 * What went wrong, as a name that stays the same from version to version.
 *
 * @see https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md has a section for each
 */
export type EmbedErrorCode =
  | 'invalid-base-url'
  | 'invalid-target'
  | 'invalid-option'
  | 'invalid-filter'
  | 'invalid-timezone'
  | 'invalid-path'
  | 'reserved-action'
  | 'not-a-browser'
  | 'wasm-unavailable'
  | 'file-unavailable'
  | 'not-allowed'
  | 'bridge-failed'
  | 'destroyed'
  | 'ready-timeout'
  | 'frame-blocked'
  | 'frame-silent'
  | 'mint-failed'
  | 'mint-timeout'
  | 'mint-invalid'
  | 'mint-repeated'
  | 'mint-stale'
  | 'exchange-rejected'
  | 'session-lapsed'
  | 'signed-out';

export const INVALID_COLOR_SCHEME = 1 as ErrorNumber;
export const INVALID_LOCALE = 2 as ErrorNumber;
export const INVALID_ACTION_NAME = 3 as ErrorNumber;
export const INVALID_PAYLOAD = 4 as ErrorNumber;
export const INVALID_FILTER = 5 as ErrorNumber;
export const INVALID_TIMEZONE = 6 as ErrorNumber;
export const INVALID_PATH = 7 as ErrorNumber;
export const RESERVED_ACTION = 8 as ErrorNumber;
export const INVALID_SIGNAL = 9 as ErrorNumber;
export const INVALID_HANDLER = 10 as ErrorNumber;
export const UNKNOWN_EVENT = 11 as ErrorNumber;
export const BRIDGE_FAILED = 12 as ErrorNumber;
export const WASM_UNAVAILABLE = 13 as ErrorNumber;
export const FILE_UNAVAILABLE = 14 as ErrorNumber;
export const NOT_RENEWABLE = 15 as ErrorNumber;
export const NOT_RELOADABLE = 16 as ErrorNumber;
export const UNREACHABLE = 17 as ErrorNumber;
export const DESTROYED = 18 as ErrorNumber;
export const READY_TIMED_OUT = 19 as ErrorNumber;
export const NOT_LOADED = 20 as ErrorNumber;
export const BLOCKED = 21 as ErrorNumber;
export const MINT_FAILED = 22 as ErrorNumber;
export const MINT_TIMED_OUT = 23 as ErrorNumber;
export const MINT_INVALID = 24 as ErrorNumber;
export const MINT_REPEATED = 25 as ErrorNumber;
export const MINT_STALE = 26 as ErrorNumber;
export const EXCHANGE_REJECTED = 27 as ErrorNumber;
export const SESSION_LAPSED = 28 as ErrorNumber;
export const SIGNED_OUT = 29 as ErrorNumber;
export const INVALID_POLICY = 30 as ErrorNumber;
export const TOO_MANY_EMBEDS = 31 as ErrorNumber;
export const INVALID_BASE_URL = 32 as ErrorNumber;
export const INVALID_SURFACE = 33 as ErrorNumber;
export const INVALID_PUBLIC_ID = 34 as ErrorNumber;
export const INVALID_DEPLOYMENT_ID = 35 as ErrorNumber;
export const SESSION_IN_PARAMS = 36 as ErrorNumber;
export const INVALID_ATTRIBUTE = 37 as ErrorNumber;
export const PATH_WITHOUT_SESSION = 38 as ErrorNumber;
export const INVALID_TARGET = 39 as ErrorNumber;
export const INVALID_IFRAME = 40 as ErrorNumber;
export const ALREADY_CONNECTED = 41 as ErrorNumber;
export const OTHER_IFRAME = 42 as ErrorNumber;
export const NOT_A_BROWSER = 43 as ErrorNumber;
export const INVALID_FILTERS = 44 as ErrorNumber;
export const INVALID_DURATION = 45 as ErrorNumber;
export const INVALID_RENEWAL = 46 as ErrorNumber;
export const INVALID_ON_EXHAUSTED = 47 as ErrorNumber;
export const INVALID_TITLE = 48 as ErrorNumber;
export const INVALID_TEXTS = 49 as ErrorNumber;
export const INVALID_GET_SESSION = 50 as ErrorNumber;
export const NOT_ALLOWED = 51 as ErrorNumber;
export const COPIED_ELEMENT = 52 as ErrorNumber;
export const TARGET_NOT_FOUND = 53 as ErrorNumber;
export const TARGET_NOT_SELECTOR = 54 as ErrorNumber;
export const TARGET_REPLACED = 55 as ErrorNumber;
export const TARGET_ELSEWHERE = 56 as ErrorNumber;

/** The code and the sentence of each error; `option-errors.ts` has those that come last. */
export const ERRORS: readonly (readonly [EmbedErrorCode, string])[] = [
  ['invalid-option', "The colour scheme must be 'light', 'dark' or 'auto'."],
  ['invalid-option', "The locale must be a language tag such as 'de' or 'de-CH'."],
  ['invalid-option', "The action's name must be a string such as 'set-theme'."],
  ['invalid-option', "A theme or payload must be a plain object without functions. It is: {}."],
  ['invalid-filter', "{}A filter is { member: 'orders.status', value: 'completed' } or has an operator, and JSON has its value."],
  ['invalid-timezone', "The time zone must be an IANA name such as 'Europe/Berlin'."],
  ['invalid-path', "The path must lie inside the embed: no scheme, host, backslash, '..' or fragment."],
  ['reserved-action', "Call renew() instead of sending set-session."],
  ['invalid-option', "signal must be an AbortSignal."],
  ['invalid-option', "A handler must be a function."],
  ['invalid-option', "There is no event '{}'."],
  ['bridge-failed', "svc-embed crashed{}. Mount the embed again and report it."],
  ['wasm-unavailable', "The page's policy or the browser forbids WebAssembly, and svc-embed could not load translated.js{}. Serve all files of the package, or add 'wasm-unsafe-eval' to script-src."],
  ['file-unavailable', "svc-embed could not load {}. Serve all files of the package."],
  ['invalid-option', "This embed has no session to renew: it is private or has no getSession."],
  ['invalid-target', "svc-embed may not load this iframe: pass connect() its surface and params."],
  ['invalid-target', "No session id could reach the embed: its iframe is not in a document, or shows another page."],
  ['destroyed', "The embed was destroyed. Mount a new one."],
  ['ready-timeout', "The embed did not report ready within {}."],
  ['ready-timeout', "getSession did not answer within {}."],
  ['frame-blocked', "{}"],
  ['mint-failed', "getSession failed{}. Check its code and your backend."],
  ['mint-timeout', "getSession did not finish within renewal.mintTimeoutMs. Check its code and your backend."],
  ['mint-invalid', "getSession must return the session id itself, a string{}."],
  ['mint-repeated', "getSession returned a used id. Get a new one for every call."],
  ['mint-stale', "The session id may be older than 5 minutes. Return it at once."],
  ['exchange-rejected', "The embed rejected the session id: used, expired or another tenant's. Get a new one for every call."],
  ['session-lapsed', "The session ended at once. Check the clocks of device and service."],
  ['signed-out', "getSession threw SignedOutError: renewal has stopped. Mount the embed again after a sign-in."],
];
