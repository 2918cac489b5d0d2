/** Mounts one embed and keeps it in line with its options, for `svc-embed/element` and `svc-embed/react`. */
import { EVENTS } from './core/events.js';
import type { EventName, Filter } from './core/protocol.js';
import { init, mount } from './index.js';
import type { Embed, GetSession, MountOptions, Topics } from './types.js';

/** The options of `mount` except `signal`: the element or component ends the embed. */
export type EmbedOptions = Omit<MountOptions, 'signal'>;

/** The element or component that shows an embed. */
export interface EmbedHost {
  /** The element to mount into; null if there is none yet. */
  target(): Element | null;
  /** The present options; null if no embed is wanted. */
  options(): EmbedOptions | null;
  /** Called with each new embed, and with null when it ends. */
  onEmbed(embed: Embed | null): void;
  /** Called with every event, and with every message of `session` and `dropped`. */
  onMessage<T extends keyof Topics>(topic: T, message: Topics[T]): void;
  /** Mounting failed: an option is wrong, or the bridge could not be loaded. */
  onMountFailed(error: unknown): void;
}

/** The topics that are no events of the catalog. The type requires each of them. */
const OTHER_TOPICS: Record<Exclude<keyof Topics, EventName>, 1> = {
  unknown: 1,
  '*': 1,
  session: 1,
  dropped: 1,
};

/** Applies a changed option to a running embed. Returns false if only a new embed can have it. */
type Apply<K extends keyof EmbedOptions> = (
  embed: Embed,
  value: NonNullable<EmbedOptions[K]>,
  before: unknown,
) => unknown;

/**
 * How each option is applied to a running embed; null if only a new embed can have another value.
 * Those options come first, so that nothing is applied to an embed that is about to be replaced.
 */
const OPTIONS: { [K in keyof Required<EmbedOptions>]: Apply<K> | null } = {
  baseUrl: null,
  surface: null,
  params: null,
  attributes: null,
  renewal: null,
  readyTimeoutMs: null,
  // The embed always calls the latest function. The only change that counts is from one to none, or
  // from none to one.
  getSession: null,
  // The logger of the mount stays.
  logger: () => {},
  title: (embed, value) => (embed.iframe.title = value),
  colorScheme: (embed, value) => embed.setColorScheme(value),
  theme: (embed, value) => embed.setTheme(value),
  locale: (embed, value) => embed.setLocale(value),
  timezone: (embed, value) => embed.setTimezone(value),
  filters: setFilters,
};

const NAMES = Object.keys(OPTIONS) as (keyof EmbedOptions)[];

interface Running {
  readonly target: Element;
  readonly lifetime: AbortController;
  /**
   * The options that the embed has now, as `textOf` returns them: the host may change the objects
   * themselves.
   */
  applied: Partial<Record<keyof EmbedOptions, unknown>>;
  /** Undefined until the embed is mounted, null if mounting failed. */
  embed: Embed | null | undefined;
}

/**
 * Keeps one embed in line with what its host wants: mounts it, applies changed options, mounts a new
 * one if an option cannot be applied, and destroys it.
 */
export class EmbedController {
  readonly #host: EmbedHost;
  #running: Running | null = null;
  #queued = false;

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

  #reconcile(): void {
    const target = this.#host.target();
    const options = target && this.#host.options();
    const running = this.#running;
    if (running && options && running.target === target) {
      // `#start` reads the options again just before it mounts.
      if (running.embed === undefined) return;
      if (adapt(running, options)) return;
    }
    this.#stop();
    if (options) void this.#start(target, options);
  }

  async #start(target: Element, options: EmbedOptions): Promise<void> {
    const lifetime = new AbortController();
    const { signal } = lifetime;
    const running: Running = { target, lifetime, applied: textsOf(options), embed: undefined };
    this.#running = running;
    try {
      await init();
      if (signal.aborted) return;
      const given = this.#host.options() ?? options;
      running.applied = textsOf(given);
      const { getSession } = given;
      // The function that the host has at the time of the call.
      const latest: GetSession | undefined =
        getSession && ((request) => (this.#host.options()?.getSession ?? getSession)(request));
      running.embed = await mount(target, { ...given, getSession: latest, signal });
    } catch (error) {
      if (signal.aborted) return;
      running.embed = null;
      return this.#host.onMountFailed(error);
    }
    // The host may have ended the embed since `mount` made it.
    if (signal.aborted) return;
    const topics = Object.keys({ ...EVENTS, ...OTHER_TOPICS }) as (keyof Topics)[];
    for (const topic of topics) {
      running.embed.on(topic, (message) => this.#host.onMessage(topic, message));
    }
    this.#host.onEmbed(running.embed);
    // If `getSession` throws synchronously, the session changes before a handler can be added.
    const { session } = running.embed;
    if (session.lastError) this.#host.onMessage('session', session);
    // The options may have changed while `mount` ran.
    this.refresh();
  }

  #stop(): void {
    const running = this.#running;
    this.#running = null;
    running?.lifetime.abort();
    if (running) this.#host.onEmbed(null);
  }
}

/** Applies changed options to a running embed. Returns false if a new embed is needed. */
function adapt(running: Running, options: EmbedOptions): boolean {
  const { embed, applied } = running;
  const wanted = (running.applied = textsOf(options));
  return NAMES.every((name) => {
    if (wanted[name] === applied[name]) return true;
    const apply = OPTIONS[name] as ((...of: unknown[]) => unknown) | null;
    if (!embed || !apply || options[name] == null) return false;
    return report(() => apply(embed, options[name], applied[name])) !== false;
  });
}

/** Calls `call`. A wrong value throws; the error is reported as uncaught, and the embed goes on. */
function report(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return reportError(error);
  }
}

/** Sets new and changed filters. Returns false if one was removed: no action removes a filter. */
function setFilters(embed: Embed, filters: readonly Filter[], before: unknown = '[]'): boolean {
  // Filters without a text cannot be compared one by one.
  if (typeof before !== 'string') return false;
  const old = JSON.parse(before) as readonly Filter[];
  if (old.some(({ member }) => filters.every((filter) => filter.member !== member))) return false;
  const texts = old.map(textOf);
  for (const filter of filters) {
    if (!texts.includes(textOf(filter))) report(() => embed.setFilter(filter));
  }
  return true;
}

function textsOf(options: EmbedOptions): Running['applied'] {
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

/** Sorts the keys of an object, so that their order makes no difference. */
function sorted(_: string, value: unknown): unknown {
  return Object(value) !== value || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value as object).sort());
}
