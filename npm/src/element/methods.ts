/** The methods of `<svc-embed>`: those of `Embed`, for the present embed or the next one. */
import type { AnyEvent, EmbedEvent } from '../core/protocol.js';
import { readSignal } from '../shell/options.js';
import type { Embed, ListenOptions, SessionState, Topics, WaitOptions } from '../types.js';
import { own } from '../shell/values.js';

// A server has no `HTMLElement`, but it can import this module.
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** The methods that send an action. */
const ACTIONS = [
  'setColorScheme',
  'setTheme',
  'setLocale',
  'setTimezone',
  'setFilter',
  'clearFilter',
  'navigate',
  'refresh',
  'send',
] as const;

/** An element with the methods of `Embed`. Calls made before an embed is mounted wait for it. */
export interface EmbedElement extends Pick<Embed, (typeof ACTIONS)[number]> {}

export abstract class EmbedElement extends Base {
  #embed: Embed | null = null;
  /** Resolves to the next embed; rejects if there will be none. */
  #mounted!: Promise<Embed>;
  #settle!: { resolve(embed: Embed): void; reject(error: unknown): void };

  constructor() {
    super();
    this.#wait();
  }

  /**
   * Sets or clears the embed. The calls that wait for an embed receive it, or `error`. If `isOver`, so do those to
   * come until the next `setEmbed`.
   */
  protected setEmbed(embed: Embed | null, error?: unknown, isOver?: boolean): void {
    this.#embed = embed;
    if (embed) return this.#settle.resolve(embed);
    this.refuse(error);
    this.#wait();
    if (isOver) this.refuse(error);
  }

  /** Rejects the calls that wait for an embed. */
  protected refuse(error: unknown): void {
    this.#settle.reject(error);
  }

  /** The present embed; null if none is mounted. Each mount makes a new one. */
  get embed(): Embed | null {
    return this.#embed;
  }

  /** The iframe of the present embed; null if none is mounted. */
  get iframe(): HTMLIFrameElement | null {
    return this.#embed?.iframe ?? null;
  }

  /** The session of the present embed; null if none is mounted. A fresh object at each read. */
  get session(): SessionState | null {
    return this.#embed?.session ?? null;
  }

  /** The first `ready` event of the present embed or, if none is mounted, of the next one. */
  get ready(): Promise<EmbedEvent<'ready'>> {
    return this.#next((embed) => embed.ready);
  }

  /**
   * Like `addEventListener`, but the handler receives the message instead of the DOM event. The
   * handler is kept when a new embed is mounted. A handler of `ready` that is added after it is called
   * for that of the next embed.
   *
   * @returns A function that removes the handler.
   */
  on<T extends keyof Topics>(
    type: T,
    handler: (message: Topics[T]) => void,
    options?: ListenOptions,
  ): () => void {
    const listener = (event: Event) => handler((event as CustomEvent<Topics[T]>).detail);
    this.addEventListener(type, listener, own(options) as AddEventListenerOptions);
    return () => this.removeEventListener(type, listener);
  }

  /**
   * The next message of one type, from the present embed or, if none is mounted, from the next one.
   * Rejects if that embed is destroyed. After `ready` has come, `once('ready')` waits for ever: use
   * `await element.ready`.
   */
  once<T extends keyof Topics>(type: T, options?: WaitOptions): Promise<Topics[T]> {
    const signal = readSignal(options);
    return this.#next((embed) => embed.once(type, { signal }), signal);
  }

  /**
   * Every event from now on, of the present embed or, if none is mounted, of the next one. Ends when
   * that embed is destroyed.
   */
  events(options?: WaitOptions): AsyncIterableIterator<AnyEvent> {
    const signal = readSignal(options);
    const events = this.#next((embed) => embed.events({ signal }), signal);
    // The iteration rejects, too: without an iteration this is no unhandled rejection.
    events.catch(() => {});
    return {
      next: async () => (await events).next(),
      // At once, also while `next` waits.
      return: async () => (await events).return!(),
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  /** Renews the session now. Resolves when it is confirmed, rejects when this renewal gave up. */
  renew(): Promise<void> {
    return this.#next((embed) => embed.renew());
  }

  /** Mints a fresh id and loads the iframe again. Resolves when the embed is ready again. */
  reload(): Promise<void> {
    return this.#next((embed) => embed.reload());
  }

  /** Calls `action` with the present embed, or with the next one as soon as it is mounted. */
  private act(action: (embed: Embed) => void): void {
    if (this.#embed) return action(this.#embed);
    // If none is mounted, `mount-failed` reports why, or the page itself removed the element.
    this.#mounted.then(action, () => {});
  }

  async #next<T>(use: (embed: Embed) => T, signal?: AbortSignal): Promise<Awaited<T>> {
    if (this.#embed) return await use(this.#embed);
    signal?.throwIfAborted();
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    );
    // The controller handles the last change in a microtask. It may mount an embed.
    await null;
    return await use(await Promise.race([this.#mounted, aborted]));
  }

  #wait(): void {
    this.#mounted = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    // Without a call that waits, its rejection is not an unhandled one.
    this.#mounted.catch(() => {});
  }
}

// Not in a static block: Metro, the bundler of React Native, cannot read one.
for (const name of ACTIONS) {
  EmbedElement.prototype[name] = function (this: EmbedElement, ...of: unknown[]) {
    this['act']((embed) => (embed[name] as (...of: unknown[]) => void)(...of));
  };
}
