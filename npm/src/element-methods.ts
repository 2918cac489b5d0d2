/** What a page calls on `<svc-embed>`: the methods of `Embed`, for the embed that there is or will be. */
import type { Embed } from './index.js';
import type { AnyEvent, EmbedEvent } from './protocol.js';
import type { ListenOptions, SessionState, Topics } from './types.js';

// A server has no elements, but may import this.
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** An element with the methods of `Embed`. What is called before there is an embed waits for it. */
export abstract class EmbedElement extends Base {
  #embed: Embed | null = null;
  readonly #waiting: Waiting[] = [];

  /** The embed is there, and goes to whoever waits for it; or it is no more. */
  protected setEmbed(embed: Embed | null): void {
    this.#embed = embed;
    if (embed) this.#waiting.splice(0).forEach(([resolve]) => resolve(embed));
  }

  /** Why there is no embed, nor will be; undefined where one may come. */
  protected abstract refusal(): unknown;

  /** There will be no embed for those who wait. */
  protected refuse(error: unknown): void {
    this.#waiting.splice(0).forEach(([, reject]) => reject(error));
  }

  /** The embed at present; null while there is none. A new one is made at each mount. */
  get embed(): Embed | null {
    return this.#embed;
  }

  /** The iframe of the embed at present; null while there is none. */
  get iframe(): HTMLIFrameElement | null {
    return this.#embed?.iframe ?? null;
  }

  /** The session as it stands; null while there is no embed. A fresh object at each read. */
  get session(): SessionState | null {
    return this.#embed?.session ?? null;
  }

  /** The first `ready` event of the present embed, or of the next. */
  get ready(): Promise<EmbedEvent<'ready'>> {
    return this.#next((embed) => embed.ready);
  }

  /** `addEventListener`, with the message in the place of the DOM event. Outlives the embed. */
  on<T extends keyof Topics>(
    type: T,
    handler: (message: Topics[T]) => void,
    options?: ListenOptions,
  ): () => void {
    const listener = (event: Event) => handler((event as CustomEvent<Topics[T]>).detail);
    this.addEventListener(type, listener, options as AddEventListenerOptions);
    return () => this.removeEventListener(type, listener);
  }

  /** The next message of one type, of the present embed or the next. Rejects when it is destroyed. */
  once<T extends keyof Topics>(
    type: T,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<Topics[T]> {
    return this.#next((embed) => embed.once(type, options), options?.signal);
  }

  /** Every event from now on, until the present embed or the next is destroyed. */
  events(options?: { signal?: AbortSignal | undefined }): AsyncIterableIterator<AnyEvent> {
    const events = this.#next((embed) => embed.events(options), options?.signal);
    // Whoever reads is told.
    events.catch(() => {});
    return (async function* () {
      yield* await events;
    })();
  }

  /** Sets the colour scheme; `auto` follows the viewer's system. */
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

  /** Renews the session now. Resolves when confirmed, rejects when this renewal gave up. */
  renew(): Promise<void> {
    return this.#next((embed) => embed.renew());
  }

  /** Mints a fresh id and loads the iframe anew. Resolves when the embed is ready again. */
  reload(): Promise<void> {
    return this.#next((embed) => embed.reload());
  }

  /** Does something with the embed, or with the next as soon as it is there. */
  #act(action: (embed: Embed) => void): void {
    if (this.#embed) return action(this.#embed);
    // Where there is none in the end, `mount-failed` tells, or whoever took the element away knows.
    this.#mounted().then(action, () => {});
  }

  async #next<T>(use: (embed: Embed) => T, signal?: AbortSignal): Promise<Awaited<T>> {
    // A change that was made just now has its turn first: it may lead to an embed.
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

/** Somebody who waits for the next embed. */
type Waiting = readonly [resolve: (embed: Embed) => void, reject: (error: unknown) => void];
