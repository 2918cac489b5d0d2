// The `Embed` that `mount` and `connect` return: what a page listens to, and what it asks for. A host does
// the work.

import { actionOf, readAction } from './actions.js';
import { topics } from './check.js';
import { DESTROYED, INVALID_HANDLER, UNKNOWN_EVENT } from '../core/errors.js';
import { MOST_UNREAD } from '../core/limits.js';
import type { ActionName, AnyEvent, EmbedEvent, Filter, Theme } from '../core/protocol.js';
import { embedError } from '../errors.js';
import type { Host } from './host.js';
import { readSignal } from './options.js';
import type {
  ActionArguments,
  Embed,
  ListenOptions,
  SessionState,
  Topics,
  WaitOptions,
} from '../types.js';
import { own } from './values.js';

/** What the handle needs of its host. `svc-embed/testing` has a host without a page. */
export type HandleHost = Pick<
  Host,
  | 'ready'
  | 'handlers'
  | 'iframe'
  | 'isClosed'
  | 'isShown'
  | 'session'
  | 'send'
  | 'renew'
  | 'reload'
  | 'checkPlace'
  | 'destroy'
>;

/** The `Embed` of a host. */
export class EmbedHandle implements Embed {
  readonly ready: Promise<EmbedEvent<'ready'>>;
  /** An object of its own kind: Vue therefore hands it out as it is, not as a proxy. */
  readonly [Symbol.toStringTag] = 'Embed';
  readonly #host: HandleHost;

  constructor(host: HandleHost) {
    this.#host = host;
    this.ready = host.ready;
  }

  get iframe(): HTMLIFrameElement {
    return this.#host.iframe;
  }

  get session(): SessionState {
    return this.#host.session;
  }

  on<T extends keyof Topics>(
    type: T,
    handler: (message: Topics[T]) => void,
    options?: ListenOptions,
  ): () => void {
    const given = own(options);
    const { once } = given;
    const signal = readSignal(given);
    if (typeof handler !== 'function') throw embedError(INVALID_HANDLER);
    if (!topics().includes(type)) throw embedError(UNKNOWN_EVENT, undefined, String(type));
    if (this.#host.isClosed) throw embedError(DESTROYED);
    const remove = this.#host.handlers.add(type, (message: Topics[T]) => {
      if (once) off();
      handler(message);
    });
    const off = this.#untilEnd(signal, remove);
    return off;
  }

  once<T extends keyof Topics>(type: T, options?: WaitOptions): Promise<Topics[T]> {
    const signal = readSignal(options);
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const off = this.on(type, (message) => {
        resolve(message);
        end();
      });
      const end = this.#untilEnd(signal, (aborted) => {
        off();
        reject(aborted ? signal?.reason : embedError(DESTROYED));
      });
    });
  }

  events(options?: WaitOptions): AsyncIterableIterator<AnyEvent> {
    const signal = readSignal(options);
    let unread: AnyEvent[] = [];
    let isOver = false;
    /** Hands an event to the page, which waits for it. */
    let wake: ((event?: AnyEvent) => void) | undefined;
    const off = this.on('*', (event) => {
      if (wake) wake(event);
      else if (unread.push(event) > MOST_UNREAD) unread.shift();
      wake = undefined;
    });
    const end = this.#untilEnd(signal, () => {
      isOver = true;
      off();
      wake?.();
    });
    const events = (async function* () {
      for (;;) {
        const event = unread.shift();
        if (event) yield event;
        else if (isOver) return signal?.throwIfAborted();
        else {
          const next = await new Promise<AnyEvent | undefined>((resolve) => (wake = resolve));
          if (next) yield next;
        }
      }
    })();
    const finish = events.return;
    // The generator's own `return` would wait for the next event.
    events.return = () => {
      unread = [];
      end();
      return finish.call(events);
    };
    return events;
  }

  setColorScheme(scheme: 'light' | 'dark' | 'auto'): void {
    this.#act('set-color-scheme', scheme);
  }

  setTheme(theme: Theme): void {
    this.#act('set-theme', theme);
  }

  setLocale(locale: string): void {
    this.#act('set-locale', locale);
  }

  setTimezone(timezone: string): void {
    this.#act('set-timezone', timezone);
  }

  setFilter(filter: Filter | string): void {
    this.#act('set-filter', filter);
  }

  clearFilter(member: string): void {
    this.#act('set-filter', { member, value: null });
  }

  navigate(path: string): void {
    this.#act('navigate', path);
  }

  refresh(): void {
    this.#act('refresh', undefined);
  }

  send<N extends ActionName | (string & {})>(type: N, ...payload: ActionArguments<N>): void {
    this.#host.send(readAction(type, payload[0]));
  }

  renew(): Promise<void> {
    return this.#host.renew();
  }

  reload(): Promise<void> {
    return this.#host.reload();
  }

  /** For a component: whether the iframe shows an embed, which is still heard. */
  get isShown(): boolean {
    return this.#host.isShown;
  }

  /** For React, which may just have moved the iframe. */
  checkPlace(): void {
    this.#host.checkPlace();
  }

  destroy(): void {
    this.#host.destroy();
  }

  [Symbol.dispose](): void {
    this.destroy();
  }

  #act(name: ActionName, argument: unknown): void {
    this.#host.send(actionOf(name, argument));
  }

  /**
   * Calls `end` once: when the returned function is called, the embed has ended, or `signal` is
   * aborted. `end` gets the event of the abort, if there was one.
   */
  #untilEnd(signal: AbortSignal | undefined, end: (aborted?: Event) => unknown): () => void {
    const { onEnd } = this.#host.handlers;
    const finish = (aborted?: Event) => {
      signal?.removeEventListener('abort', finish);
      if (onEnd.delete(finish)) end(aborted);
    };
    onEnd.add(finish);
    if (signal?.aborted) finish();
    else signal?.addEventListener('abort', finish);
    return () => finish();
  }
}
