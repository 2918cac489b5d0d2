// The types of the module that scripts/lib/inline.mjs writes. It contains the WebAssembly as text.

/** Returns the bytes of the WebAssembly file. */
export function bytes(): Uint8Array<ArrayBuffer>;
