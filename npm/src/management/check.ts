/** Finds inputs that the service would refuse, before they are sent. Twin: `check.rs`. */
import { invalid } from './errors.js';
import type { Row } from './generated/operations.js';
import { FIELDS } from './generated/rules.js';
import type { Parameters } from './request.js';
import { member, ofNames, ownOf, scalar, textOf } from './values.js';

/** The input of a call, as it is checked. */
export interface Given {
  query: Parameters;
  body: unknown;
  /** The part that the operation's description is about. */
  input: unknown;
}

/** Receives what may be a mistake. */
export type Warn = (text: string) => void;

/** Checks the input of an operation. */
export function checkInput(row: Row, given: Given, warn: Warn): void {
  // The description does not always say whether a field belongs in the body or in the query.
  const get = (key: string) => member(given.body, key) ?? member(given.query, key);
  if (row.fields) {
    checkRequired(row.fields, get);
    checkLimits(row.fields, '', get);
    checkNames(row.fields, given.input, warn);
  }
  for (const check of row.checks ?? []) checks[check]?.(get, warn);
}

/** What to warn of in an answer. */
export function checkAnswer(row: Row, body: unknown): string | undefined {
  const isOld = member(body, 'light') !== undefined || member(body, 'dark') !== undefined;
  return row.checks?.includes('appTheme') && isOld
    ? 'The fields light and dark of the app theme are deprecated: use palette and logoUrl.'
    : undefined;
}

type Get = (key: string) => unknown;

function checkRequired(model: keyof typeof FIELDS, get: Get): void {
  const { required = [], oneOf, atMostOneOf, either = [[], []], cursorless } = fieldsOf(model);
  const has = (key: string) => get(key) !== undefined;
  for (const key of required) if (!has(key)) throw invalid(key, 'is required');
  if (oneOf && oneOf.filter(has).length !== 1)
    throw invalid(oneOf.join(', '), 'are alternatives: exactly one is required');
  if (atMostOneOf && atMostOneOf.filter(has).length > 1)
    throw invalid(atMostOneOf.join(', '), 'must not be given together');
  if (cursorless && get(cursorless.order) === cursorless.value) {
    const { order, value, refused, instead } = cursorless;
    const key = refused.find(has);
    if (key)
      throw invalid(
        key,
        `cannot be used with ${order} '${value}', which has no cursors: use ${instead}`,
      );
  }
  const [one, other] = either;
  const missing = other.find((key) => !has(key));
  if (missing && !one.every(has))
    throw invalid(missing, `is required, or ${one.join(' and ')} instead`);
}

/** The fields of an input. */
export interface Fields {
  known?: readonly string[];
  required?: readonly string[];
  oneOf?: readonly string[];
  atMostOneOf?: readonly string[];
  either?: readonly [readonly string[], readonly string[]];
  /** The order in which a list has no cursors: then some fields are refused. */
  cursorless?: { order: string; value: string; refused: readonly string[]; instead: string };
  limits?: Readonly<Record<string, Limit>>;
  open?: true;
}

/**
 * What the value of a field must be: a text of at most so many characters, a number in a range, with what it
 * counts, or a whole number of any size.
 */
type Limit = number | readonly [number, number, string] | true;

const fieldsOf = (model: keyof typeof FIELDS): Fields => ownOf<Fields>(FIELDS[model]);

/** Warns of fields that are probably misspelt. */
function checkNames(model: keyof typeof FIELDS, input: unknown, warn: Warn): void {
  const { known = [], open } = fieldsOf(model);
  const given = Object.keys(typeof input === 'object' ? (input ?? {}) : {});
  if (given.some((key) => !known.includes(key)))
    ofNames(({ warnOfFields }) => warnOfFields(model, given, known, open, warn));
}

/** The values of fields. `at` is the path of their object, with a dot at its end. */
function checkLimits(model: keyof typeof FIELDS, at: string, get: Get): void {
  for (const [key, limit] of Object.entries(fieldsOf(model).limits ?? {})) {
    const value = get(key);
    const rule = value === undefined ? undefined : broken(limit, value);
    if (rule) throw invalid(at + key, `must ${rule}`);
  }
}

/** The rule that a value breaks. */
function broken(limit: Limit, value: unknown): string | undefined {
  if (limit === true) return /^-?\d+$/.test(scalar(value) ?? '') ? undefined : 'be a whole number';
  if (typeof limit === 'number')
    // Characters, not UTF-16 units.
    return typeof value === 'string' && [...value].length > limit
      ? `have at most ${limit} characters`
      : undefined;
  const [least, most, unit] = limit;
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most
    ? undefined
    : `be a whole number of ${unit} from ${least} to ${most}`;
}

/** Each check throws, or warns of what is deprecated or may be a mistake. */
const checks: Record<string, (get: Get, warn: Warn) => void> = {
  session(get, warn) {
    const removed = 'ephemeralTtlSeconds';
    const isGiven = get(removed) !== undefined;
    if (isGiven || member(get('settings'), removed) !== undefined)
      throw invalid(
        isGiven ? removed : `settings.${removed}`,
        'was removed from the service: a session id lives for 5 minutes',
      );
    // No page mints, so none has to load their names.
    ofNames(({ warnOfSession }) => warnOfSession(get, warn));
  },

  userSettings(get, warn) {
    if (get('lastSeenChangelogId') !== undefined)
      warn('lastSeenChangelogId is deprecated: the service ignores it.');
  },

  dashboards(get, warn) {
    const config = member(get('publishedDashboard'), 'config');
    const hasTabs = [
      checkConfig(get('dashboardDraft'), 'dashboardDraft', false),
      checkConfig(get('dashboardPublished'), 'dashboardPublished', true),
      checkConfig(config, 'publishedDashboard.config', true),
    ].includes(true);
    if (hasTabs)
      warn("The widget type TABS_CONTAINER is deprecated: use CONTAINER with the layout 'tabs'.");
  },
};

/** Checks a dashboard config. Only in a draft may a widget have no id. Returns true for old tabs. */
function checkConfig(config: unknown, at: string, isPublished: boolean): boolean {
  const app = member(config, 'app');
  checkLimits('DashboardAppSource', `${at}.app.`, (key) => member(app, key));
  const widgets = member(config, 'widgets');
  if (!Array.isArray(widgets)) return false;
  for (const [index, widget] of widgets.entries())
    if (isPublished && !textOf(widget, 'id'))
      throw invalid(`${at}.widgets[${index}].id`, 'is required in a published dashboard');
  return widgets.some((widget) => textOf(widget, 'type') === 'TABS_CONTAINER');
}
