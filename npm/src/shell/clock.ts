// The clocks of the page.

import type { Epoch, Monotonic } from '../core/exports.js';

/** A reading of both clocks. */
export function now(): [Monotonic, Epoch] {
  return [monotonic(), wall()];
}

export function monotonic(): Monotonic {
  return performance.now() as Monotonic;
}

export function wall(): Epoch {
  return Date.now() as Epoch;
}
