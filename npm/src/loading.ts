/** How the bridge comes to the page: once, for all entry points of this copy of the package. */
import { EmbedError } from './errors.js';
import type { Core } from './host.js';

let loading: Promise<Core> | undefined;

/** The bridge that is there or on its way; else the one that `start` makes. */
export function loadOnce(start: () => Promise<Core>): Promise<Core> {
  loading ??= start().catch((cause: unknown) => {
    // A failure of the network may pass: the next call tries again.
    loading = undefined;
    throw cause;
  });
  return loading;
}

/**
 * Fetches the file. Rejects where the answer is a page: what some servers say, with status 200,
 * for a file that is not there.
 */
export async function fetchWasm(url: string | URL): Promise<Response> {
  const response = await fetch(url);
  const type = response.headers.get('content-type');
  if (type?.includes('html')) {
    throw new Error(`${url} answered ${response.status} with ${type}, not with WebAssembly.`);
  }
  return response;
}

/** The error for WebAssembly that cannot be had; `advice` goes on after what a policy needs. */
export function unavailable(advice: string, cause: unknown): EmbedError {
  return new EmbedError(
    'wasm-unavailable',
    `The WebAssembly could not be loaded. Under a content security policy, allow 'wasm-unsafe-eval' in script-src, or import svc-embed/no-wasm instead${advice}.`,
    cause,
  );
}
