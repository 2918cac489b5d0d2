// Generated from src/error.rs by `npm run generate`; change it there.

import type { Brand } from './exports.js';

/** An error of the bridge, as the core names it. */
export type ErrorNumber = Brand<'ErrorNumber'>;

/** What went wrong, as a name that stays the same from version to version. */
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
  | 'destroyed'
  | 'ready-timeout'
  | 'mint-failed'
  | 'mint-timeout'
  | 'mint-invalid'
  | 'mint-repeated'
  | 'mint-stale'
  | 'exchange-rejected'
  | 'signed-out';

export const INVALID_BASE_URL = 1 as ErrorNumber;
export const INVALID_SURFACE = 2 as ErrorNumber;
export const INVALID_PUBLIC_ID = 3 as ErrorNumber;
export const INVALID_DEPLOYMENT_ID = 4 as ErrorNumber;
export const SESSION_IN_PARAMS = 5 as ErrorNumber;
export const INVALID_POLICY = 6 as ErrorNumber;
export const INVALID_COLOR_SCHEME = 7 as ErrorNumber;
export const INVALID_LOCALE = 8 as ErrorNumber;
export const INVALID_ACTION_NAME = 9 as ErrorNumber;
export const INVALID_PAYLOAD = 10 as ErrorNumber;
export const NOT_RENEWABLE = 11 as ErrorNumber;
export const INVALID_ATTRIBUTE = 12 as ErrorNumber;
export const INVALID_FILTER = 13 as ErrorNumber;
export const INVALID_TIMEZONE = 14 as ErrorNumber;
export const INVALID_PATH = 15 as ErrorNumber;
export const PATH_WITHOUT_SESSION = 16 as ErrorNumber;
export const RESERVED_ACTION = 17 as ErrorNumber;
export const INVALID_TARGET = 18 as ErrorNumber;
export const ALREADY_CONNECTED = 19 as ErrorNumber;
export const NOT_RELOADABLE = 20 as ErrorNumber;
export const UNREACHABLE = 21 as ErrorNumber;
export const TOO_MANY_EMBEDS = 22 as ErrorNumber;
export const NOT_A_BROWSER = 23 as ErrorNumber;
export const DESTROYED = 24 as ErrorNumber;
export const READY_TIMED_OUT = 25 as ErrorNumber;
export const MINT_FAILED = 26 as ErrorNumber;
export const MINT_TIMED_OUT = 27 as ErrorNumber;
export const MINT_INVALID = 28 as ErrorNumber;
export const MINT_REPEATED = 29 as ErrorNumber;
export const MINT_STALE = 30 as ErrorNumber;
export const EXCHANGE_REJECTED = 31 as ErrorNumber;
export const SIGNED_OUT = 32 as ErrorNumber;
export const INVALID_DURATION = 33 as ErrorNumber;
export const INVALID_RENEWAL = 34 as ErrorNumber;
export const INVALID_ON_EXHAUSTED = 35 as ErrorNumber;
export const INVALID_TITLE = 36 as ErrorNumber;
export const INVALID_TEXTS = 37 as ErrorNumber;
export const INVALID_GET_SESSION = 38 as ErrorNumber;
export const INVALID_SIGNAL = 39 as ErrorNumber;
export const INVALID_HANDLER = 40 as ErrorNumber;
export const UNKNOWN_EVENT = 41 as ErrorNumber;
export const WASM_UNAVAILABLE = 42 as ErrorNumber;

