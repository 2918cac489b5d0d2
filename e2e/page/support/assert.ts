// What a test says of a value.

export class AssertionError extends Error {
  override name = 'AssertionError';
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (one === undefined ? '(undefined)' : one)) ?? String(value);

function fail(what: string, actual: unknown, expected: unknown): never {
  throw new AssertionError(`${what}\nactual:   ${text(actual)}\nexpected: ${text(expected)}`);
}

export function ok(value: unknown, what = 'It does not hold.'): asserts value {
  if (!value) throw new AssertionError(what);
}

export function equal(actual: unknown, expected: unknown, what = 'not equal'): void {
  if (!Object.is(actual, expected)) fail(what, actual, expected);
}

/** Lists and plain objects are compared by their own members, anything else by identity. */
export function deepEqual(actual: unknown, expected: unknown, what = 'not equal'): void {
  if (!isSame(actual, expected)) fail(what, actual, expected);
}

export function match(actual: string, pattern: RegExp, what = 'no match'): void {
  if (!pattern.test(actual)) fail(what, actual, String(pattern));
}

function isSame(actual: unknown, expected: unknown): boolean {
  if (Object.is(actual, expected)) return true;
  if (typeof actual !== 'object' || typeof expected !== 'object' || !actual || !expected)
    return false;
  if (Array.isArray(actual) !== Array.isArray(expected)) return false;
  const [names, others] = [Object.keys(actual), Object.keys(expected)];
  const member = (of: object, name: string) => (of as Record<string, unknown>)[name];
  return (
    names.length === others.length &&
    names.every(
      (name) =>
        Object.hasOwn(expected, name) && isSame(member(actual, name), member(expected, name)),
    )
  );
}

/** How a promise ends: `resolved`, or the code of its error, or its name. */
export const ending = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'resolved',
    // The code of a DOMException is a number.
    (error) => (typeof error?.code === 'string' ? error.code : (error?.name ?? String(error))),
  );

export const sleep = (ms = 0): Promise<void> => new Promise((done) => setTimeout(done, ms));

// A test may move the page's clocks.
const now = performance.now.bind(performance);

/** Resolves to the first value of `look` that is not falsy. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  ms = 30_000,
): Promise<Exclude<T, null | undefined | false | 0 | ''>> {
  const end = now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found as never;
    if (now() > end) throw new AssertionError(`Waited ${ms} ms for ${what}.`);
    await sleep(10);
  }
}
