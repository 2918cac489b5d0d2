/** Reads a page of a list, in each of the service's paging styles. Twin: `page.rs`. */
import type { Parameters } from './request.js';
import { countOf, member, scalar } from './values.js';

/** A page as it was read. */
export interface PageRead {
  items: unknown[];
  /** The parameter that selects the next page; a sentence if there is no way to get it. */
  next: [key: string, value: string | number] | string | undefined;
  /** True if the answer has the deprecated fields. */
  isDeprecated: boolean;
}

/** The cursors of an iteration. All its pages share the map, so that a long list stays quick. */
export interface Seen {
  /** The number of the page that each cursor selects. */
  readonly pages: Map<string, number>;
  /** The number of the page that is read. */
  readonly page: number;
  /** The number of empty pages just before it. */
  readonly emptyPages: number;
}

const NOTHING_SEEN = { page: 0, emptyPages: 0 };

/** The cursors for the page that `cursor` selects, after the page that was `read`. */
export function seenBefore(cursor: string, read: PageRead, seen: Seen | undefined): Seen {
  const { page, emptyPages } = seen ?? NOTHING_SEEN;
  const pages = seen?.pages ?? new Map<string, number>();
  return {
    pages: pages.set(cursor, page + 1),
    page: page + 1,
    emptyPages: read.items.length === 0 ? emptyPages + 1 : 0,
  };
}

/** The most characters of a cursor. It becomes a part of a URL. */
const LONGEST_CURSOR = 8_192;

/** The most empty pages one after the other. */
const MOST_EMPTY_PAGES = 1_000;

const NO_ITEMS = 'the service says that there are more items, but the page has none.';
const NO_CURSOR = 'the service says that there is a next page, but gives no cursor for it.';
const OTHER_PAGE = 'the service answered an earlier page than the one that was asked for.';
const REPEATED = 'the service repeated a cursor, so the list would never end.';
const LONG_CURSOR = `the cursor of the next page has more than ${LONGEST_CURSOR} characters.`;
const ALL_EMPTY = `the service answered ${MOST_EMPTY_PAGES} empty pages one after the other.`;
const NO_LIST = 'the answer contains no list.';

/**
 * Reads `body`, the answer of a list. `query` selected it, and `seen` are the cursors of all earlier
 * pages. Returns a sentence if there is no list, or if it is another page than the one asked for.
 */
export function readPage(
  body: unknown,
  query: Parameters,
  seen: Seen | undefined,
): PageRead | string {
  if (member(body, 'Resources') !== undefined || member(body, 'totalResults') !== undefined)
    return readScim(body, query);
  const items = member(body, 'items');
  const info = member(body, 'pageInfo');
  if (Array.isArray(items) && info !== undefined)
    return { items, next: nextCursor(info, items, query, seen), isDeprecated: false };
  return readOffset(body, query);
}

/** If `hasNextPage` is false, there is no next page, even with a cursor. */
function nextCursor(
  info: unknown,
  items: unknown[],
  query: Parameters,
  seen: Seen | undefined,
): PageRead['next'] {
  const more = member(info, 'hasNextPage');
  if (more === false) return undefined;
  const cursor = scalar(member(info, 'endCursor')) || scalar(member(info, 'nextCursor'));
  if (!cursor) return more === true ? NO_CURSOR : undefined;
  if (cursor.length > LONGEST_CURSOR) return LONG_CURSOR;
  if (wasSeen(cursor, seen) || cursor === scalar(query['after'])) return REPEATED;
  const { emptyPages } = seen ?? NOTHING_SEEN;
  const isLastEmpty = items.length === 0 && emptyPages + 1 >= MOST_EMPTY_PAGES;
  return isLastEmpty ? ALL_EMPTY : ['after', cursor];
}

/** True for a cursor of an earlier page. A page that is fetched twice may give the same one again. */
const wasSeen = (cursor: string, seen: Seen | undefined): boolean =>
  seen !== undefined && (seen.pages.get(cursor) ?? Infinity) <= seen.page;

/** Reads `data` and `pagination`, the style of the control plane and of older lists. */
function readOffset(body: unknown, query: Parameters): PageRead | string {
  const listed = member(body, 'items');
  const data = member(body, 'data');
  const items = Array.isArray(listed) ? (listed as unknown[]) : listIn(data ?? body);
  if (!items) return NO_LIST;
  const pagination = member(body, 'pagination') ?? body;
  const total = countOf(pagination, 'total') ?? countOf(body, 'count');
  const given = countOf(pagination, 'offset');
  const asked = countOf(query, 'offset');
  if (given !== undefined && asked !== undefined && given < asked) return OTHER_PAGE;
  const reached = (given ?? asked ?? 0) + items.length;
  const limit = countOf(pagination, 'limit');
  // Without a total, a full page may be followed by another one.
  const more = total === undefined ? !!limit && items.length >= limit : reached < total;
  return {
    items,
    next: nextNumber(more, 'offset', items, reached),
    isDeprecated: items !== listed && data !== undefined,
  };
}

/** `data` may be an object with one list, whose key is the plural of the resource. */
function listIn(data: unknown): unknown[] | undefined {
  if (Array.isArray(data)) return data as unknown[];
  if (typeof data !== 'object' || data === null) return undefined;
  return Object.values(data).find((value): value is unknown[] => Array.isArray(value));
}

/** Reads `Resources`, `startIndex` (from 1) and `totalResults`, by RFC 7644. */
function readScim(body: unknown, query: Parameters): PageRead | string {
  const total = countOf(body, 'totalResults');
  const given = countOf(body, 'startIndex');
  const asked = countOf(query, 'startIndex');
  const start = Math.max(given ?? asked ?? 1, 1);
  const resources = member(body, 'Resources');
  // A service may leave out `Resources` if there are none.
  const isPastTheEnd = total !== undefined && total < start;
  if (!Array.isArray(resources) && !isPastTheEnd) return NO_LIST;
  if (given !== undefined && asked !== undefined && given < asked) return OTHER_PAGE;
  const items = Array.isArray(resources) ? (resources as unknown[]) : [];
  const next = start + items.length;
  const more = total !== undefined && next <= total;
  // With a `count` of 0, a client asks only how many resources there are.
  const isCountOnly = items.length === 0 && countOf(body, 'itemsPerPage') === 0;
  return {
    items,
    next: nextNumber(more && !isCountOnly, 'startIndex', items, next),
    isDeprecated: false,
  };
}

/** If there is `more`, the parameter of the page that begins at `number`, which must be exact. */
function nextNumber(
  more: boolean,
  key: string,
  items: unknown[],
  number: number,
): PageRead['next'] {
  if (!more) return undefined;
  if (items.length === 0) return NO_ITEMS;
  return Number.isSafeInteger(number) ? [key, number] : NO_CURSOR;
}
