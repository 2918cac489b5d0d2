// Embeds that are not loaded at once: with `loading: 'lazy'` nothing is loaded that nobody is about to
// see, and with `loadsAtOnce` the embeds wait for each other. Loaded only if a page asks for one of these.

import type { Action } from './actions.js';
import { DESTROYED } from '../core/errors.js';
import { EVENTS } from '../core/events.js';
import type { EmbedEvent } from '../core/protocol.js';
import { EmbedError, embedError, explained } from '../errors.js';
import { EmbedHandle, type HandleHost } from './handle.js';
import { Handlers } from './handlers.js';
import type { Host } from './host.js';
import type { Settings } from './options.js';
import type { Embed, InitOptions, SessionState } from '../types.js';
import { ownValue } from './values.js';

/** How far from what the viewer sees a target is loaded. */
const MARGIN = '300px';
/** Opens an embed whose turn has come. `adopt` gets its host. */
type Open = (settings: Settings, adopt: (host: Host) => void) => Promise<Embed>;
/** How long an embed that is not ready keeps others waiting, in milliseconds. */
const LONGEST_LOAD_MS = 10_000;
/** What a handle may listen to, apart from the events of the catalog. */
const OTHER_TOPICS = ['*', 'unknown', 'session', 'dropped', 'sent', 'told'];

/** The session of an embed that waits. */
const WAITING: SessionState = {
  mode: null,
  status: 'starting',
  renewal: 'idle',
  attempt: 0,
  renewals: 0,
  expiresAt: null,
  nextAttemptAt: null,
  lastError: null,
};

// The order of many.

let most = Infinity;
/** The embeds that load now. */
let loading = 0;
/** The embeds that may load, and wait for others. */
const queue = new Set<LaterHost>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sets how many embeds load at the same time, also for those that wait already. */
export function limit(options: InitOptions): void {
  const given = ownValue(options, 'loadsAtOnce') ?? Infinity;
  if (typeof given !== 'number' || !(given >= 1))
    throw new EmbedError('invalid-option', 'loadsAtOnce must be a number from 1 upwards.');
  most = given;
  startNext();
}

/** Later: every `mount` of a page's script is to be in the queue first. */
function startNext(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    const places = new Map([...queue].map((host) => [host, distanceOf(host.box)]));
    const inOrder = [...places].sort(([, one], [, other]) => one - other);
    for (const [host] of inOrder) if (loading < most) host.start();
  });
}

/** How far an element is from what the viewer sees, in CSS pixels. Infinite if it is not drawn. */
function distanceOf(box: Element): number {
  const [rect] = box.getClientRects();
  if (!rect || box.checkVisibility?.() === false) return Number.MAX_VALUE;
  const beside = Math.max(rect.left - innerWidth, -rect.right, 0);
  return Math.max(rect.top - innerHeight, -rect.bottom, 0) + beside;
}

// An embed that waits.

/** Opens an embed when its turn has come. */
export function openLater(
  iframe: HTMLIFrameElement,
  parent: Element,
  settings: Settings,
  open: Open,
): Embed {
  const margin = marginOf(settings.loading);
  settings.signal?.throwIfAborted();
  const host = new LaterHost(iframe, parent, settings, open);
  const embed = new EmbedHandle(host);
  host.await(margin);
  return embed;
}

/** The margin of a lazy embed; undefined for one that waits for others only. */
function marginOf(when: unknown): string | undefined {
  if (when === 'eager') return undefined;
  if (when === 'lazy') return MARGIN;
  const margin = ownValue(Object(when) as object, 'margin');
  if (typeof margin === 'string') return margin;
  throw new EmbedError(
    'invalid-option',
    "loading must be 'eager', 'lazy' or { margin }, such as { margin: '300px' }.",
  );
}

