// What `mount` and `connect` return, and how both come to it. The work is done in `host.ts`.

import { actionOf, readAction } from './actions.js';
import {
  ALREADY_CONNECTED,
  DESTROYED,
  INVALID_ATTRIBUTE,
  INVALID_HANDLER,
  INVALID_IFRAME,
  INVALID_TARGET,
  NOT_A_BROWSER,
  UNKNOWN_EVENT,
} from './core/errors.js';
import { EVENTS } from './core/events.js';
import type { Core } from './core/exports.js';
import * as LoadedBy from './core/loaded-by.js';
import * as At from './core/values.js';
import { MOST_UNREAD, MOST_UNREAD_SIZE } from './core/limits.js';
import { EVENT_PREFIX } from './core/names.js';
import { REPLACED_ELEMENT } from './core/patterns.js';
import type { ActionName, AnyEvent, EmbedEvent, Filter, Theme } from './core/protocol.js';
import { isEventName, nearEvents } from './check.js';
import { now } from './clock.js';
import { diagnose } from './diagnose.js';
import { EmbedError, embedError, explained, Mistake } from './errors.js';
import { fingerprint } from './fingerprint.js';
import { Frame, makeIframe } from './frame.js';
import { Handlers } from './handlers.js';
import { Host } from './host.js';
import { hasEmbed, onMessage } from './registry.js';
import { Unread } from './unread.js';
import { attempt, own, ownValue } from './values.js';
import { readOptions, readSignal, type Settings } from './options.js';
import type {
  ActionArguments,
  ConnectOptions,
  Embed,
  InitOptions,
  ListenOptions,
  MountOptions,
  SessionState,
  Topics,
  WaitOptions,
} from './types.js';

/** What a handler can listen to apart from events. `sent` and `told` are for the inspector. */
const OTHER_TOPICS = ['*', 'session', 'dropped', 'sent', 'told'];

/** What `connect` keeps while the core is being loaded: a number, and UTF-16 code units of text. */
const MOST_EARLY = [1_000, 1_000_000] as const;

/** What the handle needs of its host. `svc-embed/testing` has a host without a page. */
export type HandleHost = Pick<
  Host,
  | 'ready'
  | 'handlers'
  | 'iframe'
  | 'isClosed'
  | 'session'
  | 'send'
  | 'renew'
  | 'reload'
  | 'checkPlace'
  | 'destroy'
>;

/** The `Embed` of a host. */
export class EmbedHandle implements Embed {
  readonly ready: Promise<EmbedEvent<'ready'>>;
  /** An object of its own kind: Vue therefore hands it out as it is, not as a proxy. */
  readonly [Symbol.toStringTag] = 'Embed';
  readonly #host: HandleHost;

  /** The handle of a host. */
  static of(this: void, host: HandleHost, signal: AbortSignal | undefined): EmbedHandle {
    return new EmbedHandle(host, signal);
  }

  constructor(host: HandleHost, signal: AbortSignal | undefined) {
    this.#host = host;
    this.ready = host.ready;
    if (signal) this.#untilEnd(signal, (aborted) => aborted && this.destroy());
  }

  get iframe(): HTMLIFrameElement {
    return this.#host.iframe;
  }

  get session(): SessionState {
    return this.#host.session;
  }

