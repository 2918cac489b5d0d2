/** Builds the path and the query of a request. Twin: `request.rs`. */
import { isEmptyInJson } from './body.js';
import { invalid } from './errors.js';
import { encoded, scalar } from './values.js';

/** Parameters of a query, by name. */
export type Parameters = Record<string, unknown>;

/** The parameters of a query: of an object, a `Map` or a `URLSearchParams`. */
export function parametersOf(query: unknown, field: string): Parameters {
  if (query === undefined || query === null) return {};
  if (query instanceof URLSearchParams) {
    const values = new Map<string, string[]>();
    for (const [key, value] of query) {
      const known = values.get(key);
      if (known) known.push(value);
      else values.set(key, [value]);
    }
    return Object.fromEntries(values);
  }
  if (query instanceof Map) return Object.fromEntries(query as Map<string, unknown>) as Parameters;
  // A `FormData` has its parameters where they would not be found.
  if (typeof query !== 'object' || Array.isArray(query) || isEmptyInJson(query))
    throw invalid(field, 'must be an object, a Map or a URLSearchParams');
  return query as Parameters;
}

/** Builds the path and the query of a call, after the base URL. */
export function targetOf(
  path: PathParts,
  hasSubPath: boolean,
  parameters: unknown[],
  query: Parameters,
): string {
  let target = path.texts[0] ?? '';
  for (const [place, name] of path.names.entries()) {
    const given = parameters[place];
    const text = /string|number|bigint/.test(typeof given) ? scalar(given) : undefined;
    if (text === undefined) throw invalid(name, 'must be a string or a finite number');
    target += (hasSubPath ? subPath(name, text) : segment(name, text)) + path.texts[place + 1];
  }
  // A path that the caller gave may already have a query. A `?` in a name is replaced.
  let separator = path.texts.some((text) => text.includes('?')) ? '&' : '?';
  for (const [name, value] of Object.entries(query))
    for (const single of Array.isArray(value) ? (value as unknown[]) : [value ?? undefined]) {
      if (single === undefined) continue;
      const text = scalar(single);
      if (text === undefined)
        throw invalid(
          name,
          'must be a string, a finite number, a boolean, a date or an array of these',
        );
      target += `${separator}${encoded(name)}=${encoded(text)}`;
      separator = '&';
    }
  return target;
}

/** A path in its parts: `/a/{b}/c` has the texts `/a/` and `/c`, and the name `b` between them. */
export interface PathParts {
  texts: string[];
  names: string[];
}

/**
 * Matches forbidden paths: without a slash at the start, with control characters, spaces,
 * backslashes, a fragment, an unmatched brace, or segments of one or two dots. URL parsers read an
 * encoded dot as a dot.
 */
const ASTRAY =
  // eslint-disable-next-line no-control-regex
  /^[^/]|^$|[\x00-\x20\x7f-\x9f\\#]|^[^{]*\}|\}[^{]*\}|\{[^}]*(\{|$)|[/?](\.|%2e){1,2}([/?]|$)/i;

/** Checks a path, which the caller may have given, and takes it apart. */
export function partsOf(path: string): PathParts {
  // It must stay below the base URL.
  if (ASTRAY.test(path))
    throw invalid('path', "must begin with a slash, without '.', '..', spaces or a fragment");
  const pieces = path.split(/[{}]/);
  return {
    texts: pieces.filter((_, place) => place % 2 === 0),
    names: pieces.filter((_, place) => place % 2 === 1),
  };
}

/** A path of several segments, each encoded. A slash at the start is ignored. */
function subPath(name: string, text: string): string {
  const segments = text.replace(/^\//, '').split('/');
  return segments.map((part) => segment(name, part)).join('/');
}

/**
 * One segment, encoded. A slash becomes `%2F`. Even encoded, `.` and `..` would leave the path, and a
 * proxy may decode the slash beside them.
 */
function segment(name: string, text: string): string {
  if (text === '') throw invalid(name, 'must not be empty');
  if (/(^|[\\/])\.\.?([\\/]|$)/.test(text))
    throw invalid(name, "must not contain the step '.' or '..'");
  if (/\p{Cc}/u.test(text)) throw invalid(name, 'must not contain control characters');
  return encoded(text);
}
