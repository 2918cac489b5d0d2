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
  before: EmbedOptions[K],
) => unknown;

/** Each option with its way to a running embed; `null` where it has none. */
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

interface Running {
  readonly target: Element;
  readonly lifetime: AbortController;
  /** What the embed was last told. */
  options: EmbedOptions;
  /** Null until it is mounted. */
  embed: Embed | null;
  failed: boolean;
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
      if (!running.embed && !running.failed) return;
      if (adapt(running, options)) return;
    }
    this.#stop();
    if (options) void this.#start({ target, options });
  }

  async #start({ target, options }: { target: Element; options: EmbedOptions }): Promise<void> {
    const lifetime = new AbortController();
    const { signal } = lifetime;
    const running: Running = { target, lifetime, options, embed: null, failed: false };
    this.#running = running;
    try {
      await init();
      if (signal.aborted) return;
      running.options = this.#host.options() ?? options;
      const { getSession } = running.options;
      // Always the function that the host has now.
      const latest: GetSession | undefined =
        getSession && ((request) => (this.#host.options()?.getSession ?? getSession)(request));
      running.embed = await mount(target, { ...running.options, getSession: latest, signal });
    } catch (error) {
      if (signal.aborted) return;
      running.failed = true;
      return this.#host.onMountFailed(error);
    }
    // The host may have let go of it since `mount` made it.
    if (signal.aborted) return;
    for (const topic of Object.keys(TOPICS) as (keyof Topics)[]) {
      running.embed.on(topic, (message) => this.#host.onMessage(topic, message));
    }
    this.#host.onEmbed(running.embed);
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
  const names = Object.keys(OPTIONS) as (keyof EmbedOptions)[];
  const changed = names.filter((name) => !isSame(running.options[name], options[name]));
  const { embed, options: before } = running;
  if (changed.length === 0) return true;
  if (!embed || changed.some((name) => !OPTIONS[name] || options[name] === undefined)) return false;
  running.options = options;
  return changed.every((name) => {
    try {
      const apply = OPTIONS[name] as (embed: Embed, value: unknown, before: unknown) => unknown;
      return apply(embed, options[name], before[name]) !== false;
    } catch (error) {
      // A wrong value is nobody else's trouble, as one given to `mount` would be.
      reportError(error);
      return true;
    }
  });
}

/** A filter that is gone cannot be taken back by an action. */
function setFilters(
  embed: Embed,
  filters: readonly Filter[],
  before: readonly Filter[] = [],
): boolean {
  if (before.some(({ member }) => filters.every((filter) => filter.member !== member))) {
    return false;
  }
  filters
    .filter((filter) => !before.some((old) => isSame(old, filter)))
    .forEach((filter) => embed.setFilter(filter));
  return true;
}

/** Whether two options have one value; all functions count as one. */
function isSame(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || (typeof a === typeof b && JSON.stringify(a) === JSON.stringify(b));
}