  on<T extends keyof Topics>(
    type: T,
    handler: (message: Topics[T]) => void,
    options?: ListenOptions,
  ): () => void {
    const given = own(options);
    const { once } = given;
    const signal = readSignal(given);
    if (typeof handler !== 'function') throw embedError(INVALID_HANDLER);
    if (!isEventName(type) && !OTHER_TOPICS.includes(type))
      throw embedError(
        UNKNOWN_EVENT,
        undefined,
        `'${String(type)}'. Did you mean '${nearEvents(String(type))}'`,
      );
    if (this.#host.isClosed) throw embedError(DESTROYED);
    const remove = this.#host.handlers.add(type, (message: Topics[T]) => {
      if (once) off();
      handler(message);
    });
    const off = this.#untilEnd(signal, remove);
    return off;
  }

  once<T extends keyof Topics>(type: T, options?: WaitOptions): Promise<Topics[T]> {
    const signal = readSignal(options);
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const off = this.on(type, (message) => {
        resolve(message);
        end();
      });
      const end = this.#untilEnd(signal, (aborted) => {
        off();
        reject(aborted ? signal?.reason : embedError(DESTROYED));
      });
    });
  }

  events(options?: WaitOptions): AsyncIterableIterator<AnyEvent> {
    const signal = readSignal(options);
    const unread = new Unread<AnyEvent>(MOST_UNREAD, MOST_UNREAD_SIZE);
    let isOver = false;
    /** Hands an event to the page, which waits for it. */
    let wake: ((event?: AnyEvent) => void) | undefined;
    const off = this.on('*', (event) => {
      // An event that somebody waits for may have any size.
      if (wake) wake(event);
      else unread.add(event, event);
      wake = undefined;
    });
    const end = this.#untilEnd(signal, () => {
      isOver = true;
      off();
      wake?.();
    });
    const events = (async function* () {
      for (;;) {
        const event = unread.take();
        if (event) yield event;
        else if (isOver) return signal?.throwIfAborted();
        else {
          const next = await new Promise<AnyEvent | undefined>((resolve) => (wake = resolve));
          if (next) yield next;
        }
      }
    })();
    const finish = events.return;
    // The generator's own `return` would wait for the next event.
    events.return = () => {
      unread.clear();
      end();
      return finish.call(events);
    };
    return events;
  }

  setColorScheme(scheme: 'light' | 'dark' | 'auto'): void {
    this.#act('set-color-scheme', scheme);
  }

  setTheme(theme: Theme): void {
    this.#act('set-theme', theme);
  }

  setLocale(locale: string): void {
    this.#act('set-locale', locale);
  }

  setTimezone(timezone: string): void {
    this.#act('set-timezone', timezone);
  }

  setFilter(filter: Filter | string): void {
    this.#act('set-filter', filter);
  }

  clearFilter(member: string): void {
    this.#act('set-filter', { member, value: null });
  }

  navigate(path: string): void {
    this.#act('navigate', path);
  }

  refresh(): void {
    this.#act('refresh', undefined);
  }

  send<N extends ActionName | (string & {})>(type: N, ...payload: ActionArguments<N>): void {
    this.#host.send(readAction(type, payload[0]));
  }

  renew(): Promise<void> {
    return this.#host.renew();
  }

  reload(): Promise<void> {
    return this.#host.reload();
  }

  /** For React, which may just have moved the iframe. */
  checkPlace(): void {
    this.#host.checkPlace();
  }

  destroy(): void {
    this.#host.destroy();
  }

  [Symbol.dispose](): void {
    this.destroy();
  }

  #act(name: ActionName, argument: unknown): void {
    this.#host.send(actionOf(name, argument));
  }

  /**
   * Calls `end` once: when the returned function is called, the embed has ended, or `signal` is
   * aborted. `end` gets the event of the abort, if there was one.
   */
  #untilEnd(signal: AbortSignal | undefined, end: (aborted?: Event) => unknown): () => void {
    const { onEnd } = this.#host.handlers;
    const finish = (aborted?: Event) => {
      signal?.removeEventListener('abort', finish);
      if (onEnd.delete(finish)) end(aborted);
    };
    onEnd.add(finish);
    if (signal?.aborted) finish();
    else signal?.addEventListener('abort', finish);
    return () => finish();
  }
}

/** What files that are loaded later use of this one. */
export interface Parts {
  readonly DESTROYED: typeof DESTROYED;
  readonly EVENTS: typeof EVENTS;
  readonly EVENT_PREFIX: typeof EVENT_PREFIX;
  readonly EmbedError: typeof EmbedError;
  readonly EmbedHandle: typeof EmbedHandle;
  readonly Handlers: typeof Handlers;
  readonly embedError: typeof embedError;
  readonly explained: typeof explained;
  readonly isEventName: typeof isEventName;
  readonly onMessage: typeof onMessage;
  readonly open: typeof open;
  readonly ownValue: typeof ownValue;
}

const PARTS: Parts = {
  DESTROYED,
  EVENTS,
  EVENT_PREFIX,
  EmbedError,
  EmbedHandle,
  Handlers,
  embedError,
  explained,
  isEventName,
  onMessage,
  open,
  ownValue,
};

const later = async () => (await import('./later.js')).using(PARTS);

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
    keep = (message) => {
      // A page that moves the iframe gives it another window.
      const isOfEmbed =
        message.source === iframe.contentWindow || message.origin === settings.origin;
      if (message.source && isOfEmbed) early.add(message, message.data);
    };
    addEventListener('message', keep);
    // With a script of `embedFrame`, which has kept more.
    const { svcEmbedEarly } = globalThis as { svcEmbedEarly?: unknown };
    const fromServer = svcEmbedEarly instanceof WeakMap && (await import('./early.js'));
    const core = await load();
    if (hasEmbed(iframe)) throw new Mistake(ALREADY_CONNECTED);
    if (fromServer) return fromServer.openEarly(PARTS, core, iframe, settings);
    const embed = open(core, iframe, settings, undefined, EmbedHandle.of);
    for (let message; (message = early.take());) onMessage(message);
    return embed;
  } catch (thrown) {
    throw await explained(thrown, options, iframe);
  } finally {
    if (keep) removeEventListener('message', keep);
  }
}

function requireDocument(): void {
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
  const { signal, getSession, origin, url } = settings;
  signal?.throwIfAborted();
  for (const [setting, value] of settings.numbers) core.set(setting, value);
  if (settings.onExhausted) core.setOnExhausted(settings.onExhausted);
  core.setTenant(fingerprint(origin));
  const loadedBy = parent ? LoadedBy.BRIDGE : LoadedBy.PAGE;
  const seed = Math.random() * 2 ** 32;
  const id = core.open(...now(), loadedBy, getSession !== undefined, seed);
  if (!id) throw new Mistake(core.values[At.ERROR]);
  const host = new Host(core, id, new Frame(iframe, origin, url), getSession);
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

function findTarget(target: unknown): Element {
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
