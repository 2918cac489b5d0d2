// The shell of the npm package: it does in the page what the core asks for, and hands to the core
// what happened. What is done, and when, is decided in `src/page`; how a message looks, in
// `src/protocol`. Here is what one embed does: its iframe is in `frame.ts`, and what it shares with the
// other embeds of the page in `registry.ts`. `embed.ts` only finds the target, and keeps the messages that
// come before there is a host.

import { envelope, sessionAction, type Action } from './actions.js';
import { checkEvent, isFatal, isSessionRejection } from './check.js';
import { monotonic, wall } from './clock.js';
import { NAVIGATE } from '../core/actions.js';
import * as Dispatch from '../core/dispatch.js';
import * as EffectKind from '../core/effect-kind.js';
import { DESTROYED, NOT_RELOADABLE } from '../core/errors.js';
import type { Core, EmbedId, Epoch, Millis, None } from '../core/exports.js';
import * as Mode from '../core/mode.js';
import type { EmbedEvent } from '../core/protocol.js';
import * as Report from '../core/report.js';
import * as Signal from '../core/signal.js';
import * as At from '../core/values.js';
import { EmbedError, embedError, type EmbedErrorCode } from '../errors.js';
import { hash } from './hash.js';
import type { Frame } from './frame.js';
import { Handlers } from './handlers.js';
import { KeptActions } from './kept.js';
import { Mints } from './mints.js';
import { doEffects, enter, leave, route } from './registry.js';
import { Reasons, readSession } from './session.js';
import type { GetSession, SessionState } from '../types.js';
import { attempt, numberOf } from './values.js';
import { awaitViewer, cameBack, isHidden, isInView } from './viewing.js';

/** The page's side of one embed. */
export class Host {
  readonly ready: Promise<EmbedEvent<'ready'>>;
  readonly handlers: Handlers = new Handlers();
  readonly #core: Core;
  readonly #id: EmbedId;
  readonly #frame: Frame;
  #isClosed = false;
  readonly #kept = new KeptActions();
  #ready!: Settle<EmbedEvent<'ready'>>;
  /** The promises of `renew` and `reload`. */
  #asked: Settle<void>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Waits until the viewer sees the iframe. */
  #viewing: IntersectionObserver | undefined;
  readonly #reasons = new Reasons();
  /** The window whose messages come here. */
  #window: Window | null = null;
  readonly #mints: Mints;
  /** The states that the handlers of `session` have still to be called with. */
  readonly #changes: SessionState[] = [];
  /** The session as the page was told last: all that is left of it once the embed is closed. */
  #told: SessionState;

