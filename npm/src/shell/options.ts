// The options of `mount` and `connect`: read once, checked, and turned into plain data.

import { actionOf, type Action } from './actions.js';
import {
  INVALID_DURATION,
  INVALID_FILTERS,
  INVALID_GET_SESSION,
  INVALID_ON_EXHAUSTED,
  INVALID_POLICY,
  INVALID_RENEWAL,
  INVALID_SIGNAL,
  INVALID_TEXTS,
  INVALID_TITLE,
  type ErrorNumber,
} from '../core/errors.js';
import { BOOLEAN, NULL, NUMBER, OBJECT, STRING, UNDEFINED } from '../core/field-types.js';
import { CHAT_TITLE, DASHBOARD_TITLE, OTHER_TITLE } from '../core/names.js';
import { READY_WAIT, USUAL_RETRY_MAX, USUAL_RETRY_MIN } from '../core/limits.js';
import * as OnExhausted from '../core/on-exhausted.js';
import type { ActionName } from '../core/protocol.js';
import * as Setting from '../core/setting.js';
import { embedError, Mistake } from '../errors.js';
import type { ConnectOptions, GetSession, MountOptions, RenewalOptions, Texts } from '../types.js';
import { embedUrl, readBaseUrl } from './url.js';
import { numberOf, own, ownValue, typeOf } from './values.js';

/** Names with their texts. */
export type TextPairs = readonly (readonly [name: string, text: string])[];

/** The settings of an embed. */
export interface Settings {
  /** The tenant's exact origin. */
  readonly origin: string;
  /** The tenant's base URL. */
  readonly base: string;
  /** The URL with a place for the session id; undefined if the page loads the iframe itself. */
  readonly url: string | undefined;
  /** The URL that svc-embed may load. `connect` without a surface has none. */
  readonly allowed: string | undefined;
  readonly title: string;
  readonly attributes: TextPairs;
  /** When it is loaded; not checked yet. */
  readonly loading: NonNullable<MountOptions['loading']>;
  readonly getSession: GetSession | undefined;
  readonly signal: AbortSignal | undefined;
  /** The numbers that were set. */
  readonly numbers: readonly (readonly [Setting.Setting, number])[];
  /** How long `ready` may take, in milliseconds. */
  readonly wait: number;
  /** What is sent as soon as the embed is ready. */
  readonly actions: readonly Action[];
  readonly logger: ConnectOptions['logger'];
  /**
   * What has no effect or is probably a mistake: the options that there are not, `params.x` if it is
   * undefined, and a `mode` that does not fit `getSession`.
   */
  readonly unused: readonly string[];
}

/** Reads the options of `connect`, or those of `mount`: each once, and only if it is an own property. */
export function readOptions(
  options: Partial<Omit<MountOptions, 'surface'> & ConnectOptions> | null | undefined,
  isMount: boolean,
): Settings {
  const {
    baseUrl,
    getSession,
    colorScheme,
    theme,
    locale,
    timezone,
    renewal,
    readyTimeoutMs,
    signal,
    logger,
    surface,
    params,
    filters,
    title,
    attributes,
    mode,
    loading,
    ...unknown
  } = own(options);
  const base = readBaseUrl(baseUrl);
  check(getSession == null || typeof getSession === 'function', INVALID_GET_SESSION);
  check(typeOf(renewal) & (OBJECT | NULL | UNDEFINED), INVALID_RENEWAL);
  const policy = own(renewal);
  const { retryStoppedMs, onExhausted } = policy;
  const exhausted = numberOf(OnExhausted.NAMES, onExhausted);
  check(exhausted || onExhausted == null, INVALID_ON_EXHAUSTED);
  const settings = {
    base,
    origin: new URL(base).origin,
    getSession: getSession ?? undefined,
    signal: readSignal({ signal }),
    numbers: readNumbers({
      ...policy,
      retryStoppedMs: retryStoppedMs === false ? Infinity : retryStoppedMs,
      onExhausted: exhausted || undefined,
      readyTimeoutMs,
    }),
    wait: readyTimeoutMs ?? READY_WAIT,
    actions: [
      ...readAction('set-color-scheme', colorScheme),
      ...readAction('set-theme', theme),
      ...readAction('set-locale', locale),
      ...readAction('set-timezone', timezone),
    ],
    logger,
  };
  const unused = [...Object.keys(unknown), ...unknownOf(policy)];
  if (!isMount) {
    const ofMount = Object.entries({ attributes, loading, mode, title });
    for (const [name, value] of ofMount) if (value != null) unused.push(name);
    // Forgotten, or not needed.
  } else if (!getSession !== (mode === 'private')) unused.push('mode');
  const place: Partial<Record<'kind', unknown>> = own(surface);
  const hasPlace = isMount || (surface ?? params ?? filters) != null;
  const allowed = hasPlace
    ? embedUrl({
        base,
        surface: place,
        params: readTexts('params', params, unused),
        filters: readFilters(filters),
        // The page may load an iframe of its own with an id that svc-embed did not ask for.
        isSigned: !isMount || settings.getSession !== undefined,
      })
    : undefined;
  const name: unknown = title ?? defaultTitle(place.kind);
  check(typeof name === 'string', INVALID_TITLE);
  const texts = readTexts('attributes', attributes, unused);
  const url = isMount ? allowed : undefined;
  return {
    ...settings,
    url,
    allowed,
    title: name as string,
    attributes: texts,
    loading: loading ?? 'eager',
    unused,
  };
}

