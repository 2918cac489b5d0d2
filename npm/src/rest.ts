// The core of `svc-embed`, as WebAssembly.

import type { Exports } from './core/exports.js';
import { bytes } from './core/wasm.js';

/** Starts a core. A page whose policy forbids WebAssembly gets the one that is translated to JavaScript. */
export async function start(): Promise<Exports> {
  try {
    // At once, not by `instantiate`: a module this small is compiled sooner than a thread is found
    // for it, and the iframe need not wait for the next task.
    const module = new WebAssembly.Module(bytes());
    return new WebAssembly.Instance(module).exports as unknown as Exports;
  } catch {
    // A content security policy forbids it, or the browser has none.
  }
  return (await import('./core/translated.js')).instantiate();
}
