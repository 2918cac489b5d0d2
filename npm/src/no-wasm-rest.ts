// The core of `svc-embed/no-wasm`, translated to JavaScript.

import type { Exports } from './core/exports.js';
import { instantiate } from './core/translated.js';

/** Starts a core. */
export const start = async (): Promise<Exports> => instantiate();