function defaultTitle(kind: unknown): string {
  if (kind === 'dashboard') return DASHBOARD_TITLE;
  return kind === 'chat' ? CHAT_TITLE : OTHER_TITLE;
}

/** The signal among some options. Checks methods, not the class: a signal of another window has another class. */
export function readSignal(
  options: { signal?: AbortSignal | undefined } | null | undefined,
): AbortSignal | undefined {
  const signal = own(options).signal ?? undefined;
  const isSignal = typeof signal?.aborted === 'boolean' && 'addEventListener' in signal;
  if (signal !== undefined && !isSignal) throw embedError(INVALID_SIGNAL);
  return signal;
}

/** The names that are no options of `renewal`. One of the settings is an option of its own. */
function unknownOf(policy: RenewalOptions): string[] {
  const isUnknown = (name: string) =>
    [0, Setting.READY_TIMEOUT].includes(numberOf(Setting.NAMES, name));
  return Object.keys(policy).flatMap((name) => (isUnknown(name) ? `renewal.${name}` : []));
}

/** The options that are numbers: each has the name of its setting. */
function readNumbers(options: object): [Setting.Setting, number][] {
  const numbers: [Setting.Setting, number][] = [];
  for (const name of Setting.NAMES) {
    const value = ownValue(options, name);
    if (value == null) continue;
    check(typeof value === 'number' && value >= 0, INVALID_DURATION);
    numbers.push([numberOf(Setting.NAMES, name) as Setting.Setting, value as number]);
  }
  // As `Policy::check` says: nothing is minted with numbers that it refuses.
  const set = new Map(numbers);
  const [least, longest] = [set.get(Setting.RETRY_MIN), set.get(Setting.RETRY_MAX)];
  const isSound =
    (least ?? USUAL_RETRY_MIN) <= (longest ?? USUAL_RETRY_MAX) &&
    !(set.get(Setting.MAX_ATTEMPTS)! < 1) &&
    set.get(Setting.LIFETIME) !== 0;
  check(isSound, INVALID_POLICY);
  return numbers;
}

function readAction(name: ActionName, argument: unknown): Action[] {
  return argument == null ? [] : [actionOf(name, argument)];
}

function readFilters(filters: unknown): readonly unknown[] {
  check(filters == null || Array.isArray(filters), INVALID_FILTERS);
  return [...((filters as unknown[] | undefined) ?? [])];
}

/**
 * An object of strings, numbers and booleans, as pairs of strings. A `Map` or a `URLSearchParams` is
 * read by its entries. Undefined values are left out, and noted as `unused`.
 */
function readTexts(option: string, given: Texts | null | undefined, unused: string[]): TextPairs {
  check(typeOf(given) & (OBJECT | NULL | UNDEFINED), INVALID_TEXTS);
  const pairs: [string, string][] = [];
  for (const [name, value] of entriesOf(given ?? {})) {
    if (value === undefined) {
      unused.push(`${option}.${name}`);
      continue;
    }
    // A number that is not finite has a text, too.
    const isText = typeof value === 'number' || typeOf(value) & (STRING | NUMBER | BOOLEAN);
    check(isText, INVALID_TEXTS);
    pairs.push([String(name), String(value)]);
  }
  return pairs;
}

/** The pairs of an object, or of a `Map` or a `URLSearchParams`. */
function entriesOf(values: object): Iterable<readonly [string, unknown]> {
  return Symbol.iterator in values ? (values as Map<string, unknown>) : Object.entries(values);
}

function check(isGood: unknown, error: ErrorNumber): void {
  if (!isGood) throw new Mistake(error);
}
