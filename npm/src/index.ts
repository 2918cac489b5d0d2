/**
 * A typed bridge between a page and an embedded analytics surface, with sessions that renew
 * themselves. The WebAssembly is loaded from beside this module on the first call, once.
 *
 * @module
 */
import { connectWith, mountWith, type Embed } from './embed.js';
import { EmbedError } from './errors.js';
import type { Core } from './host.js';
import initialize, { Page } from './svc_embed.js';
import type { ConnectOptions, MountOptions, WasmSource } from './types.js';

export { Embed } from './embed.js';
export { EmbedError, SignedOutError, isEmbedError, type EmbedErrorCode } from './errors.js';
export type * from './protocol.js';
export type * from './types.js';

let loading: Promise<Core> | undefined;

/** Makes an iframe inside `target`. Resolves when the handle exists; `ready` tells the rest. */
export function mount(target: Element | string, options: MountOptions): Promise<Embed> {
  return mountWith(load, target, options);
}

/** Adopts an iframe that the page has made. Call it before the iframe has loaded. */
export function connect(iframe: HTMLIFrameElement, options: ConnectOptions): Promise<Embed> {
  return connectWith(load, iframe, options);
}

/**
 * Loads the WebAssembly ahead of the first call, or from another place. Optional; the first call
 * decides.
 */
export async function init(source?: WasmSource): Promise<void> {
  await load(source);
}

function load(source?: WasmSource): Promise<Core> {
  loading ??= instantiate(source).catch((cause: unknown) => {
    // A failure of the network may pass: the next call tries again.
    loading = undefined;
    throw cause;
  });
  return loading;
}

async function instantiate(source?: WasmSource): Promise<Core> {
  try {
    await initialize(source === undefined ? undefined : { module_or_path: source });
    return new Page();
  } catch (cause) {
    throw new EmbedError(
      'wasm-unavailable',
      "The WebAssembly could not be loaded. Under a content security policy, allow 'wasm-unsafe-eval' in script-src, or import svc-embed/no-wasm instead; with a bundler, check that the .wasm file is served.",
      cause,
    );
  }
}
