// The types of what scripts/lib/wasm2js.mjs makes: the glue for the bridge in JavaScript.

import type { Core } from './host.js';
import type { instantiate } from './svc_embed_wasm2js.js';

export function start(make: typeof instantiate): Core;
