// The types of what scripts/lib/inline.mjs makes: the WebAssembly as text.

/** The WebAssembly file. */
export function bytes(): Uint8Array<ArrayBuffer>;
