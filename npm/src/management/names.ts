/** Says which options are probably misspelt. Loaded if one is not known. */

/** Receives what may be a mistake. */
export type Warn = (text: string) => void;

/** What was said of the options of clients, each once: `withOptions` makes a client of the same options. */
const told = new Set<string>();
const MOST_TOLD = 100;

/** Warns of options that a client or an endpoint does not have. */
export function warnOfOptions(
  owner: string,
  given: readonly string[],
  known: readonly string[],
  warn: Warn,
): void {
  for (const name of given.filter((name) => !known.includes(name))) {
    const meant = known.find((other) => isNear(name, other));
    const hint = meant ? ` Did you mean ${meant}?` : '';
    once(`${owner} has no option ${shown(name)}.${hint}`, warn);
  }
}

/** Warns of a base URL that has the beginning of each path in it. */
export function warnOfBase(baseUrl: string, warn: Warn): void {
  const [, before] = /^(.*)\/api\/v1$/.exec(baseUrl) ?? [];
  if (before)
    once(
      `baseUrl ends with /api/v1, which the path of an operation has in it already. Did you mean '${before}'?`,
      warn,
    );
}

function once(text: string, warn: Warn): void {
  if (told.has(text) || told.size === MOST_TOLD) return;
  told.add(text);
  warn(text);
}

/** A name that may come from a form: it stays one short line of a log. */
const shown = (name: string): string =>
  /^\w{1,64}$/.test(name) ? name : JSON.stringify(name.slice(0, 64));

/** True if two names differ by case, by one letter, or by two letters that are swapped. */
function isNear(left: string, right: string): boolean {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const swapped = (restA[1] ?? '') + (restA[0] ?? '') + restA.slice(2);
  return (
    a.length > 2 &&
    (restA === restB ||
      restA.slice(1) === restB.slice(1) ||
      restA.slice(1) === restB ||
      restA === restB.slice(1) ||
      swapped === restB)
  );
}
