/** The kept embeds of a page, by their names. */
import {
  adapt,
  textsOf,
  turns,
  type Applied,
  type Borrower,
  type EmbedOptions,
  type WantedOptions,
} from '../component/controller.js';
import type { EmbedEvent } from '../core/protocol.js';
import { mount } from '../index.js';
import type { Embed, GetSession } from '../types.js';
import { own } from '../shell/values.js';
import { Overlay } from './overlay.js';

/** The embed that a component has borrowed. */
export interface Lent {
  /** The event with which the embed became ready, if it is. */
  readonly ready: EmbedEvent<'ready'> | undefined;
}

/** What a kept embed is made of. */
export type KeptOptions = Omit<EmbedOptions, 'keep' | 'loading' | 'removedFilters'>;

const limits = { most: 4, hiddenMs: 30 * 60_000 };
const pool = new Map<string, Entry>();

/** Sets the limits, which hold for the embeds that are there, too. */
export function setLimits(given: {
  most?: number | undefined;
  hiddenMs?: number | undefined;
}): void {
  const { most = limits.most, hiddenMs = limits.hiddenMs } = given;
  Object.assign(limits, { most, hiddenMs });
  for (const entry of pool.values()) entry.startTimer();
  trim();
}

export function endKept(name?: string): void {
  for (const entry of [...pool.values()])
    if (name === undefined || entry.name === name) entry.end();
}

/** Hides the embed of a name, whoever shows it. One that has yet to get it shows it then. */
export function hideKept(name: string): void {
  for (const one of borrowersOf(name)) if (one.embed) borrowers.delete(one);
  pool.get(name)?.hide();
}

/**
 * The embed of a name: the one that is kept, with these options applied to it; or a new one, if there
 * is none, if it has stopped, or if an option cannot be applied. `applied`: where the component that is to show it
 * notes the options that it has set; undefined without a component.
 */
export async function acquire(
  name: string,
  options: KeptOptions,
  applied: Applied | undefined,
  removedFilters: EmbedOptions['removedFilters'],
): Promise<Entry> {
  const wanted = own({ ...options, removedFilters, keep: name }) as WantedOptions;
  for (let entry; (entry = pool.get(name));) {
    // Another call may make or end it meanwhile.
    await entry.mounted.catch(() => {});
    if (pool.get(name) !== entry) continue;
    if (entry.isAlive && adapt(entry.applied, wanted)) {
      // A component that shows it now goes on noting its changes in the same place.
      entry.take(options.getSession, applied ?? entry.applied);
      return entry;
    }
    entry.end();
  }
  const entry = new Entry(name, options, applied ?? appliedOf(name, options));
  pool.set(name, entry);
  trim(entry);
  await entry.mounted.catch((error: unknown) => {
    entry.end();
    throw error;
  });
  return entry;
}

/**
 * Shows the embed of a name over the target of `borrower` until its lifetime is over; then it is hidden, and
 * kept. Of two that want it at the same time, the one that has begun last shows it. `borrower` has it then.
 */
export async function lend(
  name: string,
  options: KeptOptions,
  borrower: Borrower,
  removedFilters: EmbedOptions['removedFilters'],
): Promise<Lent> {
  const { target, lifetime } = borrower;
  enqueue(name, borrower, options.logger);
  const isLast = () => borrowersOf(name).at(-1) === borrower;
  // One that has begun before the last one leaves the embed as that one wants it.
  const present = isLast() ? undefined : pool.get(name);
  await present?.mounted;
  const entry = present ?? (await acquire(name, options, borrower, removedFilters));
  lifetime.signal.throwIfAborted();
  borrower.embed = entry.applied.embed;
  if (isLast()) entry.show(target);
  return entry;
}

/** Who wants to show an embed, and its name. */
const borrowers = new Map<Borrower, string>();
/** The names of which it was said that two have them. */
const told = new Set<string>();

/** Who wants to show the embed of a name, in the order of their turns. The last one shows it. */
function borrowersOf(name: string): Borrower[] {
  const all = [...borrowers.keys()].filter((one) => borrowers.get(one) === name);
  return all.sort((one, other) => one.turn - other.turn);
}

