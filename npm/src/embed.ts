import { EmbedError } from './errors.js';
import type {
  ActionName,
  ActionPayloads,
  EmbedEvent,
  Filter,
  Theme,
  UnknownEvent,
} from './protocol.js';
import type { ConnectOptions, ListenOptions, MountOptions, SessionState, Topics } from './types.js';

/** One embed as the WebAssembly exports it. */
export interface Handle {
  readonly iframe: HTMLIFrameElement;
  readonly ready: Promise<unknown>;
  readonly session: unknown;
  on(name: unknown, handler: (value: never) => void, id: number): void;
  off(id: number): void;
  act(name: string, argument: unknown): void;
  send(name: unknown, payload: unknown): void;
  renew(): Promise<unknown>;
  reload(): Promise<unknown>;
  destroy(): void;
}

/** The WebAssembly's exports that an entry point loads, in whichever form. */
export interface Glue {
  Handle: {
    mount(target: unknown, options: unknown): Handle;
    connect(iframe: unknown, options: unknown): Handle;
  };
}

/** An embed on the page. Made by `mount` and `connect`. */
export class Embed {
  /**
   * The first `ready` event. Rejects where it is overdue, and where the embed is destroyed before.
   * Nothing is reported where nobody waits for it.
   */
  readonly ready: Promise<EmbedEvent<'ready'>>;
  readonly #handle: Handle;
  readonly #onDestroy = new Set<() => void>();
  #lastId = 0;

  /** @internal */
  constructor(handle: Handle, signal: AbortSignal | undefined) {
    this.#handle = handle;
    this.ready = handle.ready as Promise<EmbedEvent<'ready'>>;
    if (signal) {
      const abort = () => this.destroy();
      signal.addEventListener('abort', abort, { once: true });
      this.#onDestroy.add(() => signal.removeEventListener('abort', abort));
    }
  }

  /** The iframe. */
  get iframe(): HTMLIFrameElement {
    return this.#handle.iframe;
  }

  /** The session as it stands: a fresh object at each read. */
  get session(): SessionState {
    return this.#handle.session as SessionState;
  }

  /**
   * Calls `handler` for every message of one type, with the message as it arrived. The function it
   * returns ends that. A handler that throws does not stop the others; its error is reported as
   * uncaught.
   */
  on<T extends keyof Topics>(
    type: T,
    handler: (message: Topics[T]) => void,
    options?: ListenOptions,
  ): () => void {
    const once = options?.once;
    const signal = checkedSignal(options);
    const id = ++this.#lastId;
    const off = () => {
      this.#handle.off(id);
      this.#onDestroy.delete(off);
      signal?.removeEventListener('abort', off);
    };
    const call = once
      ? (message: Topics[T]) => {
          off();
          handler(message);
        }
      : handler;
    this.#handle.on(type, call, id);
    if (signal) {
      if (signal.aborted) off();
      else {
        signal.addEventListener('abort', off, { once: true });
        this.#onDestroy.add(off);
      }
    }
    return off;
  }

