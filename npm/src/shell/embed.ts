// How `mount` and `connect` come to an embed.

import {
  INVALID_ATTRIBUTE,
  INVALID_IFRAME,
  INVALID_TARGET,
  NOT_A_BROWSER,
  OTHER_IFRAME,
} from '../core/errors.js';
import { REPLACED_ELEMENT } from '../core/patterns.js';
import { explained, Mistake } from '../errors.js';
import { makeIframe } from './frame.js';
import { EmbedHandle } from './handle.js';
import { Host } from './host.js';
import { core, loadOnce, missing, type Load } from './loading.js';
import { readOptions } from './options.js';
import type { ConnectOptions, Embed, InitOptions, MountOptions } from '../types.js';
import { lasting } from './url.js';
import { attempt } from './values.js';

const later = () => import('./later.js').catch(missing('later.js'));

/** The queue of the embeds, if `init` has set a limit. All mounts wait for one promise: they keep their order. */
let queue: ReturnType<typeof later> | undefined;

/** `init`, for an entry point that loads the core by `load`. */
export async function initWith(load: Load, options?: InitOptions): Promise<void> {
  if (options) {
    // At once: a `mount` that follows must know of it.
    queue = later();
    // Without the file, embeds load in the order of their mounts.
    queue.catch(() => (queue = undefined));
    (await queue).limit(options);
  }
  await loadOnce(load);
}

/** `mount`, for an entry point that loads the core by `load`. */
export async function mountWith(
  load: Load,
  target: Element | string,
  options: MountOptions,
): Promise<Embed> {
  try {
    requireDocument();
    const settings = readOptions(options, true);
    const isNow = !queue && settings.loading === 'eager';
    // The page may put its target into the document just after the call.
    const when = await (isNow ? undefined : (queue ?? later()));
    const parent = findTarget(target);
    // `setAttribute` throws if the name of an attribute is not valid.
    const iframe = attempt(() =>
      makeIframe(parent, settings.title, settings.origin, settings.attributes),
    );
    if (!iframe) throw new Mistake(INVALID_ATTRIBUTE);
    return when
      ? when.openLater(iframe, parent, settings, (settings, adopt) =>
          opened(load, () => new Host(iframe, settings, parent, adopt)),
        )
      : await opened(load, () => new Host(iframe, settings, parent));
  } catch (thrown) {
    throw await explained(thrown, options, target);
  }
}

/** The embed that has begun, as soon as it has a host. */
async function opened(load: Load, begin: () => Host): Promise<Embed> {
  const loading = loadOnce(load);
  const host = begin();
  if (!core) await loading;
  if (host.error) throw host.error;
  // `getSession`, which was called meanwhile, may have aborted it: that has destroyed the embed.
  host.settings.signal?.throwIfAborted();
  return new EmbedHandle(host);
}

/** `connect`, for an entry point that loads the core by `load`. */
export async function connectWith(
  load: Load,
  iframe: HTMLIFrameElement,
  options: ConnectOptions,
): Promise<Embed> {
  try {
    requireDocument();
    const settings = readOptions(options, false);
    // By name, since an iframe that another document made is no instance of this one's classes.
    const isIframe = iframe?.localName === 'iframe' && 'contentWindow' in iframe;
    if (!isIframe || iframe.ownerDocument !== document) throw new Mistake(INVALID_IFRAME);
    const { src } = iframe;
    const { allowed } = settings;
    // As the browser's parser has written `src`.
    if (src && allowed && lasting(src) !== lasting(new URL(allowed).href))
      throw new Mistake(OTHER_IFRAME);
    // With a script of `embedFrame`, which has kept what the embed reported.
    const { svcEmbedEarly } = globalThis as { svcEmbedEarly?: unknown };
    const early = svcEmbedEarly instanceof Map ? await import('./early.js') : undefined;
    return await opened(load, () =>
      early ? early.beginEarly(iframe, settings) : new Host(iframe, settings),
    );
  } catch (thrown) {
    throw await explained(thrown, options, iframe);
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