function enqueue(name: string, borrower: Borrower, logger: KeptOptions['logger']): void {
  const others = borrowersOf(name);
  // A page that shows an embed elsewhere by itself need not hide it before.
  for (const one of others.filter(isByHand)) borrowers.delete(one);
  borrowers.set(borrower, name);
  const timer =
    isByHand(borrower) || others.every(isByHand)
      ? undefined
      : setTimeout(() => {
          const isPresent = (one: Borrower) => one.target.isConnected && !isByHand(one);
          if (borrowersOf(name).filter(isPresent).length > 1 && !told.has(name))
            warnOfTwo(name, logger);
        }, HAND_OVER);
  borrower.lifetime.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    const [last, next] = borrowersOf(name).reverse();
    borrowers.delete(borrower);
    if (last !== borrower) return;
    if (borrower.embed) pool.get(name)?.hide();
    // One that has yet to get it shows it then.
    if (!next?.embed) return;
    // The embed that it had may have other options now, or have ended for one of another dashboard.
    next.embed = null;
    next.owner?.restart();
  });
}

/** Whether the page itself has called. */
function isByHand({ owner }: Borrower): boolean {
  return !owner;
}

/** How long the old route of a page may stay after the new one has come, in milliseconds. */
const HAND_OVER = 3_000;

function warnOfTwo(name: string, logger: KeptOptions['logger']): void {
  told.add(name);
  if (logger === false) return;
  const to = typeof logger?.warn === 'function' ? logger : console;
  to.warn(
    `svc-embed: Two components on this page have keep '${name}'. Only the one that came last shows the embed. Give each a name of its own, or show one at a time.`,
  );
}

/** What `mount` was given, for a caller that is no controller. */
export function appliedOf(name: string, options: KeptOptions): Applied {
  const applied = textsOf(own({ ...options, keep: name }) as WantedOptions);
  // After all that have started.
  return { applied, embed: undefined, turn: turns + 0.5 };
}

/** Ends the hidden embeds above the limit, those first that were hidden first. */
function trim(newest?: Entry): void {
  const hidden = [...pool.values()].filter((entry) => !entry.isShown && entry !== newest);
  hidden.sort((one, other) => one.hiddenAt - other.hiddenAt);
  for (const entry of hidden.slice(0, Math.max(0, pool.size - limits.most))) entry.end();
}

/** One kept embed. */
class Entry implements Lent {
  readonly name: string;
  readonly mounted: Promise<Embed>;
  applied: Applied;
  hiddenAt: number = performance.now();
  ready: EmbedEvent<'ready'> | undefined;
  #getSession: GetSession | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #lifetime = new AbortController();
  readonly #overlay = new Overlay();

  constructor(name: string, options: KeptOptions, applied: Applied) {
    this.name = name;
    this.applied = applied;
    const { getSession } = own(options);
    this.#getSession = getSession;
    this.startTimer();
    this.mounted = mount(this.#overlay.frame, {
      ...options,
      // That of the page that shows it now.
      getSession:
        typeof getSession === 'function' ? (request) => this.#getSession!(request) : getSession,
      signal: this.#lifetime.signal,
    }).then((embed) => {
      embed.on('ready', (event) => {
        this.ready ??= event;
        this.#overlay.isReady = true;
      });
      // The element may show a failure, or no more.
      for (const topic of ['session', 'session-expired'] as const)
        embed.on(topic, () => (this.#overlay.isReady = this.ready !== undefined));
      this.#overlay.adopt(embed.iframe);
      this.applied.embed = embed;
      return embed;
    });
    this.mounted.catch(() => {});
  }

  /** Whether there is something to show: not if the page has destroyed it, or if its session has stopped. */
  get isAlive(): boolean {
    const { embed } = this.applied;
    return embed != null && embed.session.status !== 'stopped' && this.#overlay.shows(embed.iframe);
  }

  take(getSession: GetSession | undefined, applied: Applied): void {
    const { embed } = this.applied;
    this.#getSession = getSession;
    this.applied = applied;
    applied.embed = embed;
  }

  /** Whether somebody has it, and not only waits for it. */
  get isShown(): boolean {
    return borrowersOf(this.name).some((one) => one.embed);
  }

  show(target: Element): void {
    clearTimeout(this.#timer);
    this.#overlay.show(target);
  }

  hide(): void {
    this.hiddenAt = performance.now();
    this.#overlay.hide();
    // Nothing of what showed it stays.
    const { applied, embed, turn } = this.applied;
    this.applied = { applied, embed, turn };
    // One that has stopped, for example at a sign-out, is not kept for the next viewer.
    if (!this.isAlive) return this.end();
    this.startTimer();
    trim();
  }

  startTimer(): void {
    clearTimeout(this.#timer);
    if (this.isShown) return;
    const end = () => this.end();
    // A timer takes no longer delay.
    if (limits.hiddenMs < 2 ** 31) this.#timer = setTimeout(end, limits.hiddenMs);
  }

  end(): void {
    clearTimeout(this.#timer);
    if (pool.get(this.name) === this) pool.delete(this.name);
    this.#lifetime.abort();
    this.#overlay.remove();
  }
}

export type { Entry };
