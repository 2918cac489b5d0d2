/** Made by `npm run build`: the WebAssembly, translated to JavaScript. */
import type { Core } from './exports.js';

export declare function instantiate(): Core;
