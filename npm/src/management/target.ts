/** Builds the path and the query of a call that needs no check by the WebAssembly. */
import { element, key, matches, member, part, scalar, withParameter } from './platform.js';

const BRACE = '[{}]';

/** Puts the parameters into a path. Returns undefined if one does not match `pattern`. */
export function fillPath(path: string, pattern: string, parameters: unknown[]): string | undefined {
  // Names and texts alternate: the parts of `/a/{b}/c` are `/a/`, `b`, `/c`.
  let filled = part(path, BRACE, 0) ?? '';
  for (let place = 0; part(path, BRACE, 2 * place + 1) !== undefined; place += 1) {
    const value = scalar(element(parameters, place));
    if (value === undefined || !matches(value, pattern)) return undefined;
    filled += value + (part(path, BRACE, 2 * place + 2) ?? '');
  }
  return filled;
}

/** Adds parameters to a path, after the separator `first`. Returns undefined if a value is wrong. */
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
