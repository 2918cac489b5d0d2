/**
 * `svc-embed/management` in Node: the WebAssembly is in its JavaScript. Node's `fetch` reads no
 * files, and what bundles a server leaves them behind.
 *
 * @module
 */
import { comesFrom } from './core.js';
import { reuseLimits } from './limit.js';
import { bytes } from './svc_embed_management_bytes.js';

comesFrom(bytes);
reuseLimits();

export * from './index.js';
