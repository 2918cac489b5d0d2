/** How the core comes to the page: once, for all entry points of this copy of the package. */
import type { Rest } from './open.js';

export type { Rest };

/** Starts the core, and resolves to what opens its embeds. */
export type Start = () => Rest | Promise<Rest>;

let starting: Promise<Rest> | undefined;

/** The next call starts another core. */
export function forget(): void {
  starting = undefined;
}

/** The core that is there or on its way; otherwise the one that `start` starts. */
export function startOnce(start: Start): Promise<Rest> {
  if (!starting) {
    starting = Promise.resolve().then(start);
    // A failure of the network may pass: the next call tries again.
    starting.catch(forget);
  }
  return starting;
}
