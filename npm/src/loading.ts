/** How the core comes to the page: once, for all entry points of this copy of the package. */
import type { Core } from './core/exports.js';

let loading: Promise<Core> | undefined;

/** The core that is there or on its way; otherwise the one that `load` returns. */
export function loadOnce(load: () => Promise<Core>): Promise<Core> {
  loading ??= load().catch((error: unknown) => {
    // A failure of the network may pass: the next call tries again.
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The core as JavaScript, for a page whose policy forbids WebAssembly. */
export async function loadTranslated(): Promise<Core> {
  const { instantiate } = await import('./core/translated.js');
  return instantiate();
}