  /** For an embed that the core has opened. */
  constructor(
    core: Core,
    id: EmbedId,
    frame: Frame,
    getSession: GetSession | undefined,
    wait: number,
  ) {
    this.#reasons.wait = wait;
    this.#core = core;
    this.#id = id;
    this.#frame = frame;
    this.#mints = new Mints(core, this, getSession, this.#reasons);
    this.#told = this.session;
    this.ready = new Promise((resolve, reject) => (this.#ready = { resolve, reject }));
    // If nobody waits for `ready`, its rejection is not an unhandled one.
    this.ready.catch(() => {});
  }

  /** Puts an iframe of svc-embed's own into `parent`, listens, and does what the core asks for first. */
  start(parent: Element | undefined): void {
    enter(this.#id, this, this.#frame.origin);
    this.iframe.addEventListener('load', this);
    // The id with which the page has loaded an iframe of its own is used.
    const own = this.#frame.ownId();
    if (own) this.#core.noteUsedId(hash(own));
    // `getSession` is called first: its request is under way while the browser makes the frame.
    if (parent) this.#frame.awaitPlace(parent);
    doEffects(this.#core);
    if (this.#isClosed) return;
    this.#frame.putBack();
    this.#route();
    // What the embed reported while the core was being loaded comes first.
    if (own && cameBack()) queueMicrotask(() => this.signal(Signal.PAGE_RESTORED));
  }

  get iframe(): HTMLIFrameElement {
    return this.#frame.iframe;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether the iframe shows a document that has reported something. */
  get isShown(): boolean {
    return !this.#isClosed && !!this.#core.isShown(this.#id);
  }

  /** The session as it is now: a fresh object at each read. */
  get session(): SessionState {
    return this.#isClosed ? { ...this.#told } : readSession(this.#core, this.#id, this.#reasons);
  }

  /** Sends an action, or keeps it until the embed is ready. */
  send(action: Action): void {
    const dispatch = this.#core.dispatch(this.#id, action.lasts);
    if (!dispatch) throw embedError(DESTROYED);
    const wasSent = dispatch !== Dispatch.KEEP;
    if (wasSent) this.#post(action);
    if (dispatch !== Dispatch.SEND) this.#kept.keep(action, wasSent);
  }

  renew(): Promise<void> {
    return this.#ask(Signal.RENEW);
  }

  async reload(): Promise<void> {
    if (!this.#isClosed && !this.#frame.url) throw embedError(NOT_RELOADABLE);
    return this.#ask(Signal.RELOAD);
  }

  destroy(): void {
    if (!this.#isClosed) this.signal(Signal.DESTROY);
    // The iframe of an embed whose core has failed is still there.
    if (this.#frame.isOurs) this.iframe.remove();
  }

  /** Why the page shows no embed, as the diagnostics know. `isSure`: the browser will not show this one. */
  explain(code: EmbedErrorCode, sentence: string, isSure: boolean): EmbedError {
    const found = new EmbedError(code, sentence);
    this.#reasons.found = found;
    if (isSure) this.signal(Signal.BLOCKED);
    return found;
  }

  /** What the cause of a failure of `getSession` means, which `meaningOf` finds out. */
  explainCause(meaningOf: (cause: unknown) => string | undefined): void {
    this.#reasons.detail = meaningOf(this.#reasons.cause);
  }

  /** Hands in something that happened to the embed, with its values. */
  signal<Values extends number[]>(signal: Signal.Signal<Values>, ...[first, second]: Values): void {
    this.#report(signal, first, second);
    doEffects(this.#core);
  }

  /** The core reads no value that the signal does not have. */
  #report(signal: Signal.Signal, first?: number, second?: number): void {
    this.#core.signal(this.#id, monotonic(), wall(), signal, first!, second!);
  }

  /** Takes a message from the window of the iframe. */
  receive(message: MessageEvent<unknown>): void {
    const { origin, data } = message;
    const event = origin === this.#frame.origin ? checkEvent(data) : 'origin';
    if (typeof event === 'string') {
      this.handlers.call('dropped', { reason: event, origin, data });
      return;
    }
    this.#hear(event.report, data);
    this.handlers.call(event.name, data);
    this.handlers.call('*', data);
  }

  // What the iframe shows.

  /** Listens to the iframe's `load`. */
  handleEvent(): void {
    const isBlank = attempt(() => this.iframe.contentDocument!.URL) === 'about:blank';
    if (!isBlank) this.#look(navigator.onLine ? Signal.FRAME_LOADED : Signal.FRAME_LOADED_OFFLINE);
    // Later: some browsers report the empty document while the page is still moving the iframe.
    else queueMicrotask(() => this.#look(Signal.FRAME_EMPTIED));
  }

  /** Looks which window the iframe has, and hands in `fact`. */
  #look(fact: Signal.Signal<[]>): void {
    if (this.#isClosed) return;
    this.checkWindow();
    this.signal(fact);
  }

  /** Looks whether the page has moved the iframe: it then has another window. */
  checkWindow(): void {
    const before = this.#window;
    this.#route();
    if (!before || this.#window === before || !this.#frame.isLoaded) return;
    this.signal(Signal.WINDOW_REPLACED);
    // The viewer sees nothing from now on.
    if (this.session.status === 'stopped') this.#tellSession();
  }

  #route(): void {
    this.#window = route(this, this.#window);
  }

  /**
   * A framework may have moved the iframe. The browser then has given it another window, which is empty.
   * The iframe is taken out of the page until the fresh id is there: a list that is sorted again and
   * again would have the browser make and end a frame each time.
   */
  checkPlace(): void {
    const { contentWindow, parentNode } = this.iframe;
    if (this.#isClosed || !contentWindow || contentWindow === this.#window) return;
    this.checkWindow();
    // A private embed works again by itself. An iframe of the page's own stays where the page wants it.
    const isRenewed = this.#frame.isOurs && this.session.renewal !== 'idle';
    if (isRenewed && parentNode) this.#frame.takeOut();
  }

  /** Does one thing that the core asks for. Until the next poll, `values` has what belongs to it. */
  do(effect: EffectKind.EffectKind): void {
    switch (effect) {
      case EffectKind.SET_TIMER:
        return this.#setTimer();
      case EffectKind.CLEAR_TIMER:
        return clearTimeout(this.#timer);
      case EffectKind.MINT:
        return this.#callGetSession();
      case EffectKind.ABORT_MINT:
        return this.#mints.abort();
      case EffectKind.LOAD_WITH_ID:
        return this.#load(this.#mints.minted);
      case EffectKind.LOAD:
        return this.#load(undefined);
      case EffectKind.POST_ID:
        return this.#postId();
      case EffectKind.FORGET_NAVIGATION:
        return this.#kept.forgetNavigation();
      case EffectKind.SEND_ACTIONS:
        return this.#kept.send(this.#post);
      case EffectKind.RESOLVE_ASKED:
        return this.#asked.splice(0).forEach(({ resolve }) => resolve());
      case EffectKind.REJECT_ASKED:
        return this.#asked.splice(0).forEach(({ reject }) => reject(this.#polledError()));
      case EffectKind.REJECT_READY:
        return this.#ready.reject(this.#polledError());
      case EffectKind.ASK_IF_SEEN:
        if (!isHidden() && navigator.onLine) this.signal(Signal.SEEN);
        return;
      case EffectKind.ASK_IF_VIEWED:
        return this.#awaitViewer();
      case EffectKind.PUT_BACK:
        if (this.#frame.putBack()) this.#route();
        return;
      case EffectKind.TELL_SESSION:
        return this.#tellSession();
      case EffectKind.CLOSE:
        return this.#close();
    }
  }

  // What the embed reports.

  #hear(report: Report.Report, data: unknown): void {
    const core = this.#core;
    const id = this.#id;
    switch (report) {
      case Report.NONE:
        if (core.awaits(id, false)) this.signal(Signal.EVENT);
        return;
      case Report.VIEW:
        if (core.awaits(id, true)) this.signal(Signal.VIEW);
        return;
      case Report.NAVIGATE:
        return this.signal(this.#kept.compareNavigation((data as EmbedEvent<'navigate'>).payload));
      case Report.ERROR: {
        const { payload } = data as EmbedEvent<'error'>;
        if (isSessionRejection(payload)) this.signal(Signal.REJECTED);
        else if (!isFatal(payload)) this.signal(Signal.EVENT);
        return;
      }
      case Report.READY: {
        const event = data as EmbedEvent<'ready'>;
        this.#reasons.found = undefined;
        // A mode that this version does not know has no number.
        const mode = numberOf(Mode.NAMES, event.payload.mode) as Mode.Mode | None;
        this.signal(Signal.READY, mode);
        return this.#ready.resolve(event);
      }
      case Report.EXPIRING: {
        const { expiresAt, expiresInMs } = (data as EmbedEvent<'session-expiring'>).payload;
        return this.signal(Signal.EXPIRING, expiresAt as Epoch, expiresInMs as Millis);
      }
      case Report.EXPIRED: {
        const { payload, timestamp } = data as EmbedEvent<'session-expired'>;
        return this.signal(Signal.EXPIRED, payload.expiredAt as Epoch, timestamp as Epoch);
      }
    }
  }

  // The iframe.

  #callGetSession(): void {
    // The id would be dead by the time that somebody sees the page.
    if ((document as Prerenderable).prerendering === true || this.#frame.isOut)
      this.#onUnreachable();
    else this.#mints.call(this.session);
  }

  /** Nobody could use an id. */
  #onUnreachable(): void {
    // The page may put its list back into the document: the browser then reports a `load` of the iframe.
    if (this.#frame.isLoaded) this.#frame.putBack();
    this.signal(Signal.UNREACHABLE);
  }

  #load(id: string | undefined): void {
    const frame = this.#frame;
    if (id !== undefined && frame.isOut) return this.#onUnreachable();
    const address = frame.address(id);
    if (address === undefined) return this.signal(Signal.LOAD_FAILED);
    frame.load(address, id !== undefined);
    this.#route();
    this.signal(Signal.LOADED);
  }

  // Actions, promises, timers.

  readonly #post = (action: Action): boolean => {
    const message = envelope(action);
    const wasPosted = attempt(() => {
      this.iframe.contentWindow!.postMessage(message, this.#frame.origin);
      return true;
    });
    // For the inspector. It is not given the payload, which may be a session id.
    if (wasPosted) this.handlers.call('sent', action.type);
    if (action.key === NAVIGATE) this.#report(Signal.NAVIGATION_POSTED);
    return wasPosted === true;
  };

  #postId(): void {
    const id = this.#mints.minted;
    if (id === undefined || !this.#post(sessionAction(id))) this.signal(Signal.UNREACHABLE);
  }

  #ask(signal: Signal.Signal): Promise<void> {
    if (this.#isClosed) return Promise.reject(embedError(DESTROYED));
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      this.signal(signal);
    });
  }

  #polledError(): EmbedError {
    const { values } = this.#core;
    const error = values[At.ERROR];
    this.#core.readState(this.#id);
    return this.#reasons.of(error, values[At.LAST_ERROR]);
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const delay = Math.ceil(this.#core.values[At.TIMER] - monotonic());
    // The core is asked again after the longest delay that a timer takes.
    this.#timer = setTimeout(() => this.signal(Signal.TICK), Math.min(delay, MAX_DELAY));
  }

  #awaitViewer(): void {
    if (isInView(this.iframe)) return this.signal(Signal.VIEWED);
    this.#viewing?.disconnect();
    this.#viewing = awaitViewer(this.iframe, () => this.signal(Signal.VIEWED));
  }

  // Changes of the session, and the end.

  /**
   * Calls the handlers of `session` once for each change and in order: a handler that causes the
   * next change does not take the present one away from the handlers after it.
   */
  #tellSession(): void {
    const state = this.session;
    this.#told = state;
    // What the page threw is kept only as long as the session shows it.
    if (!state.lastError) this.#reasons.cause = undefined;
    if (this.#changes.push(state) > 1) return;
    for (let next; (next = this.#changes[0]); this.#changes.shift()) {
      this.handlers.call('session', next);
    }
    if (this.#isClosed) this.handlers.end();
  }

  /** The core has failed: nothing more is done for the embed. Its iframe stays as it is. */
  fail(error: EmbedError): void {
    const told = { status: 'stopped', renewal: 'idle', nextAttemptAt: null, lastError: error };
    this.#told = { ...this.#told, ...told } as SessionState;
    // From now on `session` is what was told last.
    this.#isClosed = true;
    this.#mints.abort();
    this.#ready.reject(error);
    for (const { reject } of this.#asked.splice(0)) reject(error);
    this.#tellSession();
    this.#close();
  }

  #close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#viewing?.disconnect();
    // Inside a handler of `session`, the handlers after it have yet to be called with the end.
    if (this.#changes.length === 0) this.handlers.end();
    this.iframe.removeEventListener('load', this);
    leave(this.#id, this, this.#window);
  }
}

interface Settle<T> {
  resolve(value: T): void;
  reject(reason: unknown): void;
}

/** A document that the browser may prepare before anybody sees it. */
interface Prerenderable extends Document {
  readonly prerendering?: boolean;
}

/** The longest delay of `setTimeout`, in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;
