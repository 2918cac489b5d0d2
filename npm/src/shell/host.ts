// The shell of the npm package: it does in the page what the core asks for, and hands to the core
// what happened. What is done, and when, is decided in `src/page`; how a message looks, in
// `src/protocol`. Here is what one embed does: its iframe is in `frame.ts`, and what it shares with the
// other embeds of the page in `registry.ts`.
//
// An embed begins before the core is there. What the core asks for first is done ahead: `getSession` is called, and
// the iframe is loaded. What happens meanwhile is noted, and the core is then told all of it, as of the time at
// which it happened.

import { envelope, sessionAction, type Action } from './actions.js';
import { checkEvent, isFatal, isSessionRejection } from './check.js';
import { isPast, now } from './clock.js';
import { NAVIGATE } from '../core/actions.js';
import * as Dispatch from '../core/dispatch.js';
import * as EffectKind from '../core/effect-kind.js';
import { ALREADY_CONNECTED, DESTROYED, NOT_RELOADABLE, TOO_MANY_EMBEDS } from '../core/errors.js';
import type { Core, EmbedId, Epoch, Millis, None, Ticket } from '../core/exports.js';
import * as LoadedBy from '../core/loaded-by.js';
import * as MintFailure from '../core/mint-failure.js';
import * as Mode from '../core/mode.js';
import type { EmbedEvent } from '../core/protocol.js';
import * as Reason from '../core/reason.js';
import * as Report from '../core/report.js';
import * as Signal from '../core/signal.js';
import * as At from '../core/values.js';
import { diagnose } from '../diagnose/notice.js';
import { EmbedError, embedError, isSignedOut, Mistake, type EmbedErrorCode } from '../errors.js';
import { Frame } from './frame.js';
import { hash } from './hash.js';
import { Handlers } from './handlers.js';
import { KeptActions } from './kept.js';
import { core, note } from './loading.js';
import type { Settings } from './options.js';
import { doEffects, hosts } from './core.js';
import { embeds, enter, leave, MARK, route } from './registry.js';
import { Reasons, readSession } from './session.js';
import type { SessionRequest, SessionState } from '../types.js';
import { isSessionId } from './url.js';
import { attempt, nameOf, numberOf } from './values.js';
import { awaitViewer, cameBack, isHidden, isInView } from './viewing.js';

/** A call of `getSession` whose answer is wanted. */
interface Call {
  /** Undefined until the core has asked for it. */
  ticket: Ticket | undefined;
  readonly controller: AbortController;
  /** Undefined once it is not: an answer that never comes then keeps nothing alive. */
  host: Host | undefined;
}

/** How many embeds of a page call `getSession` ahead: as many as may mint at a time. The others wait for the core. */
const MOST_AHEAD = 4;

/** The session ids that were used before the core was there. */
const used = new Set<unknown>();

/** The page's side of one embed. */
export class Host {
  readonly ready: Promise<EmbedEvent<'ready'>>;
  readonly handlers: Handlers = new Handlers();
  readonly #frame: Frame;
  /** The window whose messages come here. */
  window: Window | null = null;
  /** Why there is no embed. */
  error: unknown;
  /** Both are there as soon as the core knows the embed. */
  #core: Core | undefined;
  #id!: EmbedId;
  #isClosed = false;
  /** Whether it listens no more. */
  #hasLeft = false;
  #call: Call | undefined;
  /** What was done ahead, and the core has yet to ask for. */
  #madeAhead: Call | undefined;
  #wasLoadedAhead = false;
  readonly #kept = new KeptActions();
  #ready!: Settle<EmbedEvent<'ready'>>;
  /** The promises of `renew` and `reload`. */
  #asked: Settle<void>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Waits until the viewer sees the iframe. */
  #viewing: IntersectionObserver | undefined;
  readonly #reasons = new Reasons();
  /** The id that was minted just now, until the core has said what to do with it. */
  #minted: string | undefined;
  /** The states that the handlers of `session` have still to be called with. */
  readonly #changes: SessionState[] = [];
  /** The session as the page was told last: all that is left of it once the embed is closed. */
  #told!: SessionState;

