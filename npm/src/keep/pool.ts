/** The kept embeds of a page, by their names. */
import {
  adapt,
  textsOf,
  turns,
  type Applied,
  type Borrower,
  type EmbedController,
  type EmbedOptions,
  type Lent,
  type WantedOptions,
} from '../component/controller.js';
import type { EmbedEvent } from '../core/protocol.js';
import { mount } from '../index.js';
import type { Embed, GetSession, MountOptions } from '../types.js';
import { own } from '../shell/values.js';

/** What a kept embed is made of. */
export type KeptOptions = Omit<EmbedOptions, 'keep' | 'loading' | 'removedFilters'>;

const limits = { most: 4, hiddenMs: 30 * 60_000 };
const pool = new Map<string, Entry>();
/** Who wants to show the embed of a name, in the order of their turns. The last one shows it. */
const queues = new Map<string, Borrower[]>();
/** The turns of those that another one has overtaken. */
const turnsOf = new WeakMap<EmbedController, number>();
/** What the console has been told. */
const said = new Set<string>();

/** How long the old route of a page may stay after the new one has come, in milliseconds. */
const HAND_OVER = 3_000;
/** How long a router may take to remove the old route after `hideKept`, in milliseconds. */
const ROUTE_CHANGE = 1_000;

/** Sets the limits, also for the embeds that are there. */
export function setLimits(given: {
  most?: number | undefined;
  hiddenMs?: number | undefined;
}): void {
  const { most = limits.most, hiddenMs = limits.hiddenMs } = given;
  Object.assign(limits, { most, hiddenMs });
  for (const entry of [...pool.values()]) {
    entry.startTimer();
    trim(entry.name);
  }
}

/** Ends the embed of a name, also that of markup, or all. */
export function endKept(name?: string): void {
  for (const borrower of borrowersOf(name)) if (!borrower.owner) borrower.lifetime.abort();
  for (const entry of [...pool.values()])
    if (name === undefined || plain(entry.name) === name) entry.end();
}

/**
 * Hides what is shown. A component shows its embed again if it is still there when the router must be
 * done: the navigation was cancelled, or shows the same component with other parameters.
 */
export function hideKept(name?: string): void {
  for (const { owner, lifetime, target } of borrowersOf(name)) {
    owner?.place?.(null);
    if (owner) setTimeout(() => owner.place?.(target), ROUTE_CHANGE);
    else lifetime.abort();
  }
}

/**
 * The embed of a name: the one that is kept, with these options applied to it; or a new one, if there
 * is none, if it has stopped, or if an option cannot be applied.
 */
export async function acquire(
  name: string,
  options: KeptOptions,
  removedFilters: EmbedOptions['removedFilters'],
  borrower?: Borrower,
): Promise<Entry> {
  const wanted = own({ ...options, removedFilters, keep: name }) as WantedOptions;
  for (;;) {
    let entry = pool.get(name);
    const isNew = !entry;
    if (!entry) {
      pool.set(name, (entry = new Entry(name, options, borrower)));
      trim(name, entry);
    }
    try {
      await entry.mounted;
      if (isNew) return entry;
    } catch (error) {
      entry.end();
      if (isNew) throw error;
    }
    // Another call may have ended it meanwhile.
    if (pool.get(name) !== entry) continue;
    if (entry.fits(borrower?.target) && adapt(entry.applied, wanted)) {
      entry.getSession = options.getSession;
      return entry;
    }
    entry.end();
  }
}

/**
 * Shows the embed of a name in the target of `borrower` until its lifetime is over; then it is hidden, and
 * kept. Of two that want it at the same time, the one that has begun last shows it, and the other one waits.
 */
export async function lend(
  name: string,
  options: KeptOptions,
  borrower: Borrower,
  removedFilters: EmbedOptions['removedFilters'],
): Promise<Lent> {
  enqueue(name, borrower, options.logger);
  // It begins again when its turn has come.
  if (!isNext(name, borrower)) return new Promise(() => {});
  const entry = await acquire(name, options, removedFilters, borrower);
  if (borrower.owner) borrower.lifetime.signal.throwIfAborted();
  // A page that has called `hide` meanwhile gets its embed all the same.
  if (isNext(name, borrower)) entry.show(borrower);
  return entry;
}

function isNext(name: string, borrower: Borrower): boolean {
  return queues.get(name)?.at(-1) === borrower;
}

