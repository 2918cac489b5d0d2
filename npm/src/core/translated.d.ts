/** Made by `npm run build`: the WebAssembly, translated to JavaScript. */
import type { Exports } from './exports.js';

export declare function instantiate(): Exports;
