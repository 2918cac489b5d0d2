/**
 * Keeps an embed when the viewer leaves a route, and shows it again when the viewer comes back: without
 * another session id, without another load, and with the viewer's filters.
 *
 * The iframe stays in one place of the document and is laid over its target, because browsers load an
 * iframe again that was removed from the document.
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
import type { Borrower, EmbedOptions } from './component/controller.js';
import { acquire, appliedOf, endKept as end, hideKept, lend, setLimits } from './keep/pool.js';
import { EmbedError } from './errors.js';
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
   * Shows the embed over an element of the page, which must have a height. Mounts it again if the page
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
   * Hides the embed, and keeps it.
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
  let lease: AbortController | undefined;
  const get = async () => {
    requireDocument();
    return acquire(name, given, undefined, removedFilters);
  };
  // `show` says what is wrong.
  get().catch(() => {});
  return {
    name,
    async show(target) {
      requireDocument();
      const element = typeof target === 'string' ? document.querySelector(target) : target;
      if (element?.nodeType !== Node.ELEMENT_NODE)
        throw new EmbedError('invalid-target', `There is no element to show '${name}' in.`);
      const lifetime = (lease = new AbortController());
      const owner = undefined;
      const borrower: Borrower = { ...appliedOf(name, given), target: element, lifetime, owner };
      await lend(name, given, borrower, removedFilters);
      return borrower.embed!;
    },
    hide() {
      // Also a `show` that still waits.
      lease?.abort();
      hideKept(name);
    },
    destroy() {
      lease?.abort();
      end(name);
    },
  };
}

/**
 * Ends the embed of a name, or all that are kept. Call it when the user signs out: the next user must
 * not see what the last one saw.
 *
 * @example
 * ```ts
 * endKept();
 * ```
 */
export function endKept(name?: string): void {
  end(name);
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
  setLimits(own(limits));
}

function requireDocument(): void {
  if (typeof document === 'undefined')
    throw new EmbedError('not-a-browser', 'An embed is kept in a page.');
}
