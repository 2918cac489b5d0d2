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
import type { EmbedOptions, WantedOptions } from './component/controller.js';
import { explained } from './errors.js';
import { canKeep, endKept, hideKept, lend, take } from './keep/pool.js';
import { findTarget, requireDocument } from './shell/embed.js';
import type { Embed } from './types.js';
import { own } from './shell/values.js';

export { canKeep, endKept, hideKept, limitKept, type KeepLimits } from './keep/pool.js';

/** The options of `mount` except `signal` and `loading`, and `removedFilters`. */
export interface KeepOptions extends Omit<EmbedOptions, 'keep' | 'loading'> {}

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
   */
  show(target: Element | string): Promise<Embed>;
  /** Hides the embed, and keeps it. Call it before you remove the target. */
  hide(): void;
  /** Ends the embed. */
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
 */
export function keep(name: string, options: KeepOptions): Kept {
  const wanted = own({ ...own(options), keep: name }) as WantedOptions;
  // `show` says what is wrong.
  if (canKeep()) take(wanted);
  return {
    name,
    async show(target) {
      try {
        requireDocument();
        return await lend(wanted, {
          target: findTarget(target),
          lifetime: new AbortController(),
          owner: undefined,
          state: { applied: {}, embed: undefined },
        });
      } catch (thrown) {
        throw await explained(thrown, options, target);
      }
    },
    hide: () => hideKept(name),
    destroy: () => endKept(name),
  };
}
