import type { Action } from '../shell/actions.js';
import { checkEvent } from '../shell/check.js';
import { DESTROYED, ERRORS, NOT_RENEWABLE } from '../core/errors.js';
import type { EmbedErrorCode, ErrorNumber } from '../core/errors.js';
import { ACTION_PREFIX, EVENT, EVENT_PREFIX, SOURCE } from '../core/names.js';
import type { EmbedEvent, EventName } from '../core/protocol.js';
import { EmbedHandle, type HandleHost } from '../shell/handle.js';
import { EmbedError, embedError, isEmbedError, isSignedOut } from '../errors.js';
import { Handlers } from '../shell/handlers.js';
import type { Embed, SessionState } from '../types.js';

/** An action that the page has asked for. */
export interface FakeAction {
  /** The action's bare name, such as `set-locale`. */
  readonly type: string;
  /** The payload, as the embed would receive it. */
  readonly payload: object;
}

/** The options of `fakeEmbed`. */
export interface FakeEmbedOptions {
  /** What the iframe would show. Default `dashboard`. */
  surface?: 'dashboard' | 'app' | 'chat' | undefined;
  /** How the embed is authenticated. Default `signed`. */
  mode?: 'signed' | 'private' | undefined;
  /**
   * Called by `renew()` and `reload()`, which then succeed. If it throws or rejects, they reject, and
   * the session is `stopped`. By default both succeed.
   */
  onRenew?: (() => void | Promise<void>) | undefined;
  /** The embed's iframe. Default: a new one, which is in no document. */
  iframe?: HTMLIFrameElement | undefined;
}

/** The arguments of `emit` after the name: exact for the known events, open for any other. */
export type EmitArguments<N extends string> = N extends
  'ready' | 'dashboard-loaded' | 'session-expiring' | 'session-expired'
  ? [payload?: EmbedEvent<N>['payload']]
  : N extends EventName
    ? [payload: EmbedEvent<N>['payload']]
    : [payload: object];

/** An `Embed` whose other side is the test. */
export interface FakeEmbed extends Embed {
  /** The actions of the page, in the order of the calls. Also those that a real embed gets at `ready`. */
  readonly actions: FakeAction[];
  /**
   * Sends an event, as the embed would. The session changes as it would: `ready` makes it active,
   * `session-expiring` and `session-expired` make it that.
   *
   * @param name - The event's bare name, such as `drilldown`. Another name is an `unknown` event.
   * @param payload - The event's payload. `ready`, `dashboard-loaded`, `session-expiring` and
   * `session-expired` have one without it.
   * @throws A `TypeError` if the payload does not fit the protocol; `destroyed` after `destroy()`.
   *
   * @example
   * ```ts
   * embed.emit('ready');
   * embed.emit('drilldown', { member: 'orders.revenue' });
   * ```
   */
  emit<N extends EventName | (string & {})>(name: N, ...payload: EmitArguments<N>): void;
  /**
   * Stops the session with an error, as after the last attempt of a renewal. Before `ready`, the
   * promise `ready` rejects.
   *
   * @param code - The code of the error. Default `mint-failed`.
   * @param cause - The error's cause, such as what `getSession` has thrown.
   *
   * @example
   * ```ts
   * embed.fail('signed-out');
   * ```
   */
  fail(code?: EmbedErrorCode, cause?: unknown): void;
  /**
   * Changes the session in any other way, and notifies the handlers of `session`.
   *
   * @example
   * ```ts
   * embed.setSession({ renewal: 'backing-off', attempt: 3, nextAttemptAt: Date.now() + 4_000 });
   * ```
   */
  setSession(change: Partial<SessionState>): void;
}

/**
 * Makes an `Embed` for unit tests and stories. It needs no browser and no service: the test emits
 * events, reads the actions, and moves the session. Wrong input throws the same errors as in a page.
 *
 * @param options - What the embed shows, and how renewals end.
 * @returns The embed. Its session is `starting` until the test emits `ready`.
 *
 * @example
 * ```ts
 * const embed = fakeEmbed();
 * embed.on('drilldown', ({ payload }) => console.log(payload.member));
 * embed.emit('ready');
 * embed.emit('drilldown', { member: 'orders.revenue' });
 * ```
 */
export function fakeEmbed(options: FakeEmbedOptions = {}): FakeEmbed {
  return new FakeHandle(new FakeHost(options));
}

class FakeHandle extends EmbedHandle implements FakeEmbed {
  readonly actions: FakeAction[];
  readonly #host: FakeHost;

  constructor(host: FakeHost) {
    super(host);
    this.#host = host;
    this.actions = host.actions;
  }

  emit(name: string, payload?: object): void {
    this.#host.emit(name, payload);
  }

  fail(code: EmbedErrorCode = 'mint-failed', cause?: unknown): void {
    this.#host.fail(errorOf(code, cause));
  }

  setSession(change: Partial<SessionState>): void {
    this.#host.change(change);
  }
}

/** The host of a handle, without a page. */
class FakeHost implements HandleHost {
  readonly actions: FakeAction[] = [];
  readonly handlers: Handlers = new Handlers();
  readonly ready: Promise<EmbedEvent<'ready'>>;
  readonly #options: FakeEmbedOptions;
  #settleReady!: { resolve(event: EmbedEvent<'ready'>): void; reject(error: EmbedError): void };
  #iframe: HTMLIFrameElement | undefined;
  #isClosed = false;
  #session: SessionState;

