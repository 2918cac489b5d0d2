/** The kept embeds of a page, by their names. */
import {
  adapt,
  textsOf,
  type Applied,
  type Borrower,
  type WantedOptions,
} from '../component/controller.js';
import { EmbedError } from '../errors.js';
import { mount } from '../index.js';
import { own } from '../shell/values.js';
import type { Embed, GetSession, MountOptions } from '../types.js';

/** How many embeds a page keeps, and how long. */
export interface KeepLimits {
  /**
   * How many embeds are kept, including those that are shown. Default 4. If there are more, the embed
   * that was hidden first ends. An embed that is shown never ends.
   */
  most?: number | undefined;
  /**
   * How long an embed may be hidden before it ends, in milliseconds. Default 1,800,000, half an hour.
   * `Infinity`: for ever.
   */
  hiddenMs?: number | undefined;
}

const limits = { most: 4, hiddenMs: 30 * 60_000 };
/** In the order in which they were hidden. */
const pool = new Map<string, Entry>();
/** Who wants to show an embed. Of those with one name, the last one shows it, and the others wait. */
let borrowers: Borrower[] = [];
/** What the console has been told. */
const said = new Set<string>();

/** How long the old route of a page may stay after the new one has come, in milliseconds. */
const HAND_OVER = 3_000;
/** How long a router may take to remove the old route after `hideKept` or `endKept`, in milliseconds. */
const ROUTE_CHANGE = 1_000;

/** Whether this browser keeps embeds: Chromium from version 133 on, Firefox from 144 on. Elsewhere, `keep` is a mount. */
export function canKeep(): boolean {
  return 'moveBefore' in (globalThis.Element?.prototype ?? {});
}

/** Sets how many embeds this page keeps, and how long. */
export function limitKept(given: KeepLimits): void {
  const { most = limits.most, hiddenMs = limits.hiddenMs } = own(given);
  Object.assign(limits, { most, hiddenMs });
  for (const entry of pool.values()) entry.startTimer();
}

/**
 * Ends the embed of a name, or all that are kept. Call it when the user signs out: the next user must
 * not see what the last one saw. A component that is still there a second later has failed, with the error
 * `destroyed`: it mints again only if its `retry` is called.
 */
export function endKept(name?: string): void {
  const error = new EmbedError('destroyed', 'endKept() has ended this embed.');
  for (const entry of named(pool.values(), name)) entry.end(error);
  for (const borrower of named(borrowers, name)) {
    borrower.state.embed?.destroy();
    whenDone(borrower, () => borrower.owner!.fail(error));
  }
}

/**
 * Hides the embed of a name, or all that are shown. Call it before your router changes the page, because
 * browsers load an iframe again that was removed from the document. A component that is still there a second
 * later shows its embed again. React's component needs no such call.
 *
 * @example
 * ```ts
 * // Vue Router
 * router.beforeResolve((to, from) => to.path === from.path || hideKept());
 * ```
 */
export function hideKept(name?: string): void {
  for (const borrower of named(borrowers, name)) {
    const { owner, target } = borrower;
    owner?.place?.(null);
    whenDone(borrower, () => owner!.place?.(target));
  }
}

/** Calls `call` if a component is still there when the router must be done. What a page shows by itself ends now. */
function whenDone(borrower: Borrower, call: () => void): void {
  if (borrower.owner) setTimeout(() => borrowers.includes(borrower) && call(), ROUTE_CHANGE);
  else borrower.lifetime.abort();
}

/**
 * The embed of a name: the one that is kept, with these options applied to it; or a new one, if there
 * is none, if it has stopped, or if an option cannot be applied.
 */
export function take(wanted: WantedOptions): Entry {
  let entry = pool.get(wanted.keep!);
  if (!entry?.works() || !adapt(entry.state, wanted)) {
    entry?.end();
    entry = new Entry(wanted);
  }
  entry.wanted = wanted;
  return entry;
}

/** The options of `mount`. What is kept is loaded before anybody sees it. */
function mountable({ keep, removedFilters, loading, ...options }: WantedOptions): MountOptions {
  return options as MountOptions;
}

/**
 * Shows the embed of a name in the target of `borrower` until its lifetime is over; then it is hidden, and
 * kept. Of two that want it at the same time, the one that has begun last shows it, and the other one waits.
 */
export async function lend(wanted: WantedOptions, borrower: Borrower): Promise<Embed> {
  const { owner, target, lifetime } = borrower;
  const name = wanted.keep!;
  const { signal } = lifetime;
  signal.throwIfAborted();
  signal.addEventListener('abort', () => leave(borrower));
  borrower.name = name;
  const before = last(name);
  borrowers[owner?.isOvertaken ? 'unshift' : 'push'](borrower);
  if (owner) owner.isOvertaken = false;
  setTimeout(() => {
    const [, isSecond] = borrowers.filter((other) => other.name === name);
    if (isSecond && !signal.aborted)
      say(
        `Two components on this page have keep '${plain(name)}'. Only the one that came last shows the embed. Give each a name of its own, or show one at a time.`,
        wanted.logger,
      );
  }, HAND_OVER);
  // It begins again when its turn has come.
  if (last(name) !== borrower) return new Promise(() => {});
  restart(before);
  if (!canKeep())
    return (borrower.state.embed = await mount(target!, { ...mountable(wanted), signal }));
  const entry = take(wanted);
  const embed = await entry.mounted;
  // A page that has called `hide` meanwhile gets its embed all the same.
  if (last(name) === borrower) entry.show(borrower);
  return embed;
}

