/** Mounts one embed and keeps it in line with its options, for `svc-embed/element` and `svc-embed/react`. */
import { FIXED, TOPICS } from '../core/options.js';
import type { Filter } from '../core/protocol.js';
import type { EmbedHandle } from '../shell/handle.js';
import { explained, Mistake, type EmbedError } from '../errors.js';
import { connect, init, mount } from '../index.js';
import { taken } from './page.js';
import type { Embed, GetSession, MountOptions, SessionState, Topics } from '../types.js';
import { idOf } from '../shell/url.js';
import { own, reportUncaught } from '../shell/values.js';

/** The options of `mount` except `signal`: the element or component ends the embed. */
export interface EmbedOptions extends Omit<MountOptions, 'signal'> {
  /**
   * What happens to a filter that is taken out of `filters`. Default `'clear'`: the running embed
   * receives it with the value null, which clears it. The description of the service does not say
   * so. If yours does otherwise, `'reload'` mounts a new embed without the filter.
   *
   * @example
   * ```ts
   * removedFilters: 'reload'
   * ```
   */
  removedFilters?: 'clear' | 'reload' | undefined;
  /**
   * A name under which the embed is kept when the element or component goes, and shown again by the
   * next one with this name: see `svc-embed/keep`. Not set by default: the embed then ends. So it does in a
   * browser without `moveBefore`.
   *
   * @example
   * ```ts
   * keep: 'sales'
   * ```
   */
  keep?: string | undefined;
}

/** What an element or a component wants to show. */
export interface WantedOptions extends Omit<EmbedOptions, 'baseUrl'> {
  /** The tenant's URL, or why it must not be shown. */
  baseUrl: EmbedOptions['baseUrl'] | Mistake;
}

/** The element or component that shows an embed. */
export interface EmbedHost {
  /** The element to mount into; null if there is none yet. */
  target(): Element | null;
  /** The present options, and nothing else; null if no embed is wanted. */
  options(): WantedOptions | null;
  /** The iframe that has come with the page; null if there is none, or if its embed has ended. */
  frame?(): HTMLIFrameElement | null;
  /** What it covers an embed with that is not ready, if anything. It can as soon as `mount` has resolved. */
  covers?(): unknown;
  /** Called when there is something else to show. */
  onView(view: View): void;
  /** Called with every event, and with every message of `session` and `dropped`. */
  onMessage<T extends keyof Topics>(topic: T, message: Topics[T]): unknown;
  /** Called after `onView` when a failure begins. If the view has an embed, that may recover by itself. */
  onMountFailed(error: unknown): void;
}

/** What an element or a component shows. It decides nothing of this itself. */
export interface View {
  /** The embed; null if there is none. */
  readonly embed: Embed | null;
  /** Its session. */
  readonly session: SessionState | null;
  /** Whether the embed has reported that it is ready. */
  readonly isReady: boolean;
  /** Why the viewer sees no embed that works; null as long as one does, or may be on its way. */
  readonly error: unknown;
}

/** The view before an embed is mounted, and after it has ended. */
export const NOTHING: View = { embed: null, session: null, isReady: false, error: null };

/** An option of whose changes an embed hears: the logger of the mount stays, and what is loaded is loaded. */
type Option = Exclude<keyof WantedOptions, 'removedFilters' | 'logger' | 'loading'>;

/** The options that can change while an embed runs, and the methods that change them. */
const SETTERS = /* @__PURE__ */ own({
  colorScheme: 'setColorScheme',
  theme: 'setTheme',
  locale: 'setLocale',
  timezone: 'setTimezone',
} as const satisfies { [K in Option]?: keyof Embed });

/** Every option. The fixed ones come first: nothing is applied to an embed that will be replaced. */
const NAMES = [...FIXED, ...Object.keys(SETTERS), 'title', 'filters'] as Option[];

