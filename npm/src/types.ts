import type { EmbedError } from './errors.js';
import type {
  ActionName,
  ActionPayloads,
  AnyEvent,
  EmbedEvent,
  EventName,
  Filter,
  Member,
  Open,
  Theme,
  UnknownEvent,
} from './core/protocol.js';

declare global {
  // For compilers whose `lib` does not know it; merges with one that does.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** Why svc-embed asks for a session id. */
export type SessionReason =
  'mount' | 'expiring' | 'expired' | 'foreground' | 'rejected' | 'manual' | 'reload';

/** The argument of `getSession`. */
export interface SessionRequest {
  /** What caused the request: an event, the page, or a failure. */
  readonly reason: SessionReason;
  /** Counts from 1 within one renewal. */
  readonly attempt: number;
  /** When the session stops working (epoch ms); null until an event reports it. */
  readonly expiresAt: number | null;
  /** Aborted when the id is no longer needed; pass it to `fetch`. */
  readonly signal: AbortSignal;
}

/**
 * Gets a fresh session id from the page's own backend, which has the API key. svc-embed calls it once
 * for each renewal and once for each further attempt. Every call must return a new id. Throw a
 * `SignedOutError` to end renewal. After any other error, svc-embed tries again after a pause.
 */
export type GetSession = (request: SessionRequest) => string | Promise<string>;

/** How a session is renewed. Durations are in milliseconds. */
export interface RenewalOptions {
  /** How long `getSession` may take before svc-embed aborts it and tries again. Default 30,000. */
  mintTimeoutMs?: number | undefined;
  /** How long svc-embed waits for a rejection before the id counts as accepted. Default 10,000. */
  confirmMs?: number | undefined;
  /** The shortest pause before a failed attempt is repeated. Default 1,000. */
  retryMinMs?: number | undefined;
  /** The longest pause before a failed attempt is repeated. Default 60,000. */
  retryMaxMs?: number | undefined;
  /** Attempts of one renewal before it gives up. Default 8. */
  maxAttempts?: number | undefined;
  /** A renewal starts at a random moment of this time after `session-expiring`. Default 1,080,000 (18 minutes). */
  spreadMs?: number | undefined;
  /**
   * How long a session is usable, in case no event reports its end. Default 82,800,000 (23 hours).
   * Without an event, no session is renewed within `retryMinMs` of the one before.
   */
  lifetimeMs?: number | undefined;
  /**
   * What happens after the last failed attempt. Default `'stop'`: the session is `stopped` until the
   * next trigger. With `'reload'`, svc-embed makes up to `maxAttempts` further attempts. Each of them
   * loads the iframe again with a fresh id.
   */
  onExhausted?: 'stop' | 'reload' | undefined;
  /**
   * The shortest pause before each further attempt of a `stopped` session, while the page is visible
   * and online. After a sign-out there is no further attempt. At least `retryMaxMs`; `false` turns
   * these attempts off. Default 300,000 (5 minutes).
   */
  retryStoppedMs?: number | false | undefined;
}

/** The options of `connect`. */
export interface ConnectOptions {
  /**
   * The tenant's https URL. Plain http is accepted only on loopback hosts.
   *
   * @example
   * ```ts
   * baseUrl: 'https://acme.example.com'
   * ```
   */
  baseUrl: string | URL;
  /**
   * Gets session ids from your backend. Without it the embed is private: the viewer signs in to the service.
   *
   * @example
   * ```ts
   * getSession: async ({ signal }) => {
   *   const response = await fetch('/api/embed-session', {
   *     method: 'POST',
   *     headers: { 'x-svc-embed': '1' },
   *     signal,
   *   });
   *   if (response.status === 401) throw new SignedOutError();
   *   if (!response.ok) throw new Error(`The backend answered ${response.status}.`);
   *   return (await response.json()).sessionId;
   * }
   * ```
   */
  getSession?: GetSession | undefined;
  /**
   * What the iframe shows. With `connect`, the iframe's `src` must be what `mount` would load for it, with these
   * `params`: otherwise the iframe is not adopted. svc-embed can then load it again, after a move for example.
   * Without `surface`, it does so only if `src` is the plain address of a dashboard.
   *
   * @example
   * ```ts
   * surface: { kind: 'dashboard', publicId: 'sales' }
   * ```
   */
  surface?: Surface | undefined;
  /**
   * Further URL parameters, for example `{ allowExport: true }`. Undefined values are left out. If
   * your object's type is an interface, pass a copy: `{ ...params }`.
   *
   * @example
   * ```ts
   * params: { allowExport: true }
   * ```
   */
  params?: Texts | undefined;
  /**
   * The initial filters.
   *
   * @example
   * ```ts
   * filters: [{ member: 'orders.status', value: 'completed' }]
   * ```
   */
  filters?: readonly Filter[] | undefined;
  /**
   * The colour scheme, sent as soon as the embed is ready, like `theme`, `locale` and `timezone`.
   * `auto` follows the viewer's system.
   *
   * @example
   * ```ts
   * colorScheme: 'dark'
   * ```
   */
  colorScheme?: 'light' | 'dark' | 'auto' | undefined;
  /**
   * A brand theme: for example `primaryColor`, `borderRadius` and `font`.
   *
   * @example
   * ```ts
   * theme: { primaryColor: '#123456' }
   * ```
   */
  theme?: Theme | undefined;
  /**
   * A language tag such as `de`, `de-CH` or `pt_BR`.
   *
   * @example
   * ```ts
   * locale: 'de-CH'
   * ```
   */
  locale?: string | undefined;
  /**
   * An IANA name such as `Europe/Berlin`.
   *
   * @example
   * ```ts
   * timezone: 'Europe/Berlin'
   * ```
   */
  timezone?: string | undefined;
  /**
   * How the session is renewed. Every option has a default.
   *
   * @example
   * ```ts
   * renewal: { maxAttempts: 3, onExhausted: 'reload' }
   * ```
   */
  renewal?: RenewalOptions | undefined;
  /**
   * How long the `ready` event may take before the `ready` promise rejects, in milliseconds. Default
   * 60,000. The embed still works if the event comes later. While nobody sees the iframe, the promise
   * does not reject. The time begins again when the viewer sees it, and is then at least ten seconds.
   *
   * @example
   * ```ts
   * readyTimeoutMs: 30_000
   * ```
   */
  readyTimeoutMs?: number | undefined;
  /**
   * Aborting it destroys the embed, at any time: also one that works. `AbortSignal.timeout` therefore
   * limits its whole life. For a limit of the start, see `readyTimeoutMs`.
   *
   * @example
   * ```ts
   * signal: controller.signal // and later: controller.abort()
   * ```
   */
  signal?: AbortSignal | undefined;
  /**
   * Receives the warnings of svc-embed: when a renewal fails for the first time, when it gives up, when
   * the user is signed out, why there is no picture, and which options have no effect. Its `info`, if
   * it has one, receives good news, such as a session that works again. Default `console`; `false` turns
   * all of this off. If you pass a logger, it also receives a `debug` line for each message and each
   * change of the session. No line contains a session id.
   *
   * @example
   * ```ts
   * logger: false
   * ```
   */
  logger?: (Pick<Console, 'debug' | 'warn'> & Partial<Pick<Console, 'info'>>) | false | undefined;
}

/**
 * What the iframe shows: a dashboard by its public id, the app of a deployment, the chat, or any of
 * these at another path. In a `path`, `{session}` is replaced by the session id. Without it the id
 * becomes a URL parameter.
 */
export type Surface =
  | { kind: 'dashboard'; publicId: string }
  | { kind: 'app'; deploymentId: number }
  | { kind: 'chat' }
  | { kind: 'dashboard' | 'app' | 'chat'; path: string };

/** The options of `init`. */
export interface InitOptions {
  /**
   * How many embeds of the page may load at the same time. Embeds that the viewer sees load first, then
   * the nearest ones. The next embed starts when one is ready, has failed or takes longer than ten
   * seconds. Default `Infinity`.
   *
   * @example
   * ```ts
   * loadsAtOnce: 4
   * ```
   */
  loadsAtOnce?: number | undefined;
}

/** The options of `mount`. */
export interface MountOptions extends ConnectOptions {
  /**
   * When the embed is loaded. Default `'eager'`: at once. With `'lazy'`, svc-embed asks for no session
   * id and loads nothing until the target is less than 300 pixels away from what the viewer sees; in a
   * closed `<details>` or a hidden tab, not before it is opened. `margin` is another distance, in the
   * form of the `rootMargin` of an `IntersectionObserver`. You can use the embed as any other: `ready`
   * waits, and what you send is kept.
   *
   * @example
   * ```ts
   * loading: { margin: '100%' }
   * ```
   */
  loading?: 'eager' | 'lazy' | { margin: string } | undefined;
  surface: Surface;
  /**
   * Says that there is no `getSession` because each viewer signs in to the service. Without `mode` and
   * without `getSession`, svc-embed writes a warning to the console.
   *
   * @example
   * ```ts
   * mode: 'private'
   * ```
   */
  mode?: 'private' | undefined;
  /**
   * The iframe's accessible name. By default `Dashboard`, `Chat` or `Analytics`.
   *
   * @example
   * ```ts
   * title: 'Sales'
   * ```
   */
  title?: string | undefined;
  /**
   * Further attributes of the iframe: `class`, `style`, `allow` and so on. The iframe fills its target,
   * unless `width`, `height` or `style` say otherwise. It has a `sandbox`, so that the embed cannot
   * navigate the page's tab, and the `referrerpolicy` `strict-origin`. Your own value replaces either of
   * them, and `false` removes it.
   *
   * @example
   * ```ts
   * attributes: { allow: 'fullscreen' }
   * ```
   */
  attributes?: Texts | undefined;
}

/** Names with their values. */
export type Texts =
  | Readonly<Record<string, string | number | boolean | undefined>>
  | ReadonlyMap<string, string | number | boolean | undefined>
  | URLSearchParams;

/**
 * The state of a session. `status` and `renewal` show which other fields are set: a session that is
 * `backing-off` has a `lastError` and a `nextAttemptAt`, one that is `stopped` is `idle`.
 *
 * @example
 * ```ts
 * const { session } = embed;
 * if (session.renewal === 'backing-off') console.warn(session.lastError.message);
 * ```
 */
export type SessionState =
  RestingSession | ScheduledSession | RenewingSession | BackingOffSession | StoppedSession;

/** What every state of a session has. */
export interface SessionFacts {
  /** How the embed is authenticated; null until `ready` reports it. */
  readonly mode: 'signed' | 'private' | null;
  /**
   * `starting` until `ready`; `expiring` in the last half hour; `expired` after the session has
   * ended; `stopped` after the last attempt of a renewal: svc-embed tries again at `nextAttemptAt`
   * or at the next trigger, but not after a sign-out.
   */
  readonly status: 'starting' | 'active' | 'expiring' | 'expired' | 'stopped';
  /** What the renewal is doing. */
  readonly renewal: 'idle' | 'scheduled' | 'minting' | 'confirming' | 'backing-off';
  /** The attempt of the present renewal, from 1; 0 if there is none. */
  readonly attempt: number;
  /** The number of confirmed renewals. */
  readonly renewals: number;
  /** When the session stops working (epoch ms); null until an event reports it. */
  readonly expiresAt: number | null;
  /** When the next attempt starts (epoch ms); null if none is planned. */
  readonly nextAttemptAt: number | null;
  /**
   * Why the last attempt failed; null once a renewal is confirmed. In the first event of a failure of
   * `getSession`, the `message` is short. A moment later, the same error has the whole sentence.
   */
  readonly lastError: EmbedError | null;
}

/** The status of a session that has not stopped. */
type RunningStatus = Exclude<SessionFacts['status'], 'stopped'>;

/** A session that needs no renewal at present. */
export interface RestingSession extends SessionFacts {
  readonly status: RunningStatus;
  readonly renewal: 'idle';
  readonly attempt: 0;
  readonly nextAttemptAt: null;
}

/** A session whose renewal begins later: at `nextAttemptAt`, or after the renewals of other embeds. */
export interface ScheduledSession extends SessionFacts {
  readonly status: RunningStatus;
  readonly renewal: 'scheduled';
}

/** A session whose `getSession` is running, or whose new id may still be rejected. */
export interface RenewingSession extends SessionFacts {
  readonly status: RunningStatus;
  readonly renewal: 'minting' | 'confirming';
  readonly nextAttemptAt: null;
}

/** A session whose last attempt failed. The next attempt starts at `nextAttemptAt`. */
export interface BackingOffSession extends SessionFacts {
  readonly status: RunningStatus;
  readonly renewal: 'backing-off';
  readonly nextAttemptAt: number;
  readonly lastError: EmbedError;
}

/** A session whose renewal gave up, or whose embed was destroyed. */
export interface StoppedSession extends SessionFacts {
  readonly status: 'stopped';
  readonly renewal: 'idle';
  readonly attempt: 0;
  /** Why the renewal has given up; null if the embed was destroyed before anything failed. */
  readonly lastError: EmbedError | null;
}

/** A message from the iframe that failed a check. */
export interface DroppedMessage {
  /** The first check that it failed. */
  readonly reason: Open<'origin' | 'envelope' | 'direction' | 'payload'>;
  /** The origin that it came from; the text `null` if its sender has no origin. */
  readonly origin: string;
  /** The message as it arrived. Trust nothing in it. */
  readonly data: unknown;
}

/** What a handler can listen to, and what it receives. */
export type Topics = { [N in EventName]: EmbedEvent<N> } & {
  /** An event that this version does not know, complete. */
  unknown: UnknownEvent;
  /** Every event, known or not. */
  '*': AnyEvent;
  /** The session, at each change. */
  session: SessionState;
  /** A message from the iframe that failed a check. */
  dropped: DroppedMessage;
};

/** Options of `on`. */
export interface ListenOptions {
  /** Ends after the first call. */
  once?: boolean | undefined;
  /** Aborting it ends the subscription. */
  signal?: AbortSignal | undefined;
}

/** Options of `once` and `events`. */
export interface WaitOptions {
  /** Aborting it ends the wait. */
  signal?: AbortSignal | undefined;
}

/** `setFilter` for `set-filter`. */
type Camel<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;

/**
 * The arguments of `send` after the name: exact for the known actions, open for any other. For
 * `set-session`, and for a method's name such as `setFilter`, the compiler's message says what to do
 * instead.
 */
export type ActionArguments<N extends string> = N extends ActionName
  ? undefined extends ActionPayloads[N]
    ? []
    : [payload: ActionPayloads[N]]
  : N extends 'set-session'
    ? [use: 'renew() instead', nothing: never]
    : N extends Camel<ActionName>
      ? [use: 'the method, or the name with dashes', nothing: never]
      : [payload?: object];

/** An embed on the page, made by `mount` or `connect`. */
export interface Embed {
  /** The iframe. */
  readonly iframe: HTMLIFrameElement;

  /**
   * The first `ready` event. Rejects with `ready-timeout` if it does not come in time; its `cause` is
   * the session's `lastError`. Rejects with that error itself (`mint-failed`, `signed-out` and so on)
   * as soon as svc-embed gives up the first load, and with `destroyed` if the embed is destroyed before.
   * If nobody waits for it, its rejection is not reported as unhandled.
   */
  readonly ready: Promise<EmbedEvent<'ready'>>;

  /** The session as it is now: a fresh object at each read. */
  readonly session: SessionState;

  /**
   * Calls `handler` for every message of one type, with the message as it arrived. A handler that
   * throws does not stop the others; its error is reported as uncaught. `ready` comes only once: a
   * handler that is added later is not called for it. The property `ready` has it at any time.
   *
   * @returns A function that removes the handler.
   * @throws `invalid-option` if there is no such event, `destroyed` if the embed is.
   *
   * @example
   * ```ts
   * const off = embed.on('drilldown', ({ payload }) => showDetails(payload.member));
   * ```
   */
  on<T extends keyof Topics>(
    type: T,
    handler: (message: Topics[T]) => void,
    options?: ListenOptions,
  ): () => void;

  /**
   * The next message of one type. Rejects if `signal` is aborted or the embed is destroyed. After `ready`
   * has come, `once('ready')` waits for ever: use `await embed.ready`, which has it at any time.
   * `dashboard-loaded` comes once for each load, too.
   *
   * @example
   * ```ts
   * const { payload } = await embed.once('dashboard-loaded');
   * ```
   */
  once<T extends keyof Topics>(type: T, options?: WaitOptions): Promise<Topics[T]>;

  /**
   * Every event from now on, in order. Ends when the embed is destroyed; rejects if `signal` is
   * aborted. Keeps at most 1,000 unread events, and then drops the oldest ones.
   *
   * @example
   * ```ts
   * for await (const event of embed.events()) console.log(event.type);
   * ```
   */
  events(options?: WaitOptions): AsyncIterableIterator<AnyEvent>;

  /**
   * Sets the colour scheme. With `auto` the embed follows the viewer's system. Actions sent before
   * the embed is ready are kept and sent then.
   *
   * @throws `invalid-option` if there is no such scheme, `destroyed` if the embed is.
   */
  setColorScheme(scheme: 'light' | 'dark' | 'auto'): void;

  /** Applies a brand theme. */
  setTheme(theme: Theme): void;

  /** Sets the language and the number formats, by a language tag such as `de-CH`. */
  setLocale(locale: string): void;

  /** Sets the time zone by its IANA name, such as `Europe/Berlin`. */
  setTimezone(timezone: string): void;

  /**
   * Sets one filter.
   *
   * @throws `invalid-filter` if it has no member, or neither a value nor an operator.
   *
   * @example
   * ```ts
   * embed.setFilter({ member: 'orders.status', operator: 'equals', value: 'completed' });
   * ```
   */
  setFilter(filter: Filter | string): void;

  /**
   * Clears the filter of a member, by a filter with the value null. The service does not document how an
   * action clears a filter, so the null is an assumption. If your embed keeps the filter, mount it again
   * without it.
   *
   * @throws `invalid-filter` if `member` is not `<semantic_view>.<dimension>`.
   *
   * @example
   * ```ts
   * embed.clearFilter('orders.status');
   * ```
   */
  clearFilter(member: Member): void;

  /** Navigates to a path inside the embed. */
  navigate(path: string): void;

  /** Runs the embed's queries again. */
  refresh(): void;

  /**
   * Sends any other action. `set-session` is refused: use `renew`.
   *
   * @example
   * ```ts
   * embed.send('set-locale', { locale: 'de' });
   * ```
   */
  send<N extends ActionName | (string & {})>(type: N, ...payload: ActionArguments<N>): void;

  /**
   * Renews the session now; after a failed attempt at the earliest one second later. Resolves when it is
   * confirmed, rejects when this renewal gave up.
   */
  renew(): Promise<void>;

  /** Gets a fresh id and loads the iframe again. Resolves when the embed is ready again. */
  reload(): Promise<void>;

  /** Ends the embed: removes its listeners and timers, and the iframe if `mount` made it. */
  destroy(): void;

  /** `destroy`, at the end of a `using` block. */
  [Symbol.dispose](): void;
}
