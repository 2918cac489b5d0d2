/** The kept embeds of a page, by their names. */
import {
  adapt,
  textsOf,
  type Applied,
  type Borrower,
  type EmbedOptions,
  type WantedOptions,
} from '../component/controller.js';
import { EmbedError } from '../errors.js';
import { mount } from '../index.js';
import { own } from '../shell/values.js';
import type { Embed, GetSession, MountOptions } from '../types.js';

/** What a kept embed is made of. */
export type KeptOptions = Omit<EmbedOptions, 'keep' | 'loading' | 'removedFilters'>;
type RemovedFilters = EmbedOptions['removedFilters'];

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

/** Whether the browser moves an iframe without loading it again. */
export function canKeep(): boolean {
  return 'moveBefore' in (globalThis.Element?.prototype ?? {});
}

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

/**
 * Ends the embed of a name, also that of markup, or all. A component that is still there when the router must be
 * done has failed: it does not ask for another session by itself, which may be the last user's.
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
 * Hides what is shown. A component shows its embed again if it is still there when the router must be
 * done: the navigation was cancelled, or shows the same component with other parameters.
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
export function take(name: string, options: KeptOptions, removedFilters: RemovedFilters): Entry {
  const wanted = own({ ...options, removedFilters, keep: name }) as WantedOptions;
  let entry = pool.get(name);
  if (!entry?.fits() || !adapt(entry.state, wanted)) {
    entry?.end();
    entry = new Entry(name, options, wanted);
  }
  entry.wanted = wanted;
  return entry;
}

/**
 * Shows the embed of a name in the target of `borrower` until its lifetime is over; then it is hidden, and
 * kept. Of two that want it at the same time, the one that has begun last shows it, and the other one waits.
 */
export async function lend(
  name: string,
  options: KeptOptions,
  removedFilters: RemovedFilters,
  borrower: Borrower,
): Promise<Embed> {
  const { owner, target, lifetime } = borrower;
  const { signal } = lifetime;
  signal.throwIfAborted();
  signal.addEventListener('abort', () => leave(borrower));
  borrower.name = name;
  const before = last(name);
  borrowers[owner?.isOvertaken ? 'unshift' : 'push'](borrower);
  if (owner) owner.isOvertaken = false;
  setTimeout(() => {
    const all = borrowers.filter((other) => other.name === name);
    if (all[1] && all.includes(borrower))
      say(
        `Two components on this page have keep '${plain(name)}'. Only the one that came last shows the embed. Give each a name of its own, or show one at a time.`,
        options.logger,
      );
  }, HAND_OVER);
  // It begins again when its turn has come.
  if (last(name) !== borrower) return new Promise(() => {});
  restart(before);
  if (!canKeep()) return (borrower.state.embed = await mount(target!, { ...options, signal }));
  const entry = take(name, options, removedFilters);
  const embed = await entry.mounted;
  if (owner) signal.throwIfAborted();
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
function trim(name: string, newest?: Entry): void {
  // Markup may be a stranger's, and ends none of the page's.
  const isMarkup = (each: string) => each !== plain(each);
  const all = [...pool.values()].filter((entry) => isMarkup(entry.name) === isMarkup(name));
  let excess = all.length - limits.most;
  for (const entry of all) if (!last(entry.name) && entry !== newest && excess-- > 0) entry.end();
}

type Mover = Element & { moveBefore(node: Node, child: Node | null): void };

function move(iframe: HTMLIFrameElement, parent: Element): void {
  try {
    (parent as Mover).moveBefore(iframe, null);
    // Chromium 156 crashes if styles change before the iframe is laid out.
    void iframe.offsetWidth;
  } catch {
    // An element that is in no document yet. The browser loads the iframe when it is.
    parent.append(iframe);
  }
}

/** One kept embed. */
class Entry {
  readonly mounted: Promise<Embed>;
  readonly state: Applied;
  /** The window that was heard last. Undefined while a session id is awaited, which may load another. */
  #window: Window | null | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #lifetime = new AbortController();
  /** Where the iframe is while it is hidden. */
  readonly #parking = document.createElement('div');

  constructor(
    readonly name: string,
    options: KeptOptions,
    /** What was wanted last. */
    public wanted: WantedOptions,
  ) {
    // An own property: a library of the page may have put one of the name on `Object.prototype`.
    this.state = { applied: textsOf(wanted), embed: undefined };
    const { getSession } = wanted;
    pool.set(name, this);
    this.startTimer();
    trim(name, this);
    this.#parking.inert = true;
    this.mounted = mount(this.#park(innerWidth, innerHeight), {
      ...options,
      getSession: typeof getSession === 'function' ? (request) => this.#mint(request) : getSession,
      signal: this.#lifetime.signal,
    }).then((embed) => {
      embed.on('*', () => (this.#window = embed.iframe.contentWindow));
      return (this.state.embed = embed);
    });
    this.mounted.catch(() => this.end());
  }

  /** Asks the page that has wanted it last. */
  #mint(request: Parameters<GetSession>[0]): ReturnType<GetSession> {
    if (this.#window && this.state.embed?.iframe.contentWindow !== this.#window) this.#sayLost();
    this.#window = undefined;
    return this.wanted.getSession!(request);
  }

  #sayLost(): void {
    say(
      `The page has moved or removed the kept embed '${plain(this.name)}', so it loads again. Call hideKept() of svc-embed/keep before the page changes, for example when the router is about to show another route.`,
      this.wanted.logger,
    );
  }

  /** Whether it can be shown: not if the page has ended it, or if its session has stopped. */
  fits(): boolean {
    const { embed } = this.state;
    if (!embed) return true;
    if (embed.session.status === 'stopped') return false;
    const { isConnected } = embed.iframe;
    if (!isConnected) this.#sayLost();
    return isConnected;
  }

  show(borrower: Borrower): void {
    const { iframe } = this.state.embed!;
    const { owner, target } = borrower;
    borrower.state = this.state;
    move(iframe, target!);
    if (owner)
      owner.place = (element) => {
        if (last(this.name) !== borrower || !iframe.isConnected) return;
        if (!element) this.#hide();
        // Not into an element that the host has for its next embed.
        else if (element === borrower.target && element.isConnected) move(iframe, element);
      };
  }

  hide(): void {
    // One that has stopped, for example at a sign-out, is not kept for the next viewer.
    if (!this.fits()) return this.end();
    this.#hide();
    pool.delete(this.name);
    pool.set(this.name, this);
    this.startTimer();
    trim(this.name);
  }

  #hide(): void {
    const iframe = this.state.embed?.iframe;
    if (iframe) move(iframe, this.#park(iframe.offsetWidth, iframe.offsetHeight));
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
  }

  end(reason?: EmbedError): void {
    clearTimeout(this.#timer);
    if (pool.get(this.name) === this) pool.delete(this.name);
    this.#lifetime.abort(reason);
    this.#parking.remove();
  }
}
