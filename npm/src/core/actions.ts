// Generated from src/protocol by `npm run generate`; change the declarations there.

import { INVALID_COLOR_SCHEME, INVALID_FILTER, INVALID_LOCALE, INVALID_PATH, INVALID_TIMEZONE, MINT_INVALID, type ErrorNumber } from './errors.js';
import { COLOR_SCHEME, FILTER, LOCALE, NOT_BLANK, NO_SESSION_ID, PATH, PATH_ELSEWHERE, TIMEZONE } from './patterns.js';

/** An action that carries one text: its property, and what the text must be. */
export interface Argument {
  readonly key: string;
  readonly is: RegExp;
  readonly isNot?: RegExp;
  readonly error: ErrorNumber;
}

/** The payload of each action: one text, any object, or nothing. */
export const ACTIONS: Record<string, Argument | 'open' | 'empty'> = {
  'set-color-scheme': { key: 'scheme', is: COLOR_SCHEME, error: INVALID_COLOR_SCHEME },
  'set-theme': 'open',
  'set-locale': { key: 'locale', is: LOCALE, error: INVALID_LOCALE },
  'set-timezone': { key: 'timezone', is: TIMEZONE, error: INVALID_TIMEZONE },
  'set-filter': { key: 'filterUrlParameter', is: FILTER, error: INVALID_FILTER },
  navigate: { key: 'path', is: PATH, isNot: PATH_ELSEWHERE, error: INVALID_PATH },
  refresh: 'empty',
  'set-session': { key: 'sessionId', is: NOT_BLANK, isNot: NO_SESSION_ID, error: MINT_INVALID },
};

// The actions that the package itself treats apart.
export const NAVIGATE = 'navigate';
export const SET_FILTER = 'set-filter';
export const SET_TIMEZONE = 'set-timezone';
export const SET_SESSION = 'set-session';
