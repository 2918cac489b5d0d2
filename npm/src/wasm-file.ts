/** The WebAssembly file of an entry point, as a page gets it. */

declare global {
  // For compilers whose `lib` does not know it, as in Node; merges with one that does.
  namespace WebAssembly {
    interface Module {}
  }
}

/** What `init` takes: where the WebAssembly is, or the WebAssembly itself. */
export type WasmSource =
  string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/**
 * What `source` names, or what it is. Rejects where a page is answered: what some servers say, with
 * status 200, for a file that is not there.
 */
export async function wasmFile(source: WasmSource): Promise<Exclude<WasmSource, string | URL>> {
  if (typeof source !== 'string' && !(source instanceof URL)) return source;
  const response = await fetch(source);
  const type = response.headers.get('content-type');
  if (type?.includes('html')) {
    throw new Error(`${source} answered ${response.status} with ${type}, not with WebAssembly.`);
  }
  return response;
}
