/**
 * A typed bridge between a page and an embedded analytics surface, with sessions that renew
 * themselves. The WebAssembly is loaded from beside this module on the first call, once.
 *
 * @module
 */
import { connectWith, mountWith, type Embed } from './embed.js';
import type { Core } from './host.js';
import { loadOnce, unavailable } from './loading.js';
import initialize from './svc_embed.js';
import type { ConnectOptions, MountOptions, WasmSource } from './types.js';
import { wasmFile } from './wasm-file.js';

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
 * Loads the WebAssembly ahead of the first call, or from another place. Optional; the first call
 * decides, of whichever entry point.
 */
export async function init(source?: WasmSource): Promise<void> {
  await load(source);
}

function load(source?: WasmSource): Promise<Core> {
  return loadOnce(async () => {
    try {
      const file = source ?? new URL('./svc_embed_bg.wasm', import.meta.url);
      return await initialize({ module_or_path: wasmFile(file) });
    } catch (cause) {
      throw unavailable(
        '; with a bundler, check that the .wasm file is served, or import svc-embed/inline instead',
        cause,
      );
    }
  });
}
