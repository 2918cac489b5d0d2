/**
 * Keeps an embed when the viewer leaves a route, and shows it again when the viewer comes back: without
 * another session id, without another load, and with the viewer's filters.
 *
 * The iframe is moved between its target and a hidden place of the document by `Element.moveBefore`. In a
 * browser without that, `show` is an ordinary mount, and `hide` ends the embed: `canKeep()` tells.
 *
 * @example
 * ```ts
 * import { keep } from 'svc-embed/keep';
 *
 * const sales = keep('sales', { baseUrl, surface, getSession });
 * const embed = await sales.show('#dashboard');
 * sales.hide(); // and `show` again later, over another target
 * ```
 *
 * @module
 */
import type { EmbedOptions } from './component/controller.js';
import { explained } from './errors.js';
import * as pool from './keep/pool.js';
import { findTarget, requireDocument } from './shell/embed.js';
import type { Embed } from './types.js';
import { own } from './shell/values.js';

/** The options of `mount` except `signal` and `loading`, and `removedFilters`. */
export interface KeepOptions extends Omit<EmbedOptions, 'keep' | 'loading'> {}

/** How many embeds a page keeps, and how long. */
export interface KeepLimits {
  /**
   * How many embeds are kept, including those that are shown. Default 4. If there are more, the embed
   * that was hidden first ends. An embed that is shown never ends.
   *
   * @example
   * ```ts
   * most: 2
   * ```
   */
  most?: number | undefined;
  /**
   * How long an embed may be hidden before it ends, in milliseconds. Default 1,800,000, half an hour.
   * `Infinity`: for ever.
   *
   * @example
   * ```ts
   * hiddenMs: 10 * 60_000
   * ```
   */
  hiddenMs?: number | undefined;
}

/** An embed that is kept under a name. */
export interface Kept {
  /** The name. */
  readonly name: string;
  /**
   * Shows the embed in an element of the page, which must have a height. Mounts it again if the page
   * ended it, or if it was hidden for too long.
   *
   * @returns The embed.
   * @throws As `mount`.
   *
   * @example
   * ```ts
   * const embed = await kept.show('#dashboard');
   * ```
   */
  show(target: Element | string): Promise<Embed>;
  /**
   * Hides the embed, and keeps it. Call it before you remove the target.
   *
   * @example
   * ```ts
   * kept.hide();
   * ```
   */
  hide(): void;
  /**
   * Ends the embed.
   *
   * @example
   * ```ts
   * kept.destroy();
   * ```
   */
  destroy(): void;
}

/**
 * Mounts an embed that nobody sees yet, and keeps it under a name. The viewer then need not wait when
 * you call `show`, or when a `<SvcEmbed keep="sales">` or `<svc-embed keep="sales">` with the same
 * options is mounted. If there is an embed of this name already, it takes these options if possible,
 * and is replaced otherwise.
 *
 * @param name - Only one embed has this name at a time.
 * @param options - Those of `mount`. If one is wrong, `show` rejects.
 *
 * @example
 * ```ts
 * keep('sales', { baseUrl, surface, getSession }); // while the viewer reads another page
 * ```
 */
export function keep(name: string, options: KeepOptions): Kept {
  const { removedFilters, ...rest } = own(options) as KeepOptions;
  const given = own(rest) as typeof rest;
  if (canKeep()) {
    // `show` says what is wrong.
    pool.take(name, given, removedFilters);
  }
  return {
    name,
    async show(target) {
      try {
        requireDocument();
        return await pool.lend(name, given, removedFilters, {
          target: findTarget(target),
          lifetime: new AbortController(),
          owner: undefined,
          state: { applied: {}, embed: undefined },
        });
      } catch (thrown) {
        throw await explained(thrown, options, target);
      }
    },
    hide() {
      pool.hideKept(name);
    },
    destroy() {
      pool.endKept(name);
    },
  };
}

/**
 * Whether this browser keeps embeds: Chromium from version 133 on, Firefox from 144 on. Elsewhere, `keep`
 * is an ordinary mount.
 *
 * @example
 * ```ts
 * if (canKeep()) keep('sales', options); // loads it early
 * ```
 */
export function canKeep(): boolean {
  return pool.canKeep();
}

/**
 * Hides all embeds that are shown. Call it before your router changes the page, because browsers load an
 * iframe again that was removed from the document. React's component needs no such call.
 *
 * @example
 * ```ts
 * router.beforeResolve(() => hideKept()); // Vue Router
 * ```
 */
export function hideKept(): void {
  pool.hideKept();
}

/**
 * Ends the embed of a name, or all that are kept. Call it when the user signs out: the next user must
 * not see what the last one saw. A component that is still there a second later has failed, with the error
 * `destroyed`: it mints again only if its `retry` is called.
 *
 * @example
 * ```ts
 * endKept();
 * ```
 */
export function endKept(name?: string): void {
  pool.endKept(name);
}

/**
 * Sets how many embeds this page keeps, and how long.
 *
 * @example
 * ```ts
 * limitKept({ most: 2, hiddenMs: 10 * 60_000 });
 * ```
 */
export function limitKept(limits: KeepLimits): void {
  pool.setLimits(own(limits));
}
