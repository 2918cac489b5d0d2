// The core of `svc-embed`, as WebAssembly, and what opens its embeds.

import { WASM_UNAVAILABLE } from './core/errors.js';
import type { Exports } from './core/exports.js';
import { embedError } from './errors.js';
import { restOf, type Rest } from './shell/open.js';
import { bytes } from './core/wasm.js';

/** Starts the core. A page whose policy forbids WebAssembly gets the one that is translated to JavaScript. */
export async function start(): Promise<Rest> {
  try {
    // At once, not by `instantiate`: a module this small is compiled sooner than a thread is found
    // for it, and the iframe need not wait for the next task.
    const module = new WebAssembly.Module(bytes());
    return restOf(new WebAssembly.Instance(module).exports as unknown as Exports);
  } catch {
    // A content security policy forbids it, or the browser has none.
  }
  try {
    return restOf((await import('./core/translated.js')).instantiate());
  } catch (cause) {
    throw embedError(WASM_UNAVAILABLE, cause);
  }
}