  /** Without a `parent`, the iframe is the page's own. `adopt` gets the host before anything happens to it. */
  constructor(
    readonly iframe: HTMLIFrameElement,
    readonly settings: Settings,
    parent?: Element,
    adopt?: (host: Host) => void,
  ) {
    const { signal, getSession, origin } = settings;
    if (MARK in iframe) throw new Mistake(ALREADY_CONNECTED);
    signal?.throwIfAborted();
    const frame = (this.#frame = new Frame(iframe, settings));
    this.#reasons.wait = settings.wait;
    this.ready = new Promise((resolve, reject) => (this.#ready = { resolve, reject }));
    // If nobody waits for `ready`, its rejection is not an unhandled one.
    this.ready.catch(() => {});
    enter(this);
    iframe.addEventListener('load', this);
    signal?.addEventListener('abort', this);
    // `getSession` is called first: its request is under way while the browser makes the frame.
    if (parent) frame.awaitPlace(parent);
    const own = frame.ownId();
    const open = () => this.#open(core!, adopt);
    if (core) this.try(open);
    else {
      note(this, open);
      used.add(own);
      if (parent) {
        if (!getSession) this.#loadAhead(undefined);
        else if (this.#canMint && embeds.size <= MOST_AHEAD) {
          this.#mint({ reason: 'mount', attempt: 1, expiresAt: null });
          this.#madeAhead = this.#call;
        }
      }
    }
    // `getSession` may have aborted the signal.
    if (this.#hasLeft) return;
    frame.putBack();
    this.#route();
    // The browser connects to the tenant while the backend mints. It does so as soon as it sees the link.
    if (parent && getSession) {
      const link = document.createElement('link');
      link.rel = 'preconnect';
      link.href = origin;
      document.head?.append(link);
      link.remove();
    }
    // What the embed reported while the core was being loaded comes first.
    if (own && cameBack()) queueMicrotask(() => this.signal(Signal.PAGE_RESTORED));
  }

  #open(core: Core, adopt: ((host: Host) => void) | undefined): void {
    const { settings } = this;
    for (const [setting, value] of settings.numbers) core.set(setting, value);
    const loadedBy = this.#frame.isOurs ? LoadedBy.BRIDGE : LoadedBy.PAGE;
    const seed = Math.random() * 2 ** 32;
    const tenant = hash(settings.origin);
    const id = core.open(...now(), tenant, loadedBy, settings.getSession !== undefined, seed);
    if (!id) throw new Mistake(TOO_MANY_EMBEDS);
    this.#core = core;
    this.#id = id;
    hosts.set(id, this);
    this.#told = this.session;
    // The page adds its handlers once it has the embed.
    if (isPast()) this.handlers.hold();
    adopt?.(this);
    for (const action of settings.actions) this.send(action);
    diagnose(this);
    // The id with which the page has loaded an iframe of its own is used.
    const own = this.#frame.ownId();
    if (own) core.noteUsedId(hash(own));
    doEffects(core);
  }

  /** Tells the core, at once or as soon as it knows the embed. */
  tell(tell: () => void): void {
    if (this.#core) tell();
    else note(this, () => this.#core && tell());
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether the iframe shows a document that has reported something. */
  get isShown(): boolean {
    return !this.#isClosed && !!this.#core!.isShown(this.#id);
  }

  /** The session as it is now: a fresh object at each read. */
  get session(): SessionState {
    return this.#isClosed ? { ...this.#told } : readSession(this.#core!, this.#id, this.#reasons);
  }

  /** Sends an action, or keeps it until the embed is ready. */
  send(action: Action): void {
    const dispatch = this.#core!.dispatch(this.#id, action.lasts);
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
    // The core may not be there, or has failed: the iframe is still there then.
    this.#remove();
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
    this.tell(() => {
      this.#report(signal, first, second);
      doEffects(this.#core!);
    });
  }

  /** The core reads no value that the signal does not have. */
  #report(signal: Signal.Signal, first?: number, second?: number): void {
    this.#core!.signal(this.#id, ...now(), signal, first!, second!);
  }

  /** Takes a message from the window of the iframe. */
  receive(message: MessageEvent<unknown>): void {
    if (!this.#core) return note(this, () => this.#core && this.receive(message), true);
    const { origin, data } = message;
    const event = origin === this.settings.origin ? checkEvent(data) : 'origin';
    if (typeof event === 'string') {
      this.handlers.call('dropped', { reason: event, origin, data });
      return;
    }
    this.#hear(event.report, data);
    this.handlers.call(event.name, data);
    this.handlers.call('*', data);
  }

  // What the iframe shows.

  /** The iframe has fired `load`, or the page has aborted the signal. */
  handleEvent({ type }: Event): void {
    if (type === 'abort') return this.destroy();
    const isBlank = attempt(() => this.iframe.contentDocument!.URL) === 'about:blank';
    if (!isBlank) this.#look(navigator.onLine ? Signal.FRAME_LOADED : Signal.FRAME_LOADED_OFFLINE);
    // Later: some browsers report the empty document while the page is still moving the iframe.
    else queueMicrotask(() => this.#look(Signal.FRAME_EMPTIED));
  }

  /** Looks which window the iframe has, and hands in `fact`. */
  #look(fact: Signal.Signal<[]>): void {
    if (this.#hasLeft) return;
    this.checkWindow();
    this.tell(() => {
      this.signal(fact);
      if (fact !== Signal.FRAME_EMPTIED) this.handlers.call('load', fact);
    });
  }

  /** Looks whether the page has moved the iframe: it then has another window. */
  checkWindow(): void {
    const before = this.window;
    this.#route();
    if (before && this.window !== before && this.#frame.isLoaded) {
      this.tell(() => {
        this.signal(Signal.WINDOW_REPLACED);
        // The viewer sees nothing from now on.
        if (this.session.status === 'stopped') this.#tellSession();
      });
    }
  }

  #route(): void {
    this.window = route(this, this.window);
  }

  /**
   * A framework may have moved the iframe. The browser then has given it another window, which is empty.
   * The iframe is taken out of the page until the fresh id is there: a list that is sorted again and
   * again would have the browser make and end a frame each time.
   */
  checkPlace(): void {
    const { contentWindow, parentNode } = this.iframe;
    if (this.#isClosed || !contentWindow || contentWindow === this.window) return;
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
        return this.#mintAsAsked();
      case EffectKind.ABORT_MINT:
        return this.#abortMint();
      case EffectKind.LOAD_WITH_ID:
        return this.#load(this.#minted);
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
    switch (report) {
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
      case Report.NAVIGATE: {
        const fact = this.#kept.compareNavigation((data as EmbedEvent<'navigate'>).payload);
        if (fact) return this.signal(fact);
        break;
      }
      case Report.ERROR: {
        const { payload } = data as EmbedEvent<'error'>;
        if (isSessionRejection(payload)) return this.signal(Signal.REJECTED);
        if (isFatal(payload)) return;
        break;
      }
    }
    // What comes often is handed in only if the core awaits it.
    if (this.#core!.awaits(this.#id))
      this.signal(report === Report.VIEW ? Signal.VIEW : Signal.EVENT);
  }

  // The calls of `getSession`.

  #mintAsAsked(): void {
    const { values } = this.#core!;
    const ticket = values[At.TICKET];
    const reason = nameOf(Reason.NAMES, values[At.REASON])!;
    const { attempt, expiresAt } = this.session;
    this.#mint({ reason, attempt, expiresAt }, ticket);
  }

  /** Calls `getSession`, unless that was done ahead. */
  #mint(request: Omit<SessionRequest, 'signal'>, ticket?: Ticket): void {
    const made = this.#madeAhead;
    this.#madeAhead = undefined;
    if (made) made.ticket = ticket;
    if (made || this.#hasLeft) return;
    if (!this.#canMint) return this.#onUnreachable();
    // The page's function is called without a `this`.
    const { getSession } = this.settings;
    const controller = new AbortController();
    const { signal } = controller;
    const call: Call = { ticket, controller, host: this };
    this.#call = call;
    new Promise<unknown>((resolve) => resolve(getSession?.({ ...request, signal }))).then(
      (answer) => call.host?.settle(call, answer, true),
      (error: unknown) => call.host?.settle(call, error, false),
    );
  }

  /** The id would be dead by the time that somebody sees the page, or nobody could use it. */
  get #canMint(): boolean {
    return (document as Prerenderable).prerendering !== true && !this.#frame.isOut;
  }

  #abortMint(): void {
    const call = this.#call;
    if (!call) return;
    this.#call = call.host = undefined;
    call.controller.abort();
  }

  /** `getSession` is done: see `#onAnswer`. Without the core, a new id is loaded at once. */
  settle(call: Call, answer: unknown, isAnswer: boolean): void {
    this.#call = undefined;
    this.tell(() => this.#onAnswer(call.ticket!, answer, isAnswer));
    if (this.#core || !isAnswer || !isSessionId(answer) || used.has(answer)) return;
    used.add(answer);
    this.#loadAhead(answer);
  }

  /** `getSession` has returned `answer`; without `isAnswer`, it has thrown or rejected with that. */
  #onAnswer(ticket: Ticket, answer: unknown, isAnswer: boolean): void {
    if (isAnswer && isSessionId(answer)) {
      this.#minted = answer;
      this.signal(Signal.MINTED, ticket, hash(answer));
      this.#minted = undefined;
      return;
    }
    const failure = isSignedOut(answer) ? MintFailure.SIGNED_OUT : MintFailure.FAILED;
    this.#reasons.cause = answer;
    this.#reasons.detail = undefined;
    this.signal(Signal.MINT_FAILED, ticket, isAnswer ? MintFailure.INVALID : failure);
  }

  /** Loads the iframe, unless that was done ahead. */
  #load(id: string | undefined): void {
    if (this.#wasLoadedAhead) {
      this.#wasLoadedAhead = false;
      return;
    }
    const frame = this.#frame;
    if (id !== undefined && frame.isOut) return this.#onUnreachable();
    const address = frame.address(id);
    if (address === undefined) return this.signal(Signal.LOAD_FAILED);
    frame.load(address, id !== undefined);
    this.#route();
    this.signal(Signal.LOADED);
  }

  #loadAhead(id: string | undefined): void {
    this.#load(id);
    this.#wasLoadedAhead = true;
  }

  /** Nobody could use an id. */
  #onUnreachable(): void {
    const frame = this.#frame;
    // The page may put its list back into the document: the browser then reports a `load` of the iframe.
    if (frame.isLoaded) frame.putBack();
    this.signal(Signal.UNREACHABLE);
  }

  // Actions, promises, timers.

  readonly #post = (action: Action): boolean => {
    const message = envelope(action);
    const wasPosted = attempt(() => {
      this.iframe.contentWindow!.postMessage(message, this.settings.origin);
      return true;
    });
    // For the inspector. It is not given the payload, which may be a session id.
    if (wasPosted) this.handlers.call('sent', action.type);
    if (action.key === NAVIGATE) this.#report(Signal.NAVIGATION_POSTED);
    return wasPosted === true;
  };

  #postId(): void {
    const id = this.#minted;
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
    const { values } = this.#core!;
    const error = values[At.ERROR];
    this.#core!.readState(this.#id);
    return this.#reasons.of(error, values[At.LAST_ERROR]);
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const delay = Math.ceil(this.#core!.values[At.TIMER] - performance.now());
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
    this.#abortMint();
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
    hosts.delete(this.#id);
    this.#leave();
  }

  /** Calls `call`. If it throws, there is no embed. */
  try(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.end(error);
    }
  }

  /** There is no embed. */
  end(error: unknown): void {
    this.error ??= error;
    this.#remove();
  }

  #remove(): void {
    this.#abortMint();
    this.#leave();
    if (this.#frame.isOurs) this.iframe.remove();
  }

  #leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.iframe.removeEventListener('load', this);
    this.settings.signal?.removeEventListener('abort', this);
    leave(this);
  }
}

/** A document that the browser may prepare before anybody sees it. */
interface Prerenderable extends Document {
  readonly prerendering?: boolean;
}

interface Settle<T> {
  resolve(value: T): void;
  reject(reason: unknown): void;
}

/** The longest delay of a timer, in milliseconds: a little less than `setTimeout` takes. */
const MAX_DELAY = 2_100_000_000;
