// Actions on their way to the embed: checked, and written as messages. The rules are generated from
// `src/protocol`.

import { ACTIONS, SET_FILTER, SET_SESSION, SET_TIMEZONE, type Argument } from '../core/actions.js';
import {
  INVALID_ACTION_NAME,
  INVALID_FILTER,
  INVALID_PAYLOAD,
  INVALID_TIMEZONE,
  RESERVED_ACTION,
} from '../core/errors.js';
import { OBJECT, STRING, UNDEFINED } from '../core/field-types.js';
import { ACTION, ACTION_PREFIX, FILTER_PREFIX, SOURCE } from '../core/names.js';
import { FILTER, JSON_STRING_OR_PLUS, LASTING_ACTION } from '../core/patterns.js';
import type { ActionName, Filter } from '../core/protocol.js';
import { embedError } from '../errors.js';
import { attempt, own, ownValue, typeOf } from './values.js';

/** An action that was checked and can be sent. */
export interface Action {
  /** The `type` of the envelope. */
  readonly type: string;
  readonly payload: object;
  /** A later action of the same key replaces this one; undefined if nothing does. */
  readonly key: string | undefined;
  /** Whether it describes a state, which an embed that has lost its state needs again. */
  readonly lasts: boolean;
}

/** The action that `send` is given, with or without the prefix. */
export function readAction(given: unknown, payload: unknown): Action {
  const text = typeof given === 'string' ? given : '';
  const name = text.startsWith(ACTION_PREFIX) ? text.slice(ACTION_PREFIX.length) : text;
  if (!name) throw embedError(INVALID_ACTION_NAME);
  if (name === SET_SESSION) throw embedError(RESERVED_ACTION);
  const spec = Object.hasOwn(ACTIONS, name) ? ACTIONS[name]! : undefined;
  if (typeof spec === 'object') {
    const isObject = typeOf(payload) === OBJECT;
    return withArgument(name, spec, isObject ? ownValue(payload as object, spec.key) : undefined);
  }
  const isEmpty = spec === 'empty' || (spec === undefined && payload === undefined);
  const replaces = spec !== undefined || LASTING_ACTION.test(name);
  return action(name, isEmpty ? {} : plainCopy(payload), replaces ? name : undefined);
}

/** The action of a method such as `setLocale`, by its one argument. */
export function actionOf(name: ActionName, argument: unknown): Action {
  const spec = ACTIONS[name];
  return typeof spec === 'object' ? withArgument(name, spec, argument) : readAction(name, argument);
}

/** The action that hands a session id to the embed. It is never sent again: the id is spent then. */
export function sessionAction(id: string): Action {
  const { key } = ACTIONS[SET_SESSION] as Argument;
  return { ...action(SET_SESSION, { [key]: id }, undefined), lasts: false };
}

/** An action as the message that is posted. */
export function envelope({ type, payload }: Action): object {
  return { source: SOURCE, direction: ACTION, type, payload, timestamp: Date.now() };
}

/**
 * A filter as the embed takes it: `f_<semantic_view>.<dimension>=<JSON>`.
 *
 * @param index - Its place in the option `filters`, for the error.
 * @throws `invalid-filter`
 */
export function filterParameter(filter: unknown, index?: number): string {
  const parameter = attempt(() => (typeOf(filter) === STRING ? filter : written(filter as Filter)));
  const [key] = (typeof parameter === 'string' && FILTER.exec(parameter)) || [''];
  const condition = String(parameter).slice(key.length);
  if (!key || attempt(() => (JSON.parse(condition), true)) === undefined) {
    throw embedError(INVALID_FILTER, undefined, index === undefined ? '' : `filters[${index}]: `);
  }
  return key + escaped(condition);
}

function withArgument(name: string, spec: Argument, given: unknown): Action {
  const argument = name === SET_FILTER ? filterParameter(given) : given;
  const isGood =
    typeof argument === 'string' && spec.is.test(argument) && !spec.isNot?.test(argument);
  if (!isGood) throw embedError(spec.error);
  // Only the browser knows which zones exist.
  if (name === SET_TIMEZONE && !isTimezone(argument)) throw embedError(INVALID_TIMEZONE);
  const key = name === SET_FILTER ? argument.slice(0, argument.indexOf('=')) : name;
  return action(name, { [spec.key]: argument }, key);
}

function action(name: string, payload: object, key: string | undefined): Action {
  return { type: ACTION_PREFIX + name, payload, key, lasts: LASTING_ACTION.test(name) };
}

/**
 * A filter's object as a parameter; undefined if it has neither a value nor an operator, or one of them by
 * the name that other services give it, or by one that begins with `oper`: without it, the embed would
 * show something else.
 */
function written(filter: Filter): string | undefined {
  const given = own(filter as Filter & OtherNames);
  const { member, value, values, operator } = given;
  const isValid =
    typeOf(member) === STRING &&
    typeOf(operator) & (STRING | UNDEFINED) &&
    (value !== undefined || values === undefined) &&
    (operator !== undefined || !LIKE_OPERATOR.test(`${Object.keys(given)}`));
  const condition = JSON.stringify({ value, operator });
  // JSON leaves out a function, such as a signal of a framework that was not called, and makes null of NaN and
  // of an invalid date.
  const isWhole = value == null || /^{"value":(?!null)/.test(condition);
  return isValid && isWhole && condition !== '{}'
    ? `${FILTER_PREFIX}${member}=${condition}`
    : undefined;
}

interface OtherNames {
  readonly values?: unknown;
}

/** Finds, in a list of names, `op`, which is the name of other services, and a misspelt `operator`. */
const LIKE_OPERATOR = /\bop(er(?!ator\b)|\b)/i;

/**
 * The same JSON without characters that mean something in a URL's query: the embed may read the
 * parameter as text or as a query, and must find the same value. Outside of strings, there is only the plus
 * sign of an exponent, which can be left out.
 */
function escaped(condition: string): string {
  return condition.replace(new RegExp(JSON_STRING_OR_PLUS, 'g'), (mark) =>
    mark === '+' ? '' : mark.replace(/[&+%#]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
  );
}

function isTimezone(timeZone: string): boolean {
  return attempt(() => new Intl.DateTimeFormat(undefined, own({ timeZone }))) !== undefined;
}

/** Whether a value is a plain object, in whichever window it was made: an array, a date and a map are none. */
const isPlain = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]';

/** Copies without proxies, because they cannot be posted. Frameworks wrap reactive values in them. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

/** A copy of a plain object that can be posted. */
function plainCopy(value: unknown): object {
  // The documents of test runners may have no `structuredClone`.
  const clone = globalThis.structuredClone ?? ((copied: unknown) => copied);
  const copy = attempt(() => clone(plain(value)));
  if (!isPlain(copy)) throw embedError(INVALID_PAYLOAD, undefined, typeof value);
  return copy;
}
