/**
 * `svc-embed` without WebAssembly: the same bridge, translated to JavaScript. For pages whose content
 * security policy has no `'wasm-unsafe-eval'`.
 *
 * @module
 */
import { connectWith, mountWith, type Embed } from './embed.js';
import type { Core } from './host.js';
import { loadOnce } from './loading.js';
import { start } from './svc_embed_no_wasm.js';
import { instantiate } from './svc_embed_wasm2js.js';
import type { ConnectOptions, MountOptions, WasmSource } from './types.js';

export { Embed } from './embed.js';
export { EmbedError, SignedOutError, isEmbedError, type EmbedErrorCode } from './errors.js';
export type * from './protocol.js';
export type * from './types.js';

/**
 * Makes an iframe inside `target`. Resolves when the handle exists; `ready` tells the rest.
 *
 * @param target - An element of the page, or a selector that finds one.
 * @throws An `EmbedError`: `invalid-…` where an option is wrong, `not-a-browser` without a
 * document. A mint that fails throws nothing: it is tried again, and shows in `session`.
 */
export function mount(target: Element | string, options: MountOptions): Promise<Embed> {
  return mountWith(load, target, options);
}

/**
 * Adopts an iframe that the page has made. Call it before the iframe has loaded.
 *
 * @throws As `mount`; `invalid-target` where the iframe has an embed already.
 */
export function connect(iframe: HTMLIFrameElement, options: ConnectOptions): Promise<Embed> {
  return connectWith(load, iframe, options);
}

/**
 * Starts the bridge ahead of the first call, for `svc-embed/element` and `svc-embed/react` too.
 * Optional. There is no WebAssembly: a source is ignored.
 */
export async function init(_source?: WasmSource): Promise<void> {
  await load();
}

function load(): Promise<Core> {
  return loadOnce(async () => start(instantiate));
}
