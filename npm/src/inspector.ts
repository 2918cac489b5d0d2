/**
 * An overlay for development. It shows the messages between a page and an embed, the attempts of each
 * renewal, and the state of the session. It shows names and times and no payloads, so that no session
 * id and no token is visible.
 *
 * @module
 */
import { EmbedError } from './errors.js';
import { Overlay } from './inspector/overlay.js';
import type { Embed } from './types.js';

/** Options of `inspect`. */
export interface InspectOptions {
  /**
   * The element that contains the inspector, or a selector that finds one. By default the inspector
   * lies over the page, in the lower right corner.
   */
  target?: Element | string | undefined;
  /**
   * How many messages the inspector keeps, and how many rows of the session's life: from 1 to 5,000.
   * Default 1,000.
   */
  limit?: number | undefined;
}

/** An inspector on the page, returned by `inspect`. */
export interface Inspector {
  /** The inspector's element. */
  readonly element: HTMLElement;
  /**
   * The rows that the inspector keeps, as the JSON that its button Export saves. It has no payload
   * and no session id.
   */
  recording(): string;
  /** Removes the inspector. The embed goes on. */
  close(): void;
  /** `close`, at the end of a `using` block. */
  [Symbol.dispose](): void;
}

/**
 * Shows the messages and the session of an embed, from now on.
 *
 * @param embed - The embed. That of an element is `element.embed`.
 * @param options - Where the inspector is, and how many messages it keeps.
 * @throws `not-a-browser` without a document, `invalid-target` if `target` is a selector that finds
 * nothing, `destroyed` if the embed is destroyed.
 *
 * @example
 * ```ts
 * const inspector = inspect(embed);
 * ```
 */
export function inspect(embed: Embed, options: InspectOptions = {}): Inspector {
  const parent = findParent(options.target);
  return new Overlay(embed, parent, limitOf(options.limit));
}

function findParent(target: Element | string | undefined): Element | undefined {
  if (typeof document === 'undefined')
    throw new EmbedError('not-a-browser', 'The inspector needs a page with a document.');
  const parent = typeof target === 'string' ? document.querySelector(target) : target;
  if (parent === null)
    throw new EmbedError('invalid-target', `Nothing in the page matches ${String(target)}.`);
  return parent;
}

function limitOf(limit = 1_000): number {
  return Math.min(Math.max(Math.floor(limit) || 1, 1), 5_000);
}
