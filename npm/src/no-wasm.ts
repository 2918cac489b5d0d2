/**
 * `svc-embed` translated to JavaScript, for a page that knows that its content security policy
 * forbids WebAssembly and wants no report of a violation.
 *
 * @module
 */
import { connectWith, initWith, mountWith } from './shell/embed.js';
import type { ConnectOptions, Embed, InitOptions, MountOptions } from './types.js';

const load = () => import('./no-wasm-rest.js');

export { EmbedError, SignedOutError, isEmbedError, type EmbedErrorCode } from './errors.js';
export type * from './core/protocol.js';
export type * from './types.js';

/**
 * Makes an iframe inside `target` and loads the embed into it, as `mount` of `svc-embed` does.
 *
 * @param target - An element of the page, or a selector that finds one.
 * @param options - Where the embed is, and how its session is renewed.
 * @throws An `EmbedError`: `invalid-…` if an option is wrong, `not-a-browser` without a document.
 *
 * @example
 * ```ts
 * import { mount } from 'svc-embed/no-wasm';
 *
 * const embed = await mount('#dashboard', options);
 * ```
 */
export function mount(target: Element | string, options: MountOptions): Promise<Embed> {
  return mountWith(load, target, options);
}

/**
 * Adopts an iframe that the page has made, as `connect` of `svc-embed` does.
 *
 * @param iframe - An iframe of this document.
 * @param options - Where the embed is, and how its session is renewed.
 * @throws As `mount`; also `invalid-target` if the iframe already has an embed.
 *
 * @example
 * ```ts
 * import { connect } from 'svc-embed/no-wasm';
 *
 * const embed = await connect(iframe, options);
 * ```
 */
export function connect(iframe: HTMLIFrameElement, options: ConnectOptions): Promise<Embed> {
  return connectWith(load, iframe, options);
}

/**
 * Starts the core ahead of the first call, also for `svc-embed/element` and `svc-embed/react`.
 * Optional.
 *
 * @param options - How many pages load at the same time.
 *
 * @example
 * ```ts
 * void init();
 * ```
 */
export function init(options?: InitOptions): Promise<void> {
  return initWith(load, options);
}
