/** The path and the query of a call, where they need no check. */
import { element, key, matches, member, part, scalar, withParameter } from './platform.js';

const BRACE = '[{}]';

/** Fills a path with parameters that all match `pattern`; undefined where one does not. */
export function fillPath(path: string, pattern: string, parameters: unknown[]): string | undefined {
  // Names stand between texts: `/a/{b}/c` has the parts `/a/`, `b`, `/c`.
  let filled = part(path, BRACE, 0) ?? '';
  for (let place = 0; part(path, BRACE, 2 * place + 1) !== undefined; place += 1) {
    const value = scalar(element(parameters, place));
    if (value === undefined || !matches(value, pattern)) return undefined;
    filled += value + (part(path, BRACE, 2 * place + 2) ?? '');
  }
  return filled;
}

/** Adds parameters to a path, `first` before them; undefined where one cannot be one. */
export function addQuery(path: string, first: string, queries: unknown[]): string | undefined {
  let target = path;
  let separator = first;
  for (const query of queries)
    for (let index = 0, name; (name = key(query, index)) !== undefined; index += 1) {
      const value = member(query, name);
      for (const single of Array.isArray(value) ? (value as unknown[]) : [value]) {
        if (single === undefined) continue;
        const written = scalar(single);
        if (written === undefined) return undefined;
        target = withParameter(target, separator, name, written);
        separator = '&';
      }
    }
  return target;
}