class LaterHost implements HandleHost {
  readonly ready: Promise<EmbedEvent<'ready'>>;
  readonly handlers: Handlers = new Handlers();
  readonly iframe: HTMLIFrameElement;
  /** What is measured in place of the target. */
  readonly box: Element;
  readonly #settings: Settings;
  readonly #openSoon: Open;
  /** Sent as soon as the embed is ready: also what the page asks for until it is loaded. */
  readonly #actions: Action[];
  /** Ends what has begun while the rest is on its way. */
  readonly #lifetime = new AbortController();
  #settle!: {
    resolve(event: Promise<EmbedEvent<'ready'>>): void;
    reject(error: unknown): void;
  };
  #observer: IntersectionObserver | undefined;
  #hasStarted = false;
  #isClosed = false;
  #session = WAITING;
  /** The embed, as soon as it is loaded. */
  #host: Host | undefined;

  constructor(iframe: HTMLIFrameElement, parent: Element, settings: Settings, open: Open) {
    this.iframe = iframe;
    this.#settings = settings;
    this.#openSoon = open;
    this.#actions = [...settings.actions];
    this.box = boxOf(parent);
    this.ready = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    this.ready.catch(() => {});
    const { signal } = settings;
    signal?.addEventListener('abort', this);
    this.handlers.onEnd.add(() => signal?.removeEventListener('abort', this));
  }

  get isClosed(): boolean {
    return this.#host ? this.#host.isClosed : this.#isClosed;
  }

  get isShown(): boolean {
    return this.#host?.isShown === true;
  }

  get session(): SessionState {
    return this.#host ? this.#host.session : { ...this.#session };
  }

  /** Waits for the viewer, and then for its turn. */
  await(margin: string | undefined): void {
    // The documents of unit tests draw nothing, and nobody sees them.
    if (margin === undefined || typeof IntersectionObserver === 'undefined') return this.#enqueue();
    // `scrollMargin` is the same in a part of the page that scrolls, in browsers that know it.
    // No options are inherited: a library of the page may have put one on `Object.prototype`.
    const options = { __proto__: null, rootMargin: margin, scrollMargin: margin };
    try {
      this.#observer = new IntersectionObserver((entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.#enqueue();
      }, options as IntersectionObserverInit);
    } catch {
      throw new EmbedError('invalid-option', `loading has no valid margin: '${margin}'.`);
    }
    this.#observer.observe(this.box);
    addEventListener('beforeprint', this);
  }

  /** The page is printed, also what nobody has seen; or it has aborted the signal. */
  handleEvent({ type }: Event): void {
    if (type === 'abort') this.destroy();
    else this.#enqueue();
  }

  #stopWaiting(): void {
    this.#observer?.disconnect();
    removeEventListener('beforeprint', this);
  }

  #enqueue(): void {
    this.#stopWaiting();
    queue.add(this);
    startNext();
  }

  /** Loads the embed now. */
  start(): void {
    this.#stopWaiting();
    queue.delete(this);
    if (this.#hasStarted || this.#isClosed) return;
    this.#hasStarted = true;
    loading++;
    let isOver = false;
    const makeRoom = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(longest);
      loading--;
      startNext();
    };
    const longest = setTimeout(makeRoom, LONGEST_LOAD_MS);
    this.ready.then(makeRoom, makeRoom);
    this.handlers.onEnd.add(makeRoom);
    void this.#open().catch((error: unknown) => this.#fail(error));
  }

  async #open(): Promise<void> {
    const settings = { ...this.#settings, actions: this.#actions, signal: this.#lifetime.signal };
    await this.#openSoon(settings, (host) => this.#adopt(host));
  }

  /** Hands on what `host` reports, from its first message. */
  #adopt(host: Host): void {
    this.#host = host;
    this.#settle.resolve(host.ready);
    for (const topic of [...Object.keys(EVENTS), ...OTHER_TOPICS])
      host.handlers.add(topic, (message) => this.handlers.call(topic, message));
    host.handlers.onEnd.add(() => this.handlers.end());
  }

  async #fail(thrown: unknown): Promise<void> {
    // `getSession` has aborted the signal, and so destroyed the embed.
    if (this.isClosed) return;
    const error = (await explained(thrown, {})) as EmbedError;
    this.#settle.reject(error);
    this.#close({ ...WAITING, status: 'stopped', lastError: error } as SessionState);
  }

  #close(session: SessionState): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#lifetime.abort(this.#settings.signal?.reason);
    this.#stopWaiting();
    queue.delete(this);
    this.#session = session;
    this.handlers.call('session', { ...session });
    this.handlers.end();
  }

  send(action: Action): void {
    if (this.#host) return this.#host.send(action);
    if (this.#isClosed) throw embedError(DESTROYED);
    this.#actions.push(action);
  }

  /** The first session is a fresh one. */
  async renew(): Promise<void> {
    if (this.#host) return this.#host.renew();
    await this.ready;
  }

  async reload(): Promise<void> {
    if (this.#host) return this.#host.reload();
    // The page does not want to wait for the viewer.
    this.start();
    await this.ready;
  }

  checkPlace(): void {
    this.#host?.checkPlace();
  }

  destroy(): void {
    if (this.#host) return this.#host.destroy();
    this.#settle.reject(embedError(DESTROYED));
    this.#close({ ...WAITING, status: 'stopped', lastError: null } as SessionState);
  }
}

/** The element, or the first one around it that has a box: the element's own target has none. */
function boxOf(target: Element): Element {
  let box: Element | null = target;
  while (box && getComputedStyle(box).display === 'contents') {
    const { parentNode }: Element = box;
    box = parentNode instanceof ShadowRoot ? parentNode.host : box.parentElement;
  }
  return box ?? target;
}