function leave(borrower: Borrower): void {
  const { name } = borrower;
  const wasLast = last(name) === borrower;
  borrowers = borrowers.filter((other) => other !== borrower);
  if (!wasLast) return;
  pool.get(name!)?.hide();
  restart(last(name));
}

/**
 * Has a component begin again, behind those that have come meanwhile. What a page shows by itself, it need not
 * hide before it shows it elsewhere.
 */
function restart(borrower: Borrower | undefined): void {
  if (!borrower?.owner) return borrower?.lifetime.abort();
  borrower.owner.isOvertaken = true;
  borrower.target = null;
  borrower.owner.refresh();
}

function last(name: string | undefined): Borrower | undefined {
  return borrowers.filter((borrower) => borrower.name === name).at(-1);
}

function named<T extends { name?: string }>(all: Iterable<T>, name: string | undefined): T[] {
  return [...all].filter((each) => name === undefined || plain(each.name) === plain(name));
}

/** Without the line break that a name in markup begins with. */
function plain(name: string | undefined): string {
  return `${name}`.trim();
}

function say(text: string, logger: MountOptions['logger']): void {
  if (said.has(text)) return;
  said.add(text);
  if (logger !== false) (logger ?? console).warn(`svc-embed: ${text}`);
}

/** Ends the hidden embeds above the limit, those first that were hidden first. */
function trim(name: string): void {
  // Markup may be a stranger's, and ends none of the page's.
  const isMarkup = (each: string) => each !== plain(each);
  const all = [...pool.values()].filter((entry) => isMarkup(entry.name) === isMarkup(name));
  let excess = all.length - limits.most;
  for (const entry of all) if (!last(entry.name) && excess-- > 0) entry.end();
}

function move(iframe: HTMLIFrameElement, parent: Element): void {
  try {
    parent.moveBefore(iframe, null);
    // Chromium 156 crashes if styles change before the iframe is laid out.
    void iframe.offsetWidth;
  } catch {
    // An element that is in no document yet. The browser loads the iframe when it is.
    parent.append(iframe);
  }
}

/** One kept embed. */
class Entry {
  readonly name: string;
  readonly mounted: Promise<Embed>;
  readonly state: Applied;
  /** The window that was heard last. */
  #window: Window | null | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #lifetime = new AbortController();
  /** Where the iframe is while it is hidden. */
  readonly #parking = document.createElement('div');

  constructor(
    /** What was wanted last. */
    public wanted: WantedOptions,
  ) {
    const { keep, getSession } = wanted;
    this.name = keep!;
    // An own property: a library of the page may have put one of the name on `Object.prototype`.
    this.state = { applied: textsOf(wanted), embed: undefined };
    pool.set(this.name, this);
    this.startTimer();
    this.#parking.inert = true;
    this.mounted = mount(this.#park(innerWidth, innerHeight), {
      ...mountable(wanted),
      getSession: typeof getSession === 'function' ? (request) => this.#mint(request) : getSession,
      signal: this.#lifetime.signal,
    }).then((embed) => {
      // One that was removed has none.
      embed.on('*', () => (this.#window = embed.iframe.contentWindow ?? this.#window));
      return (this.state.embed = embed);
    });
    this.mounted.catch(() => this.end());
  }

  /** Asks the page that has wanted it last. */
  #mint(request: Parameters<GetSession>[0]): ReturnType<GetSession> {
    const { getSession, logger } = this.wanted;
    if (this.#window && this.state.embed?.iframe.contentWindow !== this.#window)
      say(
        `The page has moved or removed the kept embed '${plain(this.name)}', so it loads again. Call hideKept() of svc-embed/keep before the page changes, for example when the router is about to show another route.`,
        logger,
      );
    return getSession!(request);
  }

  /** Not if the page has ended it, or if its session has stopped, for example at a sign-out. */
  works(): boolean {
    return this.state.embed?.session.status !== 'stopped';
  }

  show(borrower: Borrower): void {
    const { iframe } = this.state.embed!;
    const { owner, target } = borrower;
    borrower.state = this.state;
    move(iframe, target!);
    if (owner)
      owner.place = (element) => {
        if (last(this.name) !== borrower || !iframe.isConnected) return;
        if (element) move(iframe, element);
        else this.hide();
      };
  }

  hide(): void {
    if (!this.works()) return this.end();
    const iframe = this.state.embed?.iframe;
    if (iframe) move(iframe, this.#park(iframe.offsetWidth, iframe.offsetHeight));
    pool.delete(this.name);
    pool.set(this.name, this);
    this.startTimer();
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
    const end = () => last(this.name) || this.end();
    // A timer takes no longer delay.
    if (limits.hiddenMs < 2 ** 31) this.#timer = setTimeout(end, limits.hiddenMs);
    trim(this.name);
  }

  end(reason?: EmbedError): void {
    clearTimeout(this.#timer);
    if (pool.get(this.name) === this) pool.delete(this.name);
    this.#lifetime.abort(reason);
    this.#parking.remove();
  }
}
