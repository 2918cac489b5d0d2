import { EmbedError } from './errors.js';
import { Host, isTopic, type Core } from './host.js';
import { isTaken, makeFrame } from './page.js';
import type {
  ActionName,
  ActionPayloads,
  AnyEvent,
  EmbedEvent,
  Filter,
  Theme,
} from './protocol.js';
import type { ConnectOptions, ListenOptions, MountOptions, SessionState, Topics } from './types.js';

/** An embed on the page. Made by `mount` and `connect`. */
export class Embed {
  /**
   * The first `ready` event. Rejects where it is overdue, and where the embed is destroyed before.
   * Nothing is reported where nobody waits for it.
   */
  readonly ready: Promise<EmbedEvent<'ready'>>;
  readonly #host: Host;
  readonly #onDestroy = new Set<() => void>();

  /** @internal */
  constructor(host: Host, signal: AbortSignal | undefined) {
    this.#host = host;
    this.ready = host.ready as Promise<EmbedEvent<'ready'>>;
    if (signal) this.#untilEnd(signal, () => this.destroy());
  }

  /**
   * Calls `end` once: when the function it returns is called, the embed is destroyed, or `signal` is
   * aborted, of which it gets the event.
   */
  #untilEnd(signal: AbortSignal | undefined, end: (aborted?: Event) => void): () => void {
    const finish = (aborted?: Event) => {
      signal?.removeEventListener('abort', finish);
      if (this.#onDestroy.delete(finish)) end(aborted);
    };
    this.#onDestroy.add(finish);
    if (signal?.aborted) finish();
    else signal?.addEventListener('abort', finish);
    return () => finish();
  }

  /** The iframe. */
  get iframe(): HTMLIFrameElement {
    return this.#host.iframe;
  }

  /** The session as it stands: a fresh object at each read. */
  get session(): SessionState {
    return this.#host.session;
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
    if (typeof handler !== 'function') throw invalid('A handler must be a function.');
    if (!isTopic(type)) {
      throw invalid(
        "There is no such event. Events that this version does not know arrive as 'unknown' and as '*'.",
      );
    }
    if (this.#host.closed) throw gone();
    const off = this.#untilEnd(
      signal,
      this.#host.on(type, (message: Topics[T]) => {
        if (once) off();
        handler(message);
      }),
    );
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
      const off = this.on(type, (message) => {
        resolve(message);
        end();
      });
      const end = this.#untilEnd(signal, (aborted) => {
        off();
        reject(aborted ? signal?.reason : gone());
      });
    });
  }

  /**
   * Every event from now on, in order. Ends when the embed is destroyed; rejects when `signal` is
   * aborted.
   */
  events(options?: { signal?: AbortSignal | undefined }): AsyncIterableIterator<AnyEvent> {
    const signal = checkedSignal(options);
    type Result = IteratorResult<AnyEvent, undefined>;
    const waiting: { resolve(result: Result): void; reject(reason: unknown): void }[] = [];
    const arrived: AnyEvent[] = [];
    let ended = false;
    const done: Result = { done: true, value: undefined };

    const off = this.on('*', (event) => {
      const next = waiting.shift();
      if (next) next.resolve({ done: false, value: event });
      else arrived.push(event);
    });
    const end = this.#untilEnd(signal, (aborted) => {
      ended = true;
      off();
      for (const { resolve, reject } of waiting.splice(0))
        aborted ? reject(signal?.reason) : resolve(done);
    });

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
    this.#act('set-color-scheme', scheme);
  }

  /** Applies a brand theme. */
  setTheme(theme: Theme): void {
    this.#act('set-theme', theme);
  }

  /** Sets the language and the number formats. */
  setLocale(locale: string): void {
    this.#act('set-locale', locale);
  }

  /** Sets the time zone by its IANA name. */
  setTimezone(timezone: string): void {
    this.#act('set-timezone', timezone);
  }

  /** Sets one filter. */
  setFilter(filter: Filter | string): void {
    this.#act('set-filter', filter);
  }

  /** Navigates to a path inside the embed. */
  navigate(path: string): void {
    this.#act('navigate', path);
  }

  /** Runs the embed's queries again. */
  refresh(): void {
    this.#act('refresh', undefined);
  }

  /**
   * Sends any other action. `set-session` is the bridge's own: use `renew`.
   */
  send<N extends ActionName | (string & {})>(type: N, ...payload: ActionArguments<N>): void {
    const name: unknown = type;
    this.#host.send(typeof name === 'string' ? name : '', payload[0], true);
  }

  #act(name: ActionName, argument: unknown): void {
    this.#host.send(name, argument, false);
  }

  /** Renews the session now. Resolves when confirmed, rejects when this renewal gave up. */
  renew(): Promise<void> {
    return this.#host.ask(false);
  }

  /** Mints a fresh id and loads the iframe anew. Resolves when the embed is ready again. */
  reload(): Promise<void> {
    return this.#host.ask(true);
  }

  /** Ends the embed: no listener, no timer, and no iframe where `mount` made it. */
  destroy(): void {
    this.#host.destroy();
    // Called inside a handler of `session`, the others are still to hear of the end.
    this.#host.afterChanges(() => {
      for (const callback of [...this.#onDestroy]) callback();
      this.#onDestroy.clear();
    });
  }

  /** `destroy`, at the end of a `using` block. */
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
    ? [use: 'renew() instead', nothing: never]
    : [payload?: object];

