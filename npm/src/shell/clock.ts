// The clocks of the page.

import type { Epoch, Monotonic } from '../core/exports.js';

export function monotonic(): Monotonic {
  return performance.now() as Monotonic;
}

export function wall(): Epoch {
  return Date.now() as Epoch;
}