/** An embed, and what it was given. */
export interface Applied {
  /**
   * The options that the embed has now, as `textOf` returns them: the host may change the objects
   * themselves.
   */
  applied: Partial<Record<Option, unknown>>;
  /** Undefined until the embed is mounted, null if mounting failed. */
  embed?: Embed | null | undefined;
}

/** Who wants to show an embed. */
export interface Borrower {
  /** Null if it is to begin again. */
  target: Element | null;
  readonly lifetime: AbortController;
  /** Undefined if the page itself has called. */
  readonly owner: EmbedController | undefined;
  /** A kept embed has one, whoever shows it. */
  state: Applied;
  /** The name, if the embed is kept. */
  name?: string;
}

/** One promise for all: browsers finish several imports of a file in any order, and the last who comes shows an embed. */
let pool: Promise<typeof import('../keep/pool.js')> | undefined;

/**
 * Keeps one embed in line with what its host wants: mounts it, applies changed options, mounts a new
 * one if an option cannot be applied, and destroys it.
 */
export class EmbedController {
  readonly #host: EmbedHost;
  #running: Borrower | null = null;
  #view = NOTHING;
  #queued = false;
  /**
   * The host's element is about to be taken out of the page (null), or is there again. A kept embed is hidden
   * meanwhile: browsers load an iframe again that was removed. Undefined as long as none was shown.
   */
  declare place?: (element: Element | null) => void;
  /** Others that want to show the kept embed have come meanwhile. */
  declare isOvertaken?: boolean;

  constructor(host: EmbedHost) {
    this.#host = host;
  }