  /** The next message of one type. Rejects when `signal` is aborted or the embed destroyed. */
  once<T extends keyof Topics>(
    type: T,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<Topics[T]> {
    const signal = checkedSignal(options);
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const settle = (outcome: () => void) => {
        off();
        signal?.removeEventListener('abort', abort);
        this.#onDestroy.delete(destroyed);
        outcome();
      };
      const abort = () => settle(() => reject(signal?.reason));
      const destroyed = () => settle(() => reject(gone()));
      const off = this.on(type, (message) => settle(() => resolve(message)));
      signal?.addEventListener('abort', abort);
      this.#onDestroy.add(destroyed);
    });
  }

  /**
   * Every event from now on, in order. Ends when the embed is destroyed; rejects when `signal` is
   * aborted.
   */
  events(options?: {
    signal?: AbortSignal | undefined;
  }): AsyncIterableIterator<EmbedEvent | UnknownEvent> {
    const signal = checkedSignal(options);
    type Result = IteratorResult<EmbedEvent | UnknownEvent, undefined>;
    const waiting: { resolve(result: Result): void; reject(reason: unknown): void }[] = [];
    const arrived: (EmbedEvent | UnknownEvent)[] = [];
    let ended = false;
    const done: Result = { done: true, value: undefined };

    const off = this.on('*', (event) => {
      const next = waiting.shift();
      if (next) next.resolve({ done: false, value: event });
      else arrived.push(event);
    });
    const end = () => {
      ended = true;
      off();
      this.#onDestroy.delete(end);
      signal?.removeEventListener('abort', abort);
      for (const next of waiting.splice(0)) next.resolve(done);
    };
    const abort = () => {
      for (const next of waiting.splice(0)) next.reject(signal?.reason);
      end();
    };
    this.#onDestroy.add(end);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);

    return {
      next() {
        const event = arrived.shift();
        if (event) return Promise.resolve({ done: false, value: event });
        if (signal?.aborted) return Promise.reject(signal.reason);
        if (ended) return Promise.resolve(done);
        return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
      },
      return() {
        arrived.length = 0;
        end();
        return Promise.resolve(done);
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  /** Sets the colour scheme; `auto` follows the viewer's system. */
  setColorScheme(scheme: 'light' | 'dark' | 'auto'): void {
    this.#handle.act('set-color-scheme', scheme);
  }

  /** Applies a brand theme. */
  setTheme(theme: Theme): void {
    this.#handle.act('set-theme', theme);
  }

  /** Sets the language and the number formats. */
  setLocale(locale: string): void {
    this.#handle.act('set-locale', locale);
  }

  /** Sets the time zone by its IANA name. */
  setTimezone(timezone: string): void {
    this.#handle.act('set-timezone', timezone);
  }

  /** Sets one filter. */
  setFilter(filter: Filter | string): void {
    this.#handle.act('set-filter', filter);
  }

  /** Navigates to a path inside the embed. */
  navigate(path: string): void {
    this.#handle.act('navigate', path);
  }

  /** Runs the embed's queries again. */
  refresh(): void {
    this.#handle.act('refresh', undefined);
  }

  /**
   * Sends any other action. `set-session` is the bridge's own: use `renew`.
   */
  send<N extends ActionName | (string & {})>(type: N, ...payload: ActionArguments<N>): void {
    this.#handle.send(type, payload[0]);
  }

  /** Renews the session now. Resolves when confirmed, rejects when this renewal gave up. */
  async renew(): Promise<void> {
    await this.#handle.renew();
  }

  /** Mints a fresh id and loads the iframe anew. Resolves when the embed is ready again. */
  async reload(): Promise<void> {
    await this.#handle.reload();
  }

  /** Ends the embed: no listener, no timer, and no iframe where `mount` made it. */
  destroy(): void {
    this.#handle.destroy();
    for (const callback of [...this.#onDestroy]) callback();
    this.#onDestroy.clear();
  }

  [Symbol.dispose](): void {
    this.destroy();
  }
}

/** What `send` takes after the name: exact for the known actions, open for any other. */
type ActionArguments<N extends string> = N extends ActionName
  ? undefined extends ActionPayloads[N]
    ? []
    : [payload: ActionPayloads[N]]
  : N extends 'set-session'
    ? [use: 'renew() instead', never]
    : [payload?: Record<string, unknown>];

/** Loads the WebAssembly, once. */
export type Load = () => Promise<Glue>;

/** `mount`, for an entry point that loads the WebAssembly by `load`. */
export async function mountWith(
  load: Load,
  target: Element | string,
  options: MountOptions,
): Promise<Embed> {
  const { Handle } = await prepare(load, options);
  return owned(Handle.mount(target, options), options);
}

/** `connect`, for an entry point that loads the WebAssembly by `load`. */
export async function connectWith(
  load: Load,
  iframe: HTMLIFrameElement,
  options: ConnectOptions,
): Promise<Embed> {
  const { Handle } = await prepare(load, options);
  return owned(Handle.connect(iframe, options), options);
}

async function prepare(load: Load, options: ConnectOptions): Promise<Glue> {
  if (typeof document === 'undefined') {
    throw new EmbedError(
      'not-a-browser',
      'An embed needs a page with a document. On a server, mount it after hydration.',
    );
  }
  const signal = checkedSignal(options);
  signal?.throwIfAborted();
  const glue = await load();
  signal?.throwIfAborted();
  return glue;
}

/** The handle in its class, unless a `getSession` that was called meanwhile has aborted it. */
function owned(handle: Handle, { signal }: ConnectOptions): Embed {
  const embed = new Embed(handle, signal);
  if (signal?.aborted) {
    embed.destroy();
    signal.throwIfAborted();
  }
  return embed;
}

/** The signal of some options, which nothing may trip over once things are set up. */
function checkedSignal(
  options: { signal?: AbortSignal | undefined } | null | undefined,
): AbortSignal | undefined {
  const signal = options?.signal ?? undefined;
  if (signal && !('aborted' in signal && typeof signal.addEventListener === 'function')) {
    throw new EmbedError('invalid-option', 'signal must be an AbortSignal.');
  }
  return signal;
}

function gone(): EmbedError {
  return new EmbedError('destroyed', 'The embed was destroyed. Mount or connect a new one.');
}