/** Has a component begin again, with its old turn. */
function restart(borrower: Borrower | undefined): void {
  if (!borrower?.owner) return;
  turnsOf.set(borrower.owner, borrower.turn);
  borrower.target = null;
  borrower.owner.refresh();
}

function borrowersOf(name: string | undefined): Borrower[] {
  const all = [...queues].filter(([each]) => name === undefined || plain(each) === name);
  return all.flatMap(([, queue]) => queue);
}

function enqueue(name: string, borrower: Borrower, logger: MountOptions['logger']): void {
  const { lifetime, owner } = borrower;
  const queue = queues.get(name) ?? [];
  queues.set(name, queue);
  // A page that shows an embed elsewhere by itself need not hide it before.
  const replaced = owner ? -1 : queue.findIndex((other) => !other.owner);
  if (replaced >= 0) queue.splice(replaced, 1);
  if (owner) borrower.turn = turnsOf.get(owner) ?? borrower.turn;
  turnsOf.delete(owner!);
  const before = queue.at(-1);
  queue.push(borrower);
  queue.sort((one, other) => one.turn - other.turn);
  if (isNext(name, borrower)) restart(before);
  const isPresent = (one: Borrower) => one.owner && one.target?.isConnected;
  const timer = setTimeout(() => {
    if (owner && queue.filter(isPresent).length > 1)
      say(
        `Two components on this page have keep '${plain(name)}'. Only the one that came last shows the embed. Give each a name of its own, or show one at a time.`,
        logger,
      );
  }, HAND_OVER);
  lifetime.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    const wasNext = isNext(name, borrower);
    const at = queue.indexOf(borrower);
    if (at >= 0) queue.splice(at, 1);
    if (!queue[0]) queues.delete(name);
    const entry = pool.get(name);
    if (entry?.borrower && !queue.includes(entry.borrower)) entry.hide();
    else entry?.startTimer();
    if (wasNext) restart(queue.at(-1));
  });
}

/** Without the line break that a name in markup begins with. */
function plain(name: string): string {
  return String(name).trim();
}

function say(text: string, logger: MountOptions['logger']): void {
  if (said.has(text)) return;
  said.add(text);
  if (logger === false) return;
  const to = typeof logger?.warn === 'function' ? logger : console;
  to.warn(`svc-embed: ${text}`);
}

/** Ends the hidden embeds above the limit, those first that were hidden first. */
function trim(name: string, newest?: Entry): void {
  // Markup may be a stranger's, and ends none of the page's.
  const isMarkup = (each: string) => each !== plain(each);
  const all = [...pool.values()].filter((entry) => isMarkup(entry.name) === isMarkup(name));
  const hidden = all.filter((entry) => !queues.has(entry.name) && entry !== newest);
  hidden.sort((one, other) => one.hiddenAt - other.hiddenAt);
  for (const entry of hidden.slice(0, Math.max(0, all.length - limits.most))) entry.end();
}

/** Whether the browser moves an iframe without loading it again. */
export function canKeep(): boolean {
  return 'moveBefore' in (globalThis.Element?.prototype ?? {});
}

type Mover = Element & { moveBefore(node: Node, child: Node | null): void };

/** One kept embed. */
class Entry implements Lent {
  readonly name: string;
  readonly mounted: Promise<Embed>;
  applied: Applied;
  hiddenAt: number = performance.now();
  ready: EmbedEvent<'ready'> | undefined;
  /** Who shows it. */
  borrower: Borrower | undefined;
  readonly #logger: MountOptions['logger'];
  getSession: GetSession | undefined;
  /** The window that was heard last. Undefined while a session id is awaited, which may load another. */
  #window: Window | null | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #lifetime = new AbortController();
  /** Where the iframe is while it is hidden. */
  readonly #parking = document.createElement('div');

