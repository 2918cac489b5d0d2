/** How the bridge comes to the page: once, for all entry points of this copy of the package. */
import { EmbedError } from './errors.js';
import type { Core } from './host.js';
import { texts } from './texts.js';
import { learn } from './values.js';

let loading: Promise<Core> | undefined;

/** The bridge that is there or on its way; else the one that `start` makes. */
export function loadOnce(start: () => Promise<Core>): Promise<Core> {
  if (!loading) learn(...texts);
  loading ??= start().catch((cause: unknown) => {
    // A failure of the network may pass: the next call tries again.
    loading = undefined;
    throw cause;
  });
  return loading;
}

/** The error for WebAssembly that cannot be had; `advice` goes on after what a policy needs. */
export function unavailable(advice: string, cause: unknown): EmbedError {
  return new EmbedError(
    'wasm-unavailable',
    `The WebAssembly could not be loaded. Under a content security policy, allow 'wasm-unsafe-eval' in script-src, or import svc-embed/no-wasm instead${advice}.`,
    cause,
  );
}
