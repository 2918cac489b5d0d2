/**
 * `svc-embed` with the WebAssembly inside its JavaScript, for bundlers that leave the file behind.
 *
 * @module
 */
import { connectWith, mountWith, type Embed } from './embed.js';
import type { Core } from './host.js';
import { loadOnce, unavailable } from './loading.js';
import initialize from './svc_embed.js';
import { bytes } from './svc_embed_bytes.js';
import type { ConnectOptions, MountOptions, WasmSource } from './types.js';

export { Embed } from './embed.js';
export { EmbedError, SignedOutError, isEmbedError, type EmbedErrorCode } from './errors.js';
export type * from './protocol.js';
export type * from './types.js';

/**
 * Makes an iframe inside `target`. Resolves when the handle exists; `ready` tells the rest.
 *
 * @param target - An element of the page, or a selector that finds one.
 * @throws An `EmbedError`: `invalid-…` where an option is wrong, `wasm-unavailable` where the WebAssembly cannot be had, `not-a-browser` without a
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
 * Compiles the WebAssembly ahead of the first call, for `svc-embed/element` and `svc-embed/react`
 * too. Optional. It is in this module: a source is ignored.
 */
export async function init(_source?: WasmSource): Promise<void> {
  await load();
}

function load(): Promise<Core> {
  return loadOnce(async () => {
    try {
      return await initialize({ module_or_path: bytes() });
    } catch (cause) {
      throw unavailable('', cause);
    }
  });
}