  /**
   * Compares the embed with what the host wants, in a microtask. A change that is undone before then
   * has no effect: an element that is moved, or a component that React's StrictMode mounts twice.
   */
  refresh(): void {
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      this.#reconcile();
    });
  }

  /** The host's framework may just have moved the iframe. */
  checkPlace(): void {
    (this.#running?.state.embed as Internal | null | undefined)?.checkPlace?.();
  }

  /** Ends the embed and mounts another one. */
  restart(): void {
    // Also one that is kept.
    this.#running?.state.embed?.destroy();
    this.#stop();
    this.refresh();
  }

  /** What the host wants, by its own properties. */
  #wanted(): WantedOptions | null {
    const options = this.#host.options();
    return options && (own(options) as WantedOptions);
  }

  #reconcile(): void {
    const target = this.#host.target();
    const options = target && this.#wanted();
    const running = this.#running;
    if (running && options && running.target === target) {
      // `#start` reads the options again just before it mounts, and compares them at its end.
      if (running.state.embed === undefined || adapt(running.state, options)) return;
    }
    this.#stop();
    if (options) void this.#start(target, options);
  }

  async #start(target: Element, options: WantedOptions): Promise<void> {
    const lifetime = new AbortController();
    const { signal } = lifetime;
    const running: Borrower = {
      target,
      lifetime,
      owner: this,
      state: { applied: textsOf(options), embed: undefined },
    };
    this.#running = running;
    addEventListener('online', () => this.#onOnline(), own({ signal }));
    const frame = this.#host.frame?.();
    try {
      // Without the core, `mount` would take a while, and show an embed meanwhile that is to be covered. `connect`
      // hears what the iframe reports.
      if (!frame && this.#host.covers?.()) await init();
      // The script that has just imported the element may have yet to allow what it is to show.
      if (options.baseUrl instanceof Mistake) await new Promise((resolve) => setTimeout(resolve));
      if (signal.aborted) return;
      const given = this.#wanted() ?? options;
      running.state.applied = textsOf(given);
      // `mount` reports what it does not know.
      const { removedFilters: _, keep, baseUrl, getSession, ...rest } = given;
      // It has the details itself.
      if (baseUrl instanceof Mistake) throw await explained(baseUrl, baseUrl);
      // The function that the host has at the time of the call.
      const latest: GetSession | undefined =
        typeof getSession === 'function'
          ? (request) => (this.#wanted()?.getSession ?? getSession)(request)
          : getSession;
      const allOptions = { ...rest, baseUrl, getSession: latest, signal };
      if (keep != null) {
        const { lend } = await (pool ??= import('../keep/pool.js'));
        frame?.remove();
        await lend(own({ ...given, getSession: latest }) as WantedOptions, running);
      } else if (frame) {
        signal.addEventListener('abort', () => frame.remove());
        takeId(frame.src);
        const { loading, title, attributes, ...ofConnect } = allOptions;
        running.state.embed = await connect(frame, ofConnect);
      } else running.state.embed = await mount(target, allOptions);
    } catch (error) {
      // It may have been the file that did not load.
      pool = undefined;
      if (signal.aborted) return;
      // The iframe shows something else than the options say: `restart` takes it away.
      if (frame && (error as EmbedError).code === 'invalid-target') {
        if (options.logger !== false) (options.logger ?? console).warn(error);
        return this.restart();
      }
      return this.fail(error);
    }
    // The host may have ended the embed since `mount` made it.
    if (signal.aborted) return;
    this.#follow(running);
    // The options may have changed while `mount` ran.
    this.refresh();
  }

  /**
   * Shows an embed, and decides after each message whether it works. It does if its document was heard and its
   * session has not lapsed: a renewal that has stopped is no failure before that, and one that begins again is
   * no recovery.
   */
  #follow(running: Borrower): void {
    const embed = running.state.embed as Embed & Internal;
    const { session } = embed;
    const { signal } = running.lifetime;
    let isAlive = false;
    const hear = <T extends keyof Topics>(topic: T, message: Topics[T]) => {
      // Not what the controller itself ends.
      if (signal.aborted) return;
      if (/^(ready|error|session)/.test(topic)) {
        const { session } = embed;
        const { status, lastError } = session;
        let { error, isReady } = this.#view;
        // Of a kept embed, it may be of a session that has lapsed since.
        if (topic === 'ready') isAlive = isReady = true;
        // A session that has stopped reports neither that it works nor that it has lapsed.
        if (status !== 'stopped') isAlive = /^(active|expiring)$/.test(status);
        else if (topic === 'session-expired') isAlive = false;
        if (isAlive && embed.isShown !== false) error = null;
        else if (status === 'stopped' || lastError?.code === 'ready-timeout')
          error = lastError ?? error;
        this.#show({ session, isReady, error });
      }
      this.#host.onMessage(topic, message);
    };
    for (const topic of TOPICS) {
      // A kept embed outlives its host.
      embed.on(topic, (message) => hear(topic, message), own({ signal }));
    }
    this.#show({ embed, session });
    // If `getSession` throws synchronously, the session changes before a handler can be added.
    if (session.lastError) hear('session', session);
    embed.ready.then(
      // A kept one may have been ready before.
      (event) => this.#view.isReady || hear('ready', event),
      // An embed that was destroyed did not fail.
      (error: EmbedError) => signal.aborted || error.code === 'destroyed' || this.#show({ error }),
    );
  }

  /** There is no embed. */
  fail(error: unknown): void {
    this.#running!.state.embed = null;
    // The options may be right now: the reasons of the failure take a while to load.
    this.refresh();
    this.#show({ ...NOTHING, error });
  }

  #show(change: Partial<View>): void {
    const { error } = this.#view;
    this.#view = { ...this.#view, ...change };
    this.#host.onView(this.#view);
    if (error === null && change.error) this.#host.onMountFailed(change.error);
  }

  /**
   * The network is back. An embed tries again by itself, and says what has failed; a bridge that could
   * not be loaded, or a private page that was not ready in time, needs another mount.
   */
  #onOnline(): void {
    const { session, error } = this.#view;
    // One that has stopped tries again by itself, or waits for a sign-in.
    const isTrying = session && (session.renewal !== 'idle' || session.status === 'stopped');
    if (error !== null && !isTrying) this.restart();
  }

  #stop(): void {
    const running = this.#running;
    this.#running = null;
    running?.lifetime.abort();
    // It shows what has ended.
    if (running) this.#host.onView((this.#view = NOTHING));
  }
}