/** The code and the sentence of each error, in the order of the numbers. */
export const ERRORS: readonly (readonly [EmbedErrorCode, string])[] = [
  [
    'invalid-base-url',
    "baseUrl must be the tenant's https URL, such as 'https://acme.example.com', without credentials, query or fragment. Only loopback hosts may have http.",
  ],
  [
    'invalid-option',
    "surface must be { kind: 'dashboard', publicId }, { kind: 'app', deploymentId }, { kind: 'chat' }, or a kind with a path.",
  ],
  ['invalid-option', "surface.publicId must be the dashboard's public id."],
  ['invalid-option', "surface.deploymentId must be the deployment's number."],
  [
    'invalid-option',
    'params and surface.path must not contain the session id: it comes from getSession.',
  ],
  [
    'invalid-option',
    'renewal needs maxAttempts and lifetimeMs above 0, and retryMinMs not above retryMaxMs.',
  ],
  ['invalid-option', "The colour scheme must be 'light', 'dark' or 'auto'."],
  ['invalid-option', "The locale must be a language tag such as 'en', 'de-CH' or 'pt_BR'."],
  ['invalid-option', "The action's name must be a string such as 'set-theme'."],
  ['invalid-option', 'The payload must be a plain object without functions and DOM nodes.'],
  ['invalid-option', 'This embed has no session to renew: it is private, or has no getSession.'],
  [
    'invalid-option',
    'attributes must be valid attributes of an iframe other than src, srcdoc and event handlers.',
  ],
  [
    'invalid-filter',
    "A filter must be { member: '<semantic_view>.<dimension>', value, operator }, with a value or an operator as JSON, or 'f_<member>=<JSON>'. filters must be an array.",
  ],
  [
    'invalid-timezone',
    "The time zone must be an IANA name such as 'Europe/Berlin' or 'UTC'. The embed ignores bare UTC offsets.",
  ],
  [
    'invalid-path',
    "The path must lie inside the embed, such as '/dashboard/sales': no scheme, no host, no backslash, and in surface.path no fragment.",
  ],
  ['invalid-path', "surface.path contains '{session}', but there is no getSession."],
  ['reserved-action', 'Only the bridge sends set-session: call renew() instead.'],
  [
    'invalid-target',
    'mount() needs an element of this document, or a selector that finds one; connect() needs an iframe of it.',
  ],
  ['invalid-target', 'This iframe already has an embed. Use that one, or destroy it first.'],
  ['invalid-target', "The iframe cannot be loaded again: its src is not of the tenant's origin."],
  [
    'invalid-target',
    'The session id could not be posted: the iframe is not in a document. Put it back, or destroy the embed.',
  ],
  ['invalid-target', 'This page already has 1,024 embeds. Destroy one of them first.'],
  [
    'not-a-browser',
    'An embed needs a page with a document. On a server, mount it after hydration.',
  ],
  ['destroyed', 'The embed was destroyed. Mount or connect a new one.'],
  [
    'ready-timeout',
    'The embed did not report ready in time. Check that its page loads and that baseUrl is its origin.',
  ],
  ['mint-failed', "getSession failed{}. Check the page's own backend."],
  [
    'mint-timeout',
    "getSession did not settle within renewal.mintTimeoutMs and was aborted. Check the page's own backend.",
  ],
  [
    'mint-invalid',
    "getSession must return the session id, a string that is not empty. Check the page's own backend.",
  ],
  [
    'mint-repeated',
    'getSession returned an id that was used before. Mint a fresh one on every call.',
  ],
  [
    'mint-stale',
    'The session id may have been older than 5 minutes when it arrived. Return it as soon as it is minted.',
  ],
  [
    'exchange-rejected',
    'The embed rejected the session id: it was unknown, already redeemed, or expired. Mint a fresh one on every call.',
  ],
  [
    'signed-out',
    'getSession threw SignedOutError: renewal has stopped. Mount the embed again after the next sign-in.',
  ],
  ['invalid-option', '{} must be a number that is not negative.'],
  ['invalid-option', 'renewal must be an object of options.'],
  ['invalid-option', "renewal.onExhausted must be 'stop' or 'reload'."],
  ['invalid-option', 'title must be a string.'],
  ['invalid-option', 'params and attributes must be objects of strings, numbers and booleans.'],
  ['invalid-option', 'getSession must be a function.'],
  ['invalid-option', 'signal must be an AbortSignal.'],
  ['invalid-option', 'A handler must be a function.'],
  [
    'invalid-option',
    "There is no such event. Events that this version does not know arrive as 'unknown'.",
  ],
  [
    'wasm-unavailable',
    "The bridge could not be loaded: the page's policy forbids WebAssembly, and the form without it failed{}.",
  ],
];
