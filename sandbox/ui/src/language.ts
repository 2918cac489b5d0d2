// Words, numbers and dates in the viewer's locale and time zone.

import type { Member } from './api';
import { de } from './messages/de';
import { en, type Messages } from './messages/en';
import { es } from './messages/es';
import { fr } from './messages/fr';
import { ja } from './messages/ja';
import { state } from './state';

const LANGUAGES: Record<string, Messages> = { en, de, fr, es, ja };
const CURRENCY = 'USD';

/** The texts of the locale's language, or English ones if there are none. Formats are the locale's. */
export function words(): Messages {
  return LANGUAGES[state.locale.split('-')[0] ?? 'en'] ?? en;
}

/** Puts values into the places that a text names in braces. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export function nameOf(member: Member): string {
  return words().measures[member] ?? words().dimensions[member] ?? member;
}

export function statusName(status: string): string {
  return words().statuses[status] ?? status;
}

/** A value of a dimension as the viewer reads it. */
export function valueName(member: Member, value: string): string {
  return member === 'orders.status' ? statusName(value) : value;
}

export function money(value: number): string {
  return number(value, { style: 'currency', currency: CURRENCY });
}

export function measured(member: Member, value: number, compact = false): string {
  const short: Intl.NumberFormatOptions = compact
    ? { notation: 'compact', maximumSignificantDigits: 3 }
    : {};
  switch (member) {
    case 'orders.revenue':
      return number(value, {
        style: 'currency',
        currency: CURRENCY,
        maximumFractionDigits: 0,
        ...short,
      });
    case 'orders.averageValue':
      return number(value, { style: 'currency', currency: CURRENCY });
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
