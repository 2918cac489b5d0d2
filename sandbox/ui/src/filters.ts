// Filters in the form of URL parameters and of set-filter: f_<view>.<dimension>=<JSON>.

import { isRecord } from './protocol';
import type { Member } from './api';

const MEMBERS = ['orders.status', 'orders.region', 'orders.category'] as const;
const OPERATORS = ['equals', 'notEquals', 'contains', 'notContains'] as const;

export type Operator = (typeof OPERATORS)[number];
export interface Filter {
  member: Member;
  operator: Operator;
  values: string[];
}

export const filterMembers: readonly Member[] = MEMBERS;

/**
 * Reads one parameter. Null if it names no member that can be filtered, or its JSON is no filter. The service
 * ignores such a filter without a word; here the console has one, for the developer of the page.
 */
export function parseFilter(parameter: string): Filter | null {
  const at = parameter.indexOf('=');
  const name = decoded(parameter.slice(0, at).replace(/^[?&]/, ''));
  const member = MEMBERS.find((member) => name === `f_${member}`);
  if (at < 0 || !member)
    return ignored(name, `the dashboard has controls for ${MEMBERS.join(', ')} only.`);
  const json = parameter.slice(at + 1);
  const value = parsed(json) ?? parsed(decoded(json));
  if (!value) return ignored(name, 'its value is no JSON.');
  const filter = shaped(member, value.is);
  return filter ?? ignored(name, `its operator is none of ${OPERATORS.join(', ')}.`);
}

function ignored(name: string, why: string): null {
  console.warn(`svc-sandbox ignores the filter '${name}', as the service does: ${why}`);
  return null;
}

/** The filters of a URL's query. */
export function filtersOf(query: URLSearchParams): Filter[] {
  return [...query]
    .filter(([name]) => name.startsWith('f_'))
    .flatMap(([name, value]) => parseFilter(`${name}=${value}`) ?? [])
    .reduce(withFilter, [] as Filter[]);
}

/** One filter for each member: a new one replaces the old one, and one without values removes it. */
export function withFilter(filters: Filter[], filter: Filter): Filter[] {
  const others = filters.filter(({ member }) => member !== filter.member);
  return filter.values.length > 0 ? [...others, filter] : others;
}

/** `{value, operator}`, or the bare value. */
function shaped(member: Member, value: unknown): Filter | null {
  if (!isRecord(value)) return { member, operator: 'equals', values: strings(value) };
  const operator = OPERATORS.find((known) => known === (value.operator ?? 'equals'));
  if (!operator) return null;
  return { member, operator, values: strings(value.value ?? value.values) };
}

function strings(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((each) => each !== null && each !== undefined && each !== '').map(String);
}

function parsed(json: string): { is: unknown } | null {
  try {
    return { is: JSON.parse(json) };
  } catch {
    return null;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
