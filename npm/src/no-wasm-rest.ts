// The core of `svc-embed/no-wasm`, translated to JavaScript, and what opens its embeds.

import { restOf, type Rest } from './shell/open.js';
import { instantiate } from './core/translated.js';

/** Starts the core. */
export const start = (): Rest => restOf(instantiate());
