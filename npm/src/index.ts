/**
 * Puts the dashboards, the app and the chat of one analytics service into a page, with typed events
 * and sessions that renew themselves.
 *
 * @module
 */
import { connectWith, initWith, mountWith } from './shell/embed.js';
import type { ConnectOptions, Embed, InitOptions, MountOptions } from './types.js';

const load = () => import('./rest.js');

export { EmbedError, SignedOutError, isEmbedError, type EmbedErrorCode } from './errors.js';
export type * from './core/protocol.js';
export type * from './types.js';

/**
 * Makes an iframe inside `target` and loads the embed into it.
 *
 * @param target - An element of the page, or a selector that finds one.
 * @param options - Where the embed is, and how its session is renewed.
 * @returns The embed, as soon as it exists. Its `ready` promise resolves when it can be used.
 * @throws An `EmbedError`: `invalid-…` if an option is wrong, `not-a-browser` without a document,
 * `wasm-unavailable` if the package could not be loaded. If `getSession` fails, nothing is thrown: it is
 * tried again, and shows in `session`.
 *
 * @example
 * ```ts
 * const embed = await mount('#dashboard', {
 *   baseUrl: 'https://acme.example.com',
 *   surface: { kind: 'dashboard', publicId: 'sales' },
 *   getSession: async ({ signal }) => {
 *     const response = await fetch('/api/embed-session', {
 *       method: 'POST',
 *       headers: { 'x-svc-embed': '1' },
 *       signal,
 *     });
 *     if (response.status === 401) throw new SignedOutError();
 *     if (!response.ok) throw new Error(`The backend answered ${response.status}.`);
 *     return (await response.json()).sessionId;
 *   },
 * });
 * ```
 */
export function mount(target: Element | string, options: MountOptions): Promise<Embed> {
  return mountWith(load, target, options);
}

/**
 * Adopts an iframe that the page has made. Call it before the iframe has loaded.
 *
 * @param iframe - An iframe of this document.
 * @param options - Where the embed is, and how its session is renewed.
 * @returns The embed, as soon as it exists.
 * @throws As `mount`; also `invalid-target` if the iframe already has an embed.
 *
 * @example
 * ```ts
 * const embed = await connect(document.querySelector('iframe')!, {
 *   baseUrl: 'https://acme.example.com',
 *   getSession,
 * });
 * ```
 */
export function connect(iframe: HTMLIFrameElement, options: ConnectOptions): Promise<Embed> {
  return connectWith(load, iframe, options);
}

/**
 * Compiles the WebAssembly ahead of the first `mount` or `connect`, also for `svc-embed/element`
 * and `svc-embed/react`. Optional.
 *
 * @param options - How many embeds load at the same time. The limit holds for each later `mount`, until
 * `init` is given another limit.
 * @throws An `EmbedError`: `invalid-option` if the limit is not a number from 1, `wasm-unavailable` as `mount`.
 *
 * @example
 * ```ts
 * void init(); // while the page fetches its data
 * void init({ loadsAtOnce: 4 }); // before the first of twenty embeds
 * ```
 */
export function init(options?: InitOptions): Promise<void> {
  return initWith(load, options);
}
