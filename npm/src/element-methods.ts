/** The methods of `<svc-embed>`: those of `Embed`, for the present embed or the next one. */
import type { AnyEvent, EmbedEvent } from './core/protocol.js';
import type { Embed, ListenOptions, SessionState, Topics, WaitOptions } from './types.js';

// A server has no `HTMLElement`, but it can import this module.
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** An element with the methods of `Embed`. Calls made before an embed is mounted wait for it. */
export abstract class EmbedElement extends Base {
  #embed: Embed | null = null;
  readonly #waiting: Waiting[] = [];

  /** Sets or clears the embed. The calls that wait for an embed receive it. */
  protected setEmbed(embed: Embed | null): void {
    this.#embed = embed;
    if (embed) this.#waiting.splice(0).forEach(([resolve]) => resolve(embed));
  }

  /** Why no embed will be mounted; undefined if one may still be. */
  protected abstract refusal(): unknown;

  /** Rejects every call that waits for an embed. */
  protected refuse(error: unknown): void {
    this.#waiting.splice(0).forEach(([, reject]) => reject(error));
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
   * handler is kept when a new embed is mounted.
   *
   * @returns A function that removes the handler.
   */
  on<T extends keyof Topics>(
    type: T,
    handler: (message: Topics[T]) => void,
    options?: ListenOptions,
  ): () => void {
    const listener = (event: Event) => handler((event as CustomEvent<Topics[T]>).detail);
    this.addEventListener(type, listener, options as AddEventListenerOptions);
    return () => this.removeEventListener(type, listener);
  }

  /**
   * The next message of one type, from the present embed or, if none is mounted, from the next one.
   * Rejects if that embed is destroyed.
   */
  once<T extends keyof Topics>(type: T, options?: WaitOptions): Promise<Topics[T]> {
    return this.#next((embed) => embed.once(type, options), options?.signal);
  }

  /**
   * Every event from now on, of the present embed or, if none is mounted, of the next one. Ends when
   * that embed is destroyed.
   */
  events(options?: WaitOptions): AsyncIterableIterator<AnyEvent> {
    const events = this.#next((embed) => embed.events(options), options?.signal);
    // The iteration rejects, too: without an iteration this is no unhandled rejection.
    events.catch(() => {});
    return (async function* () {
      yield* await events;
    })();
  }

  /** Sets the colour scheme. With `auto` the embed follows the viewer's system. */
  setColorScheme(...of: Parameters<Embed['setColorScheme']>): void {
    this.#act((embed) => embed.setColorScheme(...of));
  }

  /** Applies a brand theme. */
  setTheme(...of: Parameters<Embed['setTheme']>): void {
    this.#act((embed) => embed.setTheme(...of));
  }

  /** Sets the language and the number formats. */
  setLocale(...of: Parameters<Embed['setLocale']>): void {
    this.#act((embed) => embed.setLocale(...of));
  }

  /** Sets the time zone by its IANA name. */
  setTimezone(...of: Parameters<Embed['setTimezone']>): void {
    this.#act((embed) => embed.setTimezone(...of));
  }

  /** Sets one filter. */
  setFilter(...of: Parameters<Embed['setFilter']>): void {
    this.#act((embed) => embed.setFilter(...of));
  }

  /** Navigates to a path inside the embed. */
  navigate(path: string): void {
    this.#act((embed) => embed.navigate(path));
  }

  /** Runs the embed's queries again. */
  refresh(): void {
    this.#act((embed) => embed.refresh());
  }

  /** Sends any other action. */
  readonly send: Embed['send'] = (...of: unknown[]) => {
    this.#act((embed) => embed.send(...(of as [string])));
  };

  /** Renews the session now. Resolves when it is confirmed, rejects when this renewal gave up. */
  renew(): Promise<void> {
    return this.#next((embed) => embed.renew());
  }

  /** Mints a fresh id and loads the iframe again. Resolves when the embed is ready again. */
  reload(): Promise<void> {
    return this.#next((embed) => embed.reload());
  }

  /** Calls `action` with the present embed, or with the next one as soon as it is mounted. */
  #act(action: (embed: Embed) => void): void {
    if (this.#embed) return action(this.#embed);
    // If none is mounted, `mount-failed` reports why, or the page itself removed the element.
    this.#mounted().then(action, () => {});
  }

  async #next<T>(use: (embed: Embed) => T, signal?: AbortSignal): Promise<Awaited<T>> {
    // The controller handles the last change at the end of the task. It may mount an embed.
    if (this.refusal()) await null;
    if (this.refusal()) throw this.refusal();
    return await use(this.#embed ?? (await this.#mounted(signal)));
  }

  #mounted(signal?: AbortSignal): Promise<Embed> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#waiting.push([resolve, reject]);
    });
  }
}

/** A call that waits for the next embed. */
type Waiting = readonly [resolve: (embed: Embed) => void, reject: (error: unknown) => void];
