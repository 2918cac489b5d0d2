// What kind of value another part of the page, or another origin, has handed over.

import { BOOLEAN, NULL, NUMBER, OBJECT, OTHER, STRING, UNDEFINED } from '../core/field-types.js';

/** The type of a value, as one bit. An array is `OTHER`, and so is a number that is not finite. */
export function typeOf(value: unknown): number {
  if (typeof value === 'string') return STRING;
  if (typeof value === 'number') return Number.isFinite(value) ? NUMBER : OTHER;
  if (typeof value === 'boolean') return BOOLEAN;
  if (value === undefined) return UNDEFINED;
  if (value === null) return NULL;
  return typeof value === 'object' && !Array.isArray(value) ? OBJECT : OTHER;
}

/**
 * The own properties of `given`, each read once, in an object that inherits nothing. A library of the
 * page may have put properties on `Object.prototype`: no object has those here, also not one that the
 * browser reads, such as the options of `fetch`.
 */
export function own<T extends object>(given: T | null | undefined): Partial<T> {
  const copy = Object.create(null) as Partial<T>;
  for (const name of Object.getOwnPropertyNames(given ?? {}) as (keyof T)[]) {
    copy[name] = given![name];
  }
  return copy;
}

/** An own property; undefined if `object` only inherits it. */
export function ownValue(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name as never] : undefined;
}

/** Calls `call`; undefined if it throws. */
export function attempt<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}

/** The URL of an address of the page's own. A page of a `blob:` URL is no base for it, but its origin is. */
export function pageUrl(address: string | URL): URL {
  return attempt(() => new URL(address, document.baseURI)) ?? new URL(address, origin);
}

/** The name of a variant. The core counts the variants from 1; 0 is none. */
export function nameOf<Name>(names: readonly Name[], number: number): Name | undefined {
  return names[number - 1];
}

/** The number of the variant of this name; 0 if there is none. */
export function numberOf(names: readonly unknown[], name: unknown): number {
  return names.indexOf(name) + 1;
}

/** Reports an error of the page's own code as the browser reports an uncaught one. */
export function reportUncaught(error: unknown): void {
  if ('reportError' in globalThis) return reportError(error);
  // The documents of test runners may have no `reportError`.
  setTimeout(() => {
    throw error;
  });
}
