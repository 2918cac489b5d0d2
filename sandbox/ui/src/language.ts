// Words, numbers and dates in the viewer's locale and time zone.

import type { Member } from './api';
import { state } from './state';
import { TEXTS } from './texts';

export type Text = keyof typeof TEXTS;

/** A text in the locale's language, or in English, with values in the places that it names in braces. */
export function say(text: Text, values: Record<string, string | number> = {}): string {
  const [english, german] = TEXTS[text];
  const said = /^de\b/.test(state.locale) ? german : english;
  return said.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

const isText = (text: string): text is Text => Object.hasOwn(TEXTS, text);

export const nameOf = (member: Member): string => (isText(member) ? say(member) : member);

/** The name of a dimension inside of a sentence. */
export function nameWithin(member: Member): string {
  const name = nameOf(member);
  return state.locale.startsWith('de') ? name : name.toLocaleLowerCase(state.locale);
}

/** A value of a dimension as the viewer reads it. */
export function valueName(member: Member, value: string): string {
  const text = `status.${value}`;
  return member === 'orders.status' && isText(text) ? say(text) : value;
}

const currency = { style: 'currency', currency: 'USD' } as const;

export const money = (value: number): string => number(value, currency);

export function measured(member: Member, value: number, compact = false): string {
  const short: Intl.NumberFormatOptions = compact
    ? { notation: 'compact', maximumSignificantDigits: 3 }
    : {};
  switch (member) {
    case 'orders.revenue':
      return number(value, { ...currency, maximumFractionDigits: 0, ...short });
    case 'orders.averageValue':
      return money(value);
    case 'orders.completionRate':
    case 'orders.returnRate':
      return number(value, { style: 'percent', maximumFractionDigits: 1 });
    case 'orders.averageShipHours':
      return number(value, { maximumFractionDigits: 1 });
    default:
      return number(value, short);
  }
}

export function change(ratio: number): string {
  return number(ratio, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' });
}

export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(state.locale, options).format(value);
}

export function dateTime(at: number): string {
  return date(at, { dateStyle: 'medium', timeStyle: 'short', timeZone: state.timezone });
}

export function timeOfDay(at: number): string {
  return date(at, { timeStyle: 'medium', timeZone: state.timezone });
}

/** A bucket is a date without a time zone, so it is the same everywhere. */
export function bucket(at: number, granularity: 'day' | 'month', long = false): string {
  const month = long ? 'long' : 'short';
  const year = long || granularity === 'month' ? 'numeric' : undefined;
  const day = granularity === 'day' ? 'numeric' : undefined;
  return date(at, { day, month, year, timeZone: 'UTC' });
}

function date(at: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(state.locale, options).format(at);
}
