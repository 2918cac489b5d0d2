/** Says which options are probably misspelt. Loaded if one is not known. */
import { nearest } from '../diagnose/nearest.js';

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
    const meant = nearest(name, known);
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
