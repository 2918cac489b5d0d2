/** The WebAssembly file of the management client. */

declare global {
  // For compilers whose `lib` has no such type, as in Node. Merges with the one of a `lib` that has it.
  namespace WebAssembly {
    interface Module {}
  }
}

/** The argument of `init`: where the WebAssembly is, or the WebAssembly itself. */
export type WasmSource =
  string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/**
 * Fetches `source` if it is a URL; otherwise returns `source`. Rejects if the answer is HTML: some
 * servers answer a page, with status 200, for a file that does not exist.
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
