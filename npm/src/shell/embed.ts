// How `mount` and `connect` come to an embed: this is in the first file, the rest is in `open.ts`.

import {
  INVALID_ATTRIBUTE,
  INVALID_IFRAME,
  INVALID_TARGET,
  NOT_A_BROWSER,
  OTHER_IFRAME,
} from '../core/errors.js';
import { MOST_UNREAD } from '../core/limits.js';
import { REPLACED_ELEMENT } from '../core/patterns.js';
import { explained, Mistake } from '../errors.js';
import { makeIframe } from './frame.js';
import { startOnce, type Start } from './loading.js';
import { readOptions } from './options.js';
import type { ConnectOptions, Embed, InitOptions, MountOptions } from '../types.js';
import { lasting } from './url.js';
import { attempt } from './values.js';

const later = () => import('./later.js');

/** The queue of the embeds, if `init` has set a limit. All mounts wait for one promise: they keep their order. */
let queue: ReturnType<typeof later> | undefined;

/** `init`, for an entry point whose core begins by `start`. */
export async function initWith(start: Start, options?: InitOptions): Promise<void> {
  if (options) {
    // At once: a `mount` that follows must know of it.
    queue = later();
    // Without the file, embeds load in the order of their mounts.
    queue.catch(() => (queue = undefined));
    (await queue).limit(options);
  }
  await startOnce(start);
}

/** `mount`, for an entry point whose core begins by `start`. */
export async function mountWith(
  start: Start,
  target: Element | string,
  options: MountOptions,
): Promise<Embed> {
  try {
    requireDocument();
    const settings = readOptions(options, true);
    const isNow = !queue && settings.loading === 'eager';
    const when = await (isNow ? startOnce(start) : (queue ?? later()));
    const parent = findTarget(target);
    // `setAttribute` throws if a name is not valid.
    const iframe = attempt(() =>
      makeIframe(parent, settings.title, settings.origin, settings.attributes),
    );
    if (!iframe) throw new Mistake(INVALID_ATTRIBUTE);
    return 'openLater' in when
      ? when.openLater(() => startOnce(start), iframe, settings, parent)
      : when.open(iframe, settings, parent);
  } catch (thrown) {
    throw await explained(thrown, options, target);
  }
}

/** `connect`, for an entry point whose core begins by `start`. */
export async function connectWith(
  start: Start,
  iframe: HTMLIFrameElement,
  options: ConnectOptions,
): Promise<Embed> {
  // While the core is being loaded, the embed may already report something.
  const early: MessageEvent[] = [];
  let keep: ((message: MessageEvent) => void) | undefined;
  try {
    requireDocument();
    const settings = readOptions(options, false);
    // By name, since an iframe that another document made is no instance of this one's classes.
    const isIframe = iframe?.localName === 'iframe' && 'contentWindow' in iframe;
    if (!isIframe || iframe.ownerDocument !== document) throw new Mistake(INVALID_IFRAME);
    const { src } = iframe;
    if (src && lasting(src) !== lasting(settings.allowed ?? src)) throw new Mistake(OTHER_IFRAME);
    keep = (message) => {
      // A page that moves the iframe gives it another window.
      const isOfEmbed =
        message.source === iframe.contentWindow || message.origin === settings.origin;
      if (message.source && isOfEmbed && early.push(message) > MOST_UNREAD) early.shift();
    };
    addEventListener('message', keep);
    // With a script of `embedFrame`, which has kept more.
    const { svcEmbedEarly } = globalThis as { svcEmbedEarly?: unknown };
    const fromServer = svcEmbedEarly instanceof Map && (await import('./early.js'));
    const rest = await startOnce(start);
    if (fromServer) return fromServer.openEarly(rest, iframe, settings);
    const embed = rest.open(iframe, settings, undefined);
    for (const message of early) rest.onMessage(message);
    return embed;
  } catch (thrown) {
    throw await explained(thrown, options, iframe);
  } finally {
    if (keep) removeEventListener('message', keep);
  }
}

/** Throws in a server. */
export function requireDocument(): void {
  if (typeof document === 'undefined') throw new Mistake(NOT_A_BROWSER);
}

/** The element that `target` is, or that it selects. */
export function findTarget(target: unknown): Element {
  // `querySelector` throws if the selector is invalid.
  const found = attempt(() =>
    typeof target === 'string' ? document.querySelector(target) : target,
  ) as Element | null | undefined;
  const isElement = found?.nodeType === Node.ELEMENT_NODE;
  if (!isElement || found.ownerDocument !== document || REPLACED_ELEMENT.test(found.localName)) {
    throw new Mistake(INVALID_TARGET);
  }
  return found;
}
