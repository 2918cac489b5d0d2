/** What `svc-embed/element` and `svc-embed/react` share: one embed, kept in line with its options. */
import { init, mount, type Embed } from './index.js';
import type { Filter } from './protocol.js';
import type { GetSession, MountOptions, Topics } from './types.js';

/** What a host says of an embed. Its lifetime is the host's own, hence no `signal`. */
export type EmbedOptions = Omit<MountOptions, 'signal'>;

/** Whoever shows an embed: an element, a component. */
export interface EmbedHost {
  /** The element to mount into, null while there is none. */
  target(): Element | null;
  /** The options as they stand, null while there is to be no embed. */
  options(): EmbedOptions | null;
  /** An embed is there, or is no more. */
  onEmbed(embed: Embed | null): void;
  onMessage<T extends keyof Topics>(topic: T, message: Topics[T]): void;
  /** There is no embed: an option is wrong, or the WebAssembly could not be loaded. */
  onMountFailed(error: unknown): void;
}

/** What every embed is listened to for. The type finds one that is missing here. */
const TOPICS: Record<keyof Topics, 1> = {
  ready: 1,
  view: 1,
  navigate: 1,
  'dashboard-loaded': 1,
  download: 1,
  drilldown: 1,
  'ai-query': 1,
  'session-expiring': 1,
  'session-expired': 1,
  error: 1,
  unknown: 1,
  '*': 1,
  session: 1,
  dropped: 1,
};

/** How a change of an option reaches an embed that runs; false where only a new one will do. */
type Apply<K extends keyof EmbedOptions> = (
  embed: Embed,
  value: NonNullable<EmbedOptions[K]>,
  before: unknown,
) => unknown;

/** Each option with its way to a running embed; first those that have none, which is `null`. */
const OPTIONS: { [K in keyof Required<EmbedOptions>]: Apply<K> | null } = {
  baseUrl: null,
  surface: null,
  params: null,
  attributes: null,
  renewal: null,
  readyTimeoutMs: null,
  // The latest function is called anyway: a change is that there is one, or none.
  getSession: null,
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
  /** What the embed was last told, by `textOf`: the values are the host's own to change. */
  told: Partial<Record<keyof EmbedOptions, unknown>>;
  /** Undefined until it is mounted, null where that failed. */
  embed: Embed | null | undefined;
}

/**
 * Keeps one embed as its host wants it: mounts it, tells it of changed options, mounts anew where
 * that does not do, and destroys it.
 */
export class EmbedController {
  readonly #host: EmbedHost;
  #running: Running | null = null;
  #queued = false;

  constructor(host: EmbedHost) {
    this.#host = host;
  }

  /**
   * Looks at what the host wants, at the end of the present task's script: what is undone by then,
   * as when an element is moved or React's StrictMode mounts twice, has not happened.
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
      // Before it is mounted it takes the options as they are by then.
      if (running.embed === undefined) return;
      if (adapt(running, options)) return;
    }
    this.#stop();
    if (options) void this.#start(target, options);
  }

  async #start(target: Element, options: EmbedOptions): Promise<void> {
    const lifetime = new AbortController();
    const { signal } = lifetime;
    const running: Running = { target, lifetime, told: textsOf(options), embed: undefined };
    this.#running = running;
    try {
      await init();
      if (signal.aborted) return;
      const given = this.#host.options() ?? options;
      running.told = textsOf(given);
      const { getSession } = given;
      // Always the function that the host has now.
      const latest: GetSession | undefined =
        getSession && ((request) => (this.#host.options()?.getSession ?? getSession)(request));
      running.embed = await mount(target, { ...given, getSession: latest, signal });
    } catch (error) {
      if (signal.aborted) return;
      running.embed = null;
      return this.#host.onMountFailed(error);
    }
    // The host may have let go of it since `mount` made it.
    if (signal.aborted) return;
    for (const topic of Object.keys(TOPICS) as (keyof Topics)[]) {
      running.embed.on(topic, (message) => this.#host.onMessage(topic, message));
    }
    this.#host.onEmbed(running.embed);
    // A `getSession` that throws at once has been heard of by nobody.
    const { session } = running.embed;
    if (session.lastError) this.#host.onMessage('session', session);
    // The options may have changed meanwhile.
    this.refresh();
  }

  #stop(): void {
    const running = this.#running;
    this.#running = null;
    running?.lifetime.abort();
    if (running) this.#host.onEmbed(null);
  }
}

/** Tells a running embed what has changed. False where it takes a new one. */
function adapt(running: Running, options: EmbedOptions): boolean {
  const { embed, told } = running;
  const now = (running.told = textsOf(options));
  // Stops at the first that takes a new embed: before anything is told, for those stand first.
  return NAMES.every((name) => {
    if (now[name] === told[name]) return true;
    const apply = OPTIONS[name] as ((...of: unknown[]) => unknown) | null;
    if (!embed || !apply || options[name] == null) return false;
    return report(() => apply(embed, options[name], told[name])) !== false;
  });
}

/** A wrong value is nobody else's trouble, as one given to `mount` would be. */
function report(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return reportError(error);
  }
}

/** A filter that is gone cannot be taken back by an action. */
function setFilters(embed: Embed, filters: readonly Filter[], before: unknown = '[]'): boolean {
  // What has no text may have been told in part.
  if (typeof before !== 'string') return false;
  const old = JSON.parse(before) as readonly Filter[];
  if (old.some(({ member }) => filters.every((filter) => filter.member !== member))) return false;
  const texts = old.map(textOf);
  for (const filter of filters) {
    if (!texts.includes(textOf(filter))) report(() => embed.setFilter(filter));
  }
  return true;
}

function textsOf(options: EmbedOptions): Running['told'] {
  return Object.fromEntries(NAMES.map((name) => [name, textOf(options[name])]));
}

/**
 * What an option is compared by: a text, the same for equal values; true for every function; and
 * the value itself where it has no text.
 */
function textOf(value: unknown): unknown {
  try {
    return typeof value === 'function' || JSON.stringify(value, sorted);
  } catch {
    return value;
  }
}

/** An object with its keys in order, so that theirs does not count. */
function sorted(_: string, value: unknown): unknown {
  return Object(value) !== value || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value as object).sort());
}
