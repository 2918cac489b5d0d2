// How `mount` and `connect` come to an embed. Its handle is in `handle.ts`; the work is done in `host.ts`.

import { EmbedHandle } from './handle.js';
import { now } from './clock.js';
import {
  ALREADY_CONNECTED,
  INVALID_ATTRIBUTE,
  INVALID_IFRAME,
  INVALID_TARGET,
  NOT_A_BROWSER,
  OTHER_IFRAME,
} from '../core/errors.js';
import type { Core } from '../core/exports.js';
import * as LoadedBy from '../core/loaded-by.js';
import { REPLACED_ELEMENT } from '../core/patterns.js';
import * as At from '../core/values.js';
import { diagnose } from '../diagnose/notice.js';
import { explained, Mistake } from '../errors.js';
import { hash } from './hash.js';
import { Frame, makeIframe } from './frame.js';
import { Host } from './host.js';
import { readOptions, type Settings } from './options.js';
import { MARK, onMessage } from './registry.js';
import type { ConnectOptions, Embed, InitOptions, MountOptions } from '../types.js';
import { Unread } from './unread.js';
import { lasting } from './url.js';
import { attempt, own } from './values.js';

/** What `connect` keeps while the core is being loaded: a number, and UTF-16 code units of text. */
const MOST_EARLY = [1_000, 1_000_000] as const;

const later = () => import('./later.js');

/** The queue of the embeds, if `init` has set a limit. All mounts wait for one promise: they keep their order. */
let queue: ReturnType<typeof later> | undefined;

/** `init`, for an entry point that loads the core by `load`. */
export async function initWith(load: () => Promise<Core>, options?: InitOptions): Promise<void> {
  if (options) {
    // At once: a `mount` that follows must know of it.
    queue = later();
    // Without the file, embeds load in the order of their mounts.
    queue.catch(() => (queue = undefined));
    (await queue).limit(options);
  }
  await load();
}

/** `mount`, for an entry point that loads the core by `load`. */
export async function mountWith(
  load: () => Promise<Core>,
  target: Element | string,
  options: MountOptions,
): Promise<Embed> {
  try {
    requireDocument();
    const { loading, ...given } = own(options);
    const settings = readOptions(given, true);
    const isNow = !queue && (loading ?? 'eager') === 'eager';
    const when = await (isNow ? load() : (queue ?? later()));
    const parent = findTarget(target);
    // `setAttribute` throws if a name is not valid.
    const iframe = attempt(() =>
      makeIframe(parent, settings.title, settings.origin, settings.attributes),
    );
    if (!iframe) throw new Mistake(INVALID_ATTRIBUTE);
    return 'openLater' in when
      ? when.openLater(load, iframe, settings, parent, loading)
      : open(when, iframe, settings, parent, EmbedHandle.of);
  } catch (thrown) {
    throw await explained(thrown, options, target);
  }
}

/** `connect`, for an entry point that loads the core by `load`. */
export async function connectWith(
  load: () => Promise<Core>,
  iframe: HTMLIFrameElement,
  options: ConnectOptions,
): Promise<Embed> {
  // While the core is being loaded, the embed may already report something.
  const early = new Unread<MessageEvent>(...MOST_EARLY);
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
      if (message.source && isOfEmbed) early.add(message, message.data);
    };
    addEventListener('message', keep);
    // With a script of `embedFrame`, which has kept more.
    const { svcEmbedEarly } = globalThis as { svcEmbedEarly?: unknown };
    const fromServer = svcEmbedEarly instanceof Map && (await import('./early.js'));
    const core = await load();
    if (MARK in iframe) throw new Mistake(ALREADY_CONNECTED);
    if (fromServer) return fromServer.openEarly(core, iframe, settings);
    const embed = open(core, iframe, settings, undefined, EmbedHandle.of);
    for (let message; (message = early.take());) onMessage(message);
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

/** Opens an embed. `wrap` makes of it what the page gets, before anything happens to it. */
export function open<T>(
  core: Core,
  iframe: HTMLIFrameElement,
  settings: Settings,
  parent: Element | undefined,
  wrap: (host: Host, signal: AbortSignal | undefined) => T,
): T {
  const { signal, getSession, origin, wait } = settings;
  signal?.throwIfAborted();
  for (const [setting, value] of settings.numbers) core.set(setting, value);
  if (settings.onExhausted) core.setOnExhausted(settings.onExhausted);
  core.setTenant(hash(origin));
  const loadedBy = parent ? LoadedBy.BRIDGE : LoadedBy.PAGE;
  const seed = Math.random() * 2 ** 32;
  const id = core.open(...now(), loadedBy, getSession !== undefined, seed);
  if (!id) throw new Mistake(core.values[At.ERROR]);
  const host = new Host(core, id, new Frame(iframe, settings), getSession, wait);
  const embed = wrap(host, signal);
  for (const action of settings.actions) host.send(action);
  diagnose(host, settings);
  host.start(parent);
  // The browser connects to the tenant while the backend mints. It does so as soon as it sees the link.
  if (parent && getSession) {
    const link = document.createElement('link');
    link.rel = 'preconnect';
    link.href = origin;
    document.head?.append(link);
    link.remove();
  }
  // `getSession`, which was called meanwhile, may have aborted it: that has destroyed the embed.
  signal?.throwIfAborted();
  return embed;
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