/** What an embed of this package tells a component. One of a page's unit tests may not have it. */
type Internal = Partial<Pick<EmbedHandle, 'checkPlace' | 'isShown'>>;

/**
 * The session id of an iframe that has come with the page; undefined if it has none or was taken before:
 * a router may show the same page again.
 */
export function takeId(src: unknown): string | undefined {
  const id = idOf(src);
  if (id === undefined || taken.has(id)) return undefined;
  taken.add(id);
  return id;
}

/** Whether an iframe of this URL has come with the page, and shows something. */
export function isFresh(src: unknown): boolean {
  const id = idOf(src);
  return id !== undefined && !taken.has(id);
}

/** Applies changed options to a running embed. Returns false if a new embed is needed. */
export function adapt(running: Applied, options: WantedOptions): boolean {
  const { embed, applied } = running;
  const wanted = textsOf(options);
  const isApplied = NAMES.every((name) => {
    if (wanted[name] === applied[name]) return true;
    if (!embed) return false;
    if (name === 'filters') return setFilters(embed, options, applied[name]);
    const setter = SETTERS[name as keyof typeof SETTERS] as 'setLocale' | undefined;
    const value = options[name] as string | null | undefined;
    if (value == null) return false;
    if (name === 'title') embed.iframe.title = value;
    else if (setter) report(() => embed[setter](value));
    else return false;
    return true;
  });
  // A kept embed that could not be adapted must not be taken for one that was.
  if (isApplied) running.applied = wanted;
  return isApplied;
}

/** Calls `call`. A wrong value throws; the error is reported as uncaught, and the embed goes on. */
function report(call: () => unknown): void {
  try {
    call();
  } catch (error) {
    reportUncaught(error);
  }
}

/**
 * Sets new and changed filters, and clears those that were taken away. Returns false if a new embed
 * is needed.
 */
function setFilters(embed: Embed, options: WantedOptions, before: unknown = 'null'): boolean {
  const { filters, removedFilters } = options;
  // Filters without a text cannot be compared one by one. `mount` refuses what is no list.
  if (typeof before !== 'string' || !Array.isArray(filters ?? [])) return false;
  const old = (JSON.parse(before) ?? []) as readonly Filter[];
  const wanted = filters ?? [];
  const members = wanted.map(memberOf);
  // A value that is no filter was refused before, so there is nothing to clear.
  const removed = old.map(memberOf).filter((member) => member && !members.includes(member));
  if (removed.length > 0 && removedFilters === 'reload') return false;
  for (const member of removed) report(() => embed.clearFilter(member));
  const texts = old.map(textOf);
  for (const filter of wanted)
    if (!texts.includes(textOf(filter))) report(() => embed.setFilter(filter));
  return true;
}

/** What a filter is on; undefined if it is none. */
function memberOf(filter: unknown): string {
  return own(filter as Filter).member!;
}

export function textsOf(options: WantedOptions): Applied['applied'] {
  return Object.fromEntries(NAMES.map((name) => [name, textOf(options[name])]));
}

/**
 * The value that an option is compared by: JSON text, which is the same for equal values; true for
 * every function; the value itself if JSON cannot express it.
 */
function textOf(value: unknown): unknown {
  try {
    return typeof value === 'function' || JSON.stringify(value, sorted);
  } catch {
    return value;
  }
}

/** For `JSON.stringify`: sorts the keys of an object, so that their order makes no difference. */
export function sorted(_: string, value: unknown): unknown {
  if (Object(value) !== value || Array.isArray(value)) return value;
  // A `Map` and a `URLSearchParams` are their entries. The order counts: a name may be there twice.
  const { entries } = value as Map<string, unknown>;
  if (typeof entries === 'function') return [...entries.call(value)];
  return Object.fromEntries(Object.entries(value as object).sort());
}
