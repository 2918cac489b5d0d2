// The clocks of the page.

import type { Epoch, Monotonic } from '../core/exports.js';

/** A reading of both clocks. */
export type Reading = readonly [Monotonic, Epoch];

let past: Reading | undefined;

/** A reading of now, or of the time that `asOf` is about. */
export function now(): Reading {
  return past ?? [performance.now() as Monotonic, Date.now() as Epoch];
}

/** Calls `tell`, which reads the clocks as they were at the time of `reading`. */
export function asOf(reading: Reading, tell: () => void): void {
  past = reading;
  try {
    tell();
  } finally {
    past = undefined;
  }
}

/** Whether `asOf` is under way. */
export function isPast(): boolean {
  return past !== undefined;
}