  constructor(options: FakeEmbedOptions) {
    this.#options = options;
    this.#iframe = options.iframe;
    const isPrivate = options.mode === 'private';
    const first = {
      ...CALM,
      mode: null,
      status: 'starting',
      renewals: 0,
      expiresAt: null,
    } as const;
    this.#session = isPrivate ? first : { ...first, renewal: 'minting', attempt: 1 };
    this.ready = new Promise((resolve, reject) => (this.#settleReady = { resolve, reject }));
    // As with a real embed, a rejection that nobody waits for is not an unhandled one.
    this.ready.catch(() => {});
  }

  get iframe(): HTMLIFrameElement {
    if (!this.#iframe && typeof document === 'undefined')
      throw new EmbedError('not-a-browser', 'There is no document: give fakeEmbed an iframe.');
    return (this.#iframe ??= document.createElement('iframe'));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get session(): SessionState {
    return { ...this.#session };
  }

  send({ type, payload }: Action): void {
    if (this.#isClosed) throw embedError(DESTROYED);
    this.actions.push({ type: type.slice(ACTION_PREFIX.length), payload });
    this.handlers.call('sent', type);
  }

  /** Its session alone says whether it works. */
  readonly isShown = true;

  /** No browser loads this iframe again. */
  checkPlace(): void {}

  async renew(): Promise<void> {
    if (!this.#isClosed && this.#options.mode === 'private') throw embedError(NOT_RENEWABLE);
    return this.reload();
  }

  async reload(): Promise<void> {
    const { lastError: before } = this.#session;
    this.change({ renewal: 'minting', attempt: 1, nextAttemptAt: null });
    try {
      await this.#options.onRenew?.();
    } catch (thrown) {
      const code = isSignedOut(thrown) ? 'signed-out' : 'mint-failed';
      if (!this.#isClosed) this.fail(isEmbedError(thrown) ? thrown : errorOf(code, thrown));
    }
    const { lastError, renewals } = this.#session;
    if (lastError && lastError !== before) throw lastError;
    const mode = this.#options.mode ?? 'signed';
    this.change({ ...CALM, mode, status: 'active', renewals: renewals + 1, expiresAt: null });
  }

  destroy(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#settleReady.reject(embedError(DESTROYED));
    // As with a real embed, the end is no error of the session.
    const { lastError } = this.#session;
    this.#session = { ...this.#session, ...CALM, status: 'stopped', lastError } as SessionState;
    this.handlers.call('session', this.session);
    this.handlers.end();
    this.#iframe?.remove();
  }

  emit(name: string, given: object | undefined): void {
    if (this.#isClosed) throw embedError(DESTROYED);
    const { surface = 'dashboard' } = this.#options;
    const payload = given ?? this.#usualPayload(name);
    const type = EVENT_PREFIX + name;
    const event = {
      source: SOURCE,
      direction: EVENT,
      type,
      payload,
      timestamp: Date.now(),
      surface,
    };
    const spec = checkEvent(event);
    if (typeof spec === 'string')
      throw new TypeError(`The payload of ${name} does not fit the protocol.`);
    this.#move(event as EmbedEvent);
    this.handlers.call(spec.name, event);
    this.handlers.call('*', event);
  }

  fail(error: EmbedError): void {
    this.#settleReady.reject(error);
    this.change({ ...CALM, status: 'stopped', lastError: error });
  }

  change(change: Partial<SessionState>): void {
    if (this.#isClosed) throw embedError(DESTROYED);
    this.#session = { ...this.#session, ...change } as SessionState;
    this.handlers.call('session', this.session);
  }

  /** Changes the session as an event would. */
  #move(event: EmbedEvent): void {
    switch (event.type) {
      case 'svc:event:ready': {
        const mode = event.payload.mode === 'private' ? 'private' : 'signed';
        this.change({ ...CALM, mode, status: 'active' });
        return this.#settleReady.resolve(event);
      }
      case 'svc:event:session-expiring': {
        const { expiresAt } = event.payload;
        const nextAttemptAt = Date.now();
        return this.change({ status: 'expiring', renewal: 'scheduled', expiresAt, nextAttemptAt });
      }
      case 'svc:event:session-expired': {
        const { expiredAt: expiresAt } = event.payload;
        return this.change({
          ...CALM,
          status: 'expired',
          renewal: 'minting',
          attempt: 1,
          expiresAt,
        });
      }
    }
  }

  #usualPayload(name: string): object {
    const { mode = 'signed', surface = 'dashboard' } = this.#options;
    switch (name) {
      case 'ready':
        return { embedTenant: null, deploymentId: null, mode, surface };
      case 'session-expiring':
        return { expiresAt: Date.now() + HALF_AN_HOUR, expiresInMs: HALF_AN_HOUR };
      case 'session-expired':
        return { expiredAt: Date.now() };
      default:
        return {};
    }
  }
}

const HALF_AN_HOUR = 30 * 60_000;

/** A session without a renewal. */
const CALM = { renewal: 'idle', attempt: 0, nextAttemptAt: null, lastError: null } as const;

/** The error of a code, with the sentence that a page gets. */
function errorOf(code: EmbedErrorCode, cause: unknown): EmbedError {
  const place = ERRORS.findIndex(([known]) => known === code);
  if (place < 0) return new EmbedError(code, `The test made the embed fail: ${code}.`, cause);
  return embedError((place + 1) as ErrorNumber, cause);
}
