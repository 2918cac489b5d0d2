// The options of `mount` and `connect`: read once, checked, and turned into plain data.

import { actionOf, type Action } from './actions.js';
import {
  INVALID_DURATION,
  INVALID_FILTERS,
  INVALID_GET_SESSION,
  INVALID_ON_EXHAUSTED,
  INVALID_RENEWAL,
  INVALID_SIGNAL,
  INVALID_TEXTS,
  INVALID_TITLE,
  type ErrorNumber,
} from './core/errors.js';
import { BOOLEAN, NULL, NUMBER, OBJECT, STRING, UNDEFINED } from './core/events.js';
import * as OnExhausted from './core/on-exhausted.js';
import * as Setting from './core/setting.js';
import { embedError, Mistake } from './errors.js';
import type { ConnectOptions, GetSession, MountOptions } from './types.js';
import { embedUrl, readBaseUrl } from './url.js';
import { numberOf, typeOf } from './values.js';

/** The settings of an embed. */
export interface Settings {
  /** The tenant's exact origin. */
  readonly origin: string;
  /** The URL with a place for the session id; undefined if the page loads the iframe itself. */
  readonly url: string | undefined;
  readonly getSession: GetSession | undefined;
  readonly signal: AbortSignal | undefined;
  /** The numbers that were set. */
  readonly numbers: readonly (readonly [Setting.Setting, number])[];
  readonly onExhausted: OnExhausted.OnExhausted | undefined;
  /** What is sent as soon as the embed is ready. */
  readonly actions: readonly Action[];
}

/** The settings of `mount`. */
export interface MountSettings extends Settings {
  readonly title: string;
  readonly attributes: Record<string, string>;
}

/** Reads the options of `connect`. */
export function readConnectOptions(given: ConnectOptions | undefined): Settings {
  const options = given ?? ({} as ConnectOptions);
  const origin = new URL(readBaseUrl(options.baseUrl)).origin;
  return { ...readShared(options), origin, url: undefined };
}

/** Reads the options of `mount`. */
export function readMountOptions(given: MountOptions | undefined): MountSettings {
  const options = given ?? ({} as MountOptions);
  const { surface } = options;
  const title: unknown = options.title ?? DEFAULT_TITLES.get(surface?.kind) ?? 'Analytics';
  const base = readBaseUrl(options.baseUrl);
  const shared = readShared(options);
  const url = embedUrl({
    base,
    surface,
    params: readTexts(options.params),
    filters: readFilters(options.filters),
    isSigned: shared.getSession !== undefined,
  });
  check(typeof title === 'string', INVALID_TITLE);
  const attributes = readTexts(options.attributes);
  return { ...shared, origin: new URL(base).origin, url, title: title as string, attributes };
}

/** The signal among some options. By what it can do: a signal of another window has another class. */
export function readSignal(
  options: { signal?: AbortSignal | undefined } | null | undefined,
): AbortSignal | undefined {
  const signal = options?.signal ?? undefined;
  const isSignal = typeof signal?.aborted === 'boolean' && 'addEventListener' in signal;
  if (signal !== undefined && !isSignal) throw embedError(INVALID_SIGNAL);
  return signal;
}

// twin: src/bridge/frame.rs default_title
const DEFAULT_TITLES = new Map<unknown, string>([
  ['dashboard', 'Dashboard'],
  ['chat', 'Chat'],
]);

function readShared(options: ConnectOptions): Omit<Settings, 'origin' | 'url'> {
  const getSession = options.getSession ?? undefined;
  check(getSession === undefined || typeof getSession === 'function', INVALID_GET_SESSION);
  const renewal = { ...(options.renewal ?? {}) } as Record<string, unknown>;
  check(typeOf(options.renewal) & (OBJECT | NULL | UNDEFINED), INVALID_RENEWAL);
  return {
    getSession,
    signal: readSignal(options),
    numbers: readNumbers({
      ...renewal,
      retryStoppedMs: renewal['retryStoppedMs'] === false ? Infinity : renewal['retryStoppedMs'],
      readyTimeoutMs: options.readyTimeoutMs,
    }),
    onExhausted: readOnExhausted(renewal['onExhausted']),
    actions: readActions(options),
  };
}

/** The options that are numbers: each has the name of its setting. */
function readNumbers(options: Record<string, unknown>): [Setting.Setting, number][] {
  const numbers: [Setting.Setting, number][] = [];
  for (const name of Setting.NAMES) {
    const value = options[name];
    if (value == null) continue;
    check(typeof value === 'number' && value >= 0, INVALID_DURATION, name);
    numbers.push([numberOf(Setting.NAMES, name) as Setting.Setting, value as number]);
  }
  return numbers;
}

function readOnExhausted(value: unknown): OnExhausted.OnExhausted | undefined {
  if (value == null) return undefined;
  const number = numberOf(OnExhausted.NAMES, value);
  check(number, INVALID_ON_EXHAUSTED);
  return number as OnExhausted.OnExhausted;
}

function readActions({ colorScheme, theme, locale, timezone }: ConnectOptions): Action[] {
  const actions: Action[] = [];
  if (colorScheme != null) actions.push(actionOf('set-color-scheme', colorScheme));
  if (theme != null) actions.push(actionOf('set-theme', theme));
  if (locale != null) actions.push(actionOf('set-locale', locale));
  if (timezone != null) actions.push(actionOf('set-timezone', timezone));
  return actions;
}

function readFilters(filters: unknown): readonly unknown[] {
  check(filters == null || Array.isArray(filters), INVALID_FILTERS);
  return (filters as unknown[] | undefined) ?? [];
}

/** An object of strings, numbers and booleans, all as strings. */
function readTexts(values: object | null | undefined): Record<string, string> {
  check(typeOf(values) & (OBJECT | NULL | UNDEFINED), INVALID_TEXTS);
  const pairs = Object.entries(values ?? {}).map(([name, value]) => {
    // A number that is not finite has a text, too.
    check(typeof value === 'number' || typeOf(value) & (STRING | NUMBER | BOOLEAN), INVALID_TEXTS);
    return [name, String(value)];
  });
  return Object.fromEntries(pairs);
}

function check(isGood: unknown, error: ErrorNumber, detail?: string): void {
  if (!isGood) throw new Mistake(error, detail);
}