  constructor(name: string, options: KeptOptions, borrower: Borrower | undefined) {
    this.name = name;
    const { applied, turn } = borrower ?? appliedOf(name, options);
    this.applied = { applied, turn };
    const { getSession, logger } = own(options);
    this.#logger = logger;
    this.getSession = getSession;
    this.startTimer();
    this.#parking.inert = true;
    const target = canKeep() ? this.#park(innerWidth, innerHeight) : borrower!.target!;
    this.mounted = mount(target, {
      ...options,
      getSession: typeof getSession === 'function' ? (request) => this.#mint(request) : getSession,
      signal: this.#lifetime.signal,
    }).then((embed) => {
      embed.on('ready', (event) => (this.ready ??= event));
      embed.on('*', () => (this.#window = embed.iframe.contentWindow));
      return (this.applied.embed = embed);
    });
    this.mounted.catch(() => {});
  }

  /** Asks the page that has wanted it last. */
  #mint(request: Parameters<GetSession>[0]): ReturnType<GetSession> {
    if (this.#window && this.applied.embed?.iframe.contentWindow !== this.#window) this.#sayLost();
    this.#window = undefined;
    return this.getSession!(request);
  }

  #sayLost(): void {
    say(
      `The page has moved or removed the kept embed '${plain(this.name)}', so it loads again. Call hideKept() of svc-embed/keep before the page changes, for example when the router is about to show another route.`,
      this.#logger,
    );
  }

  /** Whether it can be shown in `target`: not if the page has ended it, or if its session has stopped. */
  fits(target: Element | null | undefined): boolean {
    const { embed } = this.applied;
    if (!embed || embed.session.status === 'stopped') return false;
    const { isConnected, parentNode } = embed.iframe;
    if (!canKeep()) return parentNode === target;
    if (!isConnected) this.#sayLost();
    return isConnected;
  }

  show(borrower: Borrower): void {
    const { owner, target } = borrower;
    this.borrower = borrower;
    borrower.lent = this;
    // A component that shows it notes its changes in its own place.
    borrower.applied = this.applied.applied;
    borrower.embed = this.applied.embed;
    this.applied = borrower;
    this.#moveTo(target!);
    if (owner)
      owner.place = (element) => {
        if (this.borrower !== borrower || !borrower.embed?.iframe.isConnected) return;
        if (!element) this.#hide();
        // Not into an element that the host has for its next embed.
        else if (element === borrower.target && element.isConnected) this.#moveTo(element);
      };
  }

  hide(): void {
    this.borrower = undefined;
    this.hiddenAt = performance.now();
    // Nothing of what showed it stays.
    const { applied, embed, turn } = this.applied;
    this.applied = { applied, embed, turn };
    // One that has stopped, for example at a sign-out, is not kept for the next viewer.
    if (!this.fits(null)) return this.end();
    this.#hide();
    this.startTimer();
    trim(this.name);
  }

  #hide(): void {
    const { offsetWidth, offsetHeight, parentNode } = this.applied.embed!.iframe;
    if (canKeep() && parentNode !== this.#parking)
      this.#moveTo(this.#park(offsetWidth, offsetHeight));
  }

  #moveTo(parent: Element): void {
    const { iframe } = this.applied.embed!;
    if (parent.parentNode instanceof ShadowRoot && !iframe.hasAttribute('part'))
      iframe.setAttribute('part', 'iframe');
    if (iframe.parentNode === parent) return;
    try {
      (parent as Mover).moveBefore(iframe, null);
      // Chromium 156 crashes if styles change before the iframe is laid out.
      void iframe.offsetWidth;
    } catch {
      // An element that is in no document yet. The browser loads the iframe when it is.
      parent.append(iframe);
    }
  }

  /**
   * Laid out, because a browser draws no frame that has no size, and an embed may wait for that before it is
   * ready. Outside of `<body>`, which a page may replace.
   */
  #park(width: number, height: number): Element {
    const { style, isConnected } = this.#parking;
    if (height)
      style.cssText = `all:initial;position:fixed;left:0;top:0;opacity:0;z-index:-1;pointer-events:none;width:${width}px;height:${height}px`;
    if (!isConnected) document.documentElement.append(this.#parking);
    return this.#parking;
  }

  startTimer(): void {
    clearTimeout(this.#timer);
    const end = () => queues.has(this.name) || this.end();
    // A timer takes no longer delay.
    if (limits.hiddenMs < 2 ** 31) this.#timer = setTimeout(end, limits.hiddenMs);
  }

  end(): void {
    clearTimeout(this.#timer);
    if (pool.get(this.name) === this) pool.delete(this.name);
    this.#lifetime.abort();
    this.#parking.remove();
  }
}

/** What `mount` was given, for a caller that is no controller. */
export function appliedOf(name: string, options: KeptOptions): Applied {
  const applied = textsOf(own({ ...options, keep: name }) as WantedOptions);
  // After all that have started.
  return { applied, turn: turns + 0.5 };
}