/** Loads the WebAssembly, once, and makes its one page. */
export type Load = () => Promise<Core>;

/** `mount`, for an entry point that loads the WebAssembly by `load`. */
export async function mountWith(
  load: Load,
  target: Element | string,
  options: MountOptions,
): Promise<Embed> {
  const core = await prepare(load, options);
  const parent = findTarget(target);
  const title = options?.title ?? TITLES[options?.surface?.kind] ?? 'Analytics';
  const attributes = texts(options?.attributes);
  if (typeof title !== 'string') throw invalid('title must be a string.');
  const iframe = makeFrame(parent, title, attributes);
  if (!iframe) {
    throw invalid(
      'attributes must be valid attributes of an iframe other than src, srcdoc and event handlers.',
    );
  }
  return open(core, iframe, options, parent);
}

/** `connect`, for an entry point that loads the WebAssembly by `load`. */
export async function connectWith(
  load: Load,
  iframe: HTMLIFrameElement,
  options: ConnectOptions,
): Promise<Embed> {
  const core = await prepare(load, options);
  // By name: an iframe made by another document is no instance of this one's classes.
  const isFrame = iframe?.localName === 'iframe' && 'contentWindow' in iframe;
  if (!isFrame || iframe.ownerDocument !== document) throw invalidTarget();
  if (isTaken(iframe)) {
    throw new EmbedError(
      'invalid-target',
      'This iframe already has an embed. Use that one, or destroy it first.',
    );
  }
  return open(core, iframe, options);
}

const TITLES: Record<string, string> = { dashboard: 'Dashboard', chat: 'Chat' };

async function prepare(load: Load, options: ConnectOptions): Promise<Core> {
  if (typeof document === 'undefined') {
    throw new EmbedError(
      'not-a-browser',
      'An embed needs a page with a document. On a server, mount it after hydration.',
    );
  }
  const signal = checkedSignal(options);
  signal?.throwIfAborted();
  const core = await load();
  signal?.throwIfAborted();
  return core;
}

function open(
  core: Core,
  iframe: HTMLIFrameElement,
  options: ConnectOptions & Partial<MountOptions>,
  parent?: Element,
): Embed {
  // Without any options, what is missing is the base URL.
  const { getSession, signal } = (options ??= {} as typeof options);
  // It may have been aborted since the WebAssembly was there.
  signal?.throwIfAborted();
  if (getSession != null && typeof getSession !== 'function') {
    throw invalid(
      "getSession must be a function that mints a session id on the page's own backend.",
    );
  }
  const host = new Host(core, iframe, getSession, parent !== undefined);
  const params = parent && Object.entries(texts(options.params)).flat();
  const seed = Math.random() * 2 ** 32;
  host.open(seed, [hrefOf(options.baseUrl), options, params, getSession ?? undefined]);
  const embed = new Embed(host, signal);
  try {
    if (options.colorScheme != null) embed.setColorScheme(options.colorScheme);
    if (options.theme != null) embed.setTheme(options.theme);
    if (options.locale != null) embed.setLocale(options.locale);
    if (options.timezone != null) embed.setTimezone(options.timezone);
    host.start(parent);
    // A `getSession` that was called meanwhile may have aborted it.
    signal?.throwIfAborted();
  } catch (error) {
    embed.destroy();
    throw error;
  }
  return embed;
}

function findTarget(target: unknown): Element {
  let found = target;
  try {
    if (typeof target === 'string') found = document.querySelector(target);
  } catch {
    throw invalidTarget();
  }
  const element = found as Element | null | undefined;
  const isElement = element?.nodeType === Node.ELEMENT_NODE;
  if (!isElement || element.ownerDocument !== document) throw invalidTarget();
  return element;
}

/** A base URL as the browser's own parser writes it; undefined where it is none. */
function hrefOf(baseUrl: string | URL): string | undefined {
  try {
    return new URL(baseUrl).href;
  } catch {
    return undefined;
  }
}

/** An object of strings, numbers and booleans, all as strings. */
function texts(values: object | null | undefined): Record<string, string> {
  const entries = Object.entries(values ?? {});
  const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
  if (!(typeof (values ?? {}) === 'object' && entries.every(([, value]) => isPlain(value)))) {
    throw invalid('params and attributes must be objects of strings, numbers and booleans.');
  }
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
}

/** The signal of some options, which nothing may trip over once things are set up. */
function checkedSignal(
  options: { signal?: AbortSignal | undefined } | null | undefined,
): AbortSignal | undefined {
  const signal = options?.signal ?? undefined;
  // By what it can do: one of another window is no instance of this one's class.
  const isSignal = typeof signal?.aborted === 'boolean' && 'addEventListener' in signal;
  if (signal !== undefined && !isSignal) {
    throw invalid('signal must be an AbortSignal.');
  }
  return signal;
}

function gone(): EmbedError {
  return new EmbedError('destroyed', 'The embed was destroyed. Mount or connect a new one.');
}

function invalid(message: string): EmbedError {
  return new EmbedError('invalid-option', message);
}

function invalidTarget(): EmbedError {
  return new EmbedError(
    'invalid-target',
    'mount() needs an element of this document, or a selector that finds one; connect() needs an iframe of it. What another document holds sends its messages there.',
  );
}
