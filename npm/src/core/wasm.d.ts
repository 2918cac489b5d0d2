/** Made by `npm run build`: the bytes of the WebAssembly. */
export declare function bytes(): Uint8Array<ArrayBuffer>;
