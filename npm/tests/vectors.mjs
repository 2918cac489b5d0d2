// The TypeScript interpreter of the protocol as one function over JSON. `tests/vectors/mod.rs` has
// the same function over the Rust interpreter, and `tests/fixtures/vectors.json` holds both to the
// same results. `scripts/lib/vectors.mjs` bundles this module for Node and for a page.

import { readAction, filterParameter } from '../src/shell/actions.ts';
import { checkEvent, isSessionRejection } from '../src/shell/check.ts';
import * as errors from '../src/core/errors.ts';
import { FIRST, OPTION_ERRORS } from '../src/core/option-errors.ts';
import { isEmbedError, Mistake } from '../src/errors.ts';
import { readOptions } from '../src/shell/options.ts';
import { dashboardUrl, isSessionId, lasting, readBaseUrl, withSession } from '../src/shell/url.ts';

const kinds = {
  event(message) {
    const spec = checkEvent(message);
    if (typeof spec === 'string') return { dropped: spec };
    const isRejection = spec.name === 'error' && isSessionRejection(message.payload);
    return isRejection ? { event: spec.name, rejection: true } : { event: spec.name };
  },

  action([name, payload]) {
    const { key = null, ...action } = readAction(name, payload);
    return { ...action, key };
  },

  filter: filterParameter,

  url({ base, surface, params = [], filters = [], signed = false, session }) {
    const options = {
      baseUrl: base,
      surface,
      params: Array.isArray(params) ? Object.fromEntries(params) : params,
      filters,
      getSession: signed ? () => 'unused' : undefined,
    };
    const { url } = readOptions(options, true);
    return withSession(url, session ?? undefined);
  },

  // What is loaded into an iframe of the page's own: null if nothing, and false if it is not adopted.
  frame({ base, surface, params = [], src }) {
    const options = { baseUrl: base, surface, params: surface && Object.fromEntries(params) };
    const { base: root, allowed } = readOptions(options, false);
    if (allowed && lasting(new URL(allowed).href) !== lasting(src)) return false;
    const url = allowed ?? dashboardUrl(root, src);
    return url ? withSession(url, 'new') : null;
  },

  base: (href) => new URL(readBaseUrl(href)).origin,

  'session-id': isSessionId,
};

/** What the protocol makes of `input`. */
export function run(kind, input) {
  try {
    return kinds[kind](input);
  } catch (error) {
    if (error instanceof Mistake) return refusal(error.number);
    if (!isEmbedError(error)) throw error;
    // What is said stands between the code and the link, and what was given may come before it.
    const isOf = ([code, text]) => {
      const [start, end = ''] = text.split('{}');
      return (
        code === error.code &&
        error.message.includes(start) &&
        error.message.includes(`${end || start} https://`)
      );
    };
    return refusal(errors.ERRORS.findIndex(isOf) + 1);
  }
}

/** The input that `value` describes: see `expand` of `tests/vectors/mod.rs`. */
export function expand(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(expand);
  if (Object.hasOwn(value, '$repeat')) return value.$repeat[0].repeat(value.$repeat[1]);
  if (Object.hasOwn(value, '$concat')) return value.$concat.map(expand).join('');
  if (Object.hasOwn(value, '$nest')) {
    let nested = expand(value.$nest[0]);
    for (let depth = 0; depth < value.$nest[1]; depth += 1) nested = { a: nested };
    return nested;
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, expand(part)]));
}

/** Whether two JSON values are equal. */
export function isEqual(one, other) {
  return canonical(one) === canonical(other);
}

/** The names of the failed vectors, each with what was expected and found. */
export function failuresOf(vectors) {
  const failures = [];
  for (const { name, kind, input, expect } of vectors) {
    let found;
    try {
      found = run(kind, expand(input));
    } catch (error) {
      found = String(error);
    }
    if (!isEqual(found, expand(expect))) failures.push({ name, expect, found });
  }
  return failures;
}

/** The code of an error, and its name in Rust: `INVALID_FILTER` is `InvalidFilter`. */
function refusal(number) {
  const [error] = errors.ERRORS[number - 1] ?? OPTION_ERRORS[number - FIRST];
  return { error, name: nameOf(number) };
}

function nameOf(number) {
  const [constant] = Object.entries(errors).find(([, value]) => value === number);
  return constant
    .split('_')
    .map((word) => word[0] + word.slice(1).toLowerCase())
    .join('');
}

/** The JSON of a value, with the keys of each object in order. */
function canonical(value) {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
