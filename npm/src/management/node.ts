/**
 * `svc-embed/management` in Node. Its JavaScript contains the WebAssembly, because Node's `fetch`
 * cannot read files and server bundlers do not copy them.
 *
 * @module
 */
import { comesFrom } from './core.js';
import { reuseLimits } from './limit.js';
import { bytes } from './svc_embed_management_bytes.js';

comesFrom(bytes);
reuseLimits();

export * from './index.js';
